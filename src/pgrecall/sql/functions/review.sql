-- Return the inferences that wait for review, the newest first: what each says, what it was drawn from (`sources`, as
-- pgrecall.neighbour), and why it waits again where it does. `before` is the id of the last row of the page before.
-- Raises MR003 for a limit out of range, MR001 for an unknown cursor.
create function pgrecall.inferred("limit" int default 20, before uuid default null, namespaces text[] default null)
returns table (
  id uuid, content text, kind text, subject text, predicate text, object text, confidence real, origin text,
  said_at timestamptz, recorded_at timestamptz, reason text, sources jsonb
)
language plpgsql volatile security definer set search_path from current as $$
#variable_conflict use_column
declare
  v_namespaces int[] := pgrecall.readable(inferred.namespaces);
  v_now timestamptz := pgrecall.now();
  v_recorded_at timestamptz := 'infinity';
  v_id uuid := 'ffffffff-ffff-ffff-ffff-ffffffffffff';
begin
  perform pgrecall.check_count('limit', inferred."limit");
  if inferred.before is not null then
    v_id := inferred.before;
    v_recorded_at := (pgrecall.cursor_row(v_namespaces, v_id)).recorded_at;
  end if;
  return query
    with waiting as (
      select m.* from pgrecall_data.memories m
      where m.namespace_id = any (v_namespaces) and m.review = 'pending' and (m.recorded_at, m.id) < (v_recorded_at, v_id)
        and m.forgotten_at is null and m.is_latest and coalesce(m.forget_after > v_now, true)
      order by m.recorded_at desc, m.id desc limit inferred."limit"
    )
    select w.id, w.content, w.kind, w.subject, w.predicate, w.object, w.confidence, w.origin, w.said_at, w.recorded_at,
      (select r.reason from pgrecall_data.reviews r where r.namespace_id = w.namespace_id and r.memory_id = w.id order by r.id desc limit 1),
      array_to_json(array(
        select r from pgrecall.related_of(w.namespace_id, w.id) r where r.direction = 'parent' and r.relation = 'derives'))::jsonb
    from waiting w order by w.recorded_at desc, w.id desc;
end $$;

-- Approve inferences: they rank and read like what was said outright. Returns (id, content, review) of each, in the order asked.
-- Raises MR001 for an unknown id, MR003 for a memory that is no inference; then nothing was decided.
create function pgrecall.approve(ids uuid[], reason text default null, namespace text default null)
returns table (id uuid, content text, review text)
language sql volatile security definer set search_path from current as $$
  select d.* from pgrecall.decide(pgrecall.writable(approve.namespace), approve.ids, 'approved', approve.reason) d
$$;

-- Decline inferences: they drop out of recall, timeline and facts; the rows stay, and undo brings them back.
-- Returns and raises what approve does. What was concluded from them and approved waits for review again.
create function pgrecall.decline(ids uuid[], reason text default null, namespace text default null)
returns table (id uuid, content text, review text)
language sql volatile security definer set search_path from current as $$
  select d.* from pgrecall.decide(pgrecall.writable(decline.namespace), decline.ids, 'declined', decline.reason) d
$$;

-- Take decisions back: the inferences wait for review again, whatever was decided. Returns and raises what approve does.
create function pgrecall.undo(ids uuid[], reason text default null, namespace text default null)
returns table (id uuid, content text, review text)
language sql volatile security definer set search_path from current as $$
  select d.* from pgrecall.decide(pgrecall.writable(undo.namespace), undo.ids, 'pending', undo.reason) d
$$;

-- Record a decision about each of these inferences, under the namespace's lock; the body of approve, decline and undo.
-- A decision that stands already is not recorded twice.
create function pgrecall.decide(namespace_id int, ids uuid[], decision text, reason text)
returns table (id uuid, content text, review text)
language plpgsql volatile as $$
#variable_conflict use_column
declare
  v_id uuid;
  v_now timestamptz;
  v_old pgrecall_data.memories;
begin
  perform pgrecall.lock_namespace(decide.namespace_id);
  v_now := pgrecall.now();
  foreach v_id in array coalesce(decide.ids, '{}') loop
    select * into v_old from pgrecall_data.memories m where m.namespace_id = decide.namespace_id and m.id = v_id;
    if not found then
      raise exception using errcode = 'MR001', message = format('no memory %L in this namespace', v_id), hint = 'nothing was decided; ids come back from inferred';
    elsif not v_old.is_inference then
      raise exception using errcode = 'MR003', message = format('memory %L is no inference: there is nothing to decide', v_id),
        hint = 'nothing was decided; what was stored with derived_from is reviewed, the rest is superseded or forgotten';
    end if;
    if v_old.review <> decide.decision then
      if v_old.is_proposal and decide.decision = 'approved' and v_old.is_latest and v_old.forgotten_at is null then
        perform pgrecall.take_slot(decide.namespace_id, v_old, v_now);
      elsif v_old.is_proposal and v_old.review = 'approved' then
        perform pgrecall.leave_slot(decide.namespace_id, v_old, v_now);
      end if;
      -- last: taking the slot may close a source of this very inference, which would let it wait again
      update pgrecall_data.memories m set review = decide.decision, updated_at = v_now
      where m.namespace_id = decide.namespace_id and m.id = v_id;
      insert into pgrecall_data.reviews (namespace_id, memory_id, decision, decided_at, reason)
      values (decide.namespace_id, v_id, decide.decision, v_now, decide.reason);
      if decide.decision = 'declined' then perform pgrecall.review_again(decide.namespace_id, v_id, v_now, 'source was declined'); end if;
    end if;
    return query select v_id, v_old.content, decide.decision;
  end loop;
end $$;

-- Let the approved inferences drawn from a memory wait for review again, and record why.
create function pgrecall.review_again(namespace_id int, source_id uuid, now timestamptz, reason text default 'source was replaced')
returns void
language sql volatile
set plan_cache_mode = force_custom_plan -- as in same_memory
as $$
  with again as (
    update pgrecall_data.memories m set review = 'pending', updated_at = review_again.now
    from pgrecall_data.sources s
    where s.namespace_id = review_again.namespace_id and s.source_id = review_again.source_id and s.kind = 'memory'
      and m.namespace_id = s.namespace_id and m.id = s.memory_id and m.is_inference and m.review = 'approved'
    returning m.id
  )
  insert into pgrecall_data.reviews (namespace_id, memory_id, decision, decided_at, reason)
  select review_again.namespace_id, a.id, 'pending', review_again.now, review_again.reason from again a
$$;

-- Return whether something a memory was drawn from still lives: an event, a chunk, or a memory that is neither forgotten
-- nor expired nor one of `but`.
create function pgrecall.is_supported(namespace_id int, id uuid, but uuid[] default '{}') returns boolean
language sql volatile as $$
  select exists (
    select from pgrecall_data.sources s
    left join pgrecall_data.memories m on s.kind = 'memory' and m.namespace_id = s.namespace_id and m.id = s.source_id
    where s.namespace_id = is_supported.namespace_id and s.memory_id = is_supported.id
      and (s.kind <> 'memory' or (
        m.id <> all (is_supported.but) and m.forgotten_at is null and coalesce(m.forget_after > pgrecall.now(), true)))
  )
$$;

-- Return these memories with those that were concluded from them and from nothing else that lives: a derived memory lives
-- only while a source does. Goes on to what was concluded from the conclusions.
create function pgrecall.with_derived(namespace_id int, ids uuid[]) returns uuid[]
language plpgsql volatile
set plan_cache_mode = force_custom_plan -- as in same_memory
as $$
#variable_conflict use_column
declare
  v_ids uuid[] := coalesce(with_derived.ids, '{}');
  v_more uuid[];
begin
  loop
    v_more := array(
      select distinct m.id from pgrecall_data.sources s
      join pgrecall_data.memories m on m.namespace_id = s.namespace_id and m.id = s.memory_id
      where s.namespace_id = with_derived.namespace_id and s.kind = 'memory' and s.source_id = any (v_ids)
        and m.forgotten_at is null and m.id <> all (v_ids) and not pgrecall.is_supported(m.namespace_id, m.id, v_ids)
    );
    if v_more = '{}' then return v_ids; end if;
    v_ids := v_ids || v_more;
  end loop;
end $$;

-- Raise MR002 for an inference among these that lives while nothing it was drawn from does.
create function pgrecall.check_supported(namespace_id int, ids uuid[]) returns void
language plpgsql volatile as $$
#variable_conflict use_column
declare
  v_id uuid;
begin
  select m.id into v_id from pgrecall_data.memories m
  where m.namespace_id = check_supported.namespace_id and m.id = any (check_supported.ids) and m.is_inference
    and m.forgotten_at is null and not pgrecall.is_supported(m.namespace_id, m.id) limit 1;
  if found then
    raise exception using errcode = 'MR002', message = format('memory %L was concluded from memories that are all forgotten', v_id),
      hint = 'nothing was restored: restore one of its sources with it, or store it as a statement of its own';
  end if;
end $$;

-- Return for each inference that waits for review how high it may rank at most: just below the lowest of the hits it was
-- drawn from, directly or through other conclusions (8 steps at most), or that has replaced one of those meanwhile.
-- hits are all candidates with their weight as `raw`; depth is how many steps away the farthest of its sources is.
create function pgrecall.caps(hits pgrecall.candidate[], pending uuid[]) returns table (namespace_id int, id uuid, cap float8, depth int)
language plpgsql stable as $$
#variable_conflict use_column
begin
  if caps.pending = '{}' then return; end if;
  return query
    with recursive line (namespace_id, start, id, depth) as (
      select h.namespace_id, h.id, h.id, 0 from unnest(caps.hits) h where h.id = any (caps.pending)
      union
      select l.namespace_id, l.start, n.id, l.depth + 1 from line l cross join lateral (
        select s.source_id as id from pgrecall_data.sources s
        where s.namespace_id = l.namespace_id and s.memory_id = l.id and s.kind = 'memory'
        union all
        select unnest(array[b.id, o.id]) from pgrecall_data.memories m
        join pgrecall_data.memories b on b.namespace_id = m.namespace_id and b.id = m.superseded_by
        left join pgrecall_data.memories o on o.namespace_id = b.namespace_id and o.root_id = b.root_id and o.is_latest
        where m.namespace_id = l.namespace_id and m.id = l.id and l.depth > 0
      ) n
      where l.depth < 8 and n.id <> l.start
    )
    select l.namespace_id, l.start, min(h.raw * power(0.999::float8, l.depth)), max(l.depth)
    from line l join unnest(caps.hits) h on h.namespace_id = l.namespace_id and h.id = l.id
    where l.depth > 0 group by 1, 2;
end $$;
