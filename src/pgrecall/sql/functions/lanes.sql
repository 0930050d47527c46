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
