-- Words in the language they are written in, without their accents; and what a namespace must know of its words to rank by them.

-- language: what a caller has set; languages: what occurs, each of which a query is read in. The counts are exact up to 512
-- rows and within a few percent above, where only some rows are counted, each for several: see pgrecall.count_memory.
alter table pgrecall_data.namespaces add language text;
alter table pgrecall_data.namespaces add languages text[] not null default '{}';
alter table pgrecall_data.namespaces add memory_count int not null default 0;
alter table pgrecall_data.namespaces add word_count bigint not null default 0;

-- The words that more than 100 rows of a namespace hold, with their share of a sample: what a query can do without.
create table pgrecall_data.common_words (
  namespace_id int not null references pgrecall_data.namespaces,
  lexeme text collate "C" not null,
  share real not null,
  primary key (namespace_id, lexeme)
);
grant select on pgrecall_data.common_words to pgrecall_app;
alter table pgrecall_data.common_words enable row level security;
create policy common_words_namespace on pgrecall_data.common_words using (namespace_id = any (array(select n.id from pgrecall_data.namespaces n
  where n.path = any (string_to_array(current_setting('pgrecall.namespaces', true), e'\n')))));

-- The text search configuration of a language; `simple`, which stems nothing, for one that PostgreSQL does not know.
create function pgrecall_data.configuration(language text) returns regconfig
language sql immutable parallel safe
return case language
  when 'english' then 'pg_catalog.english'::regconfig when 'german' then 'pg_catalog.german'::regconfig
  when 'french' then 'pg_catalog.french'::regconfig when 'spanish' then 'pg_catalog.spanish'::regconfig
  when 'italian' then 'pg_catalog.italian'::regconfig when 'portuguese' then 'pg_catalog.portuguese'::regconfig
  when 'dutch' then 'pg_catalog.dutch'::regconfig when 'russian' then 'pg_catalog.russian'::regconfig
  when 'swedish' then 'pg_catalog.swedish'::regconfig when 'danish' then 'pg_catalog.danish'::regconfig
  when 'norwegian' then 'pg_catalog.norwegian'::regconfig when 'finnish' then 'pg_catalog.finnish'::regconfig
  when 'hungarian' then 'pg_catalog.hungarian'::regconfig when 'romanian' then 'pg_catalog.romanian'::regconfig
  when 'turkish' then 'pg_catalog.turkish'::regconfig when 'indonesian' then 'pg_catalog.indonesian'::regconfig
  when 'greek' then 'pg_catalog.greek'::regconfig when 'arabic' then 'pg_catalog.arabic'::regconfig
  when 'hindi' then 'pg_catalog.hindi'::regconfig when 'tamil' then 'pg_catalog.tamil'::regconfig
  when 'armenian' then 'pg_catalog.armenian'::regconfig
  else 'pg_catalog.simple'::regconfig end;

-- The language of a text, by its script and its commonest words; null when too few of them show. Looks at 400 characters.
create function pgrecall_data.language_of(content text) returns text
language plpgsql immutable parallel safe strict as $$
declare
  v_text text := left(content, 400);
  v_found record;
begin
  if octet_length(v_text) > length(v_text) * 1.3 then
    if v_text ~ '[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]' then return null; end if;
    if v_text ~ '[\u0400-\u04ff]' then return case when v_text ~* '[іїєґў]' then 'simple' else 'russian' end; end if;
    if v_text ~ '[\u0370-\u03ff]' then return 'greek'; end if;
    if v_text ~ '[\u0600-\u06ff]' then return case when v_text ~ '[پچژگکیےٹڈں]' then 'simple' else 'arabic' end; end if;
    if v_text ~ '[\u0900-\u097f]' then return 'hindi'; end if;
    if v_text ~ '[\u0b80-\u0bff]' then return 'tamil'; end if;
    if v_text ~ '[\u0530-\u058f]' then return 'armenian'; end if;
  end if;
  if octet_length(v_text) > length(v_text) and v_text ~ '[\u01a0-\u01b0\u1ea0-\u1ef9]' then return 'simple'; end if; -- Vietnamese
  select max(c.n) as n, (array_agg(c.language))[1] as language, bool_and(c.n < c.most or c.place = 1) as is_sole
  into v_found
  from (
    select l as language, count(*) as n, max(count(*)) over () as most, row_number() over (order by count(*) desc, l) as place
    from unnest(tsvector_to_array(to_tsvector('pg_catalog.simple', lower(v_text)))) w
    cross join lateral string_to_table('{"a": "english french spanish portuguese hungarian romanian", "aan": "dutch", "ada": "indonesian", "adalah": "indonesian", "af": "danish",
"akan": "indonesian", "al": "spanish italian romanian", "ale": "romanian", "alle": "italian", "am": "german romanian", "an": "english",
"anche": "italian", "and": "english", "ao": "portuguese", "apa": "indonesian", "are": "english", "as": "portuguese", "at": "english danish norwegian",
"att": "swedish", "au": "french", "auch": "german", "auf": "german", "aux": "french", "av": "swedish norwegian", "avec": "french", "az": "hungarian",
"be": "english", "bei": "german", "ben": "turkish", "benim": "turkish", "bij": "dutch", "bir": "turkish", "bu": "turkish", "care": "romanian",
"ce": "french romanian", "cette": "french", "che": "italian", "chez": "french", "chi": "italian", "cine": "romanian", "co": "simple",
"com": "portuguese", "come": "italian", "como": "spanish portuguese", "con": "spanish italian", "csak": "hungarian", "cu": "romanian",
"cuando": "spanish", "cuándo": "spanish", "când": "romanian", "da": "italian portuguese turkish", "daha": "turkish", "dal": "italian",
"dan": "indonesian", "dans": "french", "dari": "indonesian", "das": "german portuguese", "dat": "dutch",
"de": "french spanish portuguese dutch swedish danish norwegian hungarian romanian turkish", "del": "spanish italian", "della": "italian",
"dem": "german", "den": "german swedish danish norwegian", "dengan": "indonesian", "depuis": "french", "der": "german", "des": "german french",
"desde": "spanish", "det": "swedish danish norwegian", "değil": "turkish", "di": "italian indonesian", "did": "english", "die": "german",
"din": "romanian", "do": "english portuguese", "does": "english", "donde": "spanish", "dos": "portuguese", "dove": "italian", "du": "french",
"dónde": "spanish", "een": "dutch", "egy": "hungarian", "ei": "norwegian finnish", "ein": "german", "eine": "german", "einen": "german",
"el": "spanish hungarian", "ela": "portuguese", "ele": "portuguese", "elle": "french", "em": "portuguese",
"en": "spanish dutch swedish danish norwegian finnish", "er": "german dutch danish norwegian", "era": "spanish italian", "es": "spanish",
"est": "french", "este": "romanian", "está": "spanish portuguese", "et": "french danish norwegian", "ett": "swedish", "että": "finnish",
"eu": "portuguese romanian", "ez": "hungarian", "foi": "portuguese", "for": "english danish norwegian", "fost": "romanian", "fra": "danish norwegian",
"från": "swedish", "fue": "spanish", "för": "swedish", "für": "german", "gdzie": "simple", "gibi": "turkish", "gli": "italian",
"ha": "spanish italian", "habe": "german", "haben": "german", "han": "swedish danish norwegian", "har": "swedish danish norwegian", "has": "english",
"hat": "german", "have": "english", "he": "english", "heeft": "dutch", "her": "english turkish", "het": "dutch", "hij": "dutch", "his": "english",
"ho": "italian", "hoe": "dutch", "hogy": "hungarian", "hol": "hungarian", "hon": "swedish", "how": "english", "hun": "danish norwegian",
"hur": "swedish", "hva": "norwegian", "hvad": "danish", "hvor": "danish norwegian", "hän": "finnish", "i": "english italian swedish danish norwegian",
"ich": "german", "ihre": "german", "ik": "dutch", "ikke": "danish norwegian", "il": "french italian", "ile": "turkish", "im": "german",
"in": "english dutch", "ini": "indonesian", "inte": "swedish", "is": "english dutch hungarian", "ist": "german", "it": "english", "itu": "indonesian",
"için": "turkish", "ja": "finnish", "jag": "swedish", "jak": "simple", "je": "french simple", "jeg": "danish norwegian", "jest": "simple",
"joka": "finnish", "jsem": "simple", "juga": "indonesian", "kapan": "indonesian", "kde": "simple", "kdy": "simple", "ke": "indonesian",
"kein": "german", "keine": "german", "ki": "hungarian", "kiedy": "simple", "kim": "turkish", "kuka": "finnish", "kun": "finnish",
"la": "french spanish italian romanian", "las": "spanish", "le": "french spanish", "les": "french", "lo": "spanish italian", "los": "spanish",
"ma": "french", "mai": "romanian", "mais": "portuguese", "mam": "simple", "mana": "indonesian", "mea": "romanian", "med": "swedish danish norwegian",
"meg": "hungarian", "mein": "german", "meine": "german", "mes": "french", "met": "dutch", "meu": "portuguese romanian",
"mi": "spanish hungarian turkish", "mia": "italian", "mijn": "dutch", "mikor": "hungarian", "milloin": "finnish", "min": "swedish danish norwegian",
"minha": "portuguese", "mint": "hungarian", "minun": "finnish", "minä": "finnish", "mio": "italian", "mis": "spanish", "missä": "finnish",
"mit": "german danish", "mitt": "swedish norwegian", "mitä": "finnish", "moja": "simple", "moje": "simple", "mon": "french", "mu": "turkish",
"mutta": "finnish", "my": "english", "myös": "finnish", "már": "hungarian", "más": "spanish", "mój": "simple", "můj": "simple",
"na": "portuguese simple simple", "naar": "dutch", "nach": "german", "ne": "french turkish", "nel": "italian", "nella": "italian", "nem": "hungarian",
"nerede": "turkish", "nicht": "german", "nie": "simple", "niet": "dutch", "niin": "finnish", "no": "spanish portuguese", "non": "italian",
"nos": "portuguese", "not": "english", "nous": "french", "nu": "romanian", "não": "portuguese", "när": "swedish", "når": "danish norwegian",
"o": "portuguese romanian turkish", "och": "swedish", "of": "english", "og": "danish norwegian", "olan": "turkish", "olen": "finnish",
"oli": "finnish", "om": "dutch swedish danish norwegian", "on": "english finnish", "onde": "portuguese", "ont": "french", "ook": "dutch",
"op": "dutch", "os": "portuguese", "ovat": "finnish", "où": "french", "pada": "indonesian", "para": "spanish portuguese", "pas": "french",
"pe": "romanian", "pentru": "romanian", "per": "italian", "pero": "spanish", "più": "italian", "por": "spanish portuguese", "pour": "french",
"på": "swedish danish norwegian", "quand": "french", "quando": "italian portuguese", "que": "french spanish portuguese", "quem": "portuguese",
"qui": "french", "quién": "spanish", "qué": "spanish", "sa": "french", "saya": "indonesian", "se": "french spanish portuguese finnish simple",
"seg": "norwegian", "seine": "german", "sen": "finnish", "ses": "french", "she": "english", "si": "italian", "siapa": "indonesian", "sich": "german",
"sie": "german", "sig": "swedish danish", "sind": "german", "się": "simple", "som": "swedish danish norwegian", "son": "french spanish",
"sono": "italian", "sont": "french", "su": "spanish", "sua": "italian", "sunt": "romanian", "suo": "italian", "sur": "french", "são": "portuguese",
"să": "romanian", "tai": "finnish", "te": "dutch", "tem": "portuguese", "that": "english", "the": "english", "they": "english", "this": "english",
"tidak": "indonesian", "tiene": "spanish", "til": "danish norwegian", "till": "swedish", "to": "english simple", "um": "german portuguese",
"uma": "portuguese", "un": "french spanish italian romanian", "una": "spanish italian", "und": "german", "unde": "romanian", "une": "french",
"untuk": "indonesian", "vad": "swedish", "vagy": "hungarian", "van": "dutch hungarian", "var": "swedish danish norwegian turkish", "ve": "turkish",
"vi": "swedish danish norwegian", "volt": "hungarian", "von": "german", "voor": "dutch", "vous": "french", "w": "simple", "waar": "dutch",
"wann": "german", "wanneer": "dutch", "war": "german", "was": "english german", "wat": "dutch", "wer": "german", "were": "english", "what": "english",
"when": "english", "where": "english", "who": "english", "wie": "german dutch", "will": "english", "wir": "german", "wird": "german",
"with": "english", "wo": "german", "y": "spanish", "yang": "indonesian", "yo": "spanish", "yok": "turkish", "you": "english", "z": "simple",
"zaman": "turkish", "zij": "dutch", "zijn": "dutch", "zu": "german", "à": "french", "är": "swedish", "çok": "turkish", "è": "italian",
"é": "portuguese", "én": "hungarian", "és": "hungarian", "était": "french", "în": "romanian", "ő": "hungarian", "że": "simple", "že": "simple",
"și": "romanian"}'::jsonb ->> w, ' ') l
    group by l order by n desc, l
  ) c;
  return case when v_found.n >= 2 and v_found.is_sole then v_found.language end;
end $$;

-- Small letters, whatever the database's locale (that of C knows those of ASCII alone); apostrophes and quotes as on a typewriter.
create function pgrecall_data.small(content text) returns text
language sql immutable parallel safe strict
return case when octet_length(content) = length(content) then lower(content)
  when lower('Ж') = 'ж' then translate(lower(content), '‘’ʼ´“”„«»', '''''''''"""""')
  else normalize(translate(lower(normalize(content, nfkd)),
    '‘’ʼ´“”„«»АБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯІЄҐΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩÆŒØŁĐÞ',
    '''''''''"""""абвгдежзиклмнопрстуфхцчшщъыьэюяієґαβγδεζηθικλμνξοπρστυφχψωæœøłđþ'), nfc) end;

-- Small letters without their marks: é e, ñ n, ß ss, ø o, ё е, ά α, Vietnamese tones, Arabic vowels and forms of alef; й stays.
create function pgrecall_data.unaccented(content text) returns text
language sql immutable parallel safe strict
return case when octet_length(content) = length(content) then lower(content) else
  replace(replace(replace(replace(translate(normalize(regexp_replace(
    normalize(translate(pgrecall_data.small(content), 'йøłđðħıςىةـ', e'\ue000olddhiσيه'), nfkd),
    '[\u0300-\u036f\u064b-\u065f\u0670\u0591-\u05c7]+', '', 'g'), nfc), e'\ue000', 'й'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th') end;

-- Words with ä, ö, ü as they are spelled where those letters are missing: Mueller for Müller; also å as aa.
create function pgrecall_data.spelled_out(content text) returns text
language sql immutable parallel safe strict
return replace(replace(replace(replace(replace(content, 'ä', 'ae'), 'ö', 'oe'), 'ü', 'ue'), 'ø', 'oe'), 'å', 'aa');

-- Function characters of Chinese: alone they are no word, and a pair that holds one is seldom one.
create function pgrecall_data.function_characters() returns text
language sql immutable parallel safe
return '的地得了是在和与與及而或被把将將为為对對也就都这這那哪个個我你您他她它们們吗嗎呢吧啊什么麼';

drop index pgrecall_data.memories_keywords;
alter table pgrecall_data.memories drop column keywords;
drop function pgrecall_data.keywords(text);
drop function pgrecall_data.bigrams(text);

-- The pairs of neighbouring characters in unsegmented text, and each Chinese or Korean character alone, which may be a word.
-- 30,000 at most: many more, each with its namespace in front, would not fit into a tsvector.
create function pgrecall_data.bigrams(content text) returns text[]
language sql immutable parallel safe strict
return (
  select coalesce((array_agg(distinct g.gram))[:30000], '{}')
  from (
    -- one pass: substr and array subscripts would walk a long run anew for each pair
    select c.char, c.char || lead(c.char) over (partition by run.n order by c.i) as pair, count(*) over (partition by run.n) = 1 as is_alone,
      strpos(f.chars, c.char) > 0 as is_function, strpos(f.chars, lead(c.char) over (partition by run.n order by c.i)) > 0 as is_before_one,
      ascii(c.char) between 13312 and 40959 or ascii(c.char) between 44032 and 55215 or ascii(c.char) between 63744 and 64255 as may_be_word
    from regexp_matches(content, '(' || pgrecall_data.unsegmented() || ')', 'g') with ordinality run (m, n)
    cross join lateral unnest(string_to_array(run.m[1], null)) with ordinality c (char, i)
    cross join (select pgrecall_data.function_characters()) f (chars)
  ) p
  cross join lateral (values (case when not (is_function and is_before_one) then pair end),
    (case when is_alone or may_be_word and not is_function then char end)) g (gram)
  where g.gram is not null
);

-- The words of a text in their order, as a parser takes them: small, apart, without punctuation and unsegmented runs.
create function pgrecall_data.words(content text) returns text
language plpgsql immutable parallel safe strict as $$
declare
  v_text text := content;
begin
  if v_text ~ '[a-z][A-Z]' then -- getUserName: whole, and get user name behind it
    v_text := v_text || ' ' || array_to_string(array(
      select regexp_replace(w, '([a-z0-9])([A-Z])', '\1 \2', 'g') from string_to_table(translate(v_text, e'\n\t', '  '), ' ') w where w ~ '[a-z][A-Z]' limit 1000), ' ');
  end if;
  if octet_length(v_text) > length(v_text) then v_text := regexp_replace(v_text, pgrecall_data.unsegmented(), ' ', 'g'); end if;
  v_text := pgrecall_data.small(v_text);
  v_text := replace(v_text, 'n''t', '');
  v_text := translate(v_text, '!"#$%&()*+,-./:;<=>?@[\]^_`{|}~''' || e'\n\r\t', repeat(' ', 35));
  -- a pattern of 200 characters costs more than all the rest: only where a word is that long
  if length(v_text) > 200 and (select max(length(w)) from string_to_table(v_text, ' ') w) > 200 then v_text := regexp_replace(v_text, '(\S{200})\S+', '\1', 'g'); end if;
  return v_text;
end $$;

-- What of a text is looked up as a whole: identifiers, and numbers without their thousands separators.
create function pgrecall_data.wholes(content text) returns text[]
language plpgsql immutable parallel safe strict as $$
declare
  v_whole text[] := '{}';
begin
  if content ~ '[[:alnum:]][-_./:@?&=#%+~\\]+[[:alnum:]]' then v_whole := pgrecall_data.identifiers(content); end if;
  if content ~ '[0-9][,.''][0-9]{3}' then
    v_whole := v_whole || array(
      select distinct translate(m[1], ',.''', '') from regexp_matches(content, '(?<![0-9.,])([0-9]{1,3}(?:[,.''][0-9]{3})+)(?![0-9])', 'g') m);
  end if;
  return v_whole;
end $$;

-- The lexemes of a text: the stems of its language, also without accents; identifiers whole and in parts; numbers without
-- separators; pairs and single characters of unsegmented text. Never fails: covers the first 100,000 characters, 200 of a word.
-- No positions: how often a short text says a word tells little, and they would take half the space.
create function pgrecall_data.keywords(content text, language text) returns tsvector
language plpgsql immutable parallel safe strict as $$
declare
  v_text text := left(content, 100000);
  v_language regconfig := pgrecall_data.configuration(language);
  v_whole text[] := '{}';
  v_words text;
  v_bare text;
  v_found tsvector;
begin
  if octet_length(v_text) > length(v_text) then v_text := normalize(v_text, nfkc); end if;
  v_whole := pgrecall_data.wholes(v_text);
  v_words := pgrecall_data.words(v_text);
  v_found := strip(to_tsvector(v_language, v_words));
  if octet_length(v_text) > length(v_text) then
    if v_text ~ pgrecall_data.unsegmented() then v_whole := v_whole || pgrecall_data.bigrams(v_text); end if;
    v_bare := pgrecall_data.unaccented(v_words);
    if v_bare <> v_words then
      v_found := v_found || pgrecall_data.bare_words(v_words, v_language)
        || array_to_tsvector(array_remove(array(select distinct pgrecall_data.unaccented(l) from unnest(tsvector_to_array(v_found)) l where octet_length(l) > length(l)), ''));
    end if;
  end if;
  if v_whole <> '{}' then v_found := v_found || array_to_tsvector(array_remove(v_whole, '')); end if;
  return v_found;
end $$;

-- The lexemes of the accented words of a text, stop words left out, once without accents and once spelled out.
create function pgrecall_data.bare_words(words text, language regconfig) returns tsvector
language sql immutable parallel safe
return (
  select strip(to_tsvector(language, coalesce(string_agg(pgrecall_data.unaccented(w) || case
    when w ~ '[äöüøå]' then ' ' || pgrecall_data.unaccented(pgrecall_data.spelled_out(w)) else '' end, ' '), '')))
  from regexp_split_to_table(words, '\s+') w
  where octet_length(w) > length(w) and pgrecall_data.unaccented(w) <> w and length(to_tsvector(language, w)) > 0
);

alter table pgrecall_data.memories add language text not null default 'english';
update pgrecall_data.memories m set language = d.language
from (
  select o.namespace_id, o.id, coalesce(pgrecall_data.language_of(o.content), 'english') as language from pgrecall_data.memories o
) d
where m.namespace_id = d.namespace_id and m.id = d.id and d.language <> 'english';
alter table pgrecall_data.memories add keywords tsvector not null generated always as (pgrecall_data.keywords(content, language)) stored;
create index memories_keywords on pgrecall_data.memories using gin (pgrecall_data.scoped(namespace_id, keywords)) with (fastupdate = off);

update pgrecall_data.namespaces n set languages = s.languages, memory_count = s.rows, word_count = s.words
from (
  select m.namespace_id, array_agg(distinct m.language order by m.language) as languages, count(*) as rows, sum(length(m.keywords)) as words
  from pgrecall_data.memories m group by 1
) s
where n.id = s.namespace_id;

-- As pgrecall.note_common_words does whenever a namespace has doubled.
do $$
declare
  v_space record;
begin
  for v_space in select n.id, n.memory_count as rows, least(n.memory_count, 2000 + n.memory_count / 50) as sample from pgrecall_data.namespaces n where n.memory_count >= 512 loop
    insert into pgrecall_data.common_words (namespace_id, lexeme, share)
    select v_space.id, s.word, least(s.ndoc::real / v_space.sample, 1)
    from ts_stat(format('select m.keywords from pgrecall_data.memories m where m.namespace_id = %s order by m.id desc limit %s', v_space.id, v_space.sample)) s
    where s.ndoc >= 8 and s.ndoc::float8 / v_space.sample * v_space.rows > 100;
  end loop;
end $$;
