-- Return the k memories that fit the query best, best first: k rows, or all that match.
-- Filters come first, then the lanes (vector, keyword, entity), then their fusion. A lane that fails is skipped and
-- named by pgrecall.answer(), which also says why an answer is empty. Without an embedding the other lanes answer.
-- Writes nothing. Raises MR003 for an argument that cannot be used, MR004 for a namespace that is not open.
create function pgrecall.recall(
  query text, embedding halfvec default null, k int default 10, kinds text[] default null, tags text[] default null,
  "where" jsonb default null, since timestamptz default null, until timestamptz default null,
  as_of timestamptz default null, known_at timestamptz default null, entities text[] default null,
  namespaces text[] default null, min_similarity float8 default null, min_importance int default null,
  blend boolean default true, history boolean default false, explain boolean default false,
  fusion text default 'convex', model text default null, related boolean default false
) returns setof pgrecall.hit
language plpgsql volatile security definer set search_path from current as $$
#variable_conflict use_column
declare
  v_namespaces int[] := pgrecall.readable(recall.namespaces);
  v_filter pgrecall.filter;
  v_model int := pgrecall.model_id(recall.model);
  v_lexemes text[] := pgrecall.query_lexemes(coalesce(recall.query, ''), v_namespaces);
  v_names text[];
  v_pool int := greatest(200, 5 * recall.k);
  v_vector pgrecall.candidate[] := '{}';
  v_keyword pgrecall.candidate[] := '{}';
  v_entity pgrecall.candidate[] := '{}';
  v_skipped text[] := '{}';
  v_worded pgrecall.filter;
  v_hits pgrecall.hit[];
begin
  perform pgrecall.check_recall(recall.k, recall.min_similarity, recall.fusion);
  v_filter := pgrecall.new_filter(recall.kinds, recall.tags, recall."where", recall.since, recall.until, recall.as_of, recall.known_at, recall.min_importance, recall.history);
  v_worded := v_filter;
  if recall.kinds is null then v_worded.kinds := array_remove(v_filter.kinds, 'transcript'); end if;
  v_names := pgrecall.name_candidates(coalesce(recall.query, '')) || array(select pgrecall_data.folded(e) from unnest(recall.entities) e);
  if recall.embedding is null then
    v_skipped := v_skipped || 'vector: no embedding was given'::text;
  elsif v_model is null then
    v_skipped := v_skipped || 'vector: no model was declared'::text;
  elsif l2_norm(recall.embedding) = 0 then
    recall.embedding := null;
    v_skipped := v_skipped || 'vector: the embedding is all zeros'::text;
  else
    begin
      v_vector := array(select l from pgrecall.vector_lane(v_namespaces, recall.embedding, v_model, v_filter, v_pool) l);
    exception when others then
      recall.embedding := null;
      v_skipped := v_skipped || ('vector: ' || sqlerrm);
    end;
  end if;
  begin
    v_keyword := array(select l from pgrecall.keyword_lane(v_namespaces, v_lexemes, v_worded, v_pool) l);
  exception when others then v_skipped := v_skipped || ('keyword: ' || sqlerrm);
  end;
  begin
    v_entity := array(select l from pgrecall.entity_lane(v_namespaces, v_names, v_worded, v_pool) l);
  exception when others then
    v_names := '{}';
    v_skipped := v_skipped || ('entity: ' || sqlerrm);
  end;
  v_hits := array(
    select h from pgrecall.fuse(
      v_vector, v_keyword, v_entity, v_names, recall.embedding, v_model, v_filter, recall.fusion, recall.blend, recall.k, recall.min_similarity) h
  );
  perform pgrecall.set_answer(v_hits, v_skipped, v_namespaces, v_filter, v_lexemes, recall.min_similarity);
  return query
    select h.id, h.content, h.kind, h.similarity, h.score, h.namespace, h.session, h.speaker, h.subject, h.predicate, h.object,
      h.tags, h.metadata, h.importance, h.confidence, h.origin, h.is_inference, h.version, h.is_latest, h.valid_from, h.valid_until,
      h.said_at, h.event_at, h.event_precision, h.recorded_at,
      array(select s.kind || ':' || s.source_id from pgrecall_data.sources s where s.namespace_id = any (v_namespaces) and s.memory_id = h.id order by 1),
      case when recall.explain then h.explain end,
      case when recall.related then array_to_json(array(
        select r from pgrecall_data.namespaces n cross join lateral pgrecall.related_of(n.id, h.id, v_filter.known_at, 100) r
        where n.path = h.namespace))::jsonb end
    from unnest(v_hits) h;
end $$;

-- Raise MR003 for a k, a similarity or a fusion that recall cannot use.
create function pgrecall.check_recall(k int, min_similarity float8, fusion text) returns void
language plpgsql immutable parallel safe as $$
begin
  perform pgrecall.check_count('k', check_recall.k);
  if check_recall.min_similarity not between -1 and 1 then
    raise exception using errcode = 'MR003', message = format('min_similarity %s is not between -1 and 1', check_recall.min_similarity);
  end if;
  if check_recall.fusion is null or check_recall.fusion not in ('convex', 'rrf') then
    raise exception using errcode = 'MR003', message = format('fusion %L is not known', check_recall.fusion), hint = 'use convex or rrf';
  end if;
end $$;
