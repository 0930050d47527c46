-- Return the live memories that say the same as a new one (same) or an older value of the same thing (changed), nearest first.
-- Looks at statements of up to 500 characters, the ten nearest by cosine (.4 or more), or by words without a vector; not the
-- distance, but pgrecall.compare decides.
create function pgrecall.near_memories(namespace_id int, n pgrecall.new_memory, has_times boolean, now timestamptz, embedding halfvec, model_id int)
returns table (id uuid, verdict text, valid_from timestamptz)
language plpgsql volatile as $$
#variable_conflict use_column
declare
  v_read pgrecall.reading;
  v_near pgrecall_data.memories;
  v_verdict text;
begin
  if pgrecall.is_turn(n.session, n.kind) or n.derived_from <> '{}' or length(n.content) > 500 then return; end if;
  for v_near in select * from pgrecall.nearest(namespace_id, n, has_times, now, embedding, model_id) loop
    continue when v_near.id = any (coalesce(n.supersedes, '{}') || coalesce(n.extends, '{}'));
    v_read := coalesce(v_read, pgrecall.read(n.content));
    v_verdict := pgrecall.compare(pgrecall.read(v_near.content, v_read.language), v_read);
    continue when v_verdict = 'different' or v_near.said_at::date <> n.said_at::date and pgrecall.is_deictic(v_read);
    if v_verdict = 'same' then
      continue when n.object is distinct from v_near.object and n.object is not null;
    else
      continue when n.multi or v_near.is_multi or n.kind not in ('fact', 'pattern', 'preference', 'decision', 'learning')
        or v_verdict <> 'changed' and n.kind not in ('fact', 'pattern')
        or v_verdict = 'snapshot' and abs(extract(epoch from n.said_at - v_near.said_at)) > 60 * 86400;
      v_verdict := 'changed';
    end if;
    id := v_near.id;
    verdict := v_verdict;
    valid_from := v_near.valid_from;
    return next;
  end loop;
end $$;

-- Return those of the ten nearest live memories of a kind that a new one can be about the same as: by vector, or by words
-- where there is none.
create function pgrecall.nearest(namespace_id int, n pgrecall.new_memory, has_times boolean, now timestamptz, embedding halfvec, model_id int)
returns setof pgrecall_data.memories
language plpgsql volatile
set plan_cache_mode = force_custom_plan -- as in same_memory
set enable_seqscan = off -- as in keyword_lane
as $$
#variable_conflict use_column
declare
  v_words text[] := tsvector_to_array(pgrecall_data.keywords(n.content, pgrecall.language_for(namespace_id, n.content)));
  v_lexemes text[] := case when embedding is null then pgrecall.query_lexemes(n.content, array[namespace_id]) end;
  v_query tsquery := pgrecall.any_of(array[namespace_id], v_lexemes);
  v_any tsquery := pgrecall.word_query(array_to_string(v_lexemes, ' '));
  v_ids uuid[];
begin
  if embedding is not null then
    v_ids := array(
      select c.id from (
        select m.id, (m.embedding <=> nearest.embedding) + 0 as distance from pgrecall_data.memories m
        where m.namespace_id = nearest.namespace_id and m.model_id = nearest.model_id and pgrecall.is_comparable(m, n.kind, nearest.now)
        order by 2, m.id limit 10
      ) c where c.distance <= 0.6 order by c.distance, c.id);
  else
    -- ts_rank counts the words in common, at a tenth of what BM25 costs
    v_ids := array(
      select m.id from pgrecall_data.memories m
      where pgrecall_data.scoped(m.namespace_id, m.keywords) @@ v_query and m.namespace_id + 0 = nearest.namespace_id and pgrecall.is_comparable(m, n.kind, nearest.now)
      order by ts_rank(m.keywords, v_any) desc, m.id limit 10);
  end if;
  return query
    select m.* from unnest(v_ids) with ordinality c (id, place)
    join pgrecall_data.memories m on m.namespace_id = nearest.namespace_id and m.id = c.id
    where coalesce(m.valid_until > least(n.valid_from, nearest.now), true) and coalesce(n.valid_until > m.valid_from, true)
      and (nearest.has_times or m.valid_from <= greatest(nearest.now, m.recorded_at))
      and length(m.content) <= 500 and pgrecall.share_words(m.keywords, v_words) and pgrecall.may_meet(n, m)
    order by c.place;
end $$;

-- Whether a memory is one that others are compared with: of their kind, live, said and not concluded, no turn.
create function pgrecall.is_comparable(m pgrecall_data.memories, kind text, now timestamptz) returns boolean
language sql immutable parallel safe as $$
  select m.kind = is_comparable.kind and m.is_latest and m.forgotten_at is null and m.review <> 'declined' and not m.is_inference
    and coalesce(m.forget_after > is_comparable.now, true) and not pgrecall.is_turn(m.session, m.kind)
$$;

-- Whether a text shares an eighth of its words, a third of many, or of the other's: a cheap test before both are read.
create function pgrecall.share_words(keywords tsvector, words text[]) returns boolean
language sql immutable parallel safe as $$
  select count(*) > 0 and case when least(cardinality(share_words.words), length(share_words.keywords)) < 8 then 8 else 3 end * count(*)
    >= least(cardinality(share_words.words), length(share_words.keywords))
  from unnest(tsvector_to_array(share_words.keywords)) w where w = any (share_words.words)
$$;

-- Whether two memories can be about the same at all: no other speaker, slot, event or metadata.
create function pgrecall.may_meet(n pgrecall.new_memory, m pgrecall_data.memories) returns boolean
language sql stable parallel safe as $$
  select pgrecall_data.folded(coalesce(n.speaker, '')) = pgrecall_data.folded(coalesce(m.speaker, ''))
    and (n.subject is null or m.subject is null or pgrecall_data.folded(n.subject) = pgrecall_data.folded(m.subject))
    and (n.predicate is null or m.predicate is null or pgrecall_data.folded(n.predicate) = pgrecall_data.folded(m.predicate))
    and pgrecall.event_range(n.event_at) is not distinct from m.event_at
    and not exists (select from jsonb_each(n.metadata) a join jsonb_each(m.metadata) b on b.key = a.key and b.value <> a.value)
$$;

-- Whether a text counts its time from the day it is said: today, tomorrow, last week.
create function pgrecall.is_deictic(r pgrecall.reading) returns boolean
language sql immutable parallel safe as $$
  select r.tokens && '{@wd1,@wd2,@wd3,@wd4,@wd5,@wd6,@wd7,this,today,tomorrow,yesterday,tonight,ago,next,last,heute,morgen,gestern,nächste,nächsten,letzte,letzten,aujourd,demain,hier,prochain,prochaine,dernier,dernière,hoy,mañana,ayer,próximo,próxima,pasado,pasada}'::text[]
    or array_to_string(r.tokens, '') ~ '今天|明天|昨天|后天|前天|下周|上周|本周'
$$;

-- Return the live memories that state what these replaced ones did in slightly other words: they are out of date with them.
create function pgrecall.copies_of(namespace_id int, replaced uuid[], but uuid, now timestamptz) returns uuid[]
language plpgsql volatile as $$
#variable_conflict use_column
declare
  v_old pgrecall_data.memories;
  v_new pgrecall.new_memory;
  v_near pgrecall_data.memories;
  v_read pgrecall.reading;
  v_other pgrecall.reading;
  v_copies uuid[] := '{}';
begin
  for v_old in select * from pgrecall_data.memories m where m.namespace_id = copies_of.namespace_id and m.id = any (replaced) loop
    continue when v_old.embedding is null or length(v_old.content) > 500 or pgrecall.is_turn(v_old.session, v_old.kind);
    v_read := pgrecall.read(v_old.content);
    v_new := pgrecall.as_new(v_old);
    v_new.metadata := '{}';
    v_new.event_at := null;
    for v_near in select * from pgrecall.nearest(namespace_id, v_new, false, now, v_old.embedding, v_old.model_id) loop
      continue when v_near.id = any (replaced || v_copies || but) or v_near.is_multi;
      v_other := pgrecall.read(v_near.content, v_read.language);
      if pgrecall.gist(v_read) = pgrecall.gist(v_other) or pgrecall.compare(v_read, v_other) = 'same' then v_copies := v_copies || v_near.id; end if;
    end loop;
  end loop;
  return v_copies;
end $$;

-- Return the words of a claim about a value, sorted, without those that only place it (is, runs, on, at, of); null for other texts,
-- in which the order of the words or their verb says who does what.
create function pgrecall.gist(r pgrecall.reading) returns text[]
language sql immutable parallel safe as $$
  select case when r.kinds && '{n,k}' and not r.kinds && '{g,l,d,y,m}' and (select count(*) from unnest(r.kinds[2:]) k where k = 'w') < 2 then (
    select array_agg(w.token order by w.token) from unnest(r.tokens, r.kinds) w (token, kind)
    where w.kind <> 'c' and not w.token in ('runs', 'run', 'answers', 'listens', 'serves', 'on', 'at', 'of', '''s')) end
$$;
