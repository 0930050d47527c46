-- Return the k memories that fit the query best, best first: k rows, or all that match.
-- Filters come first, then the lanes (vector, keyword, entity, time), then their fusion. A lane that fails is skipped and
-- named by pgrecall.answer(), which also says why an answer is empty. Without an embedding the other lanes answer.
-- Writes nothing. Raises MR003 for an argument that cannot be used, MR004 for a namespace that is not open.
create function pgrecall.recall(
  query text, embedding halfvec default null, k int default 10, kinds text[] default null, tags text[] default null,
  "where" jsonb default null, since timestamptz default null, until timestamptz default null,
  as_of timestamptz default null, known_at timestamptz default null, entities text[] default null,
  namespaces text[] default null, min_similarity float8 default null, min_importance int default null,
  blend boolean default true, history boolean default false, explain boolean default false,
  fusion text default 'convex', model text default null, related boolean default false, around int default 0
) returns setof pgrecall.hit
language plpgsql volatile security definer set search_path from current
set plan_cache_mode = force_generic_plan -- planning anew costs more than the reading; each lane has one good plan
set enable_seqscan = off
as $$
#variable_conflict use_column
declare
  v_namespaces int[] := pgrecall.readable(recall.namespaces);
  v_filter pgrecall.filter;
  v_weights pgrecall_data.weights := pgrecall.weights_of(v_namespaces);
  v_question pgrecall.question;
  v_model int := pgrecall.model_id(recall.model);
  v_found pgrecall.found;
  v_features pgrecall.feature[];
  v_hits pgrecall.hit[];
begin
  perform pgrecall.check_recall(recall.k, recall.min_similarity, recall.fusion, recall.around);
  v_filter := pgrecall.new_filter(recall.kinds, recall.tags, recall."where", recall.since, recall.until, recall.as_of, recall.known_at, recall.min_importance, recall.history);
  v_question := pgrecall.new_question(v_namespaces, coalesce(recall.query, ''), recall.entities, v_filter.as_of);
  v_found := pgrecall.search(v_namespaces, v_question, recall.embedding, v_model, v_filter, recall.kinds is null, v_weights, recall.k);
  if v_found.skipped::text like '%vector: %' then recall.embedding := null; end if;
  if v_found.skipped::text like '%entity: %' then v_question.names := '{}'; end if;
  v_features := array(select f from pgrecall.features(v_found, v_question, recall.embedding, v_model, v_filter, v_weights, recall.blend) f);
  v_hits := array(select h from pgrecall.fuse(v_features, v_weights, v_filter, recall.fusion, recall.k, recall.min_similarity, recall.explain) h);
  perform pgrecall.set_answer(v_hits, v_features, v_found.skipped, v_namespaces, v_filter, v_question.lexemes, recall.min_similarity);
  return query
    select h.id, h.content, h.kind, h.similarity, h.score, h.namespace, h.session, h.speaker, h.subject, h.predicate, h.object,
      h.tags, h.metadata, h.importance, h.confidence, h.origin, h.is_inference, h.version, h.is_latest, h.valid_from, h.valid_until,
      h.said_at, h.event_at, h.event_precision, h.recorded_at,
      array(select s.kind || ':' || s.source_id from pgrecall_data.sources s where s.namespace_id = any (v_namespaces) and s.memory_id = h.id order by 1),
      case when recall.explain then h.explain end,
      case when recall.related then array_to_json(array(
        select r from pgrecall_data.namespaces n cross join lateral pgrecall.related_of(n.id, h.id, v_filter.known_at, 100) r
        where n.path = h.namespace))::jsonb end,
      case when recall.around > 0 then pgrecall.turns_around(v_namespaces, h.id, recall.around, v_filter) end
    from unnest(v_hits) h;
end $$;

-- Raise MR003 for a k, a similarity, a fusion or a number of turns that recall cannot use.
create function pgrecall.check_recall(k int, min_similarity float8, fusion text, around int) returns void
language plpgsql immutable parallel safe as $$
begin
  perform pgrecall.check_count('k', check_recall.k);
  if check_recall.min_similarity not between -1 and 1 then
    raise exception using errcode = 'MR003', message = format('min_similarity %s is not between -1 and 1', check_recall.min_similarity);
  end if;
  if check_recall.fusion is null or check_recall.fusion not in ('convex', 'rrf') then
    raise exception using errcode = 'MR003', message = format('fusion %L is not known', check_recall.fusion), hint = 'use convex or rrf';
  end if;
  if check_recall.around is null or check_recall.around not between 0 and 20 then
    raise exception using errcode = 'MR003', message = format('around %s is not between 0 and 20', coalesce(check_recall.around::text, 'null')), hint = 'read more with timeline';
  end if;
end $$;

-- Return the turns of the same session up to n places before and after a turn, in order, as JSON; null for what is no turn.
create function pgrecall.turns_around(namespaces int[], id uuid, n int, filter pgrecall.filter) returns jsonb
language plpgsql stable as $$
#variable_conflict use_column
begin
  return (
    select jsonb_agg(jsonb_build_object('offset', m.position - t.position, 'id', m.id, 'speaker', m.speaker, 'content', m.content, 'said_at', m.said_at) order by m.position)
    from pgrecall_data.memories t join pgrecall_data.memories m
      on m.namespace_id = t.namespace_id and m.session = t.session and m.position between t.position - turns_around.n and t.position + turns_around.n
    where t.namespace_id = any (turns_around.namespaces) and t.id = turns_around.id and pgrecall.is_turn(t.session, t.kind)
      and pgrecall.is_turn(m.session, m.kind) and m.id <> t.id and pgrecall.passes(m, turns_around.filter)
  );
end $$;
