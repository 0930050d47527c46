-- Memories, their versions and relations, the words and names they are found by, and who may see them.
-- `512 /*dim*/` is replaced by the width of the install's embedder.

create table pgrecall_data.migrations (
  version int primary key,
  name text not null,
  hash text not null,
  is_breaking boolean not null,
  applied_at timestamptz not null default now()
);

create table pgrecall_data.install (
  id boolean primary key default true check (id),
  dim int not null,
  functions_hash text,
  functions_version text
);
insert into pgrecall_data.install (dim) values (512 /*dim*/);

create table pgrecall_data.models (
  id smallint generated always as identity primary key,
  name text not null unique,
  dim int not null,
  is_current boolean not null default false,
  created_at timestamptz not null default now()
);
create unique index models_one_current on pgrecall_data.models (is_current) where is_current;

-- The id is a small number, not a UUID, because it stands in front of every key and every lexeme.
create table pgrecall_data.namespaces (
  id int generated always as identity primary key,
  path text collate "C" not null unique,
  created_at timestamptz not null default now(),
  constraint namespaces_path check (path ~ '^[^/[:cntrl:]]+(/[^/[:cntrl:]]+)*$' and length(path) <= 255)
);

-- Time-ordered ids (RFC 9562, version 7): 48 bits of milliseconds, 12 bits of the fraction, 62 random bits.
create function pgrecall_data.uuid_v7() returns uuid
language sql volatile parallel safe
return (
  with t as (select floor(extract(epoch from clock_timestamp()) * 1000000)::bigint as us)
  select (
    lpad(to_hex(us / 1000), 12, '0')
    || '7' || lpad(to_hex((us % 1000) * 4096 / 1000), 3, '0')
    || substr(to_hex(8 + floor(random() * 4)::int), 1, 1)
    || substr(replace(gen_random_uuid()::text, '-', ''), 18, 15)
  )::uuid
  from t
);

-- Scripts written without spaces between words, and Hangul, whose particles cling to the word.
create function pgrecall_data.unsegmented() returns text
language sql immutable parallel safe
return '[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff]+';

-- The pairs of neighbouring characters in unsegmented text; the last one of a run also stands alone.
-- 30,000 at most: many more, each with its namespace in front, would not fit into a tsvector.
create function pgrecall_data.bigrams(content text) returns text[]
language sql immutable parallel safe strict
return (
  select coalesce((array_agg(distinct pair))[:30000], '{}')
  from (
    -- one pass: substr and array subscripts would walk a long run anew for each pair
    select c.char || lead(c.char, 1, '') over (partition by run.n order by c.i) as pair
    from regexp_matches(content, '(' || pgrecall_data.unsegmented() || ')', 'g') with ordinality run (m, n)
    cross join lateral unnest(string_to_array(run.m[1], null)) with ordinality c (char, i)
  ) p
);

-- Identifiers kept whole beside their parts: INV-2026-00318, parse_user_input, a path, a URL, an address.
create function pgrecall_data.identifiers(content text) returns text[]
language sql immutable parallel safe strict
return (
  select coalesce(array_agg(distinct left(lower(id.m[1]), 200)), '{}')
  from regexp_matches(content, '([[:alnum:]]+(?:[-_./:@?&=#%+~\\]+[[:alnum:]]+)+)', 'g') id (m)
);

-- The lexemes of a text: English stems, identifiers whole and in parts, pairs of unsegmented characters.
-- Never fails: covers the first 100,000 characters and the first 200 of a word.
create function pgrecall_data.keywords(content text) returns tsvector
language sql immutable parallel safe strict
return (
  with cut as (
    select normalize(left(content, 100000), nfkc) as t
  ), plain as (
    select t, t ~ pgrecall_data.unsegmented() as has_runs,
      regexp_replace(
        translate(regexp_replace(t, '(\w)n[''’]t\M', '\1', 'gi'), '!"#$%&()*+,-./:;<=>?@[\]^_`{|}~''’', repeat(' ', 34)),
        '(\S{200})\S+', '\1', 'g') as words
    from cut
  )
  select to_tsvector('pg_catalog.english', case when has_runs then regexp_replace(words, pgrecall_data.unsegmented(), ' ', 'g') else words end)
    || array_to_tsvector(
      case when t ~ '[[:alnum:]][-_./:@?&=#%+~\\]' then pgrecall_data.identifiers(t) else '{}' end
      || case when has_runs then pgrecall_data.bigrams(t) else '{}' end)
  from plain
);

-- The same lexemes with their namespace in front, so that one tenant's postings are all a lookup reads.
create function pgrecall_data.scoped(namespace_id int, keywords tsvector) returns tsvector
language sql immutable parallel safe strict
return array_to_tsvector(array(select namespace_id || ':' || lexeme from unnest(tsvector_to_array(keywords)) lexeme));

-- A name as it is compared: lower case, single spaces, compatibility forms folded.
create function pgrecall_data.folded(name text) returns text
language sql immutable parallel safe strict
return lower(btrim(regexp_replace(normalize(name, nfkc), '\s+', ' ', 'g')));

create function pgrecall_data.content_hash(content text) returns uuid
language sql immutable parallel safe strict
return encode(substr(sha256(convert_to(content, 'UTF8')), 1, 16), 'hex')::uuid;

create table pgrecall_data.events (
  namespace_id int not null references pgrecall_data.namespaces,
  id uuid not null default pgrecall_data.uuid_v7(),
  session text not null,
  actor text not null,
  kind text not null,
  payload jsonb not null,
  occurred_at timestamptz not null,
  recorded_at timestamptz not null,
  primary key (namespace_id, id)
);

create table pgrecall_data.memories (
  namespace_id int not null references pgrecall_data.namespaces,
  id uuid not null default pgrecall_data.uuid_v7(),
  content text not null,
  kind text not null,
  session text,
  speaker text,
  position int,
  subject text,
  predicate text,
  object text,
  is_multi boolean not null default false,
  importance smallint not null,
  confidence real not null default 1,
  tags text[] not null default '{}',
  metadata jsonb not null default '{}',
  origin text not null default 'user',
  root_id uuid not null,
  parent_id uuid,
  version int not null default 1,
  is_latest boolean not null default true,
  superseded_by uuid,
  superseded_at timestamptz,
  recorded_at timestamptz not null,
  valid_from timestamptz not null,
  valid_until timestamptz,
  -- when valid_until was changed and what it had been ('infinity' if open), newest first: the answer for an earlier known_at
  earlier_ends timestamptz[],
  said_at timestamptz not null,
  event_at tstzrange,
  event_precision text,
  is_inference boolean not null default false,
  review text not null default 'approved',
  is_static boolean not null default false,
  forget_after timestamptz,
  forgotten_at timestamptz,
  forget_reason text,
  forget_batch uuid,
  idempotency_key text,
  content_hash uuid not null generated always as (pgrecall_data.content_hash(content)) stored,
  embedding halfvec(512 /*dim*/),
  model_id smallint references pgrecall_data.models,
  keywords tsvector not null generated always as (pgrecall_data.keywords(content)) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (namespace_id, id),
  constraint memories_kind check (kind in ('fact', 'decision', 'preference', 'correction', 'pattern', 'learning', 'event', 'conversation', 'transcript')),
  constraint memories_origin check (origin in ('user', 'assistant', 'tool', 'import', 'inference')),
  constraint memories_review check (review in ('pending', 'approved', 'declined')),
  constraint memories_precision check ((event_at is null) = (event_precision is null) and event_precision in ('year', 'month', 'day', 'instant')),
  constraint memories_importance check (importance between 1 and 10),
  constraint memories_confidence check (confidence between 0 and 1),
  constraint memories_metadata check (jsonb_typeof(metadata) = 'object'),
  constraint memories_model check ((embedding is null) = (model_id is null)),
  constraint memories_closed check ((superseded_by is null) = (superseded_at is null))
);

-- A vector is read with its row on every recall: fetching it from a TOAST table would double the cost.
do $$ begin
  if 512 /*dim*/ <= 2000 then alter table pgrecall_data.memories alter embedding set storage plain; end if;
end $$;

create unique index memories_slot on pgrecall_data.memories (namespace_id, pgrecall_data.folded(subject), pgrecall_data.folded(predicate))
  where is_latest and forgotten_at is null and not is_multi;
create unique index memories_idempotency on pgrecall_data.memories (namespace_id, idempotency_key) where idempotency_key is not null;
create index memories_hash on pgrecall_data.memories (namespace_id, content_hash);
create index memories_root on pgrecall_data.memories (namespace_id, root_id, version);
create index memories_subject on pgrecall_data.memories (namespace_id, pgrecall_data.folded(subject), pgrecall_data.folded(predicate), valid_until)
  where subject is not null;
create index memories_session on pgrecall_data.memories (namespace_id, session, position) where session is not null;
create index memories_timeline on pgrecall_data.memories (namespace_id, said_at, id);
create index memories_batch on pgrecall_data.memories (namespace_id, forget_batch) where forget_batch is not null;
create index memories_unembedded on pgrecall_data.memories (namespace_id, id) where embedding is null;
create index memories_keywords on pgrecall_data.memories using gin (pgrecall_data.scoped(namespace_id, keywords)) with (fastupdate = off);

create table pgrecall_data.relations (
  namespace_id int not null,
  from_id uuid not null,
  relation text not null,
  to_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (namespace_id, from_id, relation, to_id),
  foreign key (namespace_id, from_id) references pgrecall_data.memories on delete cascade,
  foreign key (namespace_id, to_id) references pgrecall_data.memories on delete cascade,
  constraint relations_relation check (relation in ('updates', 'extends', 'derives'))
);
create index relations_to on pgrecall_data.relations (namespace_id, to_id);

create table pgrecall_data.sources (
  namespace_id int not null,
  memory_id uuid not null,
  kind text not null,
  source_id uuid not null,
  primary key (namespace_id, memory_id, kind, source_id),
  foreign key (namespace_id, memory_id) references pgrecall_data.memories on delete cascade,
  constraint sources_kind check (kind in ('event', 'chunk', 'memory'))
);
create index sources_source on pgrecall_data.sources (namespace_id, source_id);

create table pgrecall_data.entities (
  namespace_id int not null references pgrecall_data.namespaces,
  id uuid not null default pgrecall_data.uuid_v7(),
  name text not null,
  folded text not null generated always as (pgrecall_data.folded(name)) stored,
  created_at timestamptz not null default now(),
  primary key (namespace_id, id),
  unique (namespace_id, folded)
);

create table pgrecall_data.mentions (
  namespace_id int not null,
  entity_id uuid not null,
  memory_id uuid not null,
  primary key (namespace_id, entity_id, memory_id),
  foreign key (namespace_id, entity_id) references pgrecall_data.entities on delete cascade,
  foreign key (namespace_id, memory_id) references pgrecall_data.memories on delete cascade
);
create index mentions_memory on pgrecall_data.mentions (namespace_id, memory_id);

-- How often a memory was recalled: apart from the memory, so that a read rewrites no indexed row.
create table pgrecall_data.usage (
  namespace_id int not null,
  memory_id uuid not null,
  recall_count bigint not null default 0,
  last_recalled_at timestamptz not null,
  primary key (namespace_id, memory_id),
  foreign key (namespace_id, memory_id) references pgrecall_data.memories on delete cascade
) with (fillfactor = 70);

-- Isolation. The verbs check the caller's namespaces themselves; the policies are the net under every other path.
-- Both read one setting, the paths one a line: set_config('pgrecall.namespaces', 'acme/alice', true). Unset: nothing.
grant usage on schema pgrecall_data, pgrecall to pgrecall_app;
grant select on all tables in schema pgrecall_data to pgrecall_app;

alter table pgrecall_data.namespaces enable row level security;
create policy namespaces_named on pgrecall_data.namespaces
  using (path = any (string_to_array(current_setting('pgrecall.namespaces', true), e'\n')));

do $$
declare v_table text;
begin
  foreach v_table in array array['events', 'memories', 'relations', 'sources', 'entities', 'mentions', 'usage'] loop
    execute format('alter table pgrecall_data.%I enable row level security', v_table);
    execute format(
      'create policy %I on pgrecall_data.%I using (namespace_id = any (array(select n.id from pgrecall_data.namespaces n '
      'where n.path = any (string_to_array(current_setting(''pgrecall.namespaces'', true), e''\n'')))))',
      v_table || '_namespace', v_table);
  end loop;
  foreach v_table in array array['migrations', 'install', 'models'] loop
    execute format('alter table pgrecall_data.%I enable row level security', v_table);
    execute format('create policy %I on pgrecall_data.%I for select using (true)', v_table || '_public', v_table);
  end loop;
end $$;
