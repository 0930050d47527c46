-- STUB
create function pgrecall.asked_windows(query text, asked_at timestamptz) returns setof pgrecall.asked_window
language sql stable as $$ select null::timestamptz, null::timestamptz, null::text, null::text where false $$;
-- STUB
create function pgrecall.asks_when(query text) returns boolean language sql immutable as $$ select query ~* '^\s*(when|how long)\M|\mwhen (did|was)' $$;
