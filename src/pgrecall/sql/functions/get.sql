-- Return the memories with these ids, whatever has become of them, in the order asked; raises MR001 for an unknown one.
create function pgrecall.get(ids uuid[], namespaces text[] default null) returns setof pgrecall.memory
language plpgsql stable security definer set search_path from current as $$
#variable_conflict use_column
declare
  v_namespaces int[] := pgrecall.readable(get.namespaces);
  v_missing uuid;
begin
  return query
    select v.* from unnest(get.ids) with ordinality asked (id, place)
    join pgrecall.memory v on v.namespace_id = any (v_namespaces) and v.id = asked.id
    order by asked.place, v.namespace_id;
  select asked.id into v_missing from unnest(get.ids) asked (id)
  where not exists (select from pgrecall_data.memories m where m.namespace_id = any (v_namespaces) and m.id = asked.id) limit 1;
  if found then
    raise exception using errcode = 'MR001',
      message = format('no memory %L in this namespace', v_missing),
      hint = 'ids come back from store, recall and timeline';
  end if;
end $$;
