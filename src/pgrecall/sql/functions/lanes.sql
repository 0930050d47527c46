-- Return the n nearest rows by cosine, exactly; only vectors of the same model are compared.
create function pgrecall.vector_lane(namespaces int[], embedding halfvec, model_id int, filter pgrecall.filter, n int)
returns setof pgrecall.candidate
language plpgsql stable as $$
#variable_conflict use_column
begin
  return query
    select c.namespace_id, c.id, (1 - c.distance)::real, (row_number() over (order by c.distance, c.id desc))::int, null::text[]
    from (
      select m.namespace_id, m.id, (m.embedding <=> vector_lane.embedding) + 0 as distance
      from pgrecall_data.memories m
      where m.namespace_id = any (vector_lane.namespaces) and m.model_id = vector_lane.model_id and pgrecall.passes(m, vector_lane.filter)
      order by 3, m.id desc limit vector_lane.n
    ) c;
end $$;

-- Return rows that mention the names, the newest 40 of each, those that share most names first; detail lists the names.
create function pgrecall.entity_lane(namespaces int[], names text[], filter pgrecall.filter, n int)
returns setof pgrecall.candidate
language plpgsql stable as $$
#variable_conflict use_column
begin
  return query
    with mentioned as (
      select d.namespace_id, m.id, array_agg(d.name order by d.name) as names
      from pgrecall.named_entities(entity_lane.namespaces, entity_lane.names) d cross join lateral (
        select x.id from pgrecall_data.mentions t
        join pgrecall_data.memories x on x.namespace_id = t.namespace_id and x.id = t.memory_id
        where t.namespace_id = d.namespace_id and t.entity_id = d.id and pgrecall.passes(x, entity_lane.filter)
        order by t.memory_id desc limit 40
      ) m group by d.namespace_id, m.id
    )
    select t.namespace_id, t.id, cardinality(t.names)::real,
      (row_number() over (order by cardinality(t.names) desc, t.id desc))::int, t.names
    from mentioned t order by 4 limit entity_lane.n;
end $$;

-- Return rows said or happening in the windows of time a query names, the nearest by cosine first (without a vector: the newest).
-- Looks at the newest 1,000 said and the newest 1,000 happening in each window.
create function pgrecall.time_lane(namespaces int[], question pgrecall.question, embedding halfvec, model_id int, filter pgrecall.filter, n int)
returns setof pgrecall.candidate
language plpgsql stable as $$
#variable_conflict use_column
begin
  return query
    with within as materialized (
      select distinct on (r.namespace_id, r.id) r.* from unnest(time_lane.namespaces) s (id) cross join lateral (
        select a.* from unnest((time_lane.question).told) w cross join lateral (
          select m.namespace_id, m.id, m.said_at as at, case when m.model_id = time_lane.model_id then m.embedding <=> time_lane.embedding end as distance
          from pgrecall_data.memories m
          where m.namespace_id = s.id and m.said_at >= lower(w) and m.said_at < upper(w) and pgrecall.passes(m, time_lane.filter)
          order by m.said_at desc limit 1000) a
        union all
        select b.* from unnest((time_lane.question).windows) w cross join lateral (
          select m.namespace_id, m.id, m.said_at, case when m.model_id = time_lane.model_id then m.embedding <=> time_lane.embedding end
          from pgrecall_data.memories m
          where m.namespace_id = s.id and m.event_at is not null and lower(m.event_at) < upper(w) and m.event_at && w and pgrecall.passes(m, time_lane.filter)
          order by lower(m.event_at) desc limit 1000) b
      ) r
    )
    select w.namespace_id, w.id, (1 - w.distance)::real, (row_number() over (order by w.distance nulls last, w.at desc, w.id desc))::int, null::text[]
    from within w order by 4 limit time_lane.n;
end $$;
