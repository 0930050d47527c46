-- Store one memory in a namespace the caller may write to; the body of store and store_many.
-- In order: the same key or the same statement is confirmed; what it supersedes, the slot's memory and older values of the same
-- thing are closed; else created. A request to forget or not to keep is heeded.
create function pgrecall.write(namespace_id int, n pgrecall.new_memory, embedding halfvec, model_id int)
returns table (id uuid, action text, version int, replaced uuid[], notes text[])
language plpgsql volatile as $$
#variable_conflict use_column
declare
  v_now timestamptz;
  v_has_times boolean := coalesce(n.valid_from, n.said_at) is not null;
  v_intent text;
  v_found pgrecall.standing;
  v_forgotten uuid[];
begin
  n := pgrecall.check_new(n);
  perform pgrecall.check_vector(embedding, model_id);
  perform pgrecall.lock_namespace(namespace_id);
  n := pgrecall.with_cardinality(namespace_id, n);
  perform pgrecall.check_tombstone(namespace_id, n);
  v_now := pgrecall.now(); -- read under the lock: who writes later is later
  n.said_at := coalesce(n.said_at, v_now);
  n.valid_from := coalesce(n.valid_from, least(n.said_at, v_now));
  n.event_at := coalesce(n.event_at, pgrecall.event_said(n.content, n.said_at));
  if n.valid_from >= n.valid_until then
    raise exception using errcode = 'MR003', message = format('valid_until %s is not after valid_from, by default %s', n.valid_until, n.valid_from), hint = 'give valid_from too';
  end if;
  notes := pgrecall.limits_of(n.content, embedding);
  if l2_norm(embedding) = 0 then embedding := null; end if;
  v_intent := pgrecall.intent(n);
  if pgrecall.is_hearsay(n.content) and n.kind not in ('conversation', 'transcript') and n.confidence > 0.4 then
    n.confidence := 0.4;
    notes := notes || 'confidence 0.4: the text says that it is not to be relied on'::text;
  end if;
  v_found := pgrecall.standing_of(namespace_id, n, v_has_times, v_now, embedding, model_id, v_intent is null);
  if v_found.same_id is not null then
    return query select c.id, c.action, c.version, c.replaced, write.notes from pgrecall.confirm(namespace_id, n, v_found.same_id, v_now) c;
    return;
  end if;
  select p.id, p.action, p.version, p.replaced into id, action, version, replaced
  from pgrecall.place_version(namespace_id, n, v_has_times, v_now, embedding, model_id, v_found) p;
  if v_intent is not null then
    v_forgotten := pgrecall.heed(namespace_id, n, id, v_intent, v_now);
    notes := notes || case
      when v_intent = 'withhold' then 'out of recall, as it asks not to be kept; erase removes it for good'
      when v_forgotten = '{}' then 'asks to forget, but quotes nothing that is remembered: see forget(matching => ...)'
      else format('forgotten as asked: %s memories; restore brings them back', cardinality(v_forgotten)) end;
    if v_intent = 'withhold' or v_forgotten <> '{}' then
      action := 'history';
      replaced := replaced || v_forgotten;
    end if;
  end if;
  return next;
end $$;

-- Raise MR003 for a vector of no model, or of another width than its model's.
create function pgrecall.check_vector(embedding halfvec, model_id int) returns void
language plpgsql stable as $$
begin
  if check_vector.embedding is not null and check_vector.model_id is null then
    raise exception using errcode = 'MR003', message = 'an embedding was given but no model was declared', hint = 'select pgrecall.declare_model(name, dim) first';
  end if;
  if vector_dims(check_vector.embedding) <> (select m.dim from pgrecall_data.models m where m.id = check_vector.model_id) then
    raise exception using errcode = 'MR003', message = format('the embedding has %s dimensions, not those of its model', vector_dims(check_vector.embedding)), hint = 'see dim in pgrecall.status()';
  end if;
end $$;

-- Return what is to be said of a text and a vector that are not stored to their full use.
create function pgrecall.limits_of(content text, embedding halfvec) returns text[]
language sql immutable parallel safe as $$
  select array_remove(array[
    case when length(limits_of.content) > 100000 then format('found by keyword in the first 100000 of %s characters', length(limits_of.content)) end,
    case when l2_norm(limits_of.embedding) = 0 then 'stored without a vector: the embedding is all zeros' end], null)
$$;

-- Return where a new memory stands to those there are: the one it says again; the older values it replaces; a later value it is history to.
-- Hearsay replaces nothing.
create function pgrecall.standing_of(
  namespace_id int, n pgrecall.new_memory, has_times boolean, now timestamptz, embedding halfvec, model_id int, is_statement boolean
) returns pgrecall.standing
language plpgsql volatile as $$
#variable_conflict use_column
declare
  v_found pgrecall.standing := ((pgrecall.same_memory(namespace_id, n, has_times, now)).id, '{}', null);
  v_near record;
begin
  if v_found.same_id is not null or not is_statement then return v_found; end if;
  for v_near in select * from pgrecall.near_memories(namespace_id, n, has_times, now, embedding, model_id) loop
    if v_near.verdict = 'same' then
      v_found.same_id := v_near.id;
      return v_found;
    elsif n.confidence < 0.5 then
      continue;
    elsif has_times and n.valid_from < v_near.valid_from then
      v_found.later_id := coalesce(v_found.later_id, v_near.id);
    else
      v_found.older_ids := v_found.older_ids || v_near.id;
    end if;
  end loop;
  return v_found;
end $$;

-- Confirm a memory that was said again: it keeps its id, takes the new key, and replaces what is superseded now.
create function pgrecall.confirm(namespace_id int, n pgrecall.new_memory, same_id uuid, now timestamptz)
returns table (id uuid, action text, version int, replaced uuid[])
language plpgsql volatile as $$
#variable_conflict use_column
declare
  v_same pgrecall_data.memories;
  v_ids uuid[];
begin
  select * into v_same from pgrecall_data.memories m where m.namespace_id = confirm.namespace_id and m.id = confirm.same_id;
  if v_same.idempotency_key is null and n.idempotency_key is not null then
    update pgrecall_data.memories m set idempotency_key = n.idempotency_key where m.namespace_id = confirm.namespace_id and m.id = v_same.id;
  end if;
  -- said again, as when a lost answer makes a caller repeat: what it replaced the first time is not replaced twice
  v_ids := array(
    select distinct s from unnest(n.supersedes) s
    where v_same.is_latest and v_same.forgotten_at is null and s <> v_same.id and not exists (
      select from pgrecall_data.memories m where m.namespace_id = confirm.namespace_id and m.id = s and m.superseded_by = v_same.id));
  replaced := pgrecall.close_versions(namespace_id, v_ids, v_same.id, greatest(n.valid_from, v_same.valid_from), now);
  perform pgrecall.relate_versions(namespace_id, v_same.id, replaced);
  id := v_same.id;
  version := v_same.version;
  action := case when replaced = '{}' then 'confirmed' else 'updated' end;
  return next;
end $$;

-- Return the memory that already is the new one: the same idempotency key, or the same content, kind and slot while live
-- in an overlapping validity, or replaced meanwhile but valid from the same instant. Turns of a session are never the same.
-- Raises MR002 for a key used for another text.
create function pgrecall.same_memory(namespace_id int, n pgrecall.new_memory, has_times boolean, now timestamptz) returns pgrecall_data.memories
language plpgsql volatile
set plan_cache_mode = force_custom_plan -- a plan kept from when the table was small reads the whole namespace, 100 times slower at 20,000 rows
as $$
#variable_conflict use_column
declare
  v_same pgrecall_data.memories;
begin
  if n.idempotency_key is not null then
    select * into v_same from pgrecall_data.memories m where m.namespace_id = same_memory.namespace_id and m.idempotency_key = n.idempotency_key;
    if found and (v_same.content <> n.content or v_same.kind <> n.kind) then
      raise exception using errcode = 'MR002', message = format('idempotency key %L was used for another text', n.idempotency_key),
        hint = 'use a new key for a new memory; to change one, supersede it';
    end if;
    if found then return v_same; end if;
  end if;
  if pgrecall.is_turn(n.session, n.kind) then return null; end if;
  select * into v_same from pgrecall_data.memories m
  where m.namespace_id = same_memory.namespace_id and m.content_hash = pgrecall_data.content_hash(n.content) and m.content = n.content
    and m.kind = n.kind and m.forgotten_at is null and m.review <> 'declined'
    and coalesce(m.forget_after > same_memory.now, true)
    and not pgrecall.is_turn(m.session, m.kind)
    and (n.subject is null or pgrecall_data.folded(m.subject) is not distinct from pgrecall_data.folded(n.subject))
    and (n.predicate is null or pgrecall_data.folded(m.predicate) is not distinct from pgrecall_data.folded(n.predicate))
    and (n.object is null or m.object is not distinct from n.object)
    and (n.event_at is null or m.event_at is not distinct from pgrecall.event_range(n.event_at))
    and case
      when not m.is_latest then same_memory.has_times and m.valid_from = n.valid_from
      when same_memory.has_times or n.valid_until is not null then tstzrange(m.valid_from, m.valid_until) && tstzrange(n.valid_from, n.valid_until)
      else m.valid_from <= greatest(same_memory.now, m.recorded_at) and coalesce(m.valid_until > same_memory.now, true) end
  order by m.is_latest desc, m.id limit 1;
  return v_same;
end $$;

-- Insert a new memory where it belongs: after what it supersedes and the slot's memory, or before the latter, as history.
create function pgrecall.place_version(
  namespace_id int, n pgrecall.new_memory, has_times boolean, now timestamptz, embedding halfvec, model_id int, found pgrecall.standing
) returns table (id uuid, action text, version int, replaced uuid[])
language plpgsql volatile as $$
#variable_conflict use_column
declare
  v_is_slotted boolean := n.subject is not null and n.predicate is not null and not n.multi;
  v_slot pgrecall_data.memories;
  v_place pgrecall.placement;
  v_is_late boolean;
  v_cut uuid[];
begin
  id := pgrecall_data.uuid_v7();
  if v_is_slotted then v_slot := pgrecall.slot_memory(namespace_id, n.subject, n.predicate); end if;
  if v_slot.review = 'approved' and n.derived_from <> '{}' and not (v_slot.id = any (coalesce(n.supersedes, '{}'))) then
    n.multi := true;
    v_is_slotted := false;
    v_place.is_proposal := true;
    v_slot := null;
  end if;
  if v_slot.id is null and found.later_id is not null then
    select * into v_slot from pgrecall_data.memories m where m.namespace_id = place_version.namespace_id and m.id = found.later_id;
  end if;
  -- a clock that stepped back makes no history of the newest statement; one about the future, made before, does
  if not has_times and v_slot.valid_from <= v_slot.recorded_at then n.valid_from := greatest(n.valid_from, v_slot.valid_from); end if;
  v_is_late := coalesce(n.valid_from < v_slot.valid_from and not (v_slot.id = any (coalesce(n.supersedes, '{}'))), false);
  replaced := pgrecall.close_versions(namespace_id, n.supersedes || case when not v_is_late then found.older_ids || v_slot.id end, id, n.valid_from, now);
  if replaced <> '{}' then replaced := replaced || pgrecall.close_versions(namespace_id, pgrecall.copies_of(namespace_id, replaced, id, now), id, n.valid_from, now); end if;
  if v_is_late then
    v_place.root_id := v_slot.root_id;
    v_place.superseded_by := v_slot.id;
    v_place.valid_until := case when v_is_slotted then pgrecall.slot_end(namespace_id, n.subject, n.predicate, n.valid_from, n.valid_until)
      else least(n.valid_until, v_slot.valid_from) end;
  else
    select m.root_id, m.id into v_place.root_id, v_place.parent_id from pgrecall_data.memories m
    where m.namespace_id = place_version.namespace_id and m.id = any (replaced) order by m.version desc, m.id limit 1;
    v_place.valid_until := n.valid_until;
  end if;
  action := case when v_is_late then 'history' when replaced = '{}' then 'created' else 'updated' end;
  if v_is_slotted then
    v_cut := pgrecall.cut_slot(namespace_id, n.subject, n.predicate, n.valid_from, v_place.valid_until, now);
    if v_is_late and n.valid_from <= now and coalesce(v_place.valid_until > now, true) then
      replaced := replaced || v_cut;
      action := case when replaced = '{}' then 'created' else 'updated' end;
    end if;
  end if;
  version := 1 + coalesce((
    select max(m.version) from pgrecall_data.memories m where m.namespace_id = place_version.namespace_id and m.root_id = v_place.root_id), 0);
  v_place.version := version;
  perform pgrecall.insert_memory(namespace_id, id, n, now, v_place, embedding, model_id);
  perform pgrecall.relate_versions(namespace_id, id, replaced);
  if v_is_late then perform pgrecall.relate_versions(namespace_id, v_slot.id, array[id]); end if;
  perform pgrecall.link_entities(namespace_id, id);
  return next;
end $$;
