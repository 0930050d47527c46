-- Return for each row the lanes found, and the turns next to those, what speaks for it: the features pgrecall.fuse weighs.
-- vector: cosine / .6 · keyword: BM25 / the best · named: its speaker or subject is in the query · mentioned: only its text names one
-- own: the user said it, when the query is about them · dated: said or happened when the query says, or talked of soon after; -3: too early
-- timed: speaks of a time, when one is asked for · time_word: speaks of a time · length: z of log length · question: is one
-- session: the best of its session (what stands alone is its own) · previous, next: the turn before, the turn after
-- A shared name counts only for a row that holds a word of the query too, is near it (cosine .25 or more), or has no vector.
create function pgrecall.features(
  found_by pgrecall.found, question pgrecall.question, embedding halfvec, model_id int, filter pgrecall.filter, weights pgrecall_data.weights, blend boolean
) returns setof pgrecall.feature
language plpgsql stable as $$
#variable_conflict use_column
declare
  v_best real := (select max(c.raw) from unnest((features.found_by).keyword) c);
  v_lanes float8 := ((features.weights).vector <> 0)::int + ((features.weights).keyword <> 0)::int;
  v_found pgrecall.candidate[] := (features.found_by).vector || (features.found_by).keyword || (features.found_by).entity || (features.found_by).timed;
  v_around pgrecall.candidate[] := case when (features.weights).previous <> 0 or (features.weights).next <> 0
    then array(select n from pgrecall.neighbours_of(v_found, features.filter) n) else '{}' end;
  v_ids uuid[] := array(select c.id from unnest(v_found || v_around) c);
  v_names text[] := (features.question).names;
  v_told tstzrange[] := (features.question).told;
  v_windows tstzrange[] := (features.question).windows;
  v_is_dated boolean := v_told <> '{}';
  v_not_before timestamptz := (features.question).not_before;
  v_as_of timestamptz := (features.filter).as_of;
  v_namespaces int[] := array(select distinct c.namespace_id from unnest(v_found) c);
begin
  return query
    with pool as (
      select c.namespace_id, c.id, max(c.rank) filter (where lane = 'v') as vector_rank, max(c.rank) filter (where lane = 'k') as keyword_rank,
        max(c.raw) filter (where lane = 'k') as bm25, max(c.detail) filter (where lane = 'k') as words,
        max(c.rank) filter (where lane = 'e') as entity_rank, max(c.rank) filter (where lane = 't') as time_rank,
        max(c.detail) filter (where lane = 'm') as names
      from (
        select 'v' as lane, v.* from unnest((features.found_by).vector) v
        union all select 'k', w.* from unnest((features.found_by).keyword) w
        union all select 'e', e.* from unnest((features.found_by).entity) e
        union all select 't', t.* from unnest((features.found_by).timed) t
        union all select 'n', n.* from unnest(v_around) n
        union all (
          select 'm', e.namespace_id, e.memory_id, null, null, array_agg(d.name order by d.name)
          from pgrecall.named_entities(v_namespaces, v_names) d cross join lateral (
            select e.namespace_id, e.memory_id from pgrecall_data.mentions e
            where e.namespace_id = d.namespace_id and e.entity_id = d.id and e.memory_id = any (v_ids) offset 0) e
          group by e.namespace_id, e.memory_id)
      ) c group by c.namespace_id, c.id
    ), measured as materialized (
      select p.*, m.session, m.position, m.origin, m.is_question, m.has_time, m.speaker, m.subject, ln(1 + octet_length(m.content)) as log_length, m.confidence,
        m.importance as rated, m.is_inference, m.review = 'pending' as is_pending, pgrecall.recency(m.kind, m.session, m.said_at, m.event_at, v_as_of) as recency,
        case when not v_is_dated then 0 when m.said_at <@ any (v_told) or coalesce(m.event_at && any (v_windows), false) then 1
          when m.said_at < v_not_before then -3 else 0 end as dated,
        pgrecall.is_dialogue(m.session, m.kind, m.speaker) as is_dialogue,
        case when m.model_id = features.model_id then (1 - (m.embedding <=> features.embedding))::real end as similarity,
        case when features.blend then (select u.recall_count from pgrecall_data.usage u where u.namespace_id = p.namespace_id and u.memory_id = p.id) end as recall_count
      from pool p cross join lateral ( -- by its key: a join would rather read the whole table
        select m.* from pgrecall_data.memories m where m.namespace_id = p.namespace_id and m.id = p.id limit 1) m
    ), about as materialized ( -- each name once, not for every row
      select o.name from (select x.speaker from measured x union select x.subject from measured x offset 0) o (name)
      where v_names <> '{}' and pgrecall_data.folded(o.name) = any (v_names)
    ), scaled as (
      select x.*, greatest(coalesce(x.similarity, 0), 0) / 0.6 as v, coalesce(x.bm25 / v_best, 0) as b,
        x.names is not null and (x.bm25 is not null or coalesce(x.similarity, 1) >= 0.25) as is_named,
        coalesce(x.speaker in (select a.name from about a) or x.subject in (select a.name from about a), false) as is_about,
        (x.log_length - avg(x.log_length) over ()) / nullif(stddev_pop(x.log_length) over (), 0) as z
      from measured x
    ), joined as (
      select s.*, (s.v * ((features.weights).vector <> 0)::int + s.b) / greatest(v_lanes, 1) as c from scaled s
    ), around as (
      select j.*, max(j.c + (features.weights).session_dated * j.dated) over (partition by j.namespace_id, coalesce(j.session, j.id::text)) as session_best,
        case when j.is_dialogue then coalesce(lag(j.c) over line * (lag(j.position) over line = j.position - 1)::int, 0) else j.c end as previous,
        case when j.is_dialogue then coalesce(lead(j.c) over line * (lead(j.position) over line = j.position + 1)::int, 0) else j.c end as next
      from joined j window line as (partition by j.namespace_id, j.session order by j.position)
    )
    select a.namespace_id, a.id, a.similarity, a.bm25, a.words, a.names, a.is_named, a.is_pending, a.vector_rank, a.keyword_rank, a.entity_rank, a.time_rank,
      a.v::real, a.b::real, (a.is_named and a.is_about)::int::real, (a.is_named and not a.is_about)::int::real,
      ((features.question).asks_own and a.origin = 'user')::int::real, a.dated::real, ((features.question).asks_when and a.has_time)::int::real,
      a.has_time::int::real, least(greatest(coalesce(a.z, 0), -2), 2)::real, a.is_question::int::real,
      a.session_best::real, a.previous::real, a.next::real,
      case when features.blend then a.recency else 1 end::real, case when features.blend then 1 + 0.04 * (a.rated - 5) else 1 end::real,
      (1 + least(0.10, 0.02 * ln(1 + coalesce(a.recall_count, 0))))::real,
      case when features.blend then (0.25 + 0.75 * a.confidence) * case when a.is_inference and a.is_pending then 0.8 else 1 end else 1 end::real
    from around a;
end $$;

-- Return the turns next to the given ones where people talk to each other and the read may see them.
create function pgrecall.neighbours_of(candidates pgrecall.candidate[], filter pgrecall.filter) returns setof pgrecall.candidate
language plpgsql stable as $$
#variable_conflict use_column
begin
  return query
    with turns as materialized (
      select distinct t.namespace_id, t.session, t.position from unnest(neighbours_of.candidates) r
      join pgrecall_data.memories t on t.namespace_id = r.namespace_id and t.id = r.id where pgrecall.is_dialogue(t.session, t.kind, t.speaker)
    ), places as (
      select t.namespace_id, t.session, t.position + d as position from turns t cross join unnest(array[-1, 1]) d
      except select t.namespace_id, t.session, t.position from turns t
    )
    select m.namespace_id, m.id, null::real, null::int, null::text[]
    from places p join pgrecall_data.memories m on m.namespace_id = p.namespace_id and m.session = p.session and m.position = p.position
    where pgrecall.passes(m, neighbours_of.filter);
end $$;

-- Return whether a turn is one of people talking to each other, whose turns explain each other; a user's and an assistant's do less so.
create function pgrecall.is_dialogue(session text, kind text, speaker text) returns boolean
language sql immutable parallel safe as $$
  select is_dialogue.session is not null and is_dialogue.kind in ('conversation', 'transcript')
    and lower(is_dialogue.speaker) not in ('user', 'assistant', 'system', 'tool', 'agent')
$$;
