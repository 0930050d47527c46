-- Count memories that were recalled; called in batches after the reads, never by them. Unknown ids are passed over.
create function pgrecall.record_usage(ids uuid[], namespaces text[] default null) returns int
language plpgsql volatile security definer set search_path from current as $$
#variable_conflict use_column
declare
  v_namespaces int[] := pgrecall.readable(record_usage.namespaces);
  v_count int;
begin
  insert into pgrecall_data.usage as u (namespace_id, memory_id, recall_count, last_recalled_at)
  select m.namespace_id, m.id, x.n, pgrecall.now()
  from (select i, count(*) as n from unnest(record_usage.ids) i group by i) x
  join pgrecall_data.memories m on m.namespace_id = any (v_namespaces) and m.id = x.i
  order by m.namespace_id, m.id
  on conflict (namespace_id, memory_id) do update
  set recall_count = u.recall_count + excluded.recall_count, last_recalled_at = excluded.last_recalled_at;
  get diagnostics v_count = row_count;
  return v_count;
end $$;
