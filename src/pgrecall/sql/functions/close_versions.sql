-- Record that a memory updates others: the edges that history and forget walk.
create function pgrecall.relate_versions(namespace_id int, id uuid, replaced uuid[]) returns void
language sql volatile as $$
  insert into pgrecall_data.relations (namespace_id, from_id, relation, to_id)
  select relate_versions.namespace_id, relate_versions.id, 'updates', r from unnest(relate_versions.replaced) r
  on conflict do nothing
$$;

-- Close the versions a new one replaces, at the start of its validity; return their ids.
-- Raises MR001 for an id this namespace does not hold, MR002 for one that was replaced or forgotten meanwhile.
create function pgrecall.close_versions(namespace_id int, ids uuid[], by_id uuid, until timestamptz, now timestamptz) returns uuid[]
language plpgsql volatile as $$
#variable_conflict use_column
declare
  v_id uuid;
  v_closed uuid[] := '{}';
begin
  foreach v_id in array array(select distinct i from unnest(close_versions.ids) i where i is not null order by i) loop
    perform pgrecall.open_version(close_versions.namespace_id, v_id, 'supersede');
    update pgrecall_data.memories m
    set is_latest = false, superseded_by = close_versions.by_id, superseded_at = close_versions.now, updated_at = close_versions.now,
      earlier_ends = array[close_versions.now, coalesce(m.valid_until, 'infinity')] || m.earlier_ends,
      valid_until = greatest(m.valid_from, least(m.valid_until, close_versions.until))
    where m.namespace_id = close_versions.namespace_id and m.id = v_id;
    perform pgrecall.review_again(close_versions.namespace_id, v_id, close_versions.now);
    v_closed := v_closed || v_id;
  end loop;
  return v_closed;
end $$;

-- Return a memory that can be replaced. Raises MR001 for an id this namespace does not hold, MR002 for one that was replaced or
-- forgotten meanwhile; `verb` is what the caller wants of it.
create function pgrecall.open_version(namespace_id int, id uuid, verb text) returns pgrecall_data.memories
language plpgsql volatile as $$
#variable_conflict use_column
declare
  v_old pgrecall_data.memories;
begin
  select * into v_old from pgrecall_data.memories m where m.namespace_id = open_version.namespace_id and m.id = open_version.id;
  if not found then
    raise exception using errcode = 'MR001', message = format('no memory %L in this namespace to %s', open_version.id, verb), hint = 'ids come back from store, recall and timeline';
  elsif v_old.superseded_by is not null or v_old.forgotten_at is not null then
    raise exception using errcode = 'MR002', message = format('memory %L was %s meanwhile', open_version.id, case when v_old.forgotten_at is null then 'replaced by ' || v_old.superseded_by else 'forgotten' end),
      hint = format('read it again and %s the latest version', verb);
  end if;
  return v_old;
end $$;
