-- Return the memory that holds a slot: the latest, not forgotten, perhaps scheduled or expired.
create function pgrecall.slot_memory(namespace_id int, subject text, predicate text) returns pgrecall_data.memories
language sql stable
set plan_cache_mode = force_custom_plan -- as in same_memory
as $$
  select m.* from pgrecall_data.memories m
  where m.namespace_id = slot_memory.namespace_id and m.is_latest and m.forgotten_at is null and not m.is_multi
    and pgrecall_data.folded(m.subject) = pgrecall_data.folded(slot_memory.subject)
    and pgrecall_data.folded(m.predicate) = pgrecall_data.folded(slot_memory.predicate)
$$;

-- Return where a validity that begins at valid_from must end, because the next statement in the slot begins; or valid_until.
create function pgrecall.slot_end(namespace_id int, subject text, predicate text, valid_from timestamptz, valid_until timestamptz) returns timestamptz
language sql stable
set plan_cache_mode = force_custom_plan -- as in same_memory
as $$
  select least(slot_end.valid_until, min(m.valid_from)) from pgrecall_data.memories m
  where m.namespace_id = slot_end.namespace_id
    and pgrecall_data.folded(m.subject) = pgrecall_data.folded(slot_end.subject)
    and pgrecall_data.folded(m.predicate) = pgrecall_data.folded(slot_end.predicate)
    and m.forgotten_at is null and not m.is_multi
    and m.valid_from > slot_end.valid_from and coalesce(m.valid_until > m.valid_from, true)
$$;

-- End the validity of the slot's earlier versions where another's begins; return the ids of those that overlapped it.
create function pgrecall.cut_slot(
  namespace_id int, subject text, predicate text, valid_from timestamptz, valid_until timestamptz, now timestamptz, but uuid default null
) returns uuid[]
language sql volatile
set plan_cache_mode = force_custom_plan -- as in same_memory
as $$
  with cut as (
    update pgrecall_data.memories m
    set valid_until = greatest(m.valid_from, cut_slot.valid_from), earlier_ends = array[cut_slot.now, m.valid_until] || m.earlier_ends,
      updated_at = cut_slot.now
    where m.namespace_id = cut_slot.namespace_id
      and pgrecall_data.folded(m.subject) = pgrecall_data.folded(cut_slot.subject)
      and pgrecall_data.folded(m.predicate) = pgrecall_data.folded(cut_slot.predicate)
      and m.valid_until > cut_slot.valid_from and m.valid_from < coalesce(cut_slot.valid_until, 'infinity') and m.valid_from < m.valid_until
      and not m.is_latest and not m.is_multi and m.forgotten_at is null and m.id is distinct from cut_slot.but
    returning m.id
  )
  select coalesce(array_agg(c.id order by c.id), '{}') from cut c
$$;

-- Let an approved inference take the slot it was proposed for: what holds it is closed, as by a store. One that holds it, or whose
-- predicate holds several values, stays. Raises MR002 when the slot holds a value of the future.
create function pgrecall.take_slot(namespace_id int, m pgrecall_data.memories, now timestamptz) returns void
language plpgsql volatile as $$
#variable_conflict use_column
declare
  v_slot pgrecall_data.memories := pgrecall.slot_memory(namespace_id, m.subject, m.predicate);
  v_from timestamptz := greatest(m.valid_from, v_slot.valid_from);
begin
  if not m.is_multi or v_slot.id = m.id or exists (
    select from pgrecall_data.predicates p where p.namespace_id = take_slot.namespace_id and p.folded = pgrecall_data.folded(m.predicate) and p.is_multi) then return; end if;
  if v_slot.valid_from > now or v_from >= m.valid_until then
    raise exception using errcode = 'MR002', message = format('memory %L, valid from %s, holds the slot of this inference', v_slot.id, v_slot.valid_from),
      hint = 'forget it or store the inference as a statement of its own, with valid_from';
  end if;
  perform pgrecall.relate_versions(namespace_id, m.id, pgrecall.close_versions(namespace_id, array_remove(array[v_slot.id], null), m.id, v_from, now));
  update pgrecall_data.memories x set is_multi = false, valid_from = v_from, updated_at = take_slot.now
  where x.namespace_id = take_slot.namespace_id and x.id = m.id;
end $$;

-- Give a slot back that an inference took, once it is no longer approved: the newest of what it had closed holds as before,
-- unless another has taken the slot meanwhile.
create function pgrecall.leave_slot(namespace_id int, m pgrecall_data.memories, now timestamptz) returns void
language plpgsql volatile as $$
#variable_conflict use_column
declare
  v_back uuid;
begin
  if m.is_multi then return; end if;
  update pgrecall_data.memories x set is_multi = true, updated_at = leave_slot.now
  where x.namespace_id = leave_slot.namespace_id and x.id = m.id;
  if not m.is_latest or (pgrecall.slot_memory(namespace_id, m.subject, m.predicate)).id is not null then return; end if;
  select x.id into v_back from pgrecall_data.memories x
  where x.namespace_id = leave_slot.namespace_id and x.superseded_by = m.id and x.forgotten_at is null and not x.is_multi
  order by x.valid_from desc, x.id desc limit 1;
  update pgrecall_data.memories x
  set is_latest = true, superseded_by = null, superseded_at = null, valid_until = nullif(x.earlier_ends[2], 'infinity'),
    earlier_ends = array[leave_slot.now, x.valid_until] || x.earlier_ends, updated_at = leave_slot.now
  where x.namespace_id = leave_slot.namespace_id and x.id = v_back;
  update pgrecall_data.memories x set superseded_by = v_back, updated_at = leave_slot.now
  where x.namespace_id = leave_slot.namespace_id and x.superseded_by = m.id and v_back is not null;
  if v_back is null then return; end if;
  perform pgrecall.relate_versions(namespace_id, v_back, array(
    select r.to_id from pgrecall_data.relations r where r.namespace_id = leave_slot.namespace_id and r.from_id = m.id and r.relation = 'updates' and r.to_id <> v_back));
  delete from pgrecall_data.relations r
  where r.namespace_id = leave_slot.namespace_id and r.from_id = m.id and r.relation = 'updates';
end $$;
