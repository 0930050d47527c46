-- Join what the lanes found into one ranking and return its first k, with each feature's share and each factor in `explain`.
-- convex: the sum of weight × feature (pgrecall.features, pgrecall_data.weights); rrf: the sum of 1/(60 + rank), half for names and times.
-- blend multiplies by capped factors: recency, importance, usage, and trust: .25 + .75 confidence, and .8 of it for an inference
-- nobody has approved; with or without blend, such an inference ranks below every hit it was drawn from.
create function pgrecall.fuse(
  features pgrecall.feature[], weights pgrecall_data.weights, filter pgrecall.filter, fusion text, k int, min_similarity float8, explain boolean
) returns setof pgrecall.hit
language plpgsql stable as $$
#variable_conflict use_column
begin
  return query
    with weighed as materialized (
      select f, x.fused, x.fused * f.recency * f.importance * f.usage * f.trust as weight
      from unnest(fuse.features) f cross join (select (fuse.weights).*) w cross join lateral (
        select case fuse.fusion
          when 'rrf' then coalesce(1.0 / (60 + f.vector_rank), 0) + coalesce(1.0 / (60 + f.keyword_rank), 0)
            + coalesce(case when f.is_named then 0.5 / (60 + f.entity_rank) end, 0) + coalesce(0.5 / (60 + f.time_rank), 0)
          else greatest(0, w.vector * f.vector + w.keyword * f.keyword + w.named * f.named + w.mentioned * f.mentioned + w.own * f.own + w.dated * f.dated
            + w.timed * f.timed + w.time_word * f.time_word + w.length * f.length + w.question * f.question
            + w.session * f.session + w.previous * f.previous + w.next * f.next) end::float8 as fused
      ) x
      where fuse.min_similarity is null or f.similarity >= fuse.min_similarity
    ), capped as materialized (
      select c.* from pgrecall.caps(
        array(select ((w.f).namespace_id, (w.f).id, w.weight, 0, null)::pgrecall.candidate from weighed w where exists (select from weighed p where (p.f).is_pending)),
        array(select (w.f).id from weighed w where (w.f).is_pending)) c
    ), best as (
      select w.*, c.cap, coalesce(c.depth, 0) as depth, least(w.weight, c.cap) as score
      from weighed w left join capped c on c.namespace_id = (w.f).namespace_id and c.id = (w.f).id
      order by score desc, depth, (w.f).id desc limit fuse.k
    )
    select m.id, m.content, m.kind, (b.f).similarity, b.score::real,
      n.path::text, m.session, m.speaker, m.subject, m.predicate, m.object, m.tags, m.metadata,
      m.importance, m.confidence, m.origin, m.is_inference, m.version, pgrecall.latest_at(m, fuse.filter.known_at), m.valid_from,
      pgrecall.end_at(m, fuse.filter.known_at), m.said_at, lower(m.event_at), m.event_precision, m.recorded_at, null::text[],
      pgrecall.explained(b.f, b.fused, b.cap < b.weight, case when fuse.explain and fuse.fusion = 'convex' then fuse.weights end),
      null::jsonb, null::jsonb
    from best b join pgrecall_data.namespaces n on n.id = (b.f).namespace_id
    join pgrecall_data.memories m on m.namespace_id = (b.f).namespace_id and m.id = (b.f).id
    order by b.score desc, b.depth, m.id desc;
end $$;

-- Return what is said of a hit's rank: where each lane has it, its factors and, if weights are given, the share of each feature.
create function pgrecall.explained(f pgrecall.feature, fused float8, is_capped boolean, weights pgrecall_data.weights) returns jsonb
language sql stable as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'vector', case when f.vector_rank is not null then jsonb_build_object('rank', f.vector_rank, 'similarity', f.similarity) end,
    'keyword', case when f.keyword_rank is not null then jsonb_build_object('rank', f.keyword_rank, 'bm25', f.bm25, 'words', to_jsonb(f.words)) end,
    'entity', case when f.names is not null then jsonb_build_object('rank', f.entity_rank, 'names', to_jsonb(f.names), 'counted', f.is_named) end,
    'time', case when f.time_rank is not null then jsonb_build_object('rank', f.time_rank) end,
    'shares', case when explained.weights is not null then pgrecall.shares(f, explained.weights) end,
    'fused', round(explained.fused::numeric, 6), 'capped', case when explained.is_capped then true end,
    'factors', jsonb_build_object('recency', round(f.recency::numeric, 4), 'importance', round(f.importance::numeric, 4), 'usage', round(f.usage::numeric, 4), 'trust', round(f.trust::numeric, 4))))
$$;

-- Return the features that count for a hit, each with its value, its weight and their product.
create function pgrecall.shares(f pgrecall.feature, w pgrecall_data.weights) returns jsonb
language sql stable as $$
  with counted as materialized (
    select x.key, x.value::float8 as value, (pgrecall.named_weights(shares.w) ->> x.key)::float8 as weight
    from jsonb_each_text(to_jsonb(shares.f) - array['words', 'names']) x where pgrecall.named_weights(shares.w) ? x.key
  )
  select jsonb_object_agg(c.key, jsonb_build_object('value', round(c.value::numeric, 4), 'weight', c.weight, 'share', round((c.value * c.weight)::numeric, 4)))
  from counted c where c.value <> 0
$$;

-- Return how much a memory's age leaves of its score: .75 + .25 exp(-age / 180 days). Preferences and corrections do not age,
-- nor does a turn: what was said then is asked for by its time, not by its age. A coarse date is as young as its end allows.
create function pgrecall.recency(kind text, session text, said_at timestamptz, event_at tstzrange, as_of timestamptz) returns float8
language sql stable parallel safe as $$
  select case when recency.kind in ('preference', 'correction') or pgrecall.is_turn(recency.session, recency.kind) then 1
    else 0.75 + 0.25 * exp(-greatest(0, extract(epoch from recency.as_of - case when recency.event_at is null then recency.said_at else least(upper(recency.event_at), recency.as_of) end)::float8) / 15552000.0) end::float8
$$;
