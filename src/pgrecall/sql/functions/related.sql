-- Return the neighbours of a memory in the graph: parents (what it updates, extends or derives from), then children.
-- What was forgotten, has expired or was declined is left out, as in recall. Raises MR001 for an unknown id.
create function pgrecall.related(id uuid, namespaces text[] default null) returns setof pgrecall.neighbour
language plpgsql volatile security definer set search_path from current as $$
#variable_conflict use_column
declare
  v_namespace int;
begin
  select m.namespace_id into v_namespace from pgrecall_data.memories m
  where m.namespace_id = any (pgrecall.readable(related.namespaces)) and m.id = related.id;
  if not found then
    raise exception using errcode = 'MR001', message = format('no memory %L in this namespace', related.id), hint = 'ids come back from store, recall and timeline';
  end if;
  return query select * from pgrecall.related_of(v_namespace, related.id);
end $$;

-- Return a memory's neighbours as they were known at an instant, the first n of them: parents before children, the newest first.
create function pgrecall.related_of(namespace_id int, id uuid, known_at timestamptz default 'infinity', n int default null)
returns setof pgrecall.neighbour
language sql volatile as $$
  select e.relation, e.direction, m.id, m.content, m.kind, pgrecall.latest_at(m, related_of.known_at), m.valid_from,
    pgrecall.end_at(m, related_of.known_at), m.is_inference, m.review, m.said_at
  from (
    select r.relation, 'parent' as direction, r.to_id as id from pgrecall_data.relations r
    where r.namespace_id = related_of.namespace_id and r.from_id = related_of.id
    union all
    select r.relation, 'child', r.from_id from pgrecall_data.relations r
    where r.namespace_id = related_of.namespace_id and r.to_id = related_of.id
  ) e
  join pgrecall_data.memories m on m.namespace_id = related_of.namespace_id and m.id = e.id
  where m.forgotten_at is null and coalesce(m.forget_after > pgrecall.now(), true) and m.review <> 'declined'
    and m.recorded_at <= related_of.known_at
  order by e.direction desc, e.relation, m.said_at desc, m.id desc
  limit related_of.n
$$;
