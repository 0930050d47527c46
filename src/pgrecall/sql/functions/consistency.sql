-- Check that the rows of all namespaces agree with each other, one row a check: what a verb in one transaction keeps true.
-- Shows counts only, never an id or a text, so that any caller may ask. Reads every table once or twice: 2 s for 100,000 memories.
create function pgrecall.consistency() returns table (name text, is_ok boolean, detail text, advice text)
language sql stable security definer set search_path from current as $$
  with counted as (
    select f.name, f.count from pgrecall.row_faults() f
    union all select f.name, f.count from pgrecall.chain_faults() f
    union all select f.name, f.count from pgrecall.link_faults() f
  )
  select c.name, f.count = 0 or c.is_harmless, f.count || ' ' || c.says, c.advice
  from (values
    (1, 'latest or superseded', false, 'memories are both latest and superseded, or neither',
      'set is_latest to (superseded_by is null) where it is not; if superseded_by is what is wrong, clear it with superseded_at'),
    (2, 'one latest version', false, 'chains have more than one latest version',
      'keep the highest version of each root_id; set superseded_by, superseded_at and valid_until of the others'),
    (3, 'version numbers', false, 'version numbers occur twice in a chain', 'number the rows of each root_id anew, by recorded_at'),
    (4, 'version pointers', false, 'memories have a root, parent or successor that is missing',
      'restore the missing rows from a backup, or point root_id, parent_id and superseded_by at rows that exist'),
    (5, 'version edges', false, 'superseded memories have no edge from their successor: forgetting it would leave them',
      'insert the missing (superseded_by, ''updates'', id) into pgrecall_data.relations'),
    (6, 'closed versions', false, 'superseded memories have no end of validity', 'set valid_until to the valid_from of superseded_by, or to valid_from if that is later'),
    (7, 'validity', false, 'memories end before they begin', 'set valid_until to valid_from, and no answer shows the memory as live'),
    (8, 'earlier ends', false, 'memories have earlier_ends that are no pairs of instants', 'set earlier_ends to null: only answers for an earlier known_at need it'),
    (9, 'slots', false, 'memories share a slot with another at one instant', 'set valid_until of the earlier one to the valid_from of the later'),
    (10, 'turns', false, 'places of a session are taken twice or missing', 'number position anew within the session, by said_at and id, from 0'),
    (11, 'forgetting', false, 'memories are forgotten without a batch, or the reverse', 'give them a forget_batch, so that restore finds them, or clear both'),
    (12, 'inferences', false, 'memories are inferred from nothing', 'erase or decline them, or name their sources in pgrecall_data.sources'),
    (13, 'vectors', false, 'vectors come from a model of another width', 'clear embedding and model_id: recall compares vectors of one model only'),
    (14, 'relations', false, 'relations point at a missing memory', 'delete them'),
    (15, 'sources', false, 'sources point at a missing memory or event', 'restore what is missing from a backup, or delete them'),
    (16, 'mentions', false, 'mentions point at a missing memory or name', 'delete them'),
    (17, 'usage', false, 'counts of use belong to a missing memory', 'delete them'),
    (18, 'names', true, 'names occur in no memory', 'nothing to do: they are found again when a memory mentions them')
  ) c (place, name, is_harmless, says, advice)
  join counted f on f.name = c.name
  order by c.place
$$;

-- Count the memories that contradict themselves, by check, in one scan of what the caller sees.
create function pgrecall.row_faults() returns table (name text, count bigint)
language sql stable as $$
  select f.name, f.count
  from (
    select
      count(*) filter (where m.is_latest = (m.superseded_by is not null)) as latest,
      count(*) filter (where m.superseded_by is not null and m.valid_until is null) as closed,
      count(*) filter (where m.valid_until < m.valid_from) as validity,
      count(*) filter (where cardinality(m.earlier_ends) % 2 <> 0 or array_ndims(m.earlier_ends) <> 1 or m.earlier_ends = '{}'
        or array_position(m.earlier_ends, null) is not null) as ends,
      count(*) filter (where (m.forgotten_at is null) <> (m.forget_batch is null)) as forgetting,
      count(*) filter (where d.dim <> i.dim) as vectors
    from pgrecall_data.memories m
    cross join pgrecall_data.install i
    left join pgrecall_data.models d on d.id = m.model_id
  ) c
  cross join lateral (values
    ('latest or superseded', c.latest), ('closed versions', c.closed), ('validity', c.validity), ('earlier ends', c.ends),
    ('forgetting', c.forgetting), ('vectors', c.vectors)
  ) f (name, count)
$$;

-- Count what is wrong among the versions of a memory, the statements in a slot and the turns of a session, by check.
create function pgrecall.chain_faults() returns table (name text, count bigint)
language sql stable as $$
  select 'one latest version', count(*)
  from (select from pgrecall_data.memories m where m.is_latest group by m.namespace_id, m.root_id having count(*) > 1) c
  union all
  select 'version numbers', count(*)
  from (select from pgrecall_data.memories m group by m.namespace_id, m.root_id, m.version having count(*) > 1) c
  union all
  select 'version pointers', count(*)
  from pgrecall_data.memories m
  left join pgrecall_data.memories r on r.namespace_id = m.namespace_id and r.id = m.root_id and r.root_id = r.id
  where r.id is null
    or (m.parent_id is not null and not exists (select from pgrecall_data.memories p where p.namespace_id = m.namespace_id and p.id = m.parent_id))
    or (m.superseded_by is not null and not exists (select from pgrecall_data.memories s where s.namespace_id = m.namespace_id and s.id = m.superseded_by))
  union all
  select 'version edges', count(*)
  from pgrecall_data.memories m
  where m.superseded_by is not null and not exists (
    select from pgrecall_data.relations r
    where r.namespace_id = m.namespace_id and r.from_id = m.superseded_by and r.relation = 'updates' and r.to_id = m.id)
  union all
  select 'slots', count(*)
  from (
    -- it overlaps one that began before it if that, or another before it, had not ended
    select m.valid_from < max(coalesce(m.valid_until, 'infinity')) over (
      partition by m.namespace_id, pgrecall_data.folded(m.subject), pgrecall_data.folded(m.predicate) order by m.valid_from, m.id
      rows between unbounded preceding and 1 preceding) as is_shared
    from pgrecall_data.memories m
    where m.subject is not null and m.predicate is not null and not m.is_multi and m.forgotten_at is null
      and coalesce(m.valid_until > m.valid_from, true)
  ) s
  where s.is_shared
  union all
  select 'turns', count(*)
  from (
    select from pgrecall_data.memories m where m.session is not null
    group by m.namespace_id, m.session, m.position having count(*) > 1 or m.position is null
  ) t
$$;

-- Count the rows that point at a memory, an event or a name that is missing, by check.
-- An event may be gone that only forgotten or superseded memories were drawn from: retention keeps those of live ones.
create function pgrecall.link_faults() returns table (name text, count bigint)
language sql stable as $$
  select 'inferences', count(*)
  from pgrecall_data.memories m
  where m.is_inference and not exists (select from pgrecall_data.sources s where s.namespace_id = m.namespace_id and s.memory_id = m.id)
  union all
  select 'relations', count(*)
  from pgrecall_data.relations r
  where not exists (select from pgrecall_data.memories m where m.namespace_id = r.namespace_id and m.id = r.from_id)
    or not exists (select from pgrecall_data.memories m where m.namespace_id = r.namespace_id and m.id = r.to_id)
  union all
  select 'sources', count(*)
  from pgrecall_data.sources s
  left join pgrecall_data.memories m on m.namespace_id = s.namespace_id and m.id = s.memory_id
  where m.id is null
    or (s.kind = 'memory' and not exists (select from pgrecall_data.memories o where o.namespace_id = s.namespace_id and o.id = s.source_id))
    or (s.kind = 'event' and m.is_latest and m.forgotten_at is null
      and not exists (select from pgrecall_data.events e where e.namespace_id = s.namespace_id and e.id = s.source_id))
  union all
  select 'mentions', count(*)
  from pgrecall_data.mentions x
  where not exists (select from pgrecall_data.memories m where m.namespace_id = x.namespace_id and m.id = x.memory_id)
    or not exists (select from pgrecall_data.entities e where e.namespace_id = x.namespace_id and e.id = x.entity_id)
  union all
  select 'usage', count(*)
  from pgrecall_data.usage u
  where not exists (select from pgrecall_data.memories m where m.namespace_id = u.namespace_id and m.id = u.memory_id)
  union all
  select 'names', count(*)
  from pgrecall_data.entities e
  where not exists (select from pgrecall_data.mentions x where x.namespace_id = e.namespace_id and x.entity_id = e.id)
$$;
