-- Return a text as it is compared. Numbers, times, dates, units and identifiers have one form; articles and politeness are dropped;
-- words that mean the same become one; everything else stays as it is, so that an unknown word is a difference.
create function pgrecall.read(content text, language text default null) returns pgrecall.reading
language plpgsql immutable parallel safe as $$
declare
  v_text text := left(normalize(regexp_replace(left(read.content, 1000), '([⁰¹²³⁴-⁹₀-₉])', '^\1', 'g'), nfkc), 1000);
  v_language text := coalesce(read.language, pgrecall.language_of(left(read.content, 1000)));
  v_words jsonb := pgrecall.lexicon(v_language);
  v_raw text[];
  v_low text[];
  v_at int := 1;
  v_width int;
  v_entry text;
  v_has_runs boolean := octet_length(content) > length(content) and v_text ~ pgrecall_data.unsegmented();
  v_read pgrecall.reading;
begin
  v_read := (v_language, '{}', '{}', case when right(rtrim(v_text), 1) in ('?', '？', '؟') then '{question}'::text[] else '{}' end
    || case when v_text ~ '([[:lower:]0-9]{3}[.!?]|[?!])\s+[[:upper:]]|[。！？][^[:space:]]' then '{several}'::text[] else '{}' end, null,
    translate(v_text, translate(v_text, '[](){}<>"“”«»„=', ''), ''), 0)::pgrecall.reading;
  v_raw := array(
    select m[1] from regexp_matches(pgrecall.spelled(v_text, v_language), '(,(?![0-9])|，|--[[:alpha:]][[:alnum:]-]*|(?<![[:alnum:]])-[[:alpha:]](?![[:alnum:]])|~[a-z]+|''s\M|https?://\S*[[:alnum:]/]|[[:alnum:]._+-]+@[[:alnum:].-]+[[:alnum:]]|[TD]\u0001[0-9:-]+|'
      '(?:(?<![[:alnum:]])[-−–])?(?:[0-9]+[.,:/-])*[0-9]+(?![[:alnum:]_])|[#/~]?[[:alnum:]]+(?:[-_./:@\\+~]+[[:alnum:]]+)*(?:[+#]+(?![[:alnum:]]))?|[^[:space:],.;:!?"''()\[\]{}…–—“”‘’«»„‹›。，、；：！？（）「」『』《》·*`|-])', 'g') m);
  v_low := string_to_array(lower(array_to_string(v_raw, e'\u0002')), e'\u0002');
  if lower(v_raw[1]) = any ('{a,an,one,some,someone,somebody,half,part,any,two,three,four,five,both,he,she,they,ein,eine,einer,eins,zwei,drei,er,sie,un,une,deux,il,elle,una,uno,dos,él,ella,um,uma,een,一,两,有}'::text[]) or v_raw[1] ~ '^[0-9一两三]'
    or v_low && '{cousin,friend,colleague,son,daughter,brother,sister,uncle,aunt,nephew,niece,kid,child,neighbor,neighbour,student,classmate,sons,daughters,brothers,sisters,friends,freund,freundin,kollege,kollegin,sohn,tochter,bruder,schwester,ami,amie,fils,fille,frère,sœur,amigo,amiga,hijo,hija,hermano,hermana}'::text[] then
    v_read.marks := v_read.marks || 'indefinite'::text;
  end if;
  if v_low && '{password,passphrase,pin,token,secret,key,passwort,kennwort,passe,contraseña,clave,密码,口令}'::text[] then v_read.marks := v_read.marks || 'secret'::text; end if;
  -- no patterns from here on: PostgreSQL keeps 32 compiled ones, and a text has gone through nearly as many
  while v_at <= cardinality(v_raw) loop
    v_entry := null;
    v_width := 4;
    while v_width > 1 loop -- the longest expression the lexicon knows: no_longer, has_an_allergy_to
      v_entry := v_words ->> array_to_string(v_low[v_at:v_at + v_width - 1], '_');
      exit when v_entry is not null and v_at + v_width - 1 <= cardinality(v_low);
      v_entry := null;
      v_width := v_width - 1;
    end loop;
    if v_has_runs and v_entry is null and ascii(v_raw[v_at]) > 3583 and length(v_raw[v_at]) > 1 then
      v_read := pgrecall.add_characters(v_read, v_raw[v_at], v_words);
    elsif v_low[v_at] in ('do', 'does') and v_low[v_at + 1] = 'not' then
      v_width := 1;
    elsif v_low[v_at] = any ('{has,have,had,been}') and left(coalesce(v_words ->> v_low[v_at + 1], v_words ->> v_low[v_at + 2]), 2) in ('mm', 'ms') and v_low[v_at + 1] <> 'not' then
      v_width := 1; -- has been moved, was raised: the change says it all
    else
      v_read := pgrecall.add_word(v_read, v_raw[v_at:], v_low[v_at:], v_entry, v_words);
      if v_entry is null and v_low[v_at] in ('minus') and translate(v_low[v_at + 1], '0123456789.,', '') = '' then v_width := 2; end if;
    end if;
    v_at := v_at + greatest(v_width, 1);
  end loop;
  v_read := pgrecall.joined_up(v_read);
  v_read.outline := pgrecall.outline(v_read.tokens, v_read.kinds);
  if ',' = any (v_read.kinds) then
    v_read.commas := (select count(*) from unnest(v_read.kinds) k where k = ',');
    v_read.tokens := array(select w.token from unnest(v_read.tokens, v_read.kinds) with ordinality w (token, kind, place) where w.kind <> ',' order by w.place);
    v_read.kinds := array_remove(v_read.kinds, ',');
  end if;
  return v_read;
end $$;

-- Add the first of these words, or the expression whose entry is given, in its canonical form.
create function pgrecall.add_word(r pgrecall.reading, raw text[], low text[], entry text, words jsonb) returns pgrecall.reading
language plpgsql immutable parallel safe as $$
declare
  v_word text := raw[1];
  v_lower text := low[1];
  v_bare text := translate(v_word, '0123456789', '');
  v_entry text := coalesce(entry, words ->> v_word, words ->> v_lower);
  v_kind text := left(v_entry, 1);
  v_canon text := substr(v_entry, 2);
begin
  if entry is null then
    if v_lower in ('gets', 'get', 'getting') and (right(low[2], 2) = 'ed' or low[2] in ('rebuilt', 'built', 'paid', 'sent', 'done', 'made', 'kept', 'held', 'cut', 'put', 'written', 'taken', 'given')) then
      v_kind := 'c'; v_canon := 'is';
    elsif v_lower = 'over' and 'prefer' = any (r.tokens) then
      v_kind := 'x'; v_canon := 'to';
    elsif v_lower = 'minus' and translate(low[2], '0123456789.,', '') = '' then
      v_kind := 'n'; v_canon := '-' || low[2];
    elsif v_entry is null and position('-' in v_lower) > 1 and left(words ->> split_part(v_lower, '-', 1), 1) = 'n' and left(words ->> split_part(v_lower, '-', 2), 1) = 'n' then
      r.tokens := r.tokens || substr(words ->> split_part(v_lower, '-', 1), 2);
      r.kinds := r.kinds || 'n'::text;
      v_kind := 'n'; v_canon := substr(words ->> split_part(v_lower, '-', 2), 2);
    end if;
  end if;
  v_kind := coalesce(v_kind, case
    when v_word in (',', '，') then ','
    when substr(v_word, 2, 1) = e'\u0001' then case left(v_word, 1) when 'D' then 'o' else 't' end
    when length(v_bare) < length(v_word) and translate(v_bare, '.,-−–', '') = '' then 'n'
    when length(v_bare) < length(v_word) or translate(v_word, '-_./:@\#+', '') <> v_word then 'k'
    when left(v_word, 1) <> left(v_lower, 1) then 'w'
    else 'x' end);
  if v_kind = 'o' and r.language in ('fr', 'es') and v_word <> v_lower and r.tokens <> '{}' and substr(v_word, 2, 1) <> e'\u0001' then v_kind := 'w'; v_canon := v_lower; end if;
  -- a letter is no article: plan A, vitamin A
  if v_kind = '-' and not (v_word = 'A' and (r.tokens <> '{}' or left(raw[2], 1) <> lower(left(raw[2], 1)) or raw[2] is null)) then return r; end if;
  if v_kind = '-' then v_kind := 'w'; v_canon := 'A'; end if;
  if v_kind = 'm' then
    r.marks := r.marks || v_canon;
    if v_canon in ('now', 'fix', 'also', 'over') then return r; end if;
    if v_canon = 'end' then v_kind := 'g'; v_canon := 'not';
    elsif v_canon not in ('new', 'stop', 'instead') then v_canon := v_lower; end if;
  end if;
  r.tokens := r.tokens || coalesce(v_canon, case
    when v_kind = 'o' then substr(v_word, 3)
    when v_kind = 't' then 't' || substr(v_word, 3)
    when v_kind = 'k' then v_word
    when v_kind = 'n' then pgrecall.plain_number(v_word, r.language)
    when v_kind = 'w' and length(v_word) between 2 and 5 and upper(v_word) = v_word then v_word
    when r.language = 'en' and length(v_word) > 5 and (position('our' in v_lower) > 0 or position('is' in v_lower) > 0) then pgrecall.american(v_lower)
    else v_lower end);
  r.kinds := r.kinds || v_kind;
  return r;
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
    if left(v_entry, 1) = 'm' then
      r.marks := r.marks || substr(v_entry, 2);
      continue when substr(v_entry, 2) = 'also';
    end if;
    r.tokens := r.tokens || coalesce(substr(v_entry, 2), v_char);
    r.kinds := r.kinds || coalesce(left(v_entry, 1), 'x');
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
    else translate(number, '−–', '--') end
$$;

-- Return the language of a text among those pgrecall.words_… knows, by its commonest words; English when none of them shows
-- in Latin letters, `xx` in another script.
create function pgrecall.language_of(content text) returns text
language sql immutable parallel safe strict as $$
  select case when octet_length(content) > length(content) and left(content, 1000) ~ '[\u3400-\u9fff]' and left(content, 1000) !~ '[\u3040-\u30ff\uac00-\ud7af]' then 'zh' else coalesce((
    select l.language
    from (values
      ('en', ' the a an is are was i my of to and in on at for not has have his her with no '),
      ('de', ' der die das ist sind war ich mein meine und im am zu für nicht hat haben ein eine mit den dem auf um von kein keine seine ihre wird '),
      ('fr', ' le la les est sont était je mon ma et dans à pour ne pas a ont un une avec du des au sur chez l d de son sa '),
      ('it', ' il lo gli è sono di che non ha un una del della alle nel nella con per si mio mia sua '),
      ('pt', ' o os as é são do da dos das não tem um uma no na nos ao para com em se meu minha '),
      ('nl', ' de het een is zijn van en niet heeft op met voor te naar ik mijn om '),
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
    when 'en' then pgrecall.word_list(pgrecall.synonyms_en() || pgrecall.words_en())
    when 'de' then pgrecall.word_list(pgrecall.synonyms_de() || pgrecall.words_de())
    when 'fr' then pgrecall.word_list(pgrecall.synonyms_fr() || pgrecall.words_fr())
    when 'es' then pgrecall.word_list(pgrecall.synonyms_es() || pgrecall.words_es())
    when 'zh' then pgrecall.word_list(pgrecall.words_zh())
    else pgrecall.word_list(pgrecall.words_other()) end;
end $$;

-- Return lines of words as one object from word to class and canonical form; the words of a later line win.
create function pgrecall.word_list(lines text) returns jsonb
language sql immutable parallel safe strict as $$
  with line as (
    select l.m[1] as class, l.m[2] as canon, l.m[3] as words, l.place from regexp_matches(lines, '^(\S) ?(\S*): (.*)$', 'gn') with ordinality l (m, place)
  )
  select jsonb_object_agg(w.word, w.entry order by w.place)
  from (
    select w.word, line.class || case when line.canon = '=' then w.word else line.canon end as entry, line.place
    from line cross join lateral regexp_split_to_table(line.words, ' ') w (word) where line.class <> 'v'
    union all
    select pgrecall.verb_form(w.word, f.form::int), 'x' || f.canon, line.place
    from line cross join lateral unnest(string_to_array(line.canon, ',')) with ordinality f (canon, form) cross join lateral regexp_split_to_table(line.words, ' ') w (word) where line.class = 'v'
  ) w
$$;

-- Return a form of a regular English verb: 1 base, 2 third person, 3 past, 4 -ing.
create function pgrecall.verb_form(verb text, form int) returns text
language sql immutable parallel safe strict as $$
  select case
    when form = 1 then verb
    when form = 2 then case when verb ~ '(s|x|ch|sh)$' then verb || 'es' when verb ~ '[^aeiou]y$' then left(verb, -1) || 'ies' else verb || 's' end
    when form = 3 then case when verb ~ 'e$' then verb || 'd' when verb ~ '[^aeiou]y$' then left(verb, -1) || 'ied' else verb || 'ed' end
    else case when verb ~ 'e$' then left(verb, -1) || 'ing' else verb || 'ing' end end
$$;

-- Return an English word in its American spelling: colour, organise.
create function pgrecall.american(word text) returns text
language sql immutable parallel safe strict as $$
  select replace(case when word ~ 'is(e|es|ed|ing|ation|ations)$' then regexp_replace(word, 'is(e|es|ed|ing|ation|ations)$', 'iz\1') else word end, 'our', 'or')
$$;
