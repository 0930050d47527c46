-- Return what the open namespaces hold and what the install is: one row.
create function pgrecall.status(namespaces text[] default null) returns table (
  paths text[], memory_count bigint, live_count bigint, superseded_count bigint, forgotten_count bigint,
  unembedded_count bigint, entity_count bigint, session_count bigint, by_kind jsonb, oldest_said_at timestamptz, newest_said_at timestamptz,
  schema_version int, functions_version text, dim int, model text, server_version text, vector_version text, database_bytes bigint
)
language plpgsql volatile security definer set search_path from current as $$
#variable_conflict use_column
declare
  v_namespaces int[] := pgrecall.readable(status.namespaces);
  v_filter pgrecall.filter := pgrecall.new_filter(null, null, null, null, null, null, null, null, false);
begin
  return query
    with held as materialized (
      select m.kind, m.session, m.said_at, pgrecall.passes(m, v_filter) as is_live, m.superseded_at is not null as is_superseded,
        m.forgotten_at is not null as is_forgotten, m.embedding is null as is_unembedded
      from pgrecall_data.memories m where m.namespace_id = any (v_namespaces)
    )
    select coalesce(status.namespaces, pgrecall.allowed()), count(h.kind), count(*) filter (where h.is_live), count(*) filter (where h.is_superseded),
      count(*) filter (where h.is_forgotten), count(*) filter (where h.is_live and h.is_unembedded),
      (select count(*) from pgrecall_data.entities e where e.namespace_id = any (v_namespaces)),
      count(distinct h.session),
      (select coalesce(jsonb_object_agg(k.kind, k.n), '{}') from (select x.kind, count(*) as n from held x where x.is_live group by x.kind) k),
      min(h.said_at) filter (where h.is_live), max(h.said_at) filter (where h.is_live),
      (select max(g.version) from pgrecall_data.migrations g), i.functions_version, i.dim,
      (select o.name from pgrecall_data.models o where o.is_current), current_setting('server_version'),
      (select x.extversion::text from pg_extension x where x.extname = 'vector'), pg_database_size(current_database())
    from pgrecall_data.install i left join held h on true group by i.functions_version, i.dim;
end $$;
