-- Return what the last recall of this transaction says about itself: confidence (0-1, null without a hit),
-- the lanes it had to skip with the reason of each, and why an empty answer is empty.
create function pgrecall.answer() returns table (confidence real, skipped_lanes text[], why_empty text)
language sql stable as $$
  select (a ->> 'confidence')::real, array(select jsonb_array_elements_text(a -> 'skipped_lanes')), a ->> 'why_empty'
  from (select nullif(current_setting('pgrecall.answer', true), '')::jsonb as a) x
$$;

-- Keep for pgrecall.answer() what the recall that calls this has found. An empty answer is also said as a notice.
create function pgrecall.set_answer(
  hits pgrecall.hit[], features pgrecall.feature[], skipped text[], namespaces int[], filter pgrecall.filter, lexemes text[], min_similarity float8
) returns void
language plpgsql volatile as $$
#variable_conflict use_column
declare
  v_confidence real;
  v_why text;
begin
  if cardinality(set_answer.hits) = 0 then
    v_why := case
      when cardinality(set_answer.namespaces) = 0 then 'nothing has been stored in this namespace'
      when not exists (select from pgrecall_data.memories m where m.namespace_id = any (set_answer.namespaces)) then 'nothing has been stored in this namespace'
      when not exists (select from pgrecall_data.memories m where m.namespace_id = any (set_answer.namespaces) and pgrecall.passes(m, set_answer.filter))
        then 'no live memory passes the filters'
      when set_answer.min_similarity is not null then format('no memory is as similar as %s', set_answer.min_similarity)
      when cardinality(set_answer.lexemes) = 0 then 'the query holds no word that can be looked up, and no vector was compared'
      else 'no memory holds a word of the query, and no vector was compared'
    end;
    raise notice using message = 'recall is empty: ' || v_why;
  else
    v_confidence := pgrecall.confidence(set_answer.features, array(select h.id from unnest(set_answer.hits) h), cardinality(set_answer.lexemes));
  end if;
  perform set_config('pgrecall.answer',
    jsonb_build_object('confidence', v_confidence, 'skipped_lanes', set_answer.skipped, 'why_empty', v_why)::text, true);
end $$;

-- Return how sure the hits are to hold an answer, 0 to 1: a logistic function of the best cosine + half the share of the query's words
-- (without vectors: of the words alone) and, when the query names somebody, of how far what is theirs is ahead of what is others'.
-- Fitted on LoCoMo with the local model, see docs/benchmarks.md; cosines of other models lie elsewhere.
create function pgrecall.confidence(features pgrecall.feature[], ids uuid[], word_count int) returns real
language plpgsql stable as $$
#variable_conflict use_column
declare
  v_best record;
  v_z float8;
begin
  select max(f.similarity + 0.5 * w.share) as near, max(w.share) as words, bool_or(f.names is not null) as has_names,
    coalesce(max(w.worth) filter (where f.named > 0), 0) - coalesce(max(w.worth) filter (where f.named = 0), 0) as ahead
  into v_best
  from unnest(confidence.features) f
  cross join lateral (select coalesce(cardinality(f.words), 0)::float8 / greatest(confidence.word_count, 1) as share, (f.vector + f.keyword) / 2 as worth) w
  where f.id = any (confidence.ids);
  v_z := coalesce(4.0 * v_best.near - 2.7, 5.0 * v_best.words - 2.5) + case when v_best.has_names then 3.0 * v_best.ahead else 0 end;
  return round((1 / (1 + exp(-v_z)))::numeric, 4);
end $$;
