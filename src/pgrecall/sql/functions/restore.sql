-- Bring forgotten or expired memories back, by ids or by the batch that forgot them; return those that came back.
-- Where another memory has taken the slot or says the same meanwhile, the restored one joins the history behind it.
-- Raises MR001 for an unknown id or batch, MR002 for a conclusion whose sources all stay forgotten, MR003 when neither or
-- both are given.
create function pgrecall.restore(ids uuid[] default null, batch uuid default null, namespace text default null)
returns table (id uuid, content text, kind text, is_latest boolean)
language plpgsql volatile security definer set search_path from current as $$
#variable_conflict use_column
declare
  v_namespace int := pgrecall.writable(restore.namespace);
  v_ids uuid[] := restore.ids;
  v_id uuid;
  v_now timestamptz;
begin
  if (restore.ids is null) = (restore.batch is null) then
    raise exception using errcode = 'MR003', message = 'restore takes ids or batch, one of them', hint = 'forget returns both';
  end if;
  perform pgrecall.lock_namespace(v_namespace);
  v_now := pgrecall.now();
  if restore.batch is not null then
    v_ids := array(select m.id from pgrecall_data.memories m where m.namespace_id = v_namespace and m.forget_batch = restore.batch order by m.id);
    if v_ids = '{}' then
      raise exception using errcode = 'MR001', message = format('no memory was forgotten in batch %L, or all are restored', restore.batch);
    end if;
  end if;
  foreach v_id in array array(select distinct i from unnest(v_ids) i order by i) loop
    if not exists (select from pgrecall_data.memories m where m.namespace_id = v_namespace and m.id = v_id) then
      raise exception using errcode = 'MR001', message = format('no memory %L in this namespace', v_id), hint = 'nothing was restored';
    end if;
    return query select r.id, r.content, r.kind, r.is_latest from pgrecall.restore_one(v_namespace, v_id, v_now) r;
  end loop;
  perform pgrecall.check_supported(v_namespace, v_ids);
end $$;

-- Restore one memory under the namespace's lock; no row when it was neither forgotten nor expired.
create function pgrecall.restore_one(namespace_id int, id uuid, now timestamptz) returns setof pgrecall_data.memories
language plpgsql volatile as $$
#variable_conflict use_column
declare
  v_old pgrecall_data.memories;
  v_taken pgrecall_data.memories;
  v_is_slotted boolean;
  v_until timestamptz;
begin
  select * into v_old from pgrecall_data.memories m where m.namespace_id = restore_one.namespace_id and m.id = restore_one.id;
  if v_old.forgotten_at is null and coalesce(v_old.forget_after > restore_one.now, true) then return; end if;
  v_is_slotted := v_old.subject is not null and v_old.predicate is not null and not v_old.is_multi;
  v_until := v_old.valid_until;
  if v_is_slotted then v_taken := pgrecall.slot_memory(namespace_id, v_old.subject, v_old.predicate); end if;
  if v_taken.id = v_old.id then v_taken := null; end if;
  if v_taken.id is null and v_old.is_latest then v_taken := pgrecall.same_again(v_old, now); end if;
  if v_taken.id is not null then v_until := greatest(v_old.valid_from, least(v_until, v_taken.valid_from)); end if;
  if v_is_slotted and (v_taken.id is not null or not v_old.is_latest) and v_until > v_old.valid_from then
    v_until := pgrecall.slot_end(namespace_id, v_old.subject, v_old.predicate, v_old.valid_from, v_until);
  end if;
  if v_is_slotted and coalesce(v_until > v_old.valid_from, true) then
    perform pgrecall.cut_slot(namespace_id, v_old.subject, v_old.predicate, v_old.valid_from, v_until, now, v_old.id);
  end if;
  if v_old.is_latest and v_taken.id is not null then perform pgrecall.relate_versions(namespace_id, v_taken.id, array[v_old.id]); end if;
  return query
    update pgrecall_data.memories m
    set forgotten_at = null, forget_reason = null, forget_batch = null, updated_at = restore_one.now,
      forget_after = case when m.forget_after <= restore_one.now then null else m.forget_after end,
      is_latest = m.is_latest and v_taken.id is null,
      superseded_by = coalesce(m.superseded_by, v_taken.id),
      superseded_at = coalesce(m.superseded_at, case when v_taken.id is not null then restore_one.now end),
      valid_until = v_until,
      earlier_ends = case when v_until is distinct from m.valid_until
        then array[restore_one.now, coalesce(m.valid_until, 'infinity')] || m.earlier_ends else m.earlier_ends end
    where m.namespace_id = restore_one.namespace_id and m.id = restore_one.id
    returning m.*;
end $$;

-- Return the live memory that says the same as one that is coming back, in the same slot and an overlapping validity.
create function pgrecall.same_again(old pgrecall_data.memories, now timestamptz) returns pgrecall_data.memories
language sql stable as $$
  select m.* from pgrecall_data.memories m
  where m.namespace_id = old.namespace_id and m.content_hash = old.content_hash and m.kind = old.kind and m.id <> old.id
    and m.is_latest and m.forgotten_at is null and m.review <> 'declined' and coalesce(m.forget_after > same_again.now, true)
    and not pgrecall.is_turn(old.session, old.kind)
    and pgrecall_data.folded(m.subject) is not distinct from pgrecall_data.folded(old.subject)
    and pgrecall_data.folded(m.predicate) is not distinct from pgrecall_data.folded(old.predicate)
    and tstzrange(m.valid_from, m.valid_until) && tstzrange(old.valid_from, old.valid_until)
  order by m.valid_from desc, m.id limit 1
$$;
