-- Return what is believed about a subject: live at as_of and known at known_at (both: now), by predicate, the newest first.
-- An inference that waits for review comes after everything that does not; a declined one does not come.
-- One read of the subject's part of an index. Raises MR003 for an empty subject or a limit out of range.
create function pgrecall.facts(
  subject text, predicate text default null, as_of timestamptz default null, known_at timestamptz default null,
  "limit" int default 100, namespaces text[] default null
) returns setof pgrecall.memory
language plpgsql volatile security definer set search_path from current
set plan_cache_mode = force_custom_plan -- so that a predicate that was left out is no condition, and one that was not is the index's
as $$
#variable_conflict use_column
declare
  v_namespaces int[] := pgrecall.readable(facts.namespaces);
  v_filter pgrecall.filter := pgrecall.new_filter(null, null, null, null, null, facts.as_of, facts.known_at, null, false);
  v_subject text := nullif(pgrecall_data.folded(facts.subject), '');
  v_predicate text := pgrecall_data.folded(facts.predicate);
begin
  perform pgrecall.check_count('limit', facts."limit");
  if v_subject is null then
    raise exception using errcode = 'MR003', message = format('subject %L is empty', facts.subject), hint = 'for example facts(''Priya'')';
  end if;
  return query
    with believed as (
      select m.namespace_id, m.id, m.review = 'pending' as is_pending, pgrecall_data.folded(m.predicate) as predicate, m.valid_from
      from pgrecall_data.memories m
      where m.namespace_id = any (v_namespaces) and pgrecall_data.folded(m.subject) = v_subject
        and (v_predicate is null or pgrecall_data.folded(m.predicate) = v_predicate) and pgrecall.passes(m, v_filter)
      order by 3, 4, 5 desc, 2 desc limit facts."limit"
    )
    select k.* from believed b
    join pgrecall.memory v on v.namespace_id = b.namespace_id and v.id = b.id
    cross join lateral pgrecall.as_known(v, facts.known_at) k
    order by b.is_pending, b.predicate, b.valid_from desc, b.id desc;
end $$;
