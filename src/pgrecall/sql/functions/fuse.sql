-- Join what the lanes found into one ranking and return its first k, with each lane's share and each factor in `explain`.
-- convex: .5 cosine/.6 + .5 BM25/best + .3 when its speaker or subject is named in the query, .1 when it only mentions one;
-- rrf: the sum of 1/(60 + rank), half for names. A shared name counts only for a row that holds a word of the query too,
-- is near it (cosine .25 or more), or has no vector to be judged by.
-- blend multiplies by capped factors: recency, importance, usage, and trust: .25 + .75 confidence, and .8 of it for an inference
-- nobody has approved; with or without blend, such an inference ranks below every hit it was drawn from.
create function pgrecall.fuse(
  vector pgrecall.candidate[], keyword pgrecall.candidate[], entity pgrecall.candidate[], names text[], embedding halfvec,
  model_id int, filter pgrecall.filter, fusion text, blend boolean, k int, min_similarity float8
) returns setof pgrecall.hit
language plpgsql stable as $$
#variable_conflict use_column
declare
  v_best real := (select max(c.raw) from unnest(fuse.keyword) c);
begin
  return query
    with found as (
      select c.namespace_id, c.id,
        max(c.rank) filter (where lane = 'vector') as vector_rank, max(c.rank) filter (where lane = 'keyword') as keyword_rank,
        max(c.raw) filter (where lane = 'keyword') as bm25, max(c.detail) filter (where lane = 'keyword') as words,
        max(c.rank) filter (where lane = 'entity') as entity_rank
      from (
        select 'vector' as lane, v.* from unnest(fuse.vector) v
        union all select 'keyword', w.* from unnest(fuse.keyword) w
        union all select 'entity', e.* from unnest(fuse.entity) e
      ) c group by c.namespace_id, c.id
    ), measured as (
      select f.*, m, u.recall_count,
        case when m.model_id = fuse.model_id then (1 - (m.embedding <=> fuse.embedding))::real end as similarity
      from found f
      join pgrecall_data.memories m on m.namespace_id = f.namespace_id and m.id = f.id
      left join pgrecall_data.usage u on u.namespace_id = f.namespace_id and u.memory_id = f.id
    ), named as materialized (
      select * from pgrecall.named_entities(array(select distinct f.namespace_id from found f), fuse.names)
    ), shared as (
      select x.*, t.names, t.names is not null and (x.bm25 is not null or coalesce(x.similarity, 1) >= 0.25) as is_named,
        case when pgrecall_data.folded((x.m).speaker) = any (fuse.names) or pgrecall_data.folded((x.m).subject) = any (fuse.names) then 0.3 else 0.1 end as name_weight
      from measured x cross join lateral (
        select array_agg(d.name order by d.name) as names from named d join pgrecall_data.mentions e
          on e.namespace_id = d.namespace_id and e.entity_id = d.id and e.memory_id = x.id
        where d.namespace_id = x.namespace_id
      ) t
    ), fused as (
      select s.*,
        case fuse.fusion
          when 'rrf' then coalesce(1.0 / (60 + s.vector_rank), 0) + coalesce(1.0 / (60 + s.keyword_rank), 0)
            + coalesce(case when s.is_named then 0.5 / (60 + s.entity_rank) end, 0)
          else 0.5 * greatest(coalesce(s.similarity, 0), 0) / 0.6 + 0.5 * coalesce(s.bm25 / v_best, 0) + case when s.is_named then s.name_weight else 0 end
        end as fused,
        case when fuse.blend then pgrecall.recency(s.m, fuse.filter) else 1 end as recency,
        case when fuse.blend then 1 + 0.04 * ((s.m).importance - 5) else 1 end as importance,
        case when fuse.blend then 1 + least(0.10, 0.02 * ln(1 + coalesce(s.recall_count, 0))) else 1 end as usage,
        case when not fuse.blend then 1 else (0.25 + 0.75 * (s.m).confidence) * case when (s.m).is_inference and (s.m).review = 'pending' then 0.8 else 1 end end as trust
      from shared s
    ), weighed as (
      select x.*, x.fused * x.recency * x.importance * x.usage * x.trust as weight from fused x
      where fuse.min_similarity is null or x.similarity >= fuse.min_similarity
    ), capped as materialized (
      select * from pgrecall.caps(
        array(select (w.namespace_id, w.id, w.weight, 0, null)::pgrecall.candidate from weighed w),
        array(select w.id from weighed w where (w.m).review = 'pending'))
    ), best as (
      select w.*, c.cap, coalesce(c.depth, 0) as depth, least(w.weight, c.cap) as score
      from weighed w left join capped c on c.namespace_id = w.namespace_id and c.id = w.id
      order by score desc, depth, w.id desc limit fuse.k
    )
    select (f.m).id, (f.m).content, (f.m).kind, f.similarity, f.score::real,
      n.path::text, (f.m).session, (f.m).speaker, (f.m).subject, (f.m).predicate, (f.m).object, (f.m).tags, (f.m).metadata,
      (f.m).importance, (f.m).confidence, (f.m).origin, (f.m).is_inference, (f.m).version, pgrecall.latest_at(f.m, fuse.filter.known_at), (f.m).valid_from,
      pgrecall.end_at(f.m, fuse.filter.known_at), (f.m).said_at, lower((f.m).event_at), (f.m).event_precision, (f.m).recorded_at, null::text[],
      jsonb_strip_nulls(jsonb_build_object(
        'vector', case when f.vector_rank is not null then jsonb_build_object('rank', f.vector_rank, 'similarity', f.similarity) end,
        'keyword', case when f.keyword_rank is not null then jsonb_build_object('rank', f.keyword_rank, 'bm25', f.bm25, 'words', to_jsonb(f.words)) end,
        'entity', case when f.names is not null then jsonb_build_object('rank', f.entity_rank, 'names', to_jsonb(f.names), 'counted', f.is_named) end,
        'fused', round(f.fused::numeric, 6), 'capped', case when f.cap < f.weight then true end,
        'factors', jsonb_build_object('recency', round(f.recency::numeric, 4), 'importance', f.importance, 'usage', round(f.usage::numeric, 4), 'trust', round(f.trust::numeric, 4)))),
      null::jsonb
    from best f join pgrecall_data.namespaces n on n.id = f.namespace_id
    order by f.score desc, f.depth, f.id desc;
end $$;

-- Return how much a memory's age leaves of its score: .75 + .25 exp(-age / 180 days). Preferences and corrections do not age;
-- a coarse date is as young as its end allows.
create function pgrecall.recency(m pgrecall_data.memories, f pgrecall.filter) returns float8
language sql stable parallel safe as $$
  select case when m.kind in ('preference', 'correction') then 1
    else 0.75 + 0.25 * exp(-greatest(0, extract(epoch from f.as_of - case when m.event_at is null then m.said_at else least(upper(m.event_at), f.as_of) end)) / 15552000.0) end::float8
$$;
