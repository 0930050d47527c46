-- Return every version of a memory, oldest first, forgotten ones with their reason: by id, by slot, or by text
-- (the memory that says exactly this, or else the one that holds most of its words). Includes what other chains it replaced.
-- Raises MR001 for an unknown id, MR003 when nothing to look for is given.
create function pgrecall.history(
  id uuid default null, content text default null, subject text default null, predicate text default null,
  embedding halfvec default null, known_at timestamptz default null, namespaces text[] default null
) returns setof pgrecall.memory
language plpgsql volatile security definer set search_path from current as $$
#variable_conflict use_column
declare
  v_namespaces int[] := pgrecall.readable(history.namespaces);
  v_start uuid[];
begin
  if history.id is not null then
    v_start := array(select m.id from pgrecall_data.memories m where m.namespace_id = any (v_namespaces) and m.id = history.id);
    if v_start = '{}' then
      raise exception using errcode = 'MR001', message = format('no memory %L in this namespace', history.id), hint = 'ids come back from store, recall and timeline';
    end if;
  elsif history.subject is not null and history.predicate is not null then
    v_start := array(select m.id from pgrecall_data.memories m where m.namespace_id = any (v_namespaces)
      and pgrecall_data.folded(m.subject) = pgrecall_data.folded(history.subject) and pgrecall_data.folded(m.predicate) = pgrecall_data.folded(history.predicate));
  elsif history.content ~ '[^[:space:]]' then
    v_start := array(select m.id from pgrecall_data.memories m where m.namespace_id = any (v_namespaces)
      and m.content_hash = pgrecall_data.content_hash(normalize(history.content, nfc)) and m.content = normalize(history.content, nfc));
    if v_start = '{}' then
      v_start := array(select h.id from pgrecall.recall(history.content, history.embedding, k => 1, history => true, namespaces => history.namespaces, blend => false) h);
    end if;
  else
    raise exception using errcode = 'MR003', message = 'history needs an id, a text, or subject and predicate', hint = 'for example history(subject => ''Ravi'', predicate => ''works at'')';
  end if;
  return query
    with recursive chain (namespace_id, id) as (
      select m.namespace_id, m.id from pgrecall_data.memories m where m.namespace_id = any (v_namespaces) and m.id = any (v_start)
      union
      select c.namespace_id, n.id from chain c join pgrecall_data.memories m on m.namespace_id = c.namespace_id and m.id = c.id
      cross join lateral (
        select x.id from pgrecall_data.memories x where x.namespace_id = c.namespace_id and x.root_id = m.root_id
        union select r.to_id from pgrecall_data.relations r where r.namespace_id = c.namespace_id and r.from_id = c.id and r.relation = 'updates'
        union select m.superseded_by where m.superseded_by is not null
      ) n
    )
    select v.* from chain c join pgrecall.memory v on v.namespace_id = c.namespace_id and v.id = c.id
    where v.recorded_at <= coalesce(history.known_at, 'infinity')
    order by v.valid_from, v.version, v.recorded_at, v.id;
end $$;
