-- Return the n best rows by BM25 (k1 1.2, b 0.75) over the words of the query, any of them; detail lists those found, and
-- boilr~boiler where a word that the namespaces do not hold was read as another: when half of the words are such, or nothing else matches.
-- Rows looked at are those with its rare words, some 1,000; common ones count where they occur with those or with each other,
-- and alone when there are too few. A filter comes before that limit: what it leaves is found by common words too.
create function pgrecall.keyword_lane(namespaces int[], lexemes text[], filter pgrecall.filter, n int)
returns setof pgrecall.candidate
language plpgsql stable
set plan_cache_mode = force_generic_plan -- as in keyword_scores
as $$
#variable_conflict use_column
declare
  v_words text[] := keyword_lane.lexemes;
  v_rows real[];
  v_rare int;
  v_pair tsquery;
  v_found pgrecall.candidate[] := '{}';
  v_absent text[];
  v_unheard int;
begin
  if cardinality(v_words) = 0 or cardinality(keyword_lane.namespaces) = 0 then return; end if;
  select e.words, e.rows, e.rare_count into v_words, v_rows, v_rare from pgrecall.by_rarity(keyword_lane.namespaces, v_words) e;
  if v_rare + 1 < cardinality(v_words) then
    v_pair := pgrecall.all_of(keyword_lane.namespaces, v_words[v_rare + 1:v_rare + 2]);
  end if;
  if v_rare > 0 or v_pair is not null then
    v_found := array(select s from pgrecall.keyword_scores(keyword_lane.namespaces, v_words, v_rows, v_rare, v_pair, null, keyword_lane.filter, keyword_lane.n) s);
  end if;
  if v_rare < cardinality(v_words) and cardinality(v_found) < keyword_lane.n / 5 then
    v_found := array(select s from pgrecall.keyword_scores(keyword_lane.namespaces, v_words, v_rows, v_rare, v_pair,
      pgrecall.any_of(keyword_lane.namespaces, v_words[v_rare + 1:case when pgrecall.is_open(keyword_lane.filter) then v_rare + 1 else cardinality(v_words) end]),
      keyword_lane.filter, keyword_lane.n) s);
  end if;
  v_absent := array(
    select w from unnest(v_words[:v_rare]) w
    where length(w) > 3 and not exists (select from unnest(v_found) f where w = any (f.detail)) order by length(w) desc, w);
  v_unheard := cardinality(v_absent);
  if v_found <> '{}' and 2 * v_unheard < cardinality(v_words) then -- enough was heard of: only what an identifier begins with
    v_absent := array(select w from unnest(v_absent) w where w ~ '[^[:alpha:] ]');
  end if;
  v_absent := v_absent[:2];
  if v_absent <> '{}' then
    v_absent := pgrecall.alike(keyword_lane.namespaces, v_absent);
    if v_absent <> '{}' then
      v_found := array(select s from pgrecall.keyword_scores(keyword_lane.namespaces, v_absent || v_words,
        array_fill(0::real, array[cardinality(v_absent)]) || v_rows, v_rare + cardinality(v_absent), v_pair, null, keyword_lane.filter, keyword_lane.n) s);
    end if;
  end if;
  return query select f.namespace_id, f.id, f.raw, f.rank, f.detail from unnest(v_found) f;
end $$;

-- Return the words by the number of rows that may hold them, fewest first, and how many are rare: together in some 1,000 rows.
create function pgrecall.by_rarity(namespaces int[], inout words text[], out rows real[], out rare_count int)
language plpgsql stable as $$
#variable_conflict use_column
declare
  v_total bigint := (select coalesce(sum(n.memory_count), 0) from pgrecall_data.namespaces n where n.id = any (by_rarity.namespaces));
begin
  if v_total < 512 then
    rare_count := cardinality(words); -- and nothing is known of them
    rows := array_fill(0::real, array[rare_count]);
    return;
  end if;
  select array_agg(e.word order by e.up_to, e.place), array_agg(e.rows order by e.up_to, e.place), count(*) filter (where e.up_to <= 1000)
  into words, rows, rare_count
  from (
    select x.word, x.place, x.rows, sum(x.rows) over (order by x.rows, x.place) as up_to
    from (
      select w.word, w.place, coalesce(sum(c.share * n.memory_count), greatest(15, v_total / 7500.0))::real as rows
      from unnest(by_rarity.words) with ordinality w (word, place)
      left join pgrecall_data.common_words c on c.namespace_id = any (by_rarity.namespaces) and c.lexeme = any (string_to_array(w.word, ' '))
      left join pgrecall_data.namespaces n on n.id = c.namespace_id
      group by w.word, w.place
    ) x
  ) e;
end $$;

-- Return the n best of the rows that hold one of the rare words, which are the first, or the pair, or, up to 600 of them, any
-- of the rest. A rare word's frequency is counted, a common one's is that of its rows; one read as another (boilr~ boiler) weighs half.
create function pgrecall.keyword_scores(
  namespaces int[], words text[], rows real[], rare_count int, pair tsquery, rest tsquery, filter pgrecall.filter, n int
) returns setof pgrecall.candidate
language plpgsql stable
set enable_seqscan = off -- with the namespace out of the index's reach below, this leaves the words:
set plan_cache_mode = force_generic_plan -- one plan, which took as long to make as to run
as $$
#variable_conflict use_column
declare
  v_namespace text := case when cardinality(keyword_scores.namespaces) = 1 then keyword_scores.namespaces[1] || ':' end;
  v_total float8;
  v_average float8;
begin
  select sum(s.memory_count), sum(s.word_count)::float8 / nullif(sum(s.memory_count), 0) into v_total, v_average
  from pgrecall_data.namespaces s where s.id = any (keyword_scores.namespaces);
  return query
    with terms as materialized (
      select w.place, replace(w.word, '~ ', '~') as word, w.rows, case when w.word like '%~ %' then 0.5 else 1 end::float8 as weight,
        case when w.word like '%~ %' then split_part(w.word, '~ ', 2) else w.word end as forms
      from unnest(keyword_scores.words, keyword_scores.rows) with ordinality w (word, rows, place)
    ), sure as materialized (
      select m.namespace_id, m.id, m.words, t.place
      from (
        select t.place, case when strpos(t.forms, ' ') = 0 then pgrecall.as_term(v_namespace || t.forms)::tsquery end as term, t.forms
        from terms t where t.place <= keyword_scores.rare_count
      ) t
      cross join lateral (
        select m.namespace_id, m.id, length(m.keywords) as words from pgrecall_data.memories m
        where pgrecall_data.scoped(m.namespace_id, m.keywords) @@ coalesce(t.term, pgrecall.any_of(keyword_scores.namespaces, array[t.forms]))
          and m.namespace_id + 0 = any (keyword_scores.namespaces) and pgrecall.passes(m, keyword_scores.filter)
      ) m
    ), weights as materialized (
      select t.place, t.word, t.forms, t.weight * ln(1 + (o.rows - c.frequency + 0.5) / (c.frequency + 0.5)) as weight
      from terms t
      left join (select h.place, count(*) as found from sure h group by h.place) x on x.place = t.place
      cross join lateral (select greatest(x.found, v_total, 10) as rows) o
      cross join lateral (select least(case when t.place <= keyword_scores.rare_count then x.found else t.rows end, o.rows)::float8) c (frequency)
    ), pool as materialized ( -- rows that may hold common words too: the best by their rare ones
      select m.namespace_id, m.id, length(m.keywords) as words,
        strip(m.keywords) as keywords -- a copy: the stored one would be fetched from its TOAST table for every term
      from (
        (select s.namespace_id, s.id from sure s join weights w on w.place = s.place
          group by s.namespace_id, s.id order by sum(w.weight) desc limit 300)
        union (
          select m.namespace_id, m.id from pgrecall_data.memories m
          where pgrecall_data.scoped(m.namespace_id, m.keywords) @@ keyword_scores.pair
            and m.namespace_id + 0 = any (keyword_scores.namespaces) and pgrecall.passes(m, keyword_scores.filter) limit 300)
        union (
          select m.namespace_id, m.id from pgrecall_data.memories m
          where pgrecall_data.scoped(m.namespace_id, m.keywords) @@ keyword_scores.rest
            and m.namespace_id + 0 = any (keyword_scores.namespaces) and pgrecall.passes(m, keyword_scores.filter) limit 600)
      ) f
      join pgrecall_data.memories m on m.namespace_id = f.namespace_id and m.id = f.id
      where keyword_scores.rare_count < cardinality(keyword_scores.words)
    ), common as materialized (
      select w.place, pgrecall.word_query(w.forms) as term from weights w where w.place > keyword_scores.rare_count
    ), held as materialized (
      select s.namespace_id, s.id, s.words, s.place from sure s
      union all
      select p.namespace_id, p.id, p.words, c.place from pool p join common c on p.keywords @@ c.term
    ), scored as (
      select h.namespace_id, h.id, sum(w.weight) * 2.2 / (1 + 1.2 * (0.25 + 0.75 * min(h.words) / greatest(coalesce(v_average, (select avg(a.words) from held a)), 1))) as bm25,
        array_agg(w.word) as words
      from held h join weights w on w.place = h.place group by h.namespace_id, h.id
    )
    select s.namespace_id, s.id, s.bm25::real, (row_number() over (order by s.bm25 desc, s.id desc))::int, s.words
    from scored s order by s.bm25 desc, s.id desc limit keyword_scores.n;
end $$;

-- Whether a filter lets most live memories through, so that a limited look at them finds enough.
create function pgrecall.is_open(f pgrecall.filter) returns boolean
language sql immutable parallel safe as $$
  select cardinality(f.kinds) >= 8 and f.tags = '{}' and f."where" is null and f.since = '-infinity' and f.until = 'infinity'
    and f.min_importance <= 1 and f.as_of >= f.at and f.known_at >= f.at
$$;

-- Return what words that the namespaces do not hold may stand for, as boilr~ boiler: what they begin, else what one letter
-- more, less or other makes of them, or two of them swapped. Words of four letters begin others, of 5 to 15 are corrected.
create function pgrecall.alike(namespaces int[], words text[]) returns text[]
language plpgsql stable
set enable_seqscan = off -- as in keyword_scores
set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
  v_languages text[] := pgrecall.languages_of(alike.namespaces);
  v_word text;
  v_edits text[];
  v_query tsquery;
  v_near text;
  v_found text[] := '{}';
begin
  foreach v_word in array alike.words loop
    continue when exists (
      select from pgrecall_data.memories m where pgrecall_data.scoped(m.namespace_id, m.keywords) @@ pgrecall.any_of(alike.namespaces, array[v_word]));
    v_word := (select l from string_to_table(v_word, ' ') l order by length(l) desc, l limit 1);
    v_near := (
      select string_agg(x.lexeme, ' ') from (
        select l.lexeme from (
          select m.keywords from pgrecall_data.memories m
          where pgrecall_data.scoped(m.namespace_id, m.keywords) @@ (
            select string_agg(pgrecall.as_term(n || ':' || v_word) || ':*', ' | ')::tsquery from unnest(alike.namespaces) n)
          limit 200) r
        cross join lateral unnest(tsvector_to_array(r.keywords)) l (lexeme)
        where starts_with(l.lexeme, v_word) group by l.lexeme order by count(*) desc, l.lexeme limit 3) x);
    if v_near is null and length(v_word) between 5 and 15 and v_word ~ '^[[:alpha:]]+$' then
      v_edits := array(
        select distinct e.lexeme from unnest(v_languages[:3]) l
        cross join lateral unnest(to_tsvector(pgrecall_data.configuration(l), pgrecall.edits_of(v_word))) e where length(e.lexeme) > 2);
      v_query := pgrecall.any_of(alike.namespaces, v_edits);
      v_near := (
        select string_agg(x.lexeme, ' ') from (
          select l.lexeme from (
            select m.keywords from pgrecall_data.memories m
            where pgrecall_data.scoped(m.namespace_id, m.keywords) @@ v_query
            limit 200) r
          cross join lateral unnest(tsvector_to_array(r.keywords)) l (lexeme)
          where l.lexeme = any (v_edits) group by l.lexeme order by count(*) desc, l.lexeme limit 2) x);
    end if;
    if v_near is not null then v_found := v_found || (v_word || '~ ' || v_near); end if;
  end loop;
  return v_found;
end $$;

-- Return the words one letter away from a word, apart by spaces: one left out, put in or replaced, or two swapped. The first stays.
create function pgrecall.edits_of(word text) returns text
language sql immutable parallel safe as $$
  select string_agg(e.edit, ' ')
  from generate_series(2, length(word) + 1) i
  cross join lateral (
    select left(word, i - 1) || substr(word, i + 1) as edit
    union all select left(word, i - 1) || substr(word, i + 1, 1) || substr(word, i, 1) || substr(word, i + 2)
    union all select left(word, i - 1) || letter || substr(word, i + more)
    from string_to_table(case
      when word ~ '[а-я]' then 'абвгдежзийклмнопрстуфхцчшщъыьэюя'
      when word ~ '[α-ω]' then 'αβγδεζηθικλμνξοπρστυφχψω' else 'abcdefghijklmnopqrstuvwxyz' end, null) letter, generate_series(0, 1) more
  ) e
$$;
