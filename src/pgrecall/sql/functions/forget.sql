-- Take memories out of every recall, with all their earlier versions and what was concluded from nothing else; the rows stay,
-- with reason and batch, for restore.
-- By ids; or by `matching`, the words all of which a memory must hold: a preview that changes nothing unless `confirm`.
-- Raises MR001 for an unknown id, MR003 when neither or both are given.
create function pgrecall.forget(
  ids uuid[] default null, matching text default null, reason text default null, confirm boolean default false, namespace text default null
) returns table (batch uuid, id uuid, content text, kind text, said_at timestamptz, is_preview boolean)
language plpgsql volatile security definer set search_path from current as $$
#variable_conflict use_column
declare
  v_namespace int := pgrecall.writable(forget.namespace);
  v_ids uuid[] := forget.ids;
  v_missing uuid;
  v_batch uuid := pgrecall_data.uuid_v7();
  v_now timestamptz;
begin
  if (forget.ids is null) = (nullif(btrim(forget.matching), '') is null) then
    raise exception using errcode = 'MR003', message = 'forget takes ids or matching, one of them', hint = 'forget(ids => ...) or forget(matching => ''...'') for a preview';
  end if;
  perform pgrecall.lock_namespace(v_namespace);
  v_now := pgrecall.now();
  if forget.matching is not null then
    v_ids := pgrecall.matching_ids(v_namespace, forget.matching);
  end if;
  select x.id into v_missing from unnest(v_ids) x (id)
  where not exists (select from pgrecall_data.memories m where m.namespace_id = v_namespace and m.id = x.id) limit 1;
  if v_missing is not null then
    raise exception using errcode = 'MR001', message = format('no memory %L in this namespace', v_missing), hint = 'nothing was forgotten; ids come back from store, recall and timeline';
  end if;
  v_ids := array(
    with recursive chain as (
      select x.id from unnest(v_ids) x (id)
      union
      select r.to_id from chain c join pgrecall_data.relations r on r.namespace_id = v_namespace and r.from_id = c.id and r.relation = 'updates'
    )
    select c.id from chain c
  );
  v_ids := pgrecall.with_derived(v_namespace, v_ids);
  if forget.matching is not null and not coalesce(forget.confirm, false) then
    return query select null::uuid, m.id, m.content, m.kind, m.said_at, true from pgrecall_data.memories m
    where m.namespace_id = v_namespace and m.id = any (v_ids) and m.forgotten_at is null order by m.said_at desc, m.id desc;
    return;
  end if;
  return query
    with gone as (
      update pgrecall_data.memories m set forgotten_at = v_now, forget_reason = forget.reason, forget_batch = v_batch, updated_at = v_now
      where m.namespace_id = v_namespace and m.id = any (v_ids) and m.forgotten_at is null
      returning m.id, m.content, m.kind, m.said_at
    )
    select v_batch, g.id, g.content, g.kind, g.said_at, false from gone g order by g.said_at desc, g.id desc;
end $$;

-- Return the live memories that hold every word of the text, 1,000 at most.
create function pgrecall.matching_ids(namespace_id int, matching text) returns uuid[]
language plpgsql volatile
set plan_cache_mode = force_custom_plan -- a generic plan, blind to how rare the words are, would read the whole namespace
as $$
#variable_conflict use_column
declare
  v_query tsquery := pgrecall.all_of(array[matching_ids.namespace_id], pgrecall.query_lexemes(matching_ids.matching, array[matching_ids.namespace_id]));
  v_filter pgrecall.filter := pgrecall.new_filter(null, null, null, null, null, null, null, null, false);
begin
  return array(
    select m.id from pgrecall_data.memories m
    where pgrecall_data.scoped(m.namespace_id, m.keywords) @@ v_query and m.namespace_id = matching_ids.namespace_id and pgrecall.passes(m, v_filter)
    order by m.id desc limit 1000
  );
end $$;
