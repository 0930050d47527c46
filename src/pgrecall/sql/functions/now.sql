-- The present, or the instant named by the setting `pgrecall.now`, by which tests travel in time.
create function pgrecall.now() returns timestamptz
language sql volatile parallel safe as $$
  select coalesce(nullif(current_setting('pgrecall.now', true), '')::timestamptz, clock_timestamp())
$$;
