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

-- What recall returns of a memory, with why it ranks where it does.
create type pgrecall.hit as (
  id uuid, content text, kind text, similarity real, score real, namespace text, session text, speaker text,
  subject text, predicate text, object text, tags text[], metadata jsonb, importance smallint, confidence real,
  origin text, is_inference boolean, version int, is_latest boolean, valid_from timestamptz, valid_until timestamptz,
  said_at timestamptz, event_at timestamptz, event_precision text, recorded_at timestamptz, sources text[], explain jsonb
);

-- A memory as it is given to us; the field names are those of pgrecall.store and of one item of pgrecall.store_many.
create type pgrecall.new_memory as (
  content text, kind text, subject text, predicate text, object text, multi boolean,
  supersedes uuid[], extends uuid[], derived_from uuid[], importance int, confidence float8, tags text[], metadata jsonb,
  origin text, said_at timestamptz, event_at text, valid_from timestamptz, valid_until timestamptz, forget_after timestamptz,
  session text, speaker text, source_event uuid, idempotency_key text
);

-- Where a new row stands among the versions of a memory.
create type pgrecall.placement as (root_id uuid, parent_id uuid, version int, superseded_by uuid, valid_until timestamptz);

-- What an erasure did: rows by table that went, and that stayed because something else needs them. No erased text.
create type pgrecall.receipt as (
  id uuid, erased_at timestamptz, namespace text, selector text, selector_hash text, reason text,
  counts jsonb, kept jsonb, tombstone_count int, is_dry_run boolean
);
