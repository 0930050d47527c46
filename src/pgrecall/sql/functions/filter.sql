-- Check the arguments of a read and return them as a filter. Raises MR003 naming the one that cannot be used.
create function pgrecall.new_filter(
  kinds text[], tags text[], "where" jsonb, since timestamptz, until timestamptz,
  as_of timestamptz, known_at timestamptz, min_importance int, history boolean
) returns pgrecall.filter
language plpgsql volatile as $$
declare
  v_now timestamptz := pgrecall.now();
  v_contained jsonb;
  v_kinds constant text[] := array['fact', 'decision', 'preference', 'correction', 'pattern', 'learning', 'event', 'conversation', 'transcript'];
begin
  if not (coalesce(new_filter.kinds, '{}') <@ v_kinds) then
    raise exception using errcode = 'MR003',
      message = format('kinds %s: not all of them are kinds', new_filter.kinds),
      hint = 'the kinds are ' || array_to_string(v_kinds, ', ');
  end if;
  if coalesce(new_filter.min_importance, 1) not between 1 and 10 then
    raise exception using errcode = 'MR003', message = format('min_importance %s is not between 1 and 10', new_filter.min_importance);
  end if;
  if new_filter.since >= new_filter.until then
    raise exception using errcode = 'MR003',
      message = format('since %s is not before until %s', new_filter.since, new_filter.until),
      hint = 'the window is half-open: since <= t < until';
  end if;
  if new_filter."where" is not null then
    perform pgrecall.check_where(new_filter."where", 0);
    -- plain equality is left to containment, ten times as quick as the rest of the language
    v_contained := (
      select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(new_filter."where")
      where key not in ('and', 'or', 'not') and jsonb_typeof(value) not in ('object', 'array'));
  end if;
  return (
    v_now, coalesce(new_filter.as_of, v_now), coalesce(new_filter.known_at, 'infinity'),
    coalesce(new_filter.kinds, v_kinds), coalesce(new_filter.tags, '{}'),
    v_contained, new_filter."where" - array(select jsonb_object_keys(v_contained)),
    coalesce(new_filter.since, '-infinity'), coalesce(new_filter.until, 'infinity'),
    coalesce(new_filter.min_importance, 1), coalesce(new_filter.history, false)
  )::pgrecall.filter;
end $$;

-- Return whether a row is one the read may see: live at as_of and known at known_at, and within the filter.
-- A plain expression over one row, so that the planner folds it into the scan that asks.
create function pgrecall.passes(m pgrecall_data.memories, f pgrecall.filter) returns boolean
language sql stable parallel safe as $$
  select m.forgotten_at is null
    and coalesce(m.forget_after > f.at, true)
    and m.review <> 'declined'
    and m.recorded_at <= f.known_at
    and (f.history or (
      m.valid_from <= f.as_of
      and f.as_of < coalesce(case when m.earlier_ends[1] > f.known_at then pgrecall.end_known_at(m.earlier_ends, f.known_at) else m.valid_until end, 'infinity')))
    and m.kind = any (f.kinds)
    and m.tags @> f.tags
    and m.importance >= f.min_importance
    and ((m.said_at >= f.since and m.said_at < f.until) or coalesce(m.event_at && tstzrange(f.since, f.until), false))
    and case
      when f."where" is null then true
      when m.metadata @> f.contained then f."where" = '{}' or pgrecall.matches(m.metadata, f."where")
      else false end
$$;

-- Return what the end of a validity was believed to be at an instant before its last change; see memories.earlier_ends.
create function pgrecall.end_known_at(earlier_ends timestamptz[], known_at timestamptz) returns timestamptz
language sql immutable parallel safe as $$
  select end_known_at.earlier_ends[i + 1] from generate_series(1, cardinality(end_known_at.earlier_ends), 2) i
  where end_known_at.earlier_ends[i] > end_known_at.known_at order by i desc limit 1
$$;

-- Return the end of a memory's validity as it was believed at an instant; null when none was.
create function pgrecall.end_at(m pgrecall_data.memories, known_at timestamptz) returns timestamptz
language sql immutable parallel safe as $$
  select nullif(case when m.earlier_ends[1] > end_at.known_at then pgrecall.end_known_at(m.earlier_ends, end_at.known_at) else m.valid_until end, 'infinity')
$$;

-- Return whether a memory was the latest of its chain at an instant.
create function pgrecall.latest_at(m pgrecall_data.memories, known_at timestamptz) returns boolean
language sql immutable parallel safe as $$
  select m.is_latest or coalesce(m.superseded_at > latest_at.known_at, false)
$$;

-- Return a memory as it was known at an instant: its end, what had replaced it, whether it was forgotten. Null: as it is.
-- A time in which it was forgotten and then restored has left no trace.
create function pgrecall.as_known(v pgrecall.memory, known_at timestamptz) returns pgrecall.memory
language plpgsql stable as $$
begin
  if coalesce(as_known.known_at, 'infinity') = 'infinity' then return v; end if;
  select pgrecall.end_at(m, as_known.known_at), pgrecall.latest_at(m, as_known.known_at) into v.valid_until, v.is_latest
  from pgrecall_data.memories m where m.namespace_id = v.namespace_id and m.id = v.id;
  if v.superseded_at > as_known.known_at then
    v.superseded_at := null;
    v.superseded_by := null;
  end if;
  if v.forgotten_at > as_known.known_at then
    v.forgotten_at := null;
    v.forget_reason := null;
    v.forget_batch := null;
  end if;
  return v;
end $$;
