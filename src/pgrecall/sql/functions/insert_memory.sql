-- Insert a checked memory at its place among the versions, with its sources and relations.
-- Raises MR001 for an id in extends, derived_from or source_event that this namespace does not hold, MR002 when all it derives from is forgotten.
create function pgrecall.insert_memory(namespace_id int, id uuid, n pgrecall.new_memory, now timestamptz, place pgrecall.placement, embedding halfvec, model_id int)
returns void
language plpgsql volatile as $$
#variable_conflict use_column
declare
  v_is_inference boolean := coalesce(cardinality(n.derived_from), 0) > 0;
  v_missing uuid;
begin
  select x.id into v_missing from unnest(n.extends || n.derived_from) x (id)
  where not exists (select from pgrecall_data.memories m where m.namespace_id = insert_memory.namespace_id and m.id = x.id) limit 1;
  if v_missing is null and n.source_event is not null
    and not exists (select from pgrecall_data.events e where e.namespace_id = insert_memory.namespace_id and e.id = n.source_event) then
    v_missing := n.source_event;
  end if;
  if v_missing is not null then
    raise exception using errcode = 'MR001', message = format('nothing with the id %L in this namespace to point to', v_missing), hint = 'extends, derived_from and source_event take ids of this namespace';
  end if;
  if v_is_inference and n.source_event is null and not exists (
    select from pgrecall_data.memories m where m.namespace_id = insert_memory.namespace_id and m.id = any (n.derived_from)
      and m.forgotten_at is null and coalesce(m.forget_after > insert_memory.now, true)) then
    raise exception using errcode = 'MR002', message = format('memory %L, which this derives from, is forgotten', n.derived_from[1]), hint = 'nothing was stored: restore it first, or store this as a statement of its own';
  end if;
  insert into pgrecall_data.memories (
    namespace_id, id, content, kind, session, speaker, position, subject, predicate, object, is_multi, importance, confidence, tags,
    metadata, origin, root_id, parent_id, version, is_latest, superseded_by, superseded_at, recorded_at, valid_from, valid_until, said_at, event_at, event_precision, is_inference, review,
    forget_after, idempotency_key, embedding, model_id, is_proposal, created_at, updated_at, language)
  values (
    insert_memory.namespace_id, insert_memory.id, n.content, n.kind, n.session, n.speaker,
    case when n.session is not null then pgrecall.next_position(insert_memory.namespace_id, n.session) end,
    n.subject, n.predicate, n.object, n.multi, n.importance, n.confidence, n.tags,
    n.metadata, n.origin, coalesce(place.root_id, insert_memory.id), place.parent_id, place.version, place.superseded_by is null,
    place.superseded_by, case when place.superseded_by is not null then insert_memory.now end,
    insert_memory.now, n.valid_from, place.valid_until, n.said_at,
    pgrecall.event_range(n.event_at), pgrecall.event_precision(n.event_at), v_is_inference,
    case when v_is_inference then 'pending' else 'approved' end,
    n.forget_after, n.idempotency_key, insert_memory.embedding, case when insert_memory.embedding is not null then insert_memory.model_id end, coalesce(place.is_proposal, false),
    insert_memory.now, insert_memory.now, pgrecall.language_for(insert_memory.namespace_id, n.content));
  perform pgrecall.count_memory(insert_memory.namespace_id, insert_memory.id);
  insert into pgrecall_data.sources (namespace_id, memory_id, kind, source_id)
  select insert_memory.namespace_id, insert_memory.id, 'memory', d from (select distinct unnest(n.derived_from)) x (d)
  union all
  select insert_memory.namespace_id, insert_memory.id, 'event', n.source_event where n.source_event is not null;
  insert into pgrecall_data.relations (namespace_id, from_id, relation, to_id)
  select insert_memory.namespace_id, insert_memory.id, 'extends', e from (select distinct unnest(n.extends)) x (e)
  union all
  select insert_memory.namespace_id, insert_memory.id, 'derives', d from (select distinct unnest(n.derived_from)) x (d);
end $$;

-- Return the place of the next memory of a session, from 0.
create function pgrecall.next_position(namespace_id int, session text) returns int
language plpgsql stable
set plan_cache_mode = force_custom_plan -- as in same_memory
as $$
begin
  return (
    select coalesce(max(m.position) + 1, 0) from pgrecall_data.memories m
    where m.namespace_id = next_position.namespace_id and m.session = next_position.session
  );
end $$;

-- Whether a memory is a turn of a conversation: kept as said, never merged, replaced or heeded. Two people may say "Thanks!" twice.
create function pgrecall.is_turn(session text, kind text) returns boolean
language sql immutable parallel safe as $$
  select is_turn.session is not null and is_turn.kind in ('conversation', 'transcript')
$$;
