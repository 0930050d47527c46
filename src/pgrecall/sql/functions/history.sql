-- Return every version of a memory, oldest first, forgotten ones with their reason: by id, by slot, or by text
-- (the memory that says exactly this, or else the one that holds most of its words). Includes what other chains it replaced.
-- known_at hides what was recorded later, and shows ends as they were known then; as_of leaves what was valid then.
-- Raises MR001 for an unknown id, MR003 when nothing to look for is given.
create function pgrecall.history(
  id uuid default null, content text default null, subject text default null, predicate text default null,
  embedding halfvec default null, known_at timestamptz default null, namespaces text[] default null,
  as_of timestamptz default null
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
      v_start := array(select h.id from pgrecall.recall(history.content, history.embedding, k => 1, history => true, known_at => history.known_at, namespaces => history.namespaces, blend => false) h);
    end if;
  else
    raise exception using errcode = 'MR003', message = 'history needs an id, a text, or subject and predicate', hint = 'for example history(subject => ''Ravi'', predicate => ''works at'')';
  end if;
  return query
    with recursive chain (namespace_id, root_id) as ( -- by chain, not by version: a long one is walked once
      select m.namespace_id, m.root_id from pgrecall_data.memories m where m.namespace_id = any (v_namespaces) and m.id = any (v_start)
      union
      select c.namespace_id, o.root_id from chain c
      join pgrecall_data.memories m on m.namespace_id = c.namespace_id and m.root_id = c.root_id
      cross join lateral (
        select r.to_id as id from pgrecall_data.relations r where r.namespace_id = c.namespace_id and r.from_id = m.id and r.relation = 'updates'
        union all select m.superseded_by where m.superseded_by is not null
      ) n
      join pgrecall_data.memories o on o.namespace_id = c.namespace_id and o.id = n.id
    )
    select k.* from chain c
    join pgrecall.memory v on v.namespace_id = c.namespace_id and v.root_id = c.root_id
    cross join lateral pgrecall.as_known(v, history.known_at) k
    where v.recorded_at <= coalesce(history.known_at, 'infinity')
      and coalesce(history.as_of <@ tstzrange(k.valid_from, k.valid_until), true)
    order by k.valid_from, k.version, k.recorded_at, k.id;
end $$;
