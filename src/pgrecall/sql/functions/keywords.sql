-- Return the words of a query, each with all the forms it is looked up in, apart by spaces: 64 at most, the rarest and longest.
-- A word is stemmed in every language that occurs in the namespaces; the stop words are those of the query's own language,
-- or of any of them when it does not show. Identifiers count once whole and once for each part.
create function pgrecall.query_lexemes(query text, namespaces int[]) returns text[]
language plpgsql stable parallel safe
set plan_cache_mode = force_generic_plan -- the plan takes longer to make than to run
as $$
#variable_conflict use_column
declare
  v_text text := left(query, 20000);
  v_languages text[] := pgrecall.languages_of(query_lexemes.namespaces);
  v_own text := pgrecall_data.language_of(v_text);
  v_words text;
  v_whole text[] := '{}';
  v_found text[];
  v_common text[] := '{}';
begin
  if octet_length(v_text) > length(v_text) then v_text := normalize(v_text, nfkc); end if;
  v_words := pgrecall_data.words(v_text);
  if length(v_words) > 3000 then
    v_words := (select string_agg(w.word, ' ') from (
      select word from regexp_split_to_table(v_words, '\s+') word group by word order by length(word) desc, word limit 300) w (word));
  end if;
  if octet_length(v_text) > length(v_text) and v_text ~ pgrecall_data.unsegmented() then
    v_whole := pgrecall_data.bigrams(v_text);
    if cardinality(v_whole) > 8 then -- in a question, not in a word that was typed: 和平 is found by itself
      v_whole := array(select g from unnest(v_whole) g where length(g) = 1 or translate(g, pgrecall_data.function_characters(), '') = g);
    end if;
  end if;
  v_whole := v_whole || pgrecall_data.wholes(v_text);
  if cardinality(v_languages) = 1 and coalesce(v_own, v_languages[1]) in (v_languages[1], 'simple') and octet_length(v_words) = length(v_words) then
    v_found := tsvector_to_array(to_tsvector(pgrecall_data.configuration(v_languages[1]), v_words));
  else
    v_found := pgrecall.word_forms(v_words, v_languages, v_own);
  end if;
  if cardinality(v_found) + cardinality(v_whole) > 64 then
    v_common := array(select c.lexeme from pgrecall_data.common_words c
      where c.namespace_id = any (query_lexemes.namespaces) and c.lexeme = any (string_to_array(array_to_string(v_found || v_whole, ' '), ' ')));
  end if;
  return array(
    select f.word from (select unnest(v_found) union select unnest(v_whole)) f (word)
    order by string_to_array(f.word, ' ') && v_common, length(f.word) desc, f.word limit 64
  );
end $$;

-- Return the words of a query that are no stop words, each with its stems in these languages, with and without accents, apart by
-- spaces. own: the language of the query, whose stop words count; null: those of all.
create function pgrecall.word_forms(words text, languages text[], own text) returns text[]
language plpgsql stable parallel safe
set plan_cache_mode = force_generic_plan -- as in query_lexemes
as $$
#variable_conflict use_column
declare
  v_stopping text[] := case when own <> 'simple' then array[own] else languages end;
begin
  return array(
    select distinct string_agg(distinct r.lexeme, ' ' order by r.lexeme) filter (where r.language = any (word_forms.languages) and r.lexeme <> '')
    from (
      select l.language, f.is_typed, pgrecall_data.unaccented(u.lexeme) as lexeme, p.position
      from (select unnest(word_forms.languages) union select unnest(v_stopping)) l (language)
      cross join (
        select word_forms.words as words, true as is_typed
        union select x.words, false
        from (values (pgrecall_data.unaccented(word_forms.words)), (pgrecall_data.unaccented(pgrecall_data.spelled_out(word_forms.words)))) x (words)
        where octet_length(word_forms.words) > length(word_forms.words) and x.words <> word_forms.words
      ) f
      cross join lateral unnest(to_tsvector(pgrecall_data.configuration(l.language), f.words)) u
      cross join lateral unnest(u.positions) p (position)
    ) r
    group by r.position -- a language has a lexeme where the word is none of its stop words
    having count(distinct r.language) filter (where r.is_typed and r.language = any (v_stopping)) = cardinality(v_stopping)
      and bool_or(r.language = any (word_forms.languages) and r.lexeme <> '')
  );
end $$;

-- Return the languages that texts of these namespaces are read in; English when nothing is known of them.
create function pgrecall.languages_of(namespaces int[]) returns text[]
language sql stable parallel safe as $$
  select coalesce(array_agg(distinct l order by l), '{english}')
  from pgrecall_data.namespaces n cross join lateral unnest(n.languages || n.language) l
  where n.id = any (languages_of.namespaces) and l is not null
$$;

-- Return a query for rows of these namespaces that hold any of the words in any of their forms; null for none.
create function pgrecall.any_of(namespaces int[], words text[]) returns tsquery
language sql immutable parallel safe as $$
  select string_agg(pgrecall.as_term(n || ':' || lexeme), ' | ')::tsquery
  from unnest(namespaces) n, unnest(words) word, string_to_table(word, ' ') lexeme
$$;

-- Return a query for rows of these namespaces that hold all of the words, each in any of its forms; null for none.
create function pgrecall.all_of(namespaces int[], words text[]) returns tsquery
language sql immutable parallel safe as $$
  select string_agg('(' || one.terms || ')', ' | ')::tsquery
  from (
    select string_agg('(' || (select string_agg(pgrecall.as_term(n || ':' || lexeme), ' | ') from string_to_table(word, ' ') lexeme) || ')', ' & ') as terms
    from unnest(namespaces) n, unnest(words) word group by n
  ) one
$$;

-- Return a query for what the column keywords holds, without its namespace: any form of a word.
create function pgrecall.word_query(word text) returns tsquery
language sql immutable parallel safe as $$
  select string_agg(pgrecall.as_term(lexeme), ' | ')::tsquery from string_to_table(word, ' ') lexeme
$$;

-- Return one lexeme as a quoted tsquery term.
create function pgrecall.as_term(lexeme text) returns text
language sql immutable parallel safe as $$
  select '''' || replace(replace(lexeme, '\', '\\'), '''', '''''') || ''''
$$;
