-- The schema as PostgreSQL 18 describes it, for reviews. Written by `make schema`; do not edit.

create table pgrecall_data.common_words (
  namespace_id integer not null,
  lexeme text collate "C" not null,
  share real not null,
  constraint common_words_pkey PRIMARY KEY (namespace_id, lexeme),
  constraint common_words_namespace_id_fkey FOREIGN KEY (namespace_id) REFERENCES pgrecall_data.namespaces(id)
);
alter table pgrecall_data.common_words enable row level security;

create table pgrecall_data.entities (
  namespace_id integer not null,
  id uuid not null default pgrecall_data.uuid_v7(),
  name text not null,
  folded text not null generated always as (pgrecall_data.folded(name)) stored,
  created_at timestamp with time zone not null default now(),
  constraint entities_pkey PRIMARY KEY (namespace_id, id),
  constraint entities_namespace_id_folded_key UNIQUE (namespace_id, folded),
  constraint entities_namespace_id_fkey FOREIGN KEY (namespace_id) REFERENCES pgrecall_data.namespaces(id)
);
alter table pgrecall_data.entities enable row level security;

create table pgrecall_data.events (
  namespace_id integer not null,
  id uuid not null default pgrecall_data.uuid_v7(),
  session text not null,
  actor text not null,
  kind text not null,
  payload jsonb not null,
  occurred_at timestamp with time zone not null,
  recorded_at timestamp with time zone not null,
  constraint events_pkey PRIMARY KEY (namespace_id, id),
  constraint events_namespace_id_fkey FOREIGN KEY (namespace_id) REFERENCES pgrecall_data.namespaces(id)
);
alter table pgrecall_data.events enable row level security;

create table pgrecall_data.install (
  id boolean not null default true,
  dim integer not null,
  functions_hash text,
  functions_version text,
  constraint install_pkey PRIMARY KEY (id),
  constraint install_id_check CHECK (id)
);
alter table pgrecall_data.install enable row level security;

create table pgrecall_data.memories (
  namespace_id integer not null,
  id uuid not null default pgrecall_data.uuid_v7(),
  content text not null,
  kind text not null,
  session text,
  speaker text,
  "position" integer,
  subject text,
  predicate text,
  object text,
  is_multi boolean not null default false,
  importance smallint not null,
  confidence real not null default 1,
  tags text[] not null default '{}'::text[],
  metadata jsonb not null default '{}'::jsonb,
  origin text not null default 'user'::text,
  root_id uuid not null,
  parent_id uuid,
  version integer not null default 1,
  is_latest boolean not null default true,
  superseded_by uuid,
  superseded_at timestamp with time zone,
  recorded_at timestamp with time zone not null,
  valid_from timestamp with time zone not null,
  valid_until timestamp with time zone,
  earlier_ends timestamp with time zone[],
  said_at timestamp with time zone not null,
  event_at tstzrange,
  event_precision text,
  is_inference boolean not null default false,
  review text not null default 'approved'::text,
  is_static boolean not null default false,
  forget_after timestamp with time zone,
  forgotten_at timestamp with time zone,
  forget_reason text,
  forget_batch uuid,
  idempotency_key text,
  content_hash uuid not null generated always as (pgrecall_data.content_hash(content)) stored,
  embedding public.halfvec(512) storage plain,
  model_id smallint,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  is_proposal boolean not null default false,
  language text not null default 'english'::text,
  keywords tsvector not null generated always as (pgrecall_data.keywords(content, language)) stored,
  is_question boolean not null generated always as (pgrecall_data.is_question(content)) stored,
  has_time boolean not null generated always as (pgrecall_data.mentions_time(content)) stored,
  constraint memories_pkey PRIMARY KEY (namespace_id, id),
  constraint memories_model_id_fkey FOREIGN KEY (model_id) REFERENCES pgrecall_data.models(id),
  constraint memories_namespace_id_fkey FOREIGN KEY (namespace_id) REFERENCES pgrecall_data.namespaces(id),
  constraint memories_closed CHECK (((superseded_by IS NULL) = (superseded_at IS NULL))),
  constraint memories_confidence CHECK (((confidence >= (0)::double precision) AND (confidence <= (1)::double precision))),
  constraint memories_importance CHECK (((importance >= 1) AND (importance <= 10))),
  constraint memories_kind CHECK ((kind = ANY (ARRAY['fact'::text, 'decision'::text, 'preference'::text, 'correction'::text, 'pattern'::text, 'learning'::text, 'event'::text, 'conversation'::text, 'transcript'::text]))),
  constraint memories_metadata CHECK ((jsonb_typeof(metadata) = 'object'::text)),
  constraint memories_model CHECK (((embedding IS NULL) = (model_id IS NULL))),
  constraint memories_origin CHECK ((origin = ANY (ARRAY['user'::text, 'assistant'::text, 'tool'::text, 'import'::text, 'inference'::text]))),
  constraint memories_precision CHECK ((((event_at IS NULL) = (event_precision IS NULL)) AND (event_precision = ANY (ARRAY['year'::text, 'month'::text, 'day'::text, 'instant'::text])))),
  constraint memories_review CHECK ((review = ANY (ARRAY['pending'::text, 'approved'::text, 'declined'::text])))
);
alter table pgrecall_data.memories enable row level security;

create table pgrecall_data.mentions (
  namespace_id integer not null,
  entity_id uuid not null,
  memory_id uuid not null,
  constraint mentions_pkey PRIMARY KEY (namespace_id, entity_id, memory_id),
  constraint mentions_namespace_id_entity_id_fkey FOREIGN KEY (namespace_id, entity_id) REFERENCES pgrecall_data.entities(namespace_id, id) ON DELETE CASCADE,
  constraint mentions_namespace_id_memory_id_fkey FOREIGN KEY (namespace_id, memory_id) REFERENCES pgrecall_data.memories(namespace_id, id) ON DELETE CASCADE
);
alter table pgrecall_data.mentions enable row level security;

create table pgrecall_data.migrations (
  version integer not null,
  name text not null,
  hash text not null,
  is_breaking boolean not null,
  applied_at timestamp with time zone not null default now(),
  constraint migrations_pkey PRIMARY KEY (version)
);
alter table pgrecall_data.migrations enable row level security;

create table pgrecall_data.models (
  id smallint not null generated always as identity,
  name text not null,
  dim integer not null,
  is_current boolean not null default false,
  created_at timestamp with time zone not null default now(),
  constraint models_pkey PRIMARY KEY (id),
  constraint models_name_key UNIQUE (name)
);
alter table pgrecall_data.models enable row level security;

create table pgrecall_data.namespaces (
  id integer not null generated always as identity,
  path text collate "C" not null,
  created_at timestamp with time zone not null default now(),
  salt bytea not null default uuid_send(gen_random_uuid()),
  language text,
  languages text[] not null default '{}'::text[],
  memory_count integer not null default 0,
  word_count bigint not null default 0,
  constraint namespaces_pkey PRIMARY KEY (id),
  constraint namespaces_path_key UNIQUE (path),
  constraint namespaces_path CHECK (((path ~ '^[^/[:cntrl:]]+(/[^/[:cntrl:]]+)*$'::text) AND (length(path) <= 255)))
);
alter table pgrecall_data.namespaces enable row level security;

create table pgrecall_data.predicates (
  namespace_id integer not null,
  name text not null,
  folded text not null generated always as (pgrecall_data.folded(name)) stored,
  is_multi boolean not null,
  created_at timestamp with time zone not null default now(),
  constraint predicates_pkey PRIMARY KEY (namespace_id, folded),
  constraint predicates_namespace_id_fkey FOREIGN KEY (namespace_id) REFERENCES pgrecall_data.namespaces(id)
);
alter table pgrecall_data.predicates enable row level security;

create table pgrecall_data.receipts (
  namespace_id integer not null,
  id uuid not null default pgrecall_data.uuid_v7(),
  erased_at timestamp with time zone not null,
  selector text not null,
  selector_hash bytea,
  reason text,
  counts jsonb not null default '{}'::jsonb,
  kept jsonb not null default '{}'::jsonb,
  tombstone_count integer not null default 0,
  constraint receipts_pkey PRIMARY KEY (namespace_id, id),
  constraint receipts_namespace_id_fkey FOREIGN KEY (namespace_id) REFERENCES pgrecall_data.namespaces(id),
  constraint receipts_selector CHECK ((selector = ANY (ARRAY['ids'::text, 'subject'::text, 'document'::text, 'where'::text, 'everything'::text])))
);
alter table pgrecall_data.receipts enable row level security;

create table pgrecall_data.relations (
  namespace_id integer not null,
  from_id uuid not null,
  relation text not null,
  to_id uuid not null,
  created_at timestamp with time zone not null default now(),
  constraint relations_pkey PRIMARY KEY (namespace_id, from_id, relation, to_id),
  constraint relations_namespace_id_from_id_fkey FOREIGN KEY (namespace_id, from_id) REFERENCES pgrecall_data.memories(namespace_id, id) ON DELETE CASCADE,
  constraint relations_namespace_id_to_id_fkey FOREIGN KEY (namespace_id, to_id) REFERENCES pgrecall_data.memories(namespace_id, id) ON DELETE CASCADE,
  constraint relations_relation CHECK ((relation = ANY (ARRAY['updates'::text, 'extends'::text, 'derives'::text])))
);
alter table pgrecall_data.relations enable row level security;

create table pgrecall_data.reviews (
  namespace_id integer not null,
  id uuid not null default pgrecall_data.uuid_v7(),
  memory_id uuid not null,
  decision text not null,
  decided_at timestamp with time zone not null,
  reason text,
  constraint reviews_pkey PRIMARY KEY (namespace_id, id),
  constraint reviews_namespace_id_fkey FOREIGN KEY (namespace_id) REFERENCES pgrecall_data.namespaces(id),
  constraint reviews_namespace_id_memory_id_fkey FOREIGN KEY (namespace_id, memory_id) REFERENCES pgrecall_data.memories(namespace_id, id) ON DELETE CASCADE,
  constraint reviews_decision CHECK ((decision = ANY (ARRAY['approved'::text, 'declined'::text, 'pending'::text])))
);
alter table pgrecall_data.reviews enable row level security;

create table pgrecall_data.sources (
  namespace_id integer not null,
  memory_id uuid not null,
  kind text not null,
  source_id uuid not null,
  constraint sources_pkey PRIMARY KEY (namespace_id, memory_id, kind, source_id),
  constraint sources_namespace_id_memory_id_fkey FOREIGN KEY (namespace_id, memory_id) REFERENCES pgrecall_data.memories(namespace_id, id) ON DELETE CASCADE,
  constraint sources_kind CHECK ((kind = ANY (ARRAY['event'::text, 'chunk'::text, 'memory'::text])))
);
alter table pgrecall_data.sources enable row level security;

create table pgrecall_data.tombstones (
  namespace_id integer not null,
  kind text not null,
  hash bytea not null,
  receipt_id uuid not null,
  erased_at timestamp with time zone not null,
  constraint tombstones_pkey PRIMARY KEY (namespace_id, kind, hash),
  constraint tombstones_namespace_id_fkey FOREIGN KEY (namespace_id) REFERENCES pgrecall_data.namespaces(id),
  constraint tombstones_namespace_id_receipt_id_fkey FOREIGN KEY (namespace_id, receipt_id) REFERENCES pgrecall_data.receipts(namespace_id, id),
  constraint tombstones_kind CHECK ((kind = ANY (ARRAY['content'::text, 'key'::text])))
);
alter table pgrecall_data.tombstones enable row level security;

create table pgrecall_data.usage (
  namespace_id integer not null,
  memory_id uuid not null,
  recall_count bigint not null default 0,
  last_recalled_at timestamp with time zone not null,
  constraint usage_pkey PRIMARY KEY (namespace_id, memory_id),
  constraint usage_namespace_id_memory_id_fkey FOREIGN KEY (namespace_id, memory_id) REFERENCES pgrecall_data.memories(namespace_id, id) ON DELETE CASCADE
) with (fillfactor=70);
alter table pgrecall_data.usage enable row level security;

create table pgrecall_data.weights (
  namespace_id integer not null default 0,
  version integer not null,
  vector real not null default 0.65,
  keyword real not null default 0.33,
  named real not null default 0.35,
  mentioned real not null default 0.1,
  own real not null default 0.3,
  dated real not null default 0.3,
  timed real not null default 0.15,
  time_word real not null default 0.05,
  length real not null default 0.05,
  question real not null default '-0.1'::numeric,
  session real not null default 0.5,
  session_dated real not null default 0.3,
  previous real not null default 0.2,
  next real not null default 0.1,
  note text,
  created_at timestamp with time zone not null default now(),
  constraint weights_pkey PRIMARY KEY (namespace_id, version),
  constraint weights_finite CHECK (((GREATEST(vector, keyword, named, mentioned, own, dated, timed, time_word, length, question, session, session_dated, previous, next) <= (10)::double precision) AND (LEAST(vector, keyword, named, mentioned, own, dated, timed, time_word, length, question, session, session_dated, previous, next) >= ('-10'::integer)::double precision)))
);
alter table pgrecall_data.weights enable row level security;

CREATE INDEX memories_batch ON pgrecall_data.memories USING btree (namespace_id, forget_batch) WHERE (forget_batch IS NOT NULL);
CREATE INDEX memories_event ON pgrecall_data.memories USING btree (namespace_id, lower(event_at)) WHERE (event_at IS NOT NULL);
CREATE INDEX memories_hash ON pgrecall_data.memories USING btree (namespace_id, content_hash);
CREATE UNIQUE INDEX memories_idempotency ON pgrecall_data.memories USING btree (namespace_id, idempotency_key) WHERE (idempotency_key IS NOT NULL);
CREATE INDEX memories_keywords ON pgrecall_data.memories USING gin (pgrecall_data.scoped(namespace_id, keywords)) WITH (fastupdate=off);
CREATE INDEX memories_pending ON pgrecall_data.memories USING btree (namespace_id, recorded_at, id) WHERE (review = 'pending'::text);
CREATE INDEX memories_root ON pgrecall_data.memories USING btree (namespace_id, root_id, version);
CREATE INDEX memories_session ON pgrecall_data.memories USING btree (namespace_id, session, "position") WHERE (session IS NOT NULL);
CREATE UNIQUE INDEX memories_slot ON pgrecall_data.memories USING btree (namespace_id, pgrecall_data.folded(subject), pgrecall_data.folded(predicate)) WHERE (is_latest AND (forgotten_at IS NULL) AND (NOT is_multi));
CREATE INDEX memories_subject ON pgrecall_data.memories USING btree (namespace_id, pgrecall_data.folded(subject), pgrecall_data.folded(predicate), valid_until) WHERE (subject IS NOT NULL);
CREATE INDEX memories_timeline ON pgrecall_data.memories USING btree (namespace_id, said_at, id);
CREATE INDEX memories_unembedded ON pgrecall_data.memories USING btree (namespace_id, id) WHERE (embedding IS NULL);
CREATE INDEX mentions_memory ON pgrecall_data.mentions USING btree (namespace_id, memory_id);
CREATE UNIQUE INDEX models_one_current ON pgrecall_data.models USING btree (is_current) WHERE is_current;
CREATE INDEX relations_to ON pgrecall_data.relations USING btree (namespace_id, to_id);
CREATE INDEX reviews_memory ON pgrecall_data.reviews USING btree (namespace_id, memory_id, id);
CREATE INDEX sources_source ON pgrecall_data.sources USING btree (namespace_id, source_id);

create policy common_words_namespace on pgrecall_data.common_words as permissive for all to public
  using (namespace_id = ANY (ARRAY( SELECT n.id
   FROM pgrecall_data.namespaces n
  WHERE (n.path = ANY (string_to_array(current_setting('pgrecall.namespaces'::text, true), '
'::text))))));

create policy entities_namespace on pgrecall_data.entities as permissive for all to public
  using (namespace_id = ANY (ARRAY( SELECT n.id
   FROM pgrecall_data.namespaces n
  WHERE (n.path = ANY (string_to_array(current_setting('pgrecall.namespaces'::text, true), '
'::text))))));

create policy events_namespace on pgrecall_data.events as permissive for all to public
  using (namespace_id = ANY (ARRAY( SELECT n.id
   FROM pgrecall_data.namespaces n
  WHERE (n.path = ANY (string_to_array(current_setting('pgrecall.namespaces'::text, true), '
'::text))))));

create policy install_public on pgrecall_data.install as permissive for select to public
  using true;

create policy memories_namespace on pgrecall_data.memories as permissive for all to public
  using (namespace_id = ANY (ARRAY( SELECT n.id
   FROM pgrecall_data.namespaces n
  WHERE (n.path = ANY (string_to_array(current_setting('pgrecall.namespaces'::text, true), '
'::text))))));

create policy mentions_namespace on pgrecall_data.mentions as permissive for all to public
  using (namespace_id = ANY (ARRAY( SELECT n.id
   FROM pgrecall_data.namespaces n
  WHERE (n.path = ANY (string_to_array(current_setting('pgrecall.namespaces'::text, true), '
'::text))))));

create policy migrations_public on pgrecall_data.migrations as permissive for select to public
  using true;

create policy models_public on pgrecall_data.models as permissive for select to public
  using true;

create policy namespaces_named on pgrecall_data.namespaces as permissive for all to public
  using (path = ANY (string_to_array(current_setting('pgrecall.namespaces'::text, true), '
'::text)));

create policy predicates_namespace on pgrecall_data.predicates as permissive for all to public
  using (namespace_id = ANY (ARRAY( SELECT n.id
   FROM pgrecall_data.namespaces n
  WHERE (n.path = ANY (string_to_array(current_setting('pgrecall.namespaces'::text, true), '
'::text))))));

create policy receipts_namespace on pgrecall_data.receipts as permissive for all to public
  using (namespace_id = ANY (ARRAY( SELECT n.id
   FROM pgrecall_data.namespaces n
  WHERE (n.path = ANY (string_to_array(current_setting('pgrecall.namespaces'::text, true), '
'::text))))));

create policy relations_namespace on pgrecall_data.relations as permissive for all to public
  using (namespace_id = ANY (ARRAY( SELECT n.id
   FROM pgrecall_data.namespaces n
  WHERE (n.path = ANY (string_to_array(current_setting('pgrecall.namespaces'::text, true), '
'::text))))));

create policy reviews_namespace on pgrecall_data.reviews as permissive for all to public
  using (namespace_id = ANY (ARRAY( SELECT n.id
   FROM pgrecall_data.namespaces n
  WHERE (n.path = ANY (string_to_array(current_setting('pgrecall.namespaces'::text, true), '
'::text))))));

create policy sources_namespace on pgrecall_data.sources as permissive for all to public
  using (namespace_id = ANY (ARRAY( SELECT n.id
   FROM pgrecall_data.namespaces n
  WHERE (n.path = ANY (string_to_array(current_setting('pgrecall.namespaces'::text, true), '
'::text))))));

create policy tombstones_namespace on pgrecall_data.tombstones as permissive for all to public
  using (namespace_id = ANY (ARRAY( SELECT n.id
   FROM pgrecall_data.namespaces n
  WHERE (n.path = ANY (string_to_array(current_setting('pgrecall.namespaces'::text, true), '
'::text))))));

create policy usage_namespace on pgrecall_data.usage as permissive for all to public
  using (namespace_id = ANY (ARRAY( SELECT n.id
   FROM pgrecall_data.namespaces n
  WHERE (n.path = ANY (string_to_array(current_setting('pgrecall.namespaces'::text, true), '
'::text))))));

create policy weights_namespace on pgrecall_data.weights as permissive for all to public
  using (namespace_id = ANY (ARRAY( SELECT n.id
   FROM pgrecall_data.namespaces n
  WHERE (n.path = ANY (string_to_array(current_setting('pgrecall.namespaces'::text, true), '
'::text))))));

create type pgrecall.asked_window as (
  starts timestamp with time zone,
  ends timestamp with time zone,
  unit text,
  words text,
  is_relative boolean
);

create type pgrecall.candidate as (
  namespace_id integer,
  id uuid,
  raw real,
  rank integer,
  detail text[]
);

create type pgrecall.feature as (
  namespace_id integer,
  id uuid,
  similarity real,
  bm25 real,
  words text[],
  names text[],
  is_named boolean,
  is_pending boolean,
  vector_rank integer,
  keyword_rank integer,
  entity_rank integer,
  time_rank integer,
  vector real,
  keyword real,
  named real,
  mentioned real,
  own real,
  dated real,
  timed real,
  time_word real,
  length real,
  question real,
  session real,
  previous real,
  next real,
  recency real,
  importance real,
  usage real,
  trust real
);

create type pgrecall.filter as (
  at timestamp with time zone,
  as_of timestamp with time zone,
  known_at timestamp with time zone,
  kinds text[],
  tags text[],
  contained jsonb,
  "where" jsonb,
  since timestamp with time zone,
  until timestamp with time zone,
  min_importance integer,
  history boolean
);

create type pgrecall.found as (
  vector pgrecall.candidate[],
  keyword pgrecall.candidate[],
  entity pgrecall.candidate[],
  timed pgrecall.candidate[],
  skipped text[]
);

create type pgrecall.hit as (
  id uuid,
  content text,
  kind text,
  similarity real,
  score real,
  namespace text,
  session text,
  speaker text,
  subject text,
  predicate text,
  object text,
  tags text[],
  metadata jsonb,
  importance smallint,
  confidence real,
  origin text,
  is_inference boolean,
  version integer,
  is_latest boolean,
  valid_from timestamp with time zone,
  valid_until timestamp with time zone,
  said_at timestamp with time zone,
  event_at timestamp with time zone,
  event_precision text,
  recorded_at timestamp with time zone,
  sources text[],
  explain jsonb,
  related jsonb,
  around jsonb
);

create type pgrecall.neighbour as (
  relation text,
  direction text,
  id uuid,
  content text,
  kind text,
  is_latest boolean,
  valid_from timestamp with time zone,
  valid_until timestamp with time zone,
  is_inference boolean,
  review text,
  said_at timestamp with time zone
);

create type pgrecall.new_memory as (
  content text,
  kind text,
  subject text,
  predicate text,
  object text,
  multi boolean,
  supersedes uuid[],
  extends uuid[],
  derived_from uuid[],
  importance integer,
  confidence double precision,
  tags text[],
  metadata jsonb,
  origin text,
  said_at timestamp with time zone,
  event_at text,
  valid_from timestamp with time zone,
  valid_until timestamp with time zone,
  forget_after timestamp with time zone,
  session text,
  speaker text,
  source_event uuid,
  idempotency_key text
);

create type pgrecall.placement as (
  root_id uuid,
  parent_id uuid,
  version integer,
  superseded_by uuid,
  valid_until timestamp with time zone,
  is_proposal boolean
);

create type pgrecall.predicate as (
  namespace text,
  name text,
  is_multi boolean,
  created_at timestamp with time zone
);

create type pgrecall.question as (
  lexemes text[],
  names text[],
  name_lexemes text[],
  windows tstzrange[],
  told tstzrange[],
  not_before timestamp with time zone,
  asks_when boolean,
  asks_own boolean
);

create type pgrecall.reading as (
  language text,
  tokens text[],
  kinds text[],
  marks text[],
  outline text,
  signs text,
  commas integer
);

create type pgrecall.receipt as (
  id uuid,
  erased_at timestamp with time zone,
  namespace text,
  selector text,
  selector_hash text,
  reason text,
  counts jsonb,
  kept jsonb,
  tombstone_count integer,
  is_dry_run boolean
);

create type pgrecall.standing as (
  same_id uuid,
  older_ids uuid[],
  later_id uuid
);

create type pgrecall.stored as (
  id uuid,
  action text,
  version integer,
  replaced uuid[],
  notes text[]
);

create view pgrecall.memory with (security_invoker=true) as
 SELECT m.id,
    n.path AS namespace,
    m.content,
    m.kind,
    m.session,
    m.speaker,
    m."position",
    m.subject,
    m.predicate,
    m.object,
    m.tags,
    m.metadata,
    m.importance,
    m.confidence,
    m.origin,
    m.is_inference,
    m.review,
    m.root_id,
    m.parent_id,
    m.version,
    m.is_latest,
    m.superseded_by,
    m.superseded_at,
    m.recorded_at,
    m.valid_from,
    m.valid_until,
    m.said_at,
    lower(m.event_at) AS event_at,
    m.event_precision,
    m.forget_after,
    m.forgotten_at,
    m.forget_reason,
    m.forget_batch,
    (m.embedding IS NOT NULL) AS is_embedded,
    ARRAY( SELECT ((s.kind || ':'::text) || s.source_id)
           FROM pgrecall_data.sources s
          WHERE ((s.namespace_id = m.namespace_id) AND (s.memory_id = m.id))
          ORDER BY ((s.kind || ':'::text) || s.source_id)) AS sources,
    m.namespace_id
   FROM (pgrecall_data.memories m
     JOIN pgrecall_data.namespaces n ON ((n.id = m.namespace_id)));

create function pgrecall_data.bare_words(words text, language regconfig)
  returns tsvector
  language sql immutable parallel safe;

create function pgrecall_data.bigrams(content text)
  returns text[]
  language sql immutable parallel safe strict;

create function pgrecall_data.configuration(language text)
  returns regconfig
  language sql immutable parallel safe;

create function pgrecall_data.content_hash(content text)
  returns uuid
  language sql immutable parallel safe strict;

create function pgrecall_data.folded(name text)
  returns text
  language sql immutable parallel safe strict;

create function pgrecall_data.function_characters()
  returns text
  language sql immutable parallel safe;

create function pgrecall_data.identifiers(content text)
  returns text[]
  language sql immutable parallel safe strict;

create function pgrecall_data.is_question(content text)
  returns boolean
  language sql immutable parallel safe strict;

create function pgrecall_data.keywords(content text, language text)
  returns tsvector
  language plpgsql immutable parallel safe strict;

create function pgrecall_data.language_of(content text)
  returns text
  language plpgsql immutable parallel safe strict;

create function pgrecall_data.mentions_time(content text)
  returns boolean
  language sql immutable parallel safe strict;

create function pgrecall_data.scoped(namespace_id integer, keywords tsvector)
  returns tsvector
  language sql immutable parallel safe strict;

create function pgrecall_data.small(content text)
  returns text
  language sql immutable parallel safe strict;

create function pgrecall_data.spelled_out(content text)
  returns text
  language sql immutable parallel safe strict;

create function pgrecall_data.unaccented(content text)
  returns text
  language sql immutable parallel safe strict;

create function pgrecall_data.unsegmented()
  returns text
  language sql immutable parallel safe;

create function pgrecall_data.uuid_v7()
  returns uuid
  language sql volatile parallel safe;

create function pgrecall_data.wholes(content text)
  returns text[]
  language plpgsql immutable parallel safe strict;

create function pgrecall_data.words(content text)
  returns text
  language plpgsql immutable parallel safe strict;

create function pgrecall.add_characters(r pgrecall.reading, run text, words jsonb)
  returns pgrecall.reading
  language plpgsql immutable parallel safe;

create function pgrecall.add_word(r pgrecall.reading, raw text[], low text[], entry text, words jsonb)
  returns pgrecall.reading
  language plpgsql immutable parallel safe;

create function pgrecall.alike(namespaces integer[], words text[])
  returns text[]
  language plpgsql stable parallel unsafe set enable_seqscan=off set plan_cache_mode=force_generic_plan;

create function pgrecall.all_of(namespaces integer[], words text[])
  returns tsquery
  language sql immutable parallel safe;

create function pgrecall.all_versions(namespace_id integer, ids uuid[])
  returns uuid[]
  language sql volatile parallel unsafe set plan_cache_mode=force_custom_plan;

create function pgrecall.allowed()
  returns text[]
  language plpgsql stable parallel safe;

create function pgrecall.american(word text)
  returns text
  language sql immutable parallel safe strict;

create function pgrecall.answer()
  returns TABLE(confidence real, skipped_lanes text[], why_empty text)
  language sql stable parallel unsafe;

create function pgrecall.any_of(namespaces integer[], words text[])
  returns tsquery
  language sql immutable parallel safe;

create function pgrecall.approve(ids uuid[], reason text DEFAULT NULL::text, namespace text DEFAULT NULL::text)
  returns TABLE(id uuid, content text, review text)
  language sql volatile parallel unsafe security definer set search_path=pg_catalog, pgrecall_data, pgrecall, public, pg_temp;

create function pgrecall.are_opposite(one text, other text)
  returns boolean
  language sql immutable parallel safe strict;

create function pgrecall.as_known(v pgrecall.memory, known_at timestamp with time zone)
  returns pgrecall.memory
  language plpgsql stable parallel unsafe;

create function pgrecall.as_new(m pgrecall_data.memories)
  returns pgrecall.new_memory
  language sql stable parallel unsafe;

create function pgrecall.as_term(lexeme text)
  returns text
  language sql immutable parallel safe;

create function pgrecall.asked_windows(query text, asked_at timestamp with time zone)
  returns SETOF pgrecall.asked_window
  language plpgsql stable parallel unsafe;

create function pgrecall.asks_own(query text)
  returns boolean
  language sql immutable parallel safe;

create function pgrecall.asks_when(query text)
  returns boolean
  language sql immutable parallel safe;

create function pgrecall.behind_binding(words text[])
  returns text[]
  language sql immutable parallel safe;

create function pgrecall.by_rarity(namespaces integer[], INOUT words text[], OUT rows real[], OUT rare_count integer)
  returns record
  language plpgsql stable parallel unsafe;

create function pgrecall.calendar_window(year integer, month integer, day integer, part integer, today date, words text)
  returns pgrecall.asked_window
  language plpgsql stable parallel unsafe;

create function pgrecall.caps(hits pgrecall.candidate[], pending uuid[])
  returns TABLE(namespace_id integer, id uuid, cap double precision, depth integer)
  language plpgsql stable parallel unsafe;

create function pgrecall.chain_faults()
  returns TABLE(name text, count bigint)
  language sql stable parallel unsafe;

create function pgrecall.check_count(name text, value integer)
  returns void
  language plpgsql immutable parallel safe;

create function pgrecall.check_new(n pgrecall.new_memory)
  returns pgrecall.new_memory
  language plpgsql volatile parallel unsafe;

create function pgrecall.check_recall(k integer, min_similarity double precision, fusion text, around integer)
  returns void
  language plpgsql immutable parallel safe;

create function pgrecall.check_selector(ids uuid[], subject text, document uuid, "where" jsonb, everything boolean, reason text)
  returns text
  language plpgsql volatile parallel unsafe;

create function pgrecall.check_single(namespace_id integer, predicate text)
  returns void
  language plpgsql stable parallel unsafe;

create function pgrecall.check_size(name text, value text)
  returns void
  language plpgsql immutable parallel safe;

create function pgrecall.check_supported(namespace_id integer, ids uuid[])
  returns void
  language plpgsql volatile parallel unsafe;

create function pgrecall.check_times(n pgrecall.new_memory)
  returns void
  language plpgsql volatile parallel unsafe;

create function pgrecall.check_tombstone(namespace_id integer, n pgrecall.new_memory)
  returns void
  language plpgsql stable parallel unsafe set plan_cache_mode=force_custom_plan;

create function pgrecall.check_vector(embedding public.halfvec, model_id integer)
  returns void
  language plpgsql stable parallel unsafe;

create function pgrecall.check_where("where" jsonb, depth integer)
  returns void
  language plpgsql immutable parallel safe;

create function pgrecall.chinese_number(numeral text)
  returns text
  language plpgsql immutable parallel safe strict;

create function pgrecall.chinese_numbers(content text)
  returns text
  language plpgsql immutable parallel safe strict;

create function pgrecall.chinese_phrases(content text)
  returns text
  language sql immutable parallel safe strict;

create function pgrecall.close_versions(namespace_id integer, ids uuid[], by_id uuid, until timestamp with time zone, now timestamp with time zone)
  returns uuid[]
  language plpgsql volatile parallel unsafe;

create function pgrecall.compare(a pgrecall.reading, b pgrecall.reading)
  returns text
  language plpgsql immutable parallel safe;

create function pgrecall.compares(value jsonb, operator text, operand jsonb)
  returns boolean
  language plpgsql immutable parallel safe;

create function pgrecall.confidence(features pgrecall.feature[], ids uuid[], word_count integer)
  returns real
  language plpgsql stable parallel unsafe;

create function pgrecall.confirm(namespace_id integer, n pgrecall.new_memory, same_id uuid, now timestamp with time zone)
  returns TABLE(id uuid, action text, version integer, replaced uuid[])
  language plpgsql volatile parallel unsafe;

create function pgrecall.consistency()
  returns TABLE(name text, is_ok boolean, detail text, advice text)
  language sql stable parallel unsafe security definer set search_path=pg_catalog, pgrecall_data, pgrecall, public, pg_temp;

create function pgrecall.copies_of(namespace_id integer, replaced uuid[], but uuid, now timestamp with time zone)
  returns uuid[]
  language plpgsql volatile parallel unsafe;

create function pgrecall.count_memory(namespace_id integer, id uuid)
  returns void
  language plpgsql volatile parallel unsafe;

create function pgrecall.cursor_row(namespaces integer[], id uuid)
  returns pgrecall_data.memories
  language plpgsql stable parallel unsafe;

create function pgrecall.cut_slot(namespace_id integer, subject text, predicate text, valid_from timestamp with time zone, valid_until timestamp with time zone, now timestamp with time zone, but uuid DEFAULT NULL::uuid)
  returns uuid[]
  language sql volatile parallel unsafe set plan_cache_mode=force_custom_plan;

create function pgrecall.date_of(one text, other text)
  returns text
  language sql immutable parallel safe strict;

create function pgrecall.decide(namespace_id integer, ids uuid[], decision text, reason text)
  returns TABLE(id uuid, content text, review text)
  language plpgsql volatile parallel unsafe;

create function pgrecall.declare_model(name text, dim integer)
  returns integer
  language plpgsql volatile parallel unsafe security definer set search_path=pg_catalog, pgrecall_data, pgrecall, public, pg_temp;

create function pgrecall.declare_predicate(name text, multi boolean, namespace text DEFAULT NULL::text)
  returns SETOF pgrecall.predicate
  language plpgsql volatile parallel unsafe security definer set search_path=pg_catalog, pgrecall_data, pgrecall, public, pg_temp;

create function pgrecall.decline(ids uuid[], reason text DEFAULT NULL::text, namespace text DEFAULT NULL::text)
  returns TABLE(id uuid, content text, review text)
  language sql volatile parallel unsafe security definer set search_path=pg_catalog, pgrecall_data, pgrecall, public, pg_temp;

create function pgrecall.dimension(unit text)
  returns text
  language sql immutable parallel safe strict;

create function pgrecall.doctor()
  returns TABLE(name text, is_ok boolean, detail text, advice text)
  language plpgsql volatile parallel unsafe;

create function pgrecall.edits_of(word text)
  returns text
  language sql immutable parallel safe;

create function pgrecall.end_at(m pgrecall_data.memories, known_at timestamp with time zone)
  returns timestamp with time zone
  language sql immutable parallel safe;

create function pgrecall.end_known_at(earlier_ends timestamp with time zone[], known_at timestamp with time zone)
  returns timestamp with time zone
  language sql immutable parallel safe;

create function pgrecall.entity_lane(namespaces integer[], names text[], filter pgrecall.filter, n integer)
  returns SETOF pgrecall.candidate
  language plpgsql stable parallel unsafe;

create function pgrecall.erase(ids uuid[] DEFAULT NULL::uuid[], subject text DEFAULT NULL::text, document uuid DEFAULT NULL::uuid, "where" jsonb DEFAULT NULL::jsonb, everything boolean DEFAULT false, reason text DEFAULT NULL::text, dry_run boolean DEFAULT false, namespace text DEFAULT NULL::text)
  returns pgrecall.receipt
  language plpgsql volatile parallel unsafe security definer set search_path=pg_catalog, pgrecall_data, pgrecall, public, pg_temp;

create function pgrecall.erase_now(ids uuid[], subject text, document uuid, "where" jsonb, everything boolean, reason text, namespace text)
  returns pgrecall.receipt
  language plpgsql volatile parallel unsafe;

create function pgrecall.erase_rows(namespace_id integer, ids uuid[], source_ids uuid[], everything boolean, OUT counts jsonb, OUT kept jsonb)
  returns record
  language plpgsql volatile parallel unsafe set plan_cache_mode=force_custom_plan;

create function pgrecall.event_precision(event_at text)
  returns text
  language sql immutable parallel safe strict;

create function pgrecall.event_range(event_at text)
  returns tstzrange
  language plpgsql stable parallel safe strict set TimeZone=UTC;

create function pgrecall.event_said(content text, said_at timestamp with time zone)
  returns text
  language plpgsql stable parallel safe strict set TimeZone=UTC;

create function pgrecall.explained(f pgrecall.feature, fused double precision, is_capped boolean, weights pgrecall_data.weights)
  returns jsonb
  language sql stable parallel unsafe;

create function pgrecall.facts(subject text, predicate text DEFAULT NULL::text, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone, known_at timestamp with time zone DEFAULT NULL::timestamp with time zone, "limit" integer DEFAULT 100, namespaces text[] DEFAULT NULL::text[])
  returns SETOF pgrecall.memory
  language plpgsql volatile parallel unsafe security definer set search_path=pg_catalog, pgrecall_data, pgrecall, public, pg_temp set plan_cache_mode=force_custom_plan;

create function pgrecall.features(found_by pgrecall.found, question pgrecall.question, embedding public.halfvec, model_id integer, filter pgrecall.filter, weights pgrecall_data.weights, blend boolean)
  returns SETOF pgrecall.feature
  language plpgsql stable parallel unsafe;

create function pgrecall.forget(ids uuid[] DEFAULT NULL::uuid[], matching text DEFAULT NULL::text, reason text DEFAULT NULL::text, confirm boolean DEFAULT false, namespace text DEFAULT NULL::text)
  returns TABLE(batch uuid, id uuid, content text, kind text, said_at timestamp with time zone, is_preview boolean)
  language plpgsql volatile parallel unsafe security definer set search_path=pg_catalog, pgrecall_data, pgrecall, public, pg_temp;

create function pgrecall.frame(r pgrecall.reading, has_verb boolean)
  returns text[]
  language sql immutable parallel safe;

create function pgrecall.fuse(features pgrecall.feature[], weights pgrecall_data.weights, filter pgrecall.filter, fusion text, k integer, min_similarity double precision, explain boolean)
  returns SETOF pgrecall.hit
  language plpgsql stable parallel unsafe;

create function pgrecall.get(ids uuid[], namespaces text[] DEFAULT NULL::text[])
  returns SETOF pgrecall.memory
  language plpgsql stable parallel unsafe security definer set search_path=pg_catalog, pgrecall_data, pgrecall, public, pg_temp;

create function pgrecall.gist(r pgrecall.reading)
  returns text[]
  language sql immutable parallel safe;

create function pgrecall.han_number(written text)
  returns integer
  language sql immutable parallel safe strict;

create function pgrecall.heed(namespace_id integer, n pgrecall.new_memory, id uuid, intent text, now timestamp with time zone)
  returns uuid[]
  language plpgsql volatile parallel unsafe;

create function pgrecall.history(id uuid DEFAULT NULL::uuid, content text DEFAULT NULL::text, subject text DEFAULT NULL::text, predicate text DEFAULT NULL::text, embedding public.halfvec DEFAULT NULL::public.halfvec, known_at timestamp with time zone DEFAULT NULL::timestamp with time zone, namespaces text[] DEFAULT NULL::text[], as_of timestamp with time zone DEFAULT NULL::timestamp with time zone)
  returns SETOF pgrecall.memory
  language plpgsql volatile parallel unsafe security definer set search_path=pg_catalog, pgrecall_data, pgrecall, public, pg_temp;

create function pgrecall.inferred("limit" integer DEFAULT 20, before uuid DEFAULT NULL::uuid, namespaces text[] DEFAULT NULL::text[])
  returns TABLE(id uuid, content text, kind text, subject text, predicate text, object text, confidence real, origin text, said_at timestamp with time zone, recorded_at timestamp with time zone, reason text, sources jsonb)
  language plpgsql volatile parallel unsafe security definer set search_path=pg_catalog, pgrecall_data, pgrecall, public, pg_temp;

create function pgrecall.insert_memory(namespace_id integer, id uuid, n pgrecall.new_memory, now timestamp with time zone, place pgrecall.placement, embedding public.halfvec, model_id integer)
  returns void
  language plpgsql volatile parallel unsafe;

create function pgrecall.intent(n pgrecall.new_memory)
  returns text
  language sql immutable parallel safe;

create function pgrecall.is_binding(word text)
  returns boolean
  language sql immutable parallel safe strict;

create function pgrecall.is_comparable(m pgrecall_data.memories, kind text, now timestamp with time zone)
  returns boolean
  language sql immutable parallel safe;

create function pgrecall.is_deictic(r pgrecall.reading)
  returns boolean
  language sql immutable parallel safe;

create function pgrecall.is_denied(a pgrecall.reading, b pgrecall.reading)
  returns boolean
  language sql immutable parallel safe;

create function pgrecall.is_dialogue(session text, kind text, speaker text)
  returns boolean
  language sql immutable parallel safe;

create function pgrecall.is_ended(a pgrecall.reading, b pgrecall.reading)
  returns boolean
  language sql immutable parallel safe;

create function pgrecall.is_hearsay(content text)
  returns boolean
  language sql immutable parallel safe strict;

create function pgrecall.is_inverted(a pgrecall.reading, b pgrecall.reading)
  returns boolean
  language sql immutable parallel safe;

create function pgrecall.is_list(a pgrecall.reading, b pgrecall.reading)
  returns boolean
  language sql immutable parallel safe;

create function pgrecall.is_moved(a pgrecall.reading, b pgrecall.reading)
  returns boolean
  language plpgsql immutable parallel safe;

create function pgrecall.is_new_number(a pgrecall.reading, b pgrecall.reading)
  returns boolean
  language plpgsql immutable parallel safe;

create function pgrecall.is_new_status(a pgrecall.reading, b pgrecall.reading)
  returns boolean
  language plpgsql immutable parallel safe;

create function pgrecall.is_new_template(a pgrecall.reading, b pgrecall.reading)
  returns boolean
  language plpgsql immutable parallel safe;

create function pgrecall.is_new_value(a pgrecall.reading, b pgrecall.reading)
  returns boolean
  language plpgsql immutable parallel safe;

create function pgrecall.is_news(r pgrecall.reading)
  returns boolean
  language sql immutable parallel safe;

create function pgrecall.is_open(f pgrecall.filter)
  returns boolean
  language sql immutable parallel safe;

create function pgrecall.is_open_ended(r pgrecall.reading)
  returns boolean
  language sql immutable parallel safe;

create function pgrecall.is_owned(a pgrecall.reading, b pgrecall.reading)
  returns boolean
  language sql immutable parallel safe;

create function pgrecall.is_passive(a pgrecall.reading, b pgrecall.reading)
  returns boolean
  language sql immutable parallel safe;

create function pgrecall.is_rephrased(a pgrecall.reading, b pgrecall.reading)
  returns boolean
  language sql immutable parallel safe;

create function pgrecall.is_reversed(a pgrecall.reading, b pgrecall.reading)
  returns boolean
  language plpgsql immutable parallel safe;

create function pgrecall.is_status(phrase text)
  returns boolean
  language sql immutable parallel safe strict;

create function pgrecall.is_supported(namespace_id integer, id uuid, but uuid[] DEFAULT '{}'::uuid[])
  returns boolean
  language sql volatile parallel unsafe;

create function pgrecall.is_swapped(a pgrecall.reading, b pgrecall.reading)
  returns boolean
  language sql immutable parallel safe;

create function pgrecall.is_turn(session text, kind text)
  returns boolean
  language sql immutable parallel safe;

create function pgrecall.is_value_at(r pgrecall.reading, place integer)
  returns boolean
  language sql immutable parallel safe;

create function pgrecall.is_voice_of(auxiliary text, participle text, verb text)
  returns boolean
  language sql immutable parallel safe strict;

create function pgrecall.is_voiced(a pgrecall.reading, b pgrecall.reading)
  returns boolean
  language sql immutable parallel safe;

create function pgrecall.joined_up(r pgrecall.reading)
  returns pgrecall.reading
  language plpgsql immutable parallel safe;

create function pgrecall.keyword_lane(namespaces integer[], lexemes text[], filter pgrecall.filter, n integer)
  returns SETOF pgrecall.candidate
  language plpgsql stable parallel unsafe set plan_cache_mode=force_generic_plan;

create function pgrecall.keyword_scores(namespaces integer[], words text[], rows real[], rare_count integer, pair tsquery, rest tsquery, filter pgrecall.filter, n integer)
  returns SETOF pgrecall.candidate
  language plpgsql stable parallel unsafe set enable_seqscan=off set plan_cache_mode=force_generic_plan;

create function pgrecall.known_keys(keys text[], namespace text DEFAULT NULL::text)
  returns SETOF text
  language sql stable parallel unsafe security definer set search_path=pg_catalog, pgrecall_data, pgrecall, public, pg_temp;

create function pgrecall.language_for(namespace_id integer, content text)
  returns text
  language plpgsql stable parallel unsafe;

create function pgrecall.language_of(content text)
  returns text
  language sql immutable parallel safe strict;

create function pgrecall.languages_of(namespaces integer[])
  returns text[]
  language sql stable parallel safe;

create function pgrecall.latest_at(m pgrecall_data.memories, known_at timestamp with time zone)
  returns boolean
  language sql immutable parallel safe;

create function pgrecall.leave_slot(namespace_id integer, m pgrecall_data.memories, now timestamp with time zone)
  returns void
  language plpgsql volatile parallel unsafe;

create function pgrecall.lexicon(language text)
  returns jsonb
  language plpgsql immutable parallel safe strict;

create function pgrecall.like_patterns(VARIADIC texts text[])
  returns text[]
  language sql immutable parallel safe;

create function pgrecall.limits_of(content text, embedding public.halfvec)
  returns text[]
  language sql immutable parallel safe;

create function pgrecall.link_earlier(namespace_id integer, entity_id uuid)
  returns void
  language plpgsql volatile parallel unsafe;

create function pgrecall.link_entities(namespace_id integer, memory_id uuid)
  returns void
  language plpgsql volatile parallel unsafe;

create function pgrecall.link_faults()
  returns TABLE(name text, count bigint)
  language sql stable parallel unsafe;

create function pgrecall.lock_namespace(namespace_id integer)
  returns void
  language plpgsql volatile parallel unsafe;

create function pgrecall.matches(metadata jsonb, "where" jsonb)
  returns boolean
  language plpgsql immutable parallel safe;

create function pgrecall.matching_ids(namespace_id integer, matching text)
  returns uuid[]
  language plpgsql volatile parallel unsafe set plan_cache_mode=force_custom_plan;

create function pgrecall.may_meet(n pgrecall.new_memory, m pgrecall_data.memories)
  returns boolean
  language sql stable parallel safe;

create function pgrecall.model_id(name text)
  returns integer
  language plpgsql stable parallel safe;

create function pgrecall.name_candidates(content text)
  returns text[]
  language sql immutable parallel safe strict;

create function pgrecall.named_entities(namespaces integer[], names text[])
  returns TABLE(namespace_id integer, id uuid, name text)
  language sql stable parallel unsafe;

create function pgrecall.named_weights(w pgrecall_data.weights)
  returns jsonb
  language sql stable parallel unsafe;

create function pgrecall.nameless(query text, namespaces text[] DEFAULT NULL::text[])
  returns text
  language plpgsql stable parallel unsafe security definer set search_path=pg_catalog, pgrecall_data, pgrecall, public, pg_temp;

create function pgrecall.near_memories(namespace_id integer, n pgrecall.new_memory, has_times boolean, now timestamp with time zone, embedding public.halfvec, model_id integer)
  returns TABLE(id uuid, verdict text, valid_from timestamp with time zone)
  language plpgsql volatile parallel unsafe;

create function pgrecall.nearest(namespace_id integer, n pgrecall.new_memory, has_times boolean, now timestamp with time zone, embedding public.halfvec, model_id integer)
  returns SETOF pgrecall_data.memories
  language plpgsql volatile parallel unsafe set plan_cache_mode=force_custom_plan set enable_seqscan=off;

create function pgrecall.neighbours_of(candidates pgrecall.candidate[], filter pgrecall.filter)
  returns SETOF pgrecall.candidate
  language plpgsql stable parallel unsafe;

create function pgrecall.new_filter(kinds text[], tags text[], "where" jsonb, since timestamp with time zone, until timestamp with time zone, as_of timestamp with time zone, known_at timestamp with time zone, min_importance integer, history boolean)
  returns pgrecall.filter
  language plpgsql volatile parallel unsafe;

create function pgrecall.new_question(namespaces integer[], query text, entities text[], asked_at timestamp with time zone)
  returns pgrecall.question
  language plpgsql stable parallel unsafe;

create function pgrecall.next_position(namespace_id integer, session text)
  returns integer
  language plpgsql stable parallel unsafe set plan_cache_mode=force_custom_plan;

create function pgrecall.note_common_words(namespace_id integer, rows integer)
  returns void
  language plpgsql volatile parallel unsafe;

create function pgrecall.now()
  returns timestamp with time zone
  language sql volatile parallel safe;

create function pgrecall.open_version(namespace_id integer, id uuid, verb text)
  returns pgrecall_data.memories
  language plpgsql volatile parallel unsafe;

create function pgrecall.outline(tokens text[], kinds text[])
  returns text
  language plpgsql immutable parallel safe;

create function pgrecall.passes(m pgrecall_data.memories, f pgrecall.filter)
  returns boolean
  language sql stable parallel safe;

create function pgrecall.place_canary()
  returns void
  language plpgsql volatile parallel unsafe security definer set search_path=pg_catalog, pgrecall_data, pgrecall, public, pg_temp;

create function pgrecall.place_version(namespace_id integer, n pgrecall.new_memory, has_times boolean, now timestamp with time zone, embedding public.halfvec, model_id integer, found pgrecall.standing)
  returns TABLE(id uuid, action text, version integer, replaced uuid[])
  language plpgsql volatile parallel unsafe;

create function pgrecall.plain_number(number text, language text)
  returns text
  language sql immutable parallel safe strict;

create function pgrecall.predicate_at(r pgrecall.reading)
  returns integer
  language sql immutable parallel safe;

create function pgrecall.predicates(namespaces text[] DEFAULT NULL::text[])
  returns SETOF pgrecall.predicate
  language sql stable parallel unsafe security definer set search_path=pg_catalog, pgrecall_data, pgrecall, public, pg_temp;

create function pgrecall.put(r pgrecall.reading, place integer, width integer, token text, kind text)
  returns pgrecall.reading
  language sql immutable parallel safe;

create function pgrecall.query_lexemes(query text, namespaces integer[])
  returns text[]
  language plpgsql stable parallel safe set plan_cache_mode=force_generic_plan;

create function pgrecall.quotable(r pgrecall.reading)
  returns text[]
  language sql immutable parallel safe;

create function pgrecall.quoted(namespace_id integer, request text, but uuid)
  returns uuid[]
  language plpgsql volatile parallel unsafe set plan_cache_mode=force_custom_plan;

create function pgrecall.read(content text, language text DEFAULT NULL::text)
  returns pgrecall.reading
  language plpgsql immutable parallel safe;

create function pgrecall.read_item(item jsonb)
  returns pgrecall.new_memory
  language plpgsql stable parallel unsafe;

create function pgrecall.read_window(shape text, codes text[], today date, words text)
  returns pgrecall.asked_window
  language plpgsql stable parallel unsafe;

create function pgrecall.readable(namespaces text[])
  returns integer[]
  language plpgsql stable parallel safe;

create function pgrecall.recall(query text, embedding public.halfvec DEFAULT NULL::public.halfvec, k integer DEFAULT 10, kinds text[] DEFAULT NULL::text[], tags text[] DEFAULT NULL::text[], "where" jsonb DEFAULT NULL::jsonb, since timestamp with time zone DEFAULT NULL::timestamp with time zone, until timestamp with time zone DEFAULT NULL::timestamp with time zone, as_of timestamp with time zone DEFAULT NULL::timestamp with time zone, known_at timestamp with time zone DEFAULT NULL::timestamp with time zone, entities text[] DEFAULT NULL::text[], namespaces text[] DEFAULT NULL::text[], min_similarity double precision DEFAULT NULL::double precision, min_importance integer DEFAULT NULL::integer, blend boolean DEFAULT true, history boolean DEFAULT false, explain boolean DEFAULT false, fusion text DEFAULT 'convex'::text, model text DEFAULT NULL::text, related boolean DEFAULT false, around integer DEFAULT 0)
  returns SETOF pgrecall.hit
  language plpgsql volatile parallel unsafe security definer set search_path=pg_catalog, pgrecall_data, pgrecall, public, pg_temp set plan_cache_mode=force_generic_plan set enable_seqscan=off;

create function pgrecall.receipts(namespaces text[] DEFAULT NULL::text[])
  returns SETOF pgrecall.receipt
  language sql stable parallel unsafe security definer set search_path=pg_catalog, pgrecall_data, pgrecall, public, pg_temp;

create function pgrecall.recency(kind text, session text, said_at timestamp with time zone, event_at tstzrange, as_of timestamp with time zone)
  returns double precision
  language sql stable parallel safe;

create function pgrecall.record_usage(ids uuid[], namespaces text[] DEFAULT NULL::text[])
  returns integer
  language plpgsql volatile parallel unsafe security definer set search_path=pg_catalog, pgrecall_data, pgrecall, public, pg_temp;

create function pgrecall.relate_versions(namespace_id integer, id uuid, replaced uuid[])
  returns void
  language sql volatile parallel unsafe;

create function pgrecall.related(id uuid, namespaces text[] DEFAULT NULL::text[])
  returns SETOF pgrecall.neighbour
  language plpgsql volatile parallel unsafe security definer set search_path=pg_catalog, pgrecall_data, pgrecall, public, pg_temp;

create function pgrecall.related_of(namespace_id integer, id uuid, known_at timestamp with time zone DEFAULT 'infinity'::timestamp with time zone, n integer DEFAULT NULL::integer)
  returns SETOF pgrecall.neighbour
  language sql volatile parallel unsafe;

create function pgrecall.renew_statistics(namespace_id integer)
  returns void
  language plpgsql volatile parallel unsafe;

create function pgrecall.replace_version(namespace_id integer, old pgrecall_data.memories, n pgrecall.new_memory, now timestamp with time zone, embedding public.halfvec, model_id integer)
  returns SETOF pgrecall.stored
  language plpgsql volatile parallel unsafe;

create function pgrecall.restore(ids uuid[] DEFAULT NULL::uuid[], batch uuid DEFAULT NULL::uuid, namespace text DEFAULT NULL::text)
  returns TABLE(id uuid, content text, kind text, is_latest boolean)
  language plpgsql volatile parallel unsafe security definer set search_path=pg_catalog, pgrecall_data, pgrecall, public, pg_temp;

create function pgrecall.restore_one(namespace_id integer, id uuid, now timestamp with time zone)
  returns SETOF pgrecall_data.memories
  language plpgsql volatile parallel unsafe;

create function pgrecall.review_again(namespace_id integer, source_id uuid, now timestamp with time zone, reason text DEFAULT 'source was replaced'::text)
  returns void
  language sql volatile parallel unsafe set plan_cache_mode=force_custom_plan;

create function pgrecall.row_faults()
  returns TABLE(name text, count bigint)
  language sql stable parallel unsafe;

create function pgrecall.same_again(old pgrecall_data.memories, now timestamp with time zone)
  returns pgrecall_data.memories
  language sql stable parallel unsafe;

create function pgrecall.same_memory(namespace_id integer, n pgrecall.new_memory, has_times boolean, now timestamp with time zone)
  returns pgrecall_data.memories
  language plpgsql volatile parallel unsafe set plan_cache_mode=force_custom_plan;

create function pgrecall.scan_limit("table" oid)
  returns text
  language sql stable parallel unsafe;

create function pgrecall.scan_rows(sentinel text, namespaces text[] DEFAULT NULL::text[])
  returns TABLE(place text, part text, scanned_count bigint, found_count bigint, note text)
  language plpgsql stable parallel unsafe security definer set search_path=pg_catalog, pgrecall_data, pgrecall, public, pg_temp;

create function pgrecall.scan_test("column" name, type oid)
  returns text
  language sql stable parallel unsafe;

create function pgrecall.search(namespaces integer[], question pgrecall.question, embedding public.halfvec, model_id integer, filter pgrecall.filter, all_kinds boolean, weights pgrecall_data.weights, k integer)
  returns pgrecall.found
  language plpgsql stable parallel unsafe;

create function pgrecall.selected(namespace_id integer, selector text, ids uuid[], subject text, document uuid, "where" jsonb)
  returns uuid[]
  language plpgsql volatile parallel unsafe set plan_cache_mode=force_custom_plan;

create function pgrecall.set_answer(hits pgrecall.hit[], features pgrecall.feature[], skipped text[], namespaces integer[], filter pgrecall.filter, lexemes text[], min_similarity double precision)
  returns void
  language plpgsql volatile parallel unsafe;

create function pgrecall.set_embeddings(ids uuid[], embeddings text[], namespaces text[] DEFAULT NULL::text[])
  returns integer
  language plpgsql volatile parallel unsafe security definer set search_path=pg_catalog, pgrecall_data, pgrecall, public, pg_temp;

create function pgrecall.set_language(path text, language text)
  returns void
  language plpgsql volatile parallel unsafe;

create function pgrecall.set_weights(changes jsonb DEFAULT NULL::jsonb, note text DEFAULT NULL::text, namespace text DEFAULT NULL::text)
  returns integer
  language plpgsql volatile parallel unsafe security definer set search_path=pg_catalog, pgrecall_data, pgrecall, public, pg_temp;

create function pgrecall.share_words(keywords tsvector, words text[])
  returns boolean
  language sql immutable parallel safe;

create function pgrecall.shares(f pgrecall.feature, w pgrecall_data.weights)
  returns jsonb
  language sql stable parallel unsafe;

create function pgrecall.slot_end(namespace_id integer, subject text, predicate text, valid_from timestamp with time zone, valid_until timestamp with time zone)
  returns timestamp with time zone
  language sql stable parallel unsafe set plan_cache_mode=force_custom_plan;

create function pgrecall.slot_memory(namespace_id integer, subject text, predicate text)
  returns pgrecall_data.memories
  language sql stable parallel unsafe set plan_cache_mode=force_custom_plan;

create function pgrecall.spelled(content text, language text)
  returns text
  language plpgsql immutable parallel safe;

create function pgrecall.standing_of(namespace_id integer, n pgrecall.new_memory, has_times boolean, now timestamp with time zone, embedding public.halfvec, model_id integer, is_statement boolean)
  returns pgrecall.standing
  language plpgsql volatile parallel unsafe;

create function pgrecall.status(namespaces text[] DEFAULT NULL::text[])
  returns TABLE(paths text[], memory_count bigint, live_count bigint, superseded_count bigint, forgotten_count bigint, unembedded_count bigint, entity_count bigint, session_count bigint, by_kind jsonb, oldest_said_at timestamp with time zone, newest_said_at timestamp with time zone, schema_version integer, functions_version text, dim integer, model text, server_version text, vector_version text, database_bytes bigint)
  language plpgsql volatile parallel unsafe security definer set search_path=pg_catalog, pgrecall_data, pgrecall, public, pg_temp;

create function pgrecall.store(content text, embedding public.halfvec DEFAULT NULL::public.halfvec, kind text DEFAULT 'fact'::text, subject text DEFAULT NULL::text, predicate text DEFAULT NULL::text, object text DEFAULT NULL::text, multi boolean DEFAULT false, supersedes uuid[] DEFAULT NULL::uuid[], extends uuid[] DEFAULT NULL::uuid[], derived_from uuid[] DEFAULT NULL::uuid[], importance integer DEFAULT NULL::integer, confidence double precision DEFAULT 1, tags text[] DEFAULT '{}'::text[], metadata jsonb DEFAULT '{}'::jsonb, origin text DEFAULT 'user'::text, said_at timestamp with time zone DEFAULT NULL::timestamp with time zone, event_at text DEFAULT NULL::text, valid_from timestamp with time zone DEFAULT NULL::timestamp with time zone, valid_until timestamp with time zone DEFAULT NULL::timestamp with time zone, forget_after timestamp with time zone DEFAULT NULL::timestamp with time zone, session text DEFAULT NULL::text, speaker text DEFAULT NULL::text, source_event uuid DEFAULT NULL::uuid, idempotency_key text DEFAULT NULL::text, namespace text DEFAULT NULL::text, model text DEFAULT NULL::text)
  returns TABLE(id uuid, action text, version integer, replaced uuid[], notes text[])
  language plpgsql volatile parallel unsafe security definer set search_path=pg_catalog, pgrecall_data, pgrecall, public, pg_temp;

create function pgrecall.store_many(items jsonb, embeddings text[] DEFAULT NULL::text[], namespace text DEFAULT NULL::text, model text DEFAULT NULL::text)
  returns TABLE(place integer, id uuid, action text, version integer, replaced uuid[], notes text[], error text, message text, hint text)
  language plpgsql volatile parallel unsafe security definer set search_path=pg_catalog, pgrecall_data, pgrecall, public, pg_temp;

create function pgrecall.stripped(r pgrecall.reading, is_end boolean)
  returns text[]
  language sql immutable parallel safe;

create function pgrecall.synonyms_de()
  returns text
  language sql immutable parallel safe;

create function pgrecall.synonyms_en()
  returns text
  language sql immutable parallel safe;

create function pgrecall.synonyms_es()
  returns text
  language sql immutable parallel safe;

create function pgrecall.synonyms_fr()
  returns text
  language sql immutable parallel safe;

create function pgrecall.take_over(namespace_id integer, old pgrecall_data.memories, id uuid)
  returns void
  language sql volatile parallel unsafe;

create function pgrecall.take_slot(namespace_id integer, m pgrecall_data.memories, now timestamp with time zone)
  returns void
  language plpgsql volatile parallel unsafe;

create function pgrecall.texts_to_embed(items jsonb, namespaces text[] DEFAULT NULL::text[])
  returns SETOF text
  language plpgsql stable parallel unsafe security definer set search_path=pg_catalog, pgrecall_data, pgrecall, public, pg_temp;

create function pgrecall.time_lane(namespaces integer[], question pgrecall.question, embedding public.halfvec, model_id integer, filter pgrecall.filter, n integer)
  returns SETOF pgrecall.candidate
  language plpgsql stable parallel unsafe;

create function pgrecall.time_words()
  returns jsonb
  language sql immutable parallel safe;

create function pgrecall.timeline(before uuid DEFAULT NULL::uuid, "limit" integer DEFAULT 20, kinds text[] DEFAULT NULL::text[], as_of timestamp with time zone DEFAULT NULL::timestamp with time zone, known_at timestamp with time zone DEFAULT NULL::timestamp with time zone, namespaces text[] DEFAULT NULL::text[])
  returns SETOF pgrecall.memory
  language plpgsql volatile parallel unsafe security definer set search_path=pg_catalog, pgrecall_data, pgrecall, public, pg_temp set enable_bitmapscan=off;

create function pgrecall.tombstone_hash(salt bytea, kind text, value text)
  returns bytea
  language sql immutable parallel safe strict;

create function pgrecall.turns_around(namespaces integer[], id uuid, n integer, filter pgrecall.filter)
  returns jsonb
  language plpgsql stable parallel unsafe;

create function pgrecall.uncount_memories(namespace_id integer, ids uuid[])
  returns void
  language plpgsql volatile parallel unsafe;

create function pgrecall.undo(ids uuid[], reason text DEFAULT NULL::text, namespace text DEFAULT NULL::text)
  returns TABLE(id uuid, content text, review text)
  language sql volatile parallel unsafe security definer set search_path=pg_catalog, pgrecall_data, pgrecall, public, pg_temp;

create function pgrecall.unembedded(n integer DEFAULT 100, namespaces text[] DEFAULT NULL::text[])
  returns TABLE(id uuid, text text)
  language plpgsql stable parallel unsafe security definer set search_path=pg_catalog, pgrecall_data, pgrecall, public, pg_temp;

create function pgrecall.update(id uuid, content text DEFAULT NULL::text, embedding public.halfvec DEFAULT NULL::public.halfvec, object text DEFAULT NULL::text, importance integer DEFAULT NULL::integer, confidence double precision DEFAULT NULL::double precision, tags text[] DEFAULT NULL::text[], metadata jsonb DEFAULT NULL::jsonb, said_at timestamp with time zone DEFAULT NULL::timestamp with time zone, event_at text DEFAULT NULL::text, valid_from timestamp with time zone DEFAULT NULL::timestamp with time zone, valid_until timestamp with time zone DEFAULT NULL::timestamp with time zone, forget_after timestamp with time zone DEFAULT NULL::timestamp with time zone, namespace text DEFAULT NULL::text, model text DEFAULT NULL::text)
  returns SETOF pgrecall.stored
  language plpgsql volatile parallel unsafe security definer set search_path=pg_catalog, pgrecall_data, pgrecall, public, pg_temp;

create function pgrecall.vector_lane(namespaces integer[], embedding public.halfvec, model_id integer, filter pgrecall.filter, n integer)
  returns SETOF pgrecall.candidate
  language plpgsql stable parallel unsafe;

create function pgrecall.verb_form(verb text, form integer)
  returns text
  language sql immutable parallel safe strict;

create function pgrecall.verify_erased(sentinel text, namespaces text[] DEFAULT NULL::text[])
  returns TABLE(place text, part text, scanned_count bigint, found_count bigint, note text)
  language plpgsql stable parallel unsafe;

create function pgrecall.weights(namespaces text[] DEFAULT NULL::text[])
  returns TABLE(version integer, is_own boolean, weights jsonb, note text, created_at timestamp with time zone)
  language plpgsql volatile parallel unsafe security definer set search_path=pg_catalog, pgrecall_data, pgrecall, public, pg_temp;

create function pgrecall.weights_of(namespaces integer[])
  returns pgrecall_data.weights
  language sql stable parallel unsafe;

create function pgrecall.whole_statements(namespace_id integer, ids uuid[])
  returns uuid[]
  language plpgsql volatile parallel unsafe set plan_cache_mode=force_custom_plan;

create function pgrecall.window_ago(n integer, unit text, today date, words text)
  returns pgrecall.asked_window
  language sql stable parallel unsafe;

create function pgrecall.window_from(offset_units integer, unit text, today date, words text)
  returns pgrecall.asked_window
  language sql stable parallel unsafe;

create function pgrecall.window_of(first_day date, days integer, unit text, words text, is_relative boolean DEFAULT false)
  returns pgrecall.asked_window
  language sql stable parallel unsafe;

create function pgrecall.window_past(n integer, unit text, today date, words text)
  returns pgrecall.asked_window
  language sql stable parallel unsafe;

create function pgrecall.windows_in_han(query text, today date)
  returns SETOF pgrecall.asked_window
  language plpgsql stable parallel unsafe;

create function pgrecall.windows_in_words(query text, today date)
  returns SETOF pgrecall.asked_window
  language plpgsql stable parallel unsafe;

create function pgrecall.with_cardinality(namespace_id integer, n pgrecall.new_memory)
  returns pgrecall.new_memory
  language plpgsql stable parallel unsafe;

create function pgrecall.with_derived(namespace_id integer, ids uuid[])
  returns uuid[]
  language plpgsql volatile parallel unsafe set plan_cache_mode=force_custom_plan;

create function pgrecall.with_spoken_times(content text)
  returns text
  language plpgsql immutable parallel safe strict;

create function pgrecall.with_times(content text)
  returns text
  language plpgsql immutable parallel safe strict;

create function pgrecall.without_asides(a pgrecall.reading, b pgrecall.reading)
  returns pgrecall.reading
  language plpgsql immutable parallel safe;

create function pgrecall.without_names(query text, namespaces integer[])
  returns text
  language plpgsql stable parallel unsafe;

create function pgrecall.without_preface(content text)
  returns text
  language sql immutable parallel safe strict;

create function pgrecall.without_word(r pgrecall.reading, word text)
  returns pgrecall.reading
  language sql immutable parallel safe;

create function pgrecall.word_forms(words text, languages text[], own text)
  returns text[]
  language plpgsql stable parallel safe set plan_cache_mode=force_generic_plan;

create function pgrecall.word_list(lines text)
  returns jsonb
  language sql immutable parallel safe strict;

create function pgrecall.word_query(word text)
  returns tsquery
  language sql immutable parallel safe;

create function pgrecall.words_de()
  returns text
  language sql immutable parallel safe;

create function pgrecall.words_en()
  returns text
  language sql immutable parallel safe;

create function pgrecall.words_es()
  returns text
  language sql immutable parallel safe;

create function pgrecall.words_fr()
  returns text
  language sql immutable parallel safe;

create function pgrecall.words_other()
  returns text
  language sql immutable parallel safe;

create function pgrecall.words_zh()
  returns text
  language sql immutable parallel safe;

create function pgrecall.writable(namespace text)
  returns integer
  language plpgsql volatile parallel unsafe;

create function pgrecall.write(namespace_id integer, n pgrecall.new_memory, embedding public.halfvec, model_id integer)
  returns TABLE(id uuid, action text, version integer, replaced uuid[], notes text[])
  language plpgsql volatile parallel unsafe;

create function pgrecall.written_date(written text, words text)
  returns pgrecall.asked_window
  language plpgsql stable parallel unsafe;

grant select on table pgrecall.memory to pgrecall_app;
grant select on table pgrecall_data.common_words to pgrecall_app;
grant select on table pgrecall_data.entities to pgrecall_app;
grant select on table pgrecall_data.events to pgrecall_app;
grant select on table pgrecall_data.install to pgrecall_app;
grant select on table pgrecall_data.memories to pgrecall_app;
grant select on table pgrecall_data.mentions to pgrecall_app;
grant select on table pgrecall_data.migrations to pgrecall_app;
grant select on table pgrecall_data.models to pgrecall_app;
grant select on table pgrecall_data.namespaces to pgrecall_app;
grant select on table pgrecall_data.predicates to pgrecall_app;
grant select on table pgrecall_data.receipts to pgrecall_app;
grant select on table pgrecall_data.relations to pgrecall_app;
grant select on table pgrecall_data.reviews to pgrecall_app;
grant select on table pgrecall_data.sources to pgrecall_app;
grant select on table pgrecall_data.tombstones to pgrecall_app;
grant select on table pgrecall_data.usage to pgrecall_app;
grant select on table pgrecall_data.weights to pgrecall_app;
grant usage on schema pgrecall to pgrecall_app;
grant usage on schema pgrecall_data to pgrecall_app;
grant execute on function pgrecall.add_characters to pgrecall_app;
grant execute on function pgrecall.add_word to pgrecall_app;
grant execute on function pgrecall.alike to pgrecall_app;
grant execute on function pgrecall.all_of to pgrecall_app;
grant execute on function pgrecall.all_versions to pgrecall_app;
grant execute on function pgrecall.allowed to pgrecall_app;
grant execute on function pgrecall.american to pgrecall_app;
grant execute on function pgrecall.answer to pgrecall_app;
grant execute on function pgrecall.any_of to pgrecall_app;
grant execute on function pgrecall.approve to pgrecall_app;
grant execute on function pgrecall.are_opposite to pgrecall_app;
grant execute on function pgrecall.as_known to pgrecall_app;
grant execute on function pgrecall.as_new to pgrecall_app;
grant execute on function pgrecall.as_term to pgrecall_app;
grant execute on function pgrecall.asked_windows to pgrecall_app;
grant execute on function pgrecall.asks_own to pgrecall_app;
grant execute on function pgrecall.asks_when to pgrecall_app;
grant execute on function pgrecall.behind_binding to pgrecall_app;
grant execute on function pgrecall.by_rarity to pgrecall_app;
grant execute on function pgrecall.calendar_window to pgrecall_app;
grant execute on function pgrecall.caps to pgrecall_app;
grant execute on function pgrecall.chain_faults to pgrecall_app;
grant execute on function pgrecall.check_count to pgrecall_app;
grant execute on function pgrecall.check_new to pgrecall_app;
grant execute on function pgrecall.check_recall to pgrecall_app;
grant execute on function pgrecall.check_selector to pgrecall_app;
grant execute on function pgrecall.check_single to pgrecall_app;
grant execute on function pgrecall.check_size to pgrecall_app;
grant execute on function pgrecall.check_supported to pgrecall_app;
grant execute on function pgrecall.check_times to pgrecall_app;
grant execute on function pgrecall.check_tombstone to pgrecall_app;
grant execute on function pgrecall.check_vector to pgrecall_app;
grant execute on function pgrecall.check_where to pgrecall_app;
grant execute on function pgrecall.chinese_number to pgrecall_app;
grant execute on function pgrecall.chinese_numbers to pgrecall_app;
grant execute on function pgrecall.chinese_phrases to pgrecall_app;
grant execute on function pgrecall.close_versions to pgrecall_app;
grant execute on function pgrecall.compare to pgrecall_app;
grant execute on function pgrecall.compares to pgrecall_app;
grant execute on function pgrecall.confidence to pgrecall_app;
grant execute on function pgrecall.confirm to pgrecall_app;
grant execute on function pgrecall.consistency to pgrecall_app;
grant execute on function pgrecall.copies_of to pgrecall_app;
grant execute on function pgrecall.count_memory to pgrecall_app;
grant execute on function pgrecall.cursor_row to pgrecall_app;
grant execute on function pgrecall.cut_slot to pgrecall_app;
grant execute on function pgrecall.date_of to pgrecall_app;
grant execute on function pgrecall.decide to pgrecall_app;
grant execute on function pgrecall.declare_model to pgrecall_app;
grant execute on function pgrecall.declare_predicate to pgrecall_app;
grant execute on function pgrecall.decline to pgrecall_app;
grant execute on function pgrecall.dimension to pgrecall_app;
grant execute on function pgrecall.doctor to pgrecall_app;
grant execute on function pgrecall.edits_of to pgrecall_app;
grant execute on function pgrecall.end_at to pgrecall_app;
grant execute on function pgrecall.end_known_at to pgrecall_app;
grant execute on function pgrecall.entity_lane to pgrecall_app;
grant execute on function pgrecall.erase to pgrecall_app;
grant execute on function pgrecall.erase_now to pgrecall_app;
grant execute on function pgrecall.erase_rows to pgrecall_app;
grant execute on function pgrecall.event_precision to pgrecall_app;
grant execute on function pgrecall.event_range to pgrecall_app;
grant execute on function pgrecall.event_said to pgrecall_app;
grant execute on function pgrecall.explained to pgrecall_app;
grant execute on function pgrecall.facts to pgrecall_app;
grant execute on function pgrecall.features to pgrecall_app;
grant execute on function pgrecall.forget to pgrecall_app;
grant execute on function pgrecall.frame to pgrecall_app;
grant execute on function pgrecall.fuse to pgrecall_app;
grant execute on function pgrecall.get to pgrecall_app;
grant execute on function pgrecall.gist to pgrecall_app;
grant execute on function pgrecall.han_number to pgrecall_app;
grant execute on function pgrecall.heed to pgrecall_app;
grant execute on function pgrecall.history to pgrecall_app;
grant execute on function pgrecall.inferred to pgrecall_app;
grant execute on function pgrecall.insert_memory to pgrecall_app;
grant execute on function pgrecall.intent to pgrecall_app;
grant execute on function pgrecall.is_binding to pgrecall_app;
grant execute on function pgrecall.is_comparable to pgrecall_app;
grant execute on function pgrecall.is_deictic to pgrecall_app;
grant execute on function pgrecall.is_denied to pgrecall_app;
grant execute on function pgrecall.is_dialogue to pgrecall_app;
grant execute on function pgrecall.is_ended to pgrecall_app;
grant execute on function pgrecall.is_hearsay to pgrecall_app;
grant execute on function pgrecall.is_inverted to pgrecall_app;
grant execute on function pgrecall.is_list to pgrecall_app;
grant execute on function pgrecall.is_moved to pgrecall_app;
grant execute on function pgrecall.is_new_number to pgrecall_app;
grant execute on function pgrecall.is_new_status to pgrecall_app;
grant execute on function pgrecall.is_new_template to pgrecall_app;
grant execute on function pgrecall.is_new_value to pgrecall_app;
grant execute on function pgrecall.is_news to pgrecall_app;
grant execute on function pgrecall.is_open to pgrecall_app;
grant execute on function pgrecall.is_open_ended to pgrecall_app;
grant execute on function pgrecall.is_owned to pgrecall_app;
grant execute on function pgrecall.is_passive to pgrecall_app;
grant execute on function pgrecall.is_rephrased to pgrecall_app;
grant execute on function pgrecall.is_reversed to pgrecall_app;
grant execute on function pgrecall.is_status to pgrecall_app;
grant execute on function pgrecall.is_supported to pgrecall_app;
grant execute on function pgrecall.is_swapped to pgrecall_app;
grant execute on function pgrecall.is_turn to pgrecall_app;
grant execute on function pgrecall.is_value_at to pgrecall_app;
grant execute on function pgrecall.is_voice_of to pgrecall_app;
grant execute on function pgrecall.is_voiced to pgrecall_app;
grant execute on function pgrecall.joined_up to pgrecall_app;
grant execute on function pgrecall.keyword_lane to pgrecall_app;
grant execute on function pgrecall.keyword_scores to pgrecall_app;
grant execute on function pgrecall.known_keys to pgrecall_app;
grant execute on function pgrecall.language_for to pgrecall_app;
grant execute on function pgrecall.language_of to pgrecall_app;
grant execute on function pgrecall.languages_of to pgrecall_app;
grant execute on function pgrecall.latest_at to pgrecall_app;
grant execute on function pgrecall.leave_slot to pgrecall_app;
grant execute on function pgrecall.lexicon to pgrecall_app;
grant execute on function pgrecall.like_patterns to pgrecall_app;
grant execute on function pgrecall.limits_of to pgrecall_app;
grant execute on function pgrecall.link_earlier to pgrecall_app;
grant execute on function pgrecall.link_entities to pgrecall_app;
grant execute on function pgrecall.link_faults to pgrecall_app;
grant execute on function pgrecall.lock_namespace to pgrecall_app;
grant execute on function pgrecall.matches to pgrecall_app;
grant execute on function pgrecall.matching_ids to pgrecall_app;
grant execute on function pgrecall.may_meet to pgrecall_app;
grant execute on function pgrecall.model_id to pgrecall_app;
grant execute on function pgrecall.name_candidates to pgrecall_app;
grant execute on function pgrecall.named_entities to pgrecall_app;
grant execute on function pgrecall.named_weights to pgrecall_app;
grant execute on function pgrecall.nameless to pgrecall_app;
grant execute on function pgrecall.near_memories to pgrecall_app;
grant execute on function pgrecall.nearest to pgrecall_app;
grant execute on function pgrecall.neighbours_of to pgrecall_app;
grant execute on function pgrecall.new_filter to pgrecall_app;
grant execute on function pgrecall.new_question to pgrecall_app;
grant execute on function pgrecall.next_position to pgrecall_app;
grant execute on function pgrecall.note_common_words to pgrecall_app;
grant execute on function pgrecall.now to pgrecall_app;
grant execute on function pgrecall.open_version to pgrecall_app;
grant execute on function pgrecall.outline to pgrecall_app;
grant execute on function pgrecall.passes to pgrecall_app;
grant execute on function pgrecall.place_canary to pgrecall_app;
grant execute on function pgrecall.place_version to pgrecall_app;
grant execute on function pgrecall.plain_number to pgrecall_app;
grant execute on function pgrecall.predicate_at to pgrecall_app;
grant execute on function pgrecall.predicates to pgrecall_app;
grant execute on function pgrecall.put to pgrecall_app;
grant execute on function pgrecall.query_lexemes to pgrecall_app;
grant execute on function pgrecall.quotable to pgrecall_app;
grant execute on function pgrecall.quoted to pgrecall_app;
grant execute on function pgrecall.read to pgrecall_app;
grant execute on function pgrecall.read_item to pgrecall_app;
grant execute on function pgrecall.read_window to pgrecall_app;
grant execute on function pgrecall.readable to pgrecall_app;
grant execute on function pgrecall.recall to pgrecall_app;
grant execute on function pgrecall.receipts to pgrecall_app;
grant execute on function pgrecall.recency to pgrecall_app;
grant execute on function pgrecall.record_usage to pgrecall_app;
grant execute on function pgrecall.relate_versions to pgrecall_app;
grant execute on function pgrecall.related to pgrecall_app;
grant execute on function pgrecall.related_of to pgrecall_app;
grant execute on function pgrecall.renew_statistics to pgrecall_app;
grant execute on function pgrecall.replace_version to pgrecall_app;
grant execute on function pgrecall.restore to pgrecall_app;
grant execute on function pgrecall.restore_one to pgrecall_app;
grant execute on function pgrecall.review_again to pgrecall_app;
grant execute on function pgrecall.row_faults to pgrecall_app;
grant execute on function pgrecall.same_again to pgrecall_app;
grant execute on function pgrecall.same_memory to pgrecall_app;
grant execute on function pgrecall.scan_limit to pgrecall_app;
grant execute on function pgrecall.scan_rows to pgrecall_app;
grant execute on function pgrecall.scan_test to pgrecall_app;
grant execute on function pgrecall.search to pgrecall_app;
grant execute on function pgrecall.selected to pgrecall_app;
grant execute on function pgrecall.set_answer to pgrecall_app;
grant execute on function pgrecall.set_embeddings to pgrecall_app;
grant execute on function pgrecall.set_language to pgrecall_app;
grant execute on function pgrecall.set_weights to pgrecall_app;
grant execute on function pgrecall.share_words to pgrecall_app;
grant execute on function pgrecall.shares to pgrecall_app;
grant execute on function pgrecall.slot_end to pgrecall_app;
grant execute on function pgrecall.slot_memory to pgrecall_app;
grant execute on function pgrecall.spelled to pgrecall_app;
grant execute on function pgrecall.standing_of to pgrecall_app;
grant execute on function pgrecall.status to pgrecall_app;
grant execute on function pgrecall.store to pgrecall_app;
grant execute on function pgrecall.store_many to pgrecall_app;
grant execute on function pgrecall.stripped to pgrecall_app;
grant execute on function pgrecall.synonyms_de to pgrecall_app;
grant execute on function pgrecall.synonyms_en to pgrecall_app;
grant execute on function pgrecall.synonyms_es to pgrecall_app;
grant execute on function pgrecall.synonyms_fr to pgrecall_app;
grant execute on function pgrecall.take_over to pgrecall_app;
grant execute on function pgrecall.take_slot to pgrecall_app;
grant execute on function pgrecall.texts_to_embed to pgrecall_app;
grant execute on function pgrecall.time_lane to pgrecall_app;
grant execute on function pgrecall.time_words to pgrecall_app;
grant execute on function pgrecall.timeline to pgrecall_app;
grant execute on function pgrecall.tombstone_hash to pgrecall_app;
grant execute on function pgrecall.turns_around to pgrecall_app;
grant execute on function pgrecall.uncount_memories to pgrecall_app;
grant execute on function pgrecall.undo to pgrecall_app;
grant execute on function pgrecall.unembedded to pgrecall_app;
grant execute on function pgrecall.update to pgrecall_app;
grant execute on function pgrecall.vector_lane to pgrecall_app;
grant execute on function pgrecall.verb_form to pgrecall_app;
grant execute on function pgrecall.verify_erased to pgrecall_app;
grant execute on function pgrecall.weights to pgrecall_app;
grant execute on function pgrecall.weights_of to pgrecall_app;
grant execute on function pgrecall.whole_statements to pgrecall_app;
grant execute on function pgrecall.window_ago to pgrecall_app;
grant execute on function pgrecall.window_from to pgrecall_app;
grant execute on function pgrecall.window_of to pgrecall_app;
grant execute on function pgrecall.window_past to pgrecall_app;
grant execute on function pgrecall.windows_in_han to pgrecall_app;
grant execute on function pgrecall.windows_in_words to pgrecall_app;
grant execute on function pgrecall.with_cardinality to pgrecall_app;
grant execute on function pgrecall.with_derived to pgrecall_app;
grant execute on function pgrecall.with_spoken_times to pgrecall_app;
grant execute on function pgrecall.with_times to pgrecall_app;
grant execute on function pgrecall.without_asides to pgrecall_app;
grant execute on function pgrecall.without_names to pgrecall_app;
grant execute on function pgrecall.without_preface to pgrecall_app;
grant execute on function pgrecall.without_word to pgrecall_app;
grant execute on function pgrecall.word_forms to pgrecall_app;
grant execute on function pgrecall.word_list to pgrecall_app;
grant execute on function pgrecall.word_query to pgrecall_app;
grant execute on function pgrecall.words_de to pgrecall_app;
grant execute on function pgrecall.words_en to pgrecall_app;
grant execute on function pgrecall.words_es to pgrecall_app;
grant execute on function pgrecall.words_fr to pgrecall_app;
grant execute on function pgrecall.words_other to pgrecall_app;
grant execute on function pgrecall.words_zh to pgrecall_app;
grant execute on function pgrecall.writable to pgrecall_app;
grant execute on function pgrecall.write to pgrecall_app;
grant execute on function pgrecall.written_date to pgrecall_app;
grant execute on function pgrecall_data.bare_words to public;
grant execute on function pgrecall_data.bigrams to public;
grant execute on function pgrecall_data.configuration to public;
grant execute on function pgrecall_data.content_hash to public;
grant execute on function pgrecall_data.folded to public;
grant execute on function pgrecall_data.function_characters to public;
grant execute on function pgrecall_data.identifiers to public;
grant execute on function pgrecall_data.is_question to public;
grant execute on function pgrecall_data.keywords to public;
grant execute on function pgrecall_data.language_of to public;
grant execute on function pgrecall_data.mentions_time to public;
grant execute on function pgrecall_data.scoped to public;
grant execute on function pgrecall_data.small to public;
grant execute on function pgrecall_data.spelled_out to public;
grant execute on function pgrecall_data.unaccented to public;
grant execute on function pgrecall_data.unsegmented to public;
grant execute on function pgrecall_data.uuid_v7 to public;
grant execute on function pgrecall_data.wholes to public;
grant execute on function pgrecall_data.words to public;
