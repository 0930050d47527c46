-- What a read is limited to. Every field is filled in by pgrecall.new_filter, so that no test is for null.
create type pgrecall.filter as (
  at timestamptz,
  as_of timestamptz,
  known_at timestamptz,
  kinds text[],
  tags text[],
  contained jsonb,
  "where" jsonb,
  since timestamptz,
  until timestamptz,
  min_importance int,
  history boolean
);

-- One row a lane has found: its raw value (cosine, BM25, names shared), its rank in the lane, and why.
create type pgrecall.candidate as (namespace_id int, id uuid, raw real, rank int, detail text[]);

-- A window of time that a query names; unit is how exact it is, words is how it was said, is_relative: as seen from today.
create type pgrecall.asked_window as (starts timestamptz, ends timestamptz, unit text, words text, is_relative boolean);

-- What a query asks for: its words, the names in it, and the words of those; told: its windows of time and how long afterwards they are
-- talked of; not_before: what was said earlier cannot be about them.
create type pgrecall.question as (lexemes text[], names text[], name_lexemes text[], windows tstzrange[], told tstzrange[], not_before timestamptz, asks_when boolean, asks_own boolean);

-- What the lanes found, and those that were skipped, each with its reason.
create type pgrecall.found as (vector pgrecall.candidate[], keyword pgrecall.candidate[], entity pgrecall.candidate[], timed pgrecall.candidate[], skipped text[]);

-- What speaks for a candidate: where each lane has it, every feature that pgrecall_data.weights has a weight for (0 to 1, or about),
-- and the factors its score is multiplied with.
create type pgrecall.feature as (
  namespace_id int, id uuid, similarity real, bm25 real, words text[], names text[], is_named boolean, is_pending boolean,
  vector_rank int, keyword_rank int, entity_rank int, time_rank int,
  vector real, keyword real, named real, mentioned real, own real, dated real, timed real, time_word real, length real, question real,
  session real, previous real, next real,
  recency real, importance real, usage real, trust real
);

-- What recall returns of a memory, with why it ranks where it does.
create type pgrecall.hit as (
  id uuid, content text, kind text, similarity real, score real, namespace text, session text, speaker text,
  subject text, predicate text, object text, tags text[], metadata jsonb, importance smallint, confidence real,
  origin text, is_inference boolean, version int, is_latest boolean, valid_from timestamptz, valid_until timestamptz,
  said_at timestamptz, event_at timestamptz, event_precision text, recorded_at timestamptz, sources text[], explain jsonb,
  related jsonb, around jsonb
);

-- A memory next to another in the graph: a parent is what the other updates, extends or derives from; a child the reverse.
create type pgrecall.neighbour as (
  relation text, direction text, id uuid, content text, kind text, is_latest boolean, valid_from timestamptz,
  valid_until timestamptz, is_inference boolean, review text, said_at timestamptz
);

-- A memory as it is given to us; the field names are those of pgrecall.store and of one item of pgrecall.store_many.
create type pgrecall.new_memory as (
  content text, kind text, subject text, predicate text, object text, multi boolean,
  supersedes uuid[], extends uuid[], derived_from uuid[], importance int, confidence float8, tags text[], metadata jsonb,
  origin text, said_at timestamptz, event_at text, valid_from timestamptz, valid_until timestamptz, forget_after timestamptz,
  session text, speaker text, source_event uuid, idempotency_key text
);

-- What came of an update: the columns of store.
create type pgrecall.stored as (id uuid, action text, version int, replaced uuid[], notes text[]);

-- A predicate with its declared cardinality: whether a subject may have several values of it.
create type pgrecall.predicate as (namespace text, name text, is_multi boolean, created_at timestamptz);

-- Where a new row stands among the versions of a memory.
create type pgrecall.placement as (root_id uuid, parent_id uuid, version int, superseded_by uuid, valid_until timestamptz, is_proposal boolean);

-- A text as it is compared: its words in a canonical form, what each of them is (see pgrecall.words_en), and its language.
-- marks: what it says about itself: change (now, no longer, moved to), end (no longer), fix (correction:), question, several (sentences).
create type pgrecall.reading as (language text, tokens text[], kinds text[], marks text[], outline text, signs text, commas int);

-- Where a new memory stands: the id of the one it says again, of older values it replaces, of a later value it is history to.
create type pgrecall.standing as (same_id uuid, older_ids uuid[], later_id uuid);

-- What an erasure did: rows by table that went, and that stayed because something else needs them. No erased text.
create type pgrecall.receipt as (
  id uuid, erased_at timestamptz, namespace text, selector text, selector_hash text, reason text,
  counts jsonb, kept jsonb, tombstone_count int, is_dry_run boolean
);
