-- Return a text as it is compared. Numbers, times, dates, units and identifiers have one form; articles and politeness are dropped;
-- words that mean the same become one; everything else stays as it is, so that an unknown word is a difference.
create function pgrecall.read(content text, language text default null) returns pgrecall.reading
language plpgsql immutable parallel safe as $$
declare
  v_text text := normalize(left(read.content, 4000), nfkc);
  v_language text := coalesce(read.language, pgrecall.language_of(left(read.content, 1000)));
  v_words jsonb := pgrecall.lexicon(v_language);
  v_entry text;
  v_word text;
  v_lower text;
  v_bare text;
  v_kind text;
  v_has_runs boolean;
  v_read pgrecall.reading;
begin
  v_read := (v_language, '{}', '{}', case when right(rtrim(v_text), 1) in ('?', '？', '؟') then '{question}'::text[] else '{}' end)::pgrecall.reading;
  v_has_runs := v_text ~ pgrecall_data.unsegmented();
  v_text := pgrecall.spelled(v_text, v_language);
  for v_word in
    select m[1] from regexp_matches(v_text, '(~[a-z]+[\u4e00-\u9fff]?|https?://\S*[[:alnum:]/]|[[:alnum:]._+-]+@[[:alnum:].-]+[[:alnum:]]|[TD]\u0001[0-9:-]+|'
      '[-−]?(?:[0-9]+[.,:/-])*[0-9]+(?![[:alnum:]_])|[#/~]?[[:alnum:]]+(?:[-_./:@\\+~]+[[:alnum:]]+)*(?:[+#]+(?![[:alnum:]]))?|[^[:space:],.;:!?"''()\[\]{}…–—“”‘’«»„‹›。，、；：！？（）「」『』《》·*`|-])', 'g') m
  loop
    -- no patterns here: PostgreSQL keeps 32 compiled ones, and a text goes through nearly as many
    if v_has_runs and ascii(v_word) > 3583 and length(v_word) > 1 then
      v_read := pgrecall.add_characters(v_read, v_word, v_words);
      continue;
    end if;
    v_lower := lower(v_word);
    if right(v_lower, 2) = '''s' then
      v_word := left(v_word, -2);
      v_lower := left(v_lower, -2);
    end if;
    v_bare := translate(v_word, '0123456789', '');
    v_entry := coalesce(v_words ->> v_word, v_words ->> v_lower);
    v_kind := coalesce(left(v_entry, 1), case
      when substr(v_word, 2, 1) = e'\u0001' then 't'
      when length(v_bare) < length(v_word) and translate(v_bare, '.,-−', '') = '' then 'n'
      when length(v_bare) < length(v_word) or translate(v_word, '-_./:@\#+', '') <> v_word then 'k'
      when left(v_word, 1) <> left(v_lower, 1) then 'w'
      else 'x' end);
    if v_kind = '-' then continue; end if;
    if v_kind = 'm' then
      v_read.marks := v_read.marks || substr(v_entry, 2);
      if substr(v_entry, 2) in ('now', 'fix', 'also', 'over') then continue; end if;
      if substr(v_entry, 2) = 'end' then v_kind := 'g'; v_entry := 'gnot'; end if;
    end if;
    v_read.tokens := v_read.tokens || case
      when v_entry is not null then substr(v_entry, 2)
      when v_kind = 'n' then pgrecall.plain_number(v_word, v_language)
      when v_kind = 'w' and length(v_word) between 2 and 5 and upper(v_word) = v_word then v_word
      else v_lower end;
    v_read.kinds := v_read.kinds || v_kind;
  end loop;
  return pgrecall.with_dates(v_read);
end $$;

-- Add a run of characters written without spaces: one token each, digits words of the lexicon first.
create function pgrecall.add_characters(r pgrecall.reading, run text, words jsonb) returns pgrecall.reading
language plpgsql immutable parallel safe as $$
declare
  v_char text;
  v_entry text;
begin
  foreach v_char in array string_to_array(add_characters.run, null) loop
    v_entry := add_characters.words ->> v_char;
    continue when left(v_entry, 1) = '-';
    r.tokens := r.tokens || coalesce(substr(v_entry, 2), v_char);
    r.kinds := r.kinds || coalesce(left(v_entry, 1), 'x');
  end loop;
  return r;
end $$;

-- Join a day and a month, in either order, and a year behind them into one token.
create function pgrecall.with_dates(r pgrecall.reading) returns pgrecall.reading
language plpgsql immutable parallel safe as $$
declare
  v_at int := 1;
  v_month text;
  v_day text;
begin
  while v_at < cardinality(r.tokens) loop
    v_month := case when r.tokens[v_at] ~ '^m\d\d$' then r.tokens[v_at] when r.tokens[v_at + 1] ~ '^m\d\d$' then r.tokens[v_at + 1] end;
    v_day := case when r.tokens[v_at] ~ '^m\d\d$' then r.tokens[v_at + 1] else r.tokens[v_at] end;
    if v_month is not null and r.kinds[v_at] in ('n', 'o') and r.kinds[v_at + 1] in ('n', 'o') and v_day ~ '^\d{1,2}$' and v_day::int between 1 and 31 then
      r.tokens[v_at] := v_month || '-' || lpad(v_day, 2, '0');
      r.kinds[v_at] := 'o';
      if r.tokens[v_at + 2] ~ '^(19|20)\d\d$' then
        r.tokens[v_at] := r.tokens[v_at + 2] || r.tokens[v_at];
        r.tokens := r.tokens[:v_at + 1] || r.tokens[v_at + 3:];
        r.kinds := r.kinds[:v_at + 1] || r.kinds[v_at + 3:];
      end if;
      r.tokens := r.tokens[:v_at] || r.tokens[v_at + 2:];
      r.kinds := r.kinds[:v_at] || r.kinds[v_at + 2:];
    end if;
    v_at := v_at + 1;
  end loop;
  return r;
end $$;

-- Return a number without its thousands separators, with a decimal point; a dotted version keeps its form.
create function pgrecall.plain_number(number text, language text) returns text
language sql immutable parallel safe strict as $$
  select case
    when language in ('en', 'zh') and number ~ '^[-−]?\d{1,3}(,\d{3})+(\.\d+)?$' then replace(replace(number, ',', ''), '−', '-')
    when language in ('de', 'es') and number ~ '^[-−]?\d{1,3}(\.\d{3})+(,\d+)?$' then replace(replace(replace(number, '.', ''), ',', '.'), '−', '-')
    when language in ('de', 'es', 'fr') and number ~ '^[-−]?\d+,\d+$' then replace(replace(number, ',', '.'), '−', '-')
    else replace(number, '−', '-') end
$$;

-- Return the language of a text among those pgrecall.words_… knows, by its commonest words; English when none of them shows
-- in Latin letters, `xx` in another script.
create function pgrecall.language_of(content text) returns text
language sql immutable parallel safe strict as $$
  select case when left(content, 1000) ~ '[\u3400-\u9fff]' and left(content, 1000) !~ '[\u3040-\u30ff\uac00-\ud7af]' then 'zh' else coalesce((
    select l.language
    from (values
      ('en', ' the a an is are was i my of to and in on at for not has have his her with no '),
      ('de', ' der die das ist sind war ich mein meine und im am zu für nicht hat haben ein eine mit den dem auf um von kein keine seine ihre wird '),
      ('fr', ' le la les est sont était je mon ma et dans à pour ne pas a ont un une avec du des au sur chez l d de son sa '),
      ('es', ' el la los las es son era yo mi y en a para no ha tiene un una con del al por que de su se ')
    ) l (language, words)
    cross join lateral (select count(*) as n from regexp_split_to_table(lower(left(language_of.content, 1000)), '[^[:alpha:]]+') w where l.words like '% ' || w || ' %' and w <> '') c
    where c.n > 0 order by c.n desc, l.language = 'en' desc limit 1), case when content ~ '^[\u0001-\u024f\u2000-\u20ff]*$' then 'en' else 'xx' end) end
$$;

-- Return the words of a language, each with its class and canonical form: {"costs": "pcost"}. Read once a session.
create function pgrecall.lexicon(language text) returns jsonb
language plpgsql immutable parallel safe strict as $$
begin
  return case lexicon.language
    when 'en' then pgrecall.word_list(pgrecall.words_en())
    when 'de' then pgrecall.word_list(pgrecall.words_de())
    when 'fr' then pgrecall.word_list(pgrecall.words_fr())
    when 'es' then pgrecall.word_list(pgrecall.words_es())
    when 'zh' then pgrecall.word_list(pgrecall.words_zh())
    else '{}'::jsonb end;
end $$;

-- Return lines of words as one object from word to class and canonical form.
create function pgrecall.word_list(lines text) returns jsonb
language sql immutable parallel safe strict as $$
  select jsonb_object_agg(w.word, l.m[1] || case when l.m[2] = '=' then w.word else l.m[2] end order by l.place)
  from regexp_matches(lines, '^(\S) ?(\S*): (.*)$', 'gn') with ordinality l (m, place)
  cross join lateral regexp_split_to_table(l.m[3], ' ') w (word)
$$;
