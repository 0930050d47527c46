-- Return a text with what several words say put into one: contractions, clock times, money, units, marks of change (~end, ~fix).
create function pgrecall.spelled(content text, language text) returns text
language plpgsql immutable parallel safe as $$
declare
  v_text text := translate(spelled.content, '’‘ʼ＇', '''''''''');
  v_phrases text[] := pgrecall.phrases(language);
begin
  if v_text ~* '^\W*(please|remember|note|reminder|fyi|confirm|update|correction|heads|keep|for the record|don''t|quick|important|merke?|notiz|notiere|denk|bitte|wichtig|korrektur|änderung|rappel|souviens|retiens|note[rz]?|correction|attention|recuerda|nota|recordatorio|corrección|actualización|ojo|importante|mise à jour|请|记|注意|n''oublie|no olvides)' then
    v_text := pgrecall.without_preface(v_text);
  end if;
  if language = 'zh' then v_text := pgrecall.chinese_numbers(v_text); end if;
  if v_text ~ '[0-9]' then
    if translate(v_text, '$€£¥', '') <> v_text then v_text := regexp_replace(v_text, '([$€£¥])\s?([0-9][0-9.,]*)', '\2 \1 ', 'g'); end if;
    v_text := regexp_replace(v_text, '(\d)(st|nd|rd|th|er|ère|ème)\M(\s+of\M)?', '\1 ', 'g');
    v_text := regexp_replace(v_text, '(?<![0-9.,A-Za-z])([0-9]+)k\M', '\1000', 'gi');
    v_text := regexp_replace(v_text, '(\d)\s?°\s?C\M', '\1 celsius', 'g');
    v_text := regexp_replace(v_text, '(\d)\s?(km|kg|mg|cm|mm|ml|gb|mb|tb|ms|min|lbs?|hrs?|%|€|\$|£|°c|°f|m|g|l|h|s|w|kw|kwh|mph|ghz|mhz|hz)(?![[:alnum:]_])', '\1 \2 ', 'gi');
    if v_text ~* '[0-9]\s?(:|h|uhr|heures|[ap]\.?m|[点點])|\m(las?|às|alle) [0-9]' then v_text := pgrecall.with_times(v_text); end if;
  end if;
  if translate(v_text, ':：', '') <> v_text then v_text := regexp_replace(v_text, '([^[:space:]0-9T\u0001])[:：]\s+(?=\S)', '\1 ~is ', 'g'); end if;
  if v_text ~ pgrecall_data.unsegmented() then
    v_text := regexp_replace(v_text, '([0-9A-Za-z.:%_/@~\u0001-]+)', ' \1 ', 'g');
  end if;
  if language = 'en' and v_text ~ '''' then
    v_text := regexp_replace(regexp_replace(regexp_replace(v_text, '\mcan''t\M', 'can not', 'gi'), '\mwon''t\M', 'will not', 'gi'), 'n''t\M', ' not', 'gi');
    v_text := regexp_replace(regexp_replace(v_text, '''(re)\M', ' are', 'gi'), '''(ve)\M', ' have', 'gi');
    v_text := regexp_replace(regexp_replace(regexp_replace(v_text, '\m(I)''m\M', '\1 am', 'gi'), '''ll\M', ' will', 'gi'), '\m(it|that|he|she|there|what|who|where)''s\M', '\1 is', 'gi');
  elsif language = 'fr' then
    v_text := regexp_replace(v_text, '\m(l|d|j|n|m|t|s|c|qu)''', '\1 ', 'gi');
  end if;
  for i in 1 .. cardinality(v_phrases) by 2 loop
    if i = 1 and v_text !~* pgrecall.any_phrase(language) then exit; end if;
    v_text := regexp_replace(v_text, v_phrases[i], v_phrases[i + 1], 'gi');
  end loop;
  return v_text;
end $$;

-- Return a text without the words that only ask to remember it; `~fix` stays in the place of those that announce a correction.
create function pgrecall.without_preface(content text) returns text
language sql immutable parallel safe strict as $$
  with cut as (
    select coalesce(
      (regexp_match(content, '^\W*(?:(?:please|remember|note|noted|reminder|fyi|confirm|confirmed|update|updated|correction|heads|up|keep|in|mind|for|the|record|this|that|it|still|matters|holds|again|also|to|be|clear|just|so|you|know|important|quick|change|of|plans?|edit|don''t|forget|merke|merk|dir|notiz|notiere|denk|daran|bitte|wichtig|korrektur|änderung|rappel|souviens|toi|retiens|attention|recuerda|nota|recordatorio|corrección|actualización|ojo|importante|mise|à|jour|que|dass)\M[\s,–-]*){1,9}[:：]\s*', 'i'))[1],
      (regexp_match(content, '^\s*((请)?(记住|注意|记得)[，,：:]?)\s*'))[1],
      (regexp_match(content, '^\W*((please\s+)?(remember|note|keep in mind|don''t forget)\s+that|bitte merke?( dir)?,? dass|merke?( dir)?,? dass|souviens-toi que|retiens que|note que|recuerda que|nota que|n''oublie pas que|no olvides que)\s+', 'i'))[1]) as head
  )
  select case when head is null then content
    else case when head ~* '\m(update|updated|correction|change|edit|korrektur|änderung|corrección|actualización|mise)\M' then '~fix ' else '' end || substr(content, length(head) + 1) end
  from cut
$$;

-- Return a text with its clock times as T, an invisible separator and HH:MM: 4 pm, 16:00, 16 Uhr, 16h30, noon, 下午4点.
create function pgrecall.with_times(content text) returns text
language plpgsql immutable parallel safe strict as $$
declare
  v_text text := with_times.content;
  v_match text[];
begin
  for i in 1 .. 12 loop
    v_match := regexp_match(v_text, '((?<![0-9.,:])([0-9]{1,2})(?:[:.]([0-9]{2}))?\s*([ap])\.?m\.?(?![[:alnum:]]))', 'i');
    exit when v_match is null or v_match[2]::int > 12;
    v_text := replace(v_text, v_match[1], e'T\u0001' || lpad((v_match[2]::int % 12 + case when lower(v_match[4]) = 'p' then 12 else 0 end)::text, 2, '0') || ':' || coalesce(v_match[3], '00') || ' ');
  end loop;
  if v_text ~* '\m(las?|às|alle) [0-9]' then
    for i in 1 .. 12 loop
      v_match := regexp_match(v_text, '(\m(?:a las?|las|às|alle) ([0-9]{1,2})(?:[:.]([0-9]{2}))?(?: (?:de la|da|di|del) (mañana|tarde|noche|manhã|noite|pomeriggio|sera))?(?![0-9:.,]))', 'i');
      exit when v_match is null or v_match[2]::int > 24;
      v_text := replace(v_text, v_match[1], e'T\u0001' || lpad((v_match[2]::int + case when v_match[4] in ('tarde', 'noche', 'noite', 'pomeriggio', 'sera') and v_match[2]::int < 12 then 12 else 0 end)::text, 2, '0') || ':' || coalesce(v_match[3], '00') || ' ');
    end loop;
  end if;
  if v_text ~ '点' then
    for i in 1 .. 12 loop
      v_match := regexp_match(v_text, '((凌晨|早上|上午|中午|下午|晚上)?([0-9]{1,2})[点點](半|[0-9]{1,2}分?)?)');
      exit when v_match is null or v_match[3]::int > 24;
      v_text := replace(v_text, v_match[1], e' T\u0001' || lpad((v_match[3]::int + case when v_match[2] in ('下午', '晚上') and v_match[3]::int < 12 then 12 else 0 end)::text, 2, '0')
        || ':' || case when v_match[4] = '半' then '30' else lpad(coalesce(regexp_replace(v_match[4], '\D', '', 'g'), '00'), 2, '0') end || ' ');
    end loop;
  end if;
  v_text := regexp_replace(v_text, '(?<![0-9.,:\u0001])([0-9]{1,2})(?:\s?Uhr|\s?heures|\s?h)\M(?:\s?([0-5][0-9])(?![0-9]))?', e'\\1:\\2 ', 'gi');
  v_text := regexp_replace(v_text, '(?<![0-9.,:\u0001])([0-9]{1,2}):(?![0-9])', e'\\1:00 ', 'g');
  v_text := regexp_replace(v_text, '(?<![0-9.,:\u0001])([0-9]):([0-5][0-9])(?![0-9:])', '0\1:\2', 'g');
  v_text := regexp_replace(v_text, '(?<![0-9.,:\u0001])([0-2][0-9]:[0-5][0-9])(?::00)?(?![0-9:])(?:\s?(?:Uhr|h|hrs|o''clock)\M)?', e'T\u0001\\1', 'gi');
  return v_text;
end $$;

-- Return what is one mark though it is several words, a pattern and its replacement in turn.
create function pgrecall.phrases(language text) returns text[]
language sql immutable parallel safe strict as $$
  select case phrases.language
    when 'en' then array[
      '\m((do|does|did) )?no longer\M', '~end', '\m(any ?more|any longer|these days no more)\M', '~over',
      '\m(can not|cannot) (stand|bear)\M', '~cannotstand', '\mused to\M', 'usedto',
      '\m(from now on|as of (now|today)|starting today|these days|at the moment|at present|right now|by now|since today)\M', 'now',
      '\m(instead of|rather than|in place of|replaces|replacing|has replaced|replaced)\M', '~instead',
      '^\s*(actually|scratch that|change of plans?|correction|update)\s*[,:;.–—-]', '~fix', '\m(gave up|has given up|has quit)\M', 'stopped',
      '\m(per|every|each|a|an) (day|week|month|year|hour|minute|night)\M', 'per~\2', '\m(daily)\M', 'per~day', '\m(weekly)\M', 'per~week', '\m(monthly)\M', 'per~month', '\m(yearly|annually)\M', 'per~year',
      '\m(noon|midday)\M', e'T\u000112:00', '\mmidnight\M', e'T\u000100:00', '\m(has|have) been (moved|raised|changed|postponed|increased|reduced|extended|lowered|switched|rescheduled|pushed|delayed|shifted|renamed|cut)\M', '\2',
      '\m(was|were|got|is being) (moved|raised|changed|postponed|increased|reduced|extended|lowered|switched|rescheduled|pushed|delayed|shifted|renamed|cut)\M', '\2',
      '\m(gets|get|getting) (?=([[:alpha:]]+ed|rebuilt|built|paid|sent|done|made|kept|held|cut|put|written|taken|given)\M)', 'is ', '\mthere (is|are)\M', '\1', '\mdegrees celsius\M', 'celsius', '\mtwice\M', '2 times', '\mdozen\M', '12', '\mhalf an hour\M', '30 minutes', '\m(every|each) (fortnight|two weeks)\M', 'per~fortnight', '\mfortnightly\M', 'per~fortnight', '\mnightly\M', 'per~night', '\mminus ([0-9])', '-\1',
      '\mwould like( to have)?\M', 'wants', '\m(turned|switched) off\M', 'disabled', '\m(turned|switched) on\M', 'enabled', '\m(am|is|are) unable to\M', 'can not', '\min advance\M', 'ahead', '\mahead of time\M', 'ahead', '\msquare (met(er|re)s)\M', 'm²', '\m(at|in) the same time\M', 'at once', '\mrather have\M', 'prefer', '\mcomes to\M', 'is', '\mbasically,?\M', '', '\mwill be\M', 'will',
      '\ma few\M', 'several', '\ma (little|bit)( of)?\M', 'somewhat', '\m(a lot|lots|plenty) of\M', 'many', '\mis fond of\M', 'likes', '\mha(s|ve) a preference for\M', 'prefers', '\mworks as\M', 'is', '\mha(s|ve) got\M', 'has',
      '\min order to\M', 'to', '\mdue to\M', 'because of', '\m(is|are) able to\M', 'can', '\m(has|have) to\M', 'must', '\m(is|are|am) going to\M', 'will', '\mright away\M', 'immediately', '\mcalled off\M', 'canceled', '\mgot rid of\M', 'removed',
      '\m(at|on|during) (the )?weekends?\M', 'weekend', '\mclose to\M', 'near', '\mas well\M', 'also', '\m(along|together) with\M', 'with', '\mdue date\M', 'deadline', '\mno one\M', 'nobody', '\m(do|does|did) not (like|enjoy)\M', 'dislikes',
      '\min the (morning|afternoon|evening)s?\M', '\1', '\mlikes? to ([[:alpha:]]+)\M', 'likes \1', '\mha(s|ve) an allergy to\M', 'is allergic to', '\mis employed (by|at)\M', 'works at', '\mworks for\M', 'works at', '\m(is|are) (located|situated|based) (in|at|on)\M', 'is \3', '\m(is|are) (scheduled|set|planned|slated) (for|on|at)\M', 'is at',
      '\mtakes place (on|at|in)\M', 'is \1', '\m(prefers?) ([[:alnum:] -]{1,40}?) over\M', '\1 \2 to', '\m(twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)-(?=(one|two|three|four|five|six|seven|eight|nine)\M)', '\1 ',
      '\m(has|have) (moved|switched|changed|migrated|relocated|become|risen|stopped|quit)\M', '\2', '\mnot any\M', 'no']
    when 'de' then array[
      '\m(nicht mehr|kein(e|en|er)? mehr)\M', '~end', '\m(seit heute|ab sofort|ab heute|von nun an|zur ?zeit|im moment)\M', 'jetzt',
      '\m(anstatt|anstelle von|statt|ersetzt)\M', '~instead', '^\s*(korrektur|änderung|doch nicht|genauer)\s*[,:;.–—-]', '~fix',
      '\mz\. ?b\.', 'zb', '\mpro (tag|woche|monat|jahr|stunde|minute)\M', 'per~\1', '\mim (monat|jahr)\M', 'per~\1', '\mam (tag)\M', 'per~\1', '\mmittags?\M', e'T\u000112:00', '\mmitternacht\M', e'T\u000100:00']
    when 'fr' then array[
      '\mne ([[:alpha:] ]{2,40}?) plus\M', '~end \1', '\mn ([[:alpha:] ]{2,40}?) plus\M', '~end \1', '\m(ne|n) ([[:alpha:]]{2,20}) pas\M', 'pas \2',
      '\m(désormais|dorénavant|à présent|à partir de maintenant|ces jours-ci|en ce moment)\M', 'maintenant',
      '\m(au lieu d(e|u|es)?|plutôt que|remplace)\M', '~instead', '^\s*(correction|rectification|en fait|finalement|mise à jour)\s*[,:;.–—-]', '~fix',
      '\mpar (jour|semaine|mois|an|heure|minute)\M', 'per~\1', '\mest-ce que\M', '', '\m(à )?midi\M', e'T\u000112:00', '\mminuit\M', e'T\u000100:00']
    when 'es' then array[
      '\mya no\M', '~end', '\m(a partir de ahora|desde hoy|a partir de hoy|actualmente|hoy en día|de momento)\M', 'ahora',
      '\m(en lugar de|en vez de|reemplaza|sustituye)\M', '~instead', '^\s*(corrección|rectificación|en realidad|al final|actualización)\s*[,:;.–—-]', '~fix',
      '\m(por|al|a la) (día|semana|mes|año|hora|minuto)\M', 'per~\2', '([0-9]{1,2}) de (enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre)', '\1 \2', '\m(al )?mediodía\M', e'T\u000112:00', '\mmedianoche\M', e'T\u000100:00']
    when 'zh' then array[
      '(不再|已经不|再也不)', ' ~end ', '(现在|目前|如今|今后|从今天起|从现在起)', ' ~now ', '(改为|改成|改到|换成|换到|搬到|搬去|调整为|调整到|推迟到|提前到|升级到|升级为|涨到|涨至|降到|降至|变成|变为|换了|改用)', ' ~move ',
      '(代替|取代|而不是)', ' ~instead ', '^\s*(更正|更新|修正)[：:，,]', ' ~fix ', '(每天|每日)', ' per~day ', '(每周|每星期)', ' per~week ', '(每月|每个月)', ' per~month ', '(每年)', ' per~year ', '(百分之)\s*([0-9.]+)', '\2 % ','需要', '要']
    else array[]::text[] end
$$;

-- Return one pattern for all phrases of a language: most texts hold none.
create function pgrecall.any_phrase(language text) returns text
language plpgsql immutable parallel safe strict as $$
begin
  return case any_phrase.language
    when 'en' then pgrecall.joined(pgrecall.phrases('en')) when 'de' then pgrecall.joined(pgrecall.phrases('de')) when 'fr' then pgrecall.joined(pgrecall.phrases('fr'))
    when 'es' then pgrecall.joined(pgrecall.phrases('es')) when 'zh' then pgrecall.joined(pgrecall.phrases('zh')) else '(?!)' end;
end $$;

-- Return every other element, each in parentheses, as alternatives.
create function pgrecall.joined(phrases text[]) returns text
language sql immutable parallel safe strict as $$
  select string_agg('(?:' || p.phrase || ')', '|' order by p.place) from unnest(joined.phrases) with ordinality p (phrase, place) where p.place % 2 = 1
$$;
