-- Bring forgotten or expired memories back, by ids or by the batch that forgot them; return those that came back.
-- Where another memory has taken the slot or says the same meanwhile, the restored one joins the history behind it.
-- Raises MR001 for an unknown id or batch, MR003 when neither or both are given.
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
end $$;

-- Restore one memory under the namespace's lock; no row when it was neither forgotten nor expired.
create function pgrecall.restore_one(namespace_id int, id uuid, now timestamptz) returns setof pgrecall_data.memories
language plpgsql volatile as $$
#variable_conflict use_column
declare
  v_old pgrecall_data.memories;
  v_taken pgrecall_data.memories;
begin
  select * into v_old from pgrecall_data.memories m where m.namespace_id = restore_one.namespace_id and m.id = restore_one.id;
  if v_old.forgotten_at is null and coalesce(v_old.forget_after > restore_one.now, true) then return; end if;
  if v_old.is_latest then
    select * into v_taken from pgrecall_data.memories m
    where m.namespace_id = restore_one.namespace_id and m.id <> v_old.id and m.is_latest and m.forgotten_at is null and (
      (not m.is_multi and not v_old.is_multi and pgrecall_data.folded(m.subject) = pgrecall_data.folded(v_old.subject)
        and pgrecall_data.folded(m.predicate) = pgrecall_data.folded(v_old.predicate))
      or (m.content_hash = v_old.content_hash and m.kind = v_old.kind and (v_old.session is null or v_old.kind not in ('conversation', 'transcript'))
        and pgrecall_data.folded(m.subject) is not distinct from pgrecall_data.folded(v_old.subject)
        and pgrecall_data.folded(m.predicate) is not distinct from pgrecall_data.folded(v_old.predicate)))
    order by m.valid_from desc limit 1;
  end if;
  return query
    update pgrecall_data.memories m
    set forgotten_at = null, forget_reason = null, forget_batch = null, updated_at = restore_one.now,
      forget_after = case when m.forget_after <= restore_one.now then null else m.forget_after end,
      is_latest = m.is_latest and v_taken.id is null,
      superseded_by = coalesce(m.superseded_by, v_taken.id),
      superseded_at = coalesce(m.superseded_at, case when v_taken.id is not null then restore_one.now end),
      asserted_until = case when v_taken.id is not null then m.valid_until else m.asserted_until end,
      valid_until = case when v_taken.id is not null then greatest(m.valid_from, least(m.valid_until, v_taken.valid_from)) else m.valid_until end
    where m.namespace_id = restore_one.namespace_id and m.id = restore_one.id
    returning m.*;
end $$;
