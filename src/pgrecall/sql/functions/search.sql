-- Ask every lane that weighs anything for its best candidates, 60 at least. A lane that fails is skipped, with its reason.
-- Transcripts stay out of all lanes but the vector's unless asked for by kind. Names are looked up by their own lane: their words are
-- asked for only when the other words and the vector have found fewer than k, and count for little then.
create function pgrecall.search(
  namespaces int[], question pgrecall.question, embedding halfvec, model_id int, filter pgrecall.filter, all_kinds boolean,
  weights pgrecall_data.weights, k int
) returns pgrecall.found
language plpgsql stable as $$
#variable_conflict use_column
declare
  v_pool int := greatest(60, 2 * search.k);
  v_found pgrecall.found := row('{}', '{}', '{}', '{}', '{}');
  v_no_vector text;
begin
  v_no_vector := case
    when search.embedding is null then 'no embedding was given'
    when search.model_id is null then 'no model was declared'
    when l2_norm(search.embedding) = 0 then 'the embedding is all zeros' end;
  if v_no_vector is not null then
    v_found.skipped := array['vector: ' || v_no_vector];
  elsif (search.weights).vector <> 0 then
    begin
      v_found.vector := array(select l from pgrecall.vector_lane(search.namespaces, search.embedding, search.model_id, search.filter, v_pool) l);
    exception when others then v_found.skipped := v_found.skipped || ('vector: ' || sqlerrm);
    end;
  end if;
  if search.all_kinds then search.filter.kinds := array_remove((search.filter).kinds, 'transcript'); end if;
  if (search.weights).keyword <> 0 then
    begin
      v_found.keyword := array(select l from pgrecall.keyword_lane(search.namespaces, (search.question).lexemes, search.filter, v_pool) l);
      if cardinality((search.question).name_lexemes) > 0 and cardinality(v_found.keyword) < search.k and cardinality(v_found.vector) < search.k then
        v_found.keyword := v_found.keyword || array(
          select (l.namespace_id, l.id, l.raw * 0.1, l.rank + cardinality(v_found.keyword), l.detail)::pgrecall.candidate
          from pgrecall.keyword_lane(search.namespaces, (search.question).name_lexemes, search.filter, v_pool) l
          where not exists (select from unnest(v_found.keyword) f where f.id = l.id and f.namespace_id = l.namespace_id));
      end if;
    exception when others then v_found.skipped := v_found.skipped || ('keyword: ' || sqlerrm);
    end;
  end if;
  if (search.weights).named <> 0 or (search.weights).mentioned <> 0 then
    begin
      v_found.entity := array(select l from pgrecall.entity_lane(search.namespaces, (search.question).names, search.filter, v_pool) l);
    exception when others then v_found.skipped := v_found.skipped || ('entity: ' || sqlerrm);
    end;
  end if;
  if (search.weights).dated <> 0 and (search.question).windows <> '{}' then
    begin
      v_found.timed := array(select l from pgrecall.time_lane(search.namespaces, search.question, search.embedding, search.model_id, search.filter, v_pool) l);
    exception when others then v_found.skipped := v_found.skipped || ('time: ' || sqlerrm);
    end;
  end if;
  return v_found;
end $$;
