-- Return what the last recall of this transaction says about itself: confidence (0-1, null without a hit),
-- the lanes it had to skip with the reason of each, and why an empty answer is empty.
create function pgrecall.answer() returns table (confidence real, skipped_lanes text[], why_empty text)
language sql stable as $$
  select (a ->> 'confidence')::real, array(select jsonb_array_elements_text(a -> 'skipped_lanes')), a ->> 'why_empty'
  from (select nullif(current_setting('pgrecall.answer', true), '')::jsonb as a) x
$$;

-- Keep for pgrecall.answer() what the recall that calls this has found. An empty answer is also said as a notice.
-- confidence: how sure the best hit is to be about the query, from its cosine (.3 to .7) and the share of query words it holds.
create function pgrecall.set_answer(
  hits pgrecall.hit[], skipped text[], namespaces int[], filter pgrecall.filter, lexemes text[], min_similarity float8
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
    select max(1 - (1 - s.by_meaning) * (1 - s.by_words)) into v_confidence
    from (
      select
        least(1, greatest(0, (coalesce(h.similarity, 0) - 0.3) / 0.4)) as by_meaning,
        least(1, greatest(0, (coalesce(jsonb_array_length(h.explain #> '{keyword,words}'), 0)::float8 / greatest(cardinality(set_answer.lexemes), 1) - 0.4) / 0.6)) as by_words
      from unnest(set_answer.hits) h
    ) s;
  end if;
  perform set_config('pgrecall.answer',
    jsonb_build_object('confidence', v_confidence, 'skipped_lanes', set_answer.skipped, 'why_empty', v_why)::text, true);
end $$;
