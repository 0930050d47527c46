-- Return what is live now (or was, on both clocks), newest first by said_at; `before` is the id of the last row of the page before.
-- One scan of the timeline index from the cursor on. Raises MR003 for a limit out of range, MR001 for an unknown cursor.
create function pgrecall.timeline(
  before uuid default null, "limit" int default 20, kinds text[] default null,
  as_of timestamptz default null, known_at timestamptz default null, namespaces text[] default null
) returns setof pgrecall.memory
language plpgsql volatile security definer set search_path from current
set enable_bitmapscan = off -- a generic plan, blind to the namespace's size, would read and sort all of it
as $$
#variable_conflict use_column
declare
  v_namespaces int[] := pgrecall.readable(timeline.namespaces);
  v_filter pgrecall.filter := pgrecall.new_filter(timeline.kinds, null, null, null, null, timeline.as_of, timeline.known_at, null, false);
  v_said_at timestamptz := 'infinity';
  v_id uuid := 'ffffffff-ffff-ffff-ffff-ffffffffffff';
begin
  perform pgrecall.check_count('limit', timeline."limit");
  if timeline.before is not null then
    v_id := timeline.before;
    v_said_at := (pgrecall.cursor_row(v_namespaces, v_id)).said_at;
  end if;
  return query
    with page as (
      select m.namespace_id, m.id, m.said_at
      from unnest(v_namespaces) n (id)
      cross join lateral (
        select m.namespace_id, m.id, m.said_at from pgrecall_data.memories m
        where m.namespace_id = n.id and (m.said_at, m.id) < (v_said_at, v_id) and pgrecall.passes(m, v_filter)
        order by m.said_at desc, m.id desc limit timeline."limit"
      ) m
      order by m.said_at desc, m.id desc limit timeline."limit"
    )
    select k.* from page p
    join pgrecall.memory v on v.namespace_id = p.namespace_id and v.id = p.id
    cross join lateral pgrecall.as_known(v, timeline.known_at) k
    order by p.said_at desc, p.id desc;
end $$;

-- Raise MR003 unless a number of rows asked for is between 1 and 10,000.
create function pgrecall.check_count(name text, value int) returns void
language plpgsql immutable parallel safe as $$
begin
  if check_count.value is null or check_count.value not between 1 and 10000 then
    raise exception using errcode = 'MR003',
      message = format('%s %s is not between 1 and 10000', check_count.name, coalesce(check_count.value::text, 'null')),
      hint = 'ask for a page of at most 10000 rows';
  end if;
end $$;

-- Return the row that a page follows. Raises MR001 for an id that the namespaces do not hold.
create function pgrecall.cursor_row(namespaces int[], id uuid) returns pgrecall_data.memories
language plpgsql stable as $$
#variable_conflict use_column
declare
  v_row pgrecall_data.memories;
begin
  select * into v_row from pgrecall_data.memories m where m.namespace_id = any (cursor_row.namespaces) and m.id = cursor_row.id;
  if not found then
    raise exception using errcode = 'MR001', message = format('no memory %L to page from', cursor_row.id), hint = 'pass the id of the last row of the page before';
  end if;
  return v_row;
end $$;
