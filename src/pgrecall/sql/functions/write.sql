-- Store one memory in a namespace the caller may write to; the body of store and store_many.
-- In order: the same key or the same content is confirmed; what it supersedes and the slot's memory are closed; else created.
create function pgrecall.write(namespace_id int, n pgrecall.new_memory, embedding halfvec, model_id int)
returns table (id uuid, action text, version int, replaced uuid[], notes text[])
language plpgsql volatile as $$
#variable_conflict use_column
declare
  v_now timestamptz;
  v_has_times boolean := coalesce(n.valid_from, n.said_at) is not null;
  v_same pgrecall_data.memories;
begin
  n := pgrecall.check_new(n);
  if embedding is not null and model_id is null then
    raise exception using errcode = 'MR003', message = 'an embedding was given but no model was declared', hint = 'select pgrecall.declare_model(name, dim) first';
  end if;
  perform pgrecall.lock_namespace(namespace_id);
  v_now := pgrecall.now(); -- read under the lock: who writes later is later
  n.said_at := coalesce(n.said_at, v_now);
  n.valid_from := coalesce(n.valid_from, least(n.said_at, v_now));
  notes := case when length(n.content) > 100000 then array[format('found by keyword in the first 100000 of %s characters', length(n.content))] else '{}' end;
  v_same := pgrecall.same_memory(namespace_id, n, v_has_times, v_now);
  if v_same.id is not null then
    replaced := pgrecall.close_versions(namespace_id, array_remove(n.supersedes, v_same.id), v_same.id, greatest(n.valid_from, v_same.valid_from), v_now);
    return query select v_same.id, case when replaced = '{}' then 'confirmed' else 'updated' end, v_same.version, replaced, notes;
    return;
  end if;
  return query
    select p.id, p.action, p.version, p.replaced, write.notes
    from pgrecall.place_version(namespace_id, n, v_has_times, v_now, embedding, model_id) p;
end $$;

-- Return the memory that already is the new one: the same idempotency key, or the same content, kind and slot while live
-- in an overlapping validity. Turns of a session are never the same. Raises MR002 for a key used for another text.
create function pgrecall.same_memory(namespace_id int, n pgrecall.new_memory, has_times boolean, now timestamptz) returns pgrecall_data.memories
language plpgsql volatile as $$
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
  if n.session is not null and n.kind in ('conversation', 'transcript') then return null; end if;
  select * into v_same from pgrecall_data.memories m
  where m.namespace_id = same_memory.namespace_id and m.content_hash = pgrecall_data.content_hash(n.content) and m.content = n.content
    and m.kind = n.kind and m.is_latest and m.forgotten_at is null and m.review <> 'declined'
    and coalesce(m.forget_after > same_memory.now, true)
    and (m.session is null or m.kind not in ('conversation', 'transcript'))
    and (n.subject is null or pgrecall_data.folded(m.subject) is not distinct from pgrecall_data.folded(n.subject))
    and (n.predicate is null or pgrecall_data.folded(m.predicate) is not distinct from pgrecall_data.folded(n.predicate))
    and (n.object is null or m.object is not distinct from n.object)
    and case when same_memory.has_times or n.valid_until is not null
      then tstzrange(m.valid_from, m.valid_until) && tstzrange(n.valid_from, n.valid_until)
      else coalesce(m.valid_until > same_memory.now, true) end
  order by m.id limit 1;
  return v_same;
end $$;

-- Insert a new memory where it belongs: after what it supersedes and the slot's memory, or before it, as history.
create function pgrecall.place_version(
  namespace_id int, n pgrecall.new_memory, has_times boolean, now timestamptz, embedding halfvec, model_id int
) returns table (id uuid, action text, version int, replaced uuid[])
language plpgsql volatile as $$
#variable_conflict use_column
declare
  v_slot pgrecall_data.memories := pgrecall.slot_memory(namespace_id, n);
  v_place pgrecall.placement;
begin
  id := pgrecall_data.uuid_v7();
  -- a clock that stepped back is no reason to call the newest statement history
  if not has_times then n.valid_from := greatest(n.valid_from, v_slot.valid_from); end if;
  if n.valid_from < v_slot.valid_from and not (v_slot.id = any (coalesce(n.supersedes, '{}'))) then
    replaced := '{}';
    v_place.root_id := v_slot.root_id;
    v_place.superseded_by := v_slot.id;
    v_place.valid_until := least(n.valid_until, (
      select min(m.valid_from) from pgrecall_data.memories m
      where m.namespace_id = place_version.namespace_id and m.root_id = v_slot.root_id and m.valid_from > n.valid_from and m.forgotten_at is null));
    perform pgrecall.close_earlier(namespace_id, v_slot.root_id, n.valid_from);
  else
    replaced := pgrecall.close_versions(
      namespace_id, array(select distinct s from unnest(n.supersedes || v_slot.id) s where s is not null), id, n.valid_from, now);
    select m.root_id, m.id into v_place.root_id, v_place.parent_id from pgrecall_data.memories m
    where m.namespace_id = place_version.namespace_id and m.id = any (replaced) order by m.version desc, m.id limit 1;
    v_place.valid_until := n.valid_until;
  end if;
  v_place.version := 1 + coalesce((
    select max(m.version) from pgrecall_data.memories m where m.namespace_id = place_version.namespace_id and m.root_id = v_place.root_id), 0);
  action := case when v_place.superseded_by is not null then 'history' when replaced = '{}' then 'created' else 'updated' end;
  version := v_place.version;
  perform pgrecall.insert_memory(namespace_id, id, n, now, v_place, embedding, model_id);
  insert into pgrecall_data.relations (namespace_id, from_id, relation, to_id)
  select place_version.namespace_id, place_version.id, 'updates', r from unnest(replaced) r;
  perform pgrecall.link_entities(namespace_id, id);
  return next;
end $$;

-- Return the live memory of the new one's slot, when it has one.
create function pgrecall.slot_memory(namespace_id int, n pgrecall.new_memory) returns pgrecall_data.memories
language sql stable as $$
  select m.* from pgrecall_data.memories m
  where n.subject is not null and n.predicate is not null and not n.multi
    and m.namespace_id = slot_memory.namespace_id and m.is_latest and m.forgotten_at is null and not m.is_multi
    and pgrecall_data.folded(m.subject) = pgrecall_data.folded(n.subject)
    and pgrecall_data.folded(m.predicate) = pgrecall_data.folded(n.predicate)
$$;

-- Close the versions a new one replaces, at the start of its validity; return their ids.
-- Raises MR001 for an id this namespace does not hold, MR002 for one that was replaced or forgotten meanwhile.
create function pgrecall.close_versions(namespace_id int, ids uuid[], by_id uuid, until timestamptz, now timestamptz) returns uuid[]
language plpgsql volatile as $$
#variable_conflict use_column
declare
  v_id uuid;
  v_old pgrecall_data.memories;
  v_closed uuid[] := '{}';
begin
  foreach v_id in array array(select distinct i from unnest(coalesce(close_versions.ids, '{}')) i order by i) loop
    select * into v_old from pgrecall_data.memories m where m.namespace_id = close_versions.namespace_id and m.id = v_id;
    if not found then
      raise exception using errcode = 'MR001', message = format('no memory %L in this namespace to supersede', v_id), hint = 'ids come back from store, recall and timeline';
    elsif v_old.superseded_by is not null or v_old.forgotten_at is not null then
      raise exception using errcode = 'MR002', message = format('memory %L was %s meanwhile', v_id, case when v_old.forgotten_at is null then 'replaced by ' || v_old.superseded_by else 'forgotten' end),
        hint = 'read it again and supersede the latest version';
    end if;
    update pgrecall_data.memories m
    set is_latest = false, superseded_by = close_versions.by_id, superseded_at = close_versions.now, updated_at = close_versions.now,
      asserted_until = m.valid_until, valid_until = greatest(m.valid_from, least(m.valid_until, close_versions.until))
    where m.namespace_id = close_versions.namespace_id and m.id = v_id;
    v_closed := v_closed || v_id;
  end loop;
  return v_closed;
end $$;
