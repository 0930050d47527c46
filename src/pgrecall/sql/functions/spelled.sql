-- Return a text with contractions spelled out, clock times, money and units in one form, and its preface cut off.
create function pgrecall.spelled(content text, language text) returns text
language plpgsql immutable parallel safe as $$
declare
  v_text text := translate(spelled.content, '’‘ʼ＇', '''''''''');
  v_head text := lower(left(spelled.content, 40));
  v_has_digits boolean := translate(spelled.content, '0123456789', '') <> spelled.content;
begin
  if v_head like any ('{%actually%,%scratch%,%change of%,%korrektur%,%änderung%,%doch nicht%,%genauer%,%rectif%,%en fait%,%finalement%,%en realidad%,%更正%,%更新%,%修正%}') and v_text ~* '^\s*(actually|scratch that|change of plans?|korrektur|änderung|doch nicht|genauer|rectification|en fait|finalement|rectificación|en realidad|更正|更新|修正)\s*[,:;.：，–—-]' then
    v_text := '~fix ' || regexp_replace(v_text, '^[^,:;.：，–—-]*[,:;.：，–—-]', '');
  elsif v_head like any ('{%please%,%remember%,%note%,%remind%,%fyi%,%confirm%,%update%,%correct%,%heads%,%keep%,%for %,%don''t%,%quick%,%just%,%by the way%,%btw%,%so%,%well%,%as a%,%important%,%merk%,%notiz%,%notiere%,%denk%,%bitte%,%wichtig%,%korrektur%,%übrigens%,%zur %,%vergiss%,%ach%,%rappel%,%petit%,%souviens%,%retiens%,%au fait%,%pour info%,%attention%,%recuerda%,%nota%,%recordatorio%,%actualización%,%ojo%,%por cierto%,%mise à%,%n''oubli%,%no olvides%,%ricorda%,%lembr%,%请%,%记%,%注意%,%对了%,%提醒%,%别忘%}') and v_text ~* '^\W*(please|remember|note|reminder|fyi|confirm|update|correction|heads|keep|for |don''t|quick|just|by the way|btw|so|well|as a|important|merk|notiz|notiere|denk|bitte|wichtig|korrektur|übrigens|nur zur|zur |vergiss|ach|rappel|petit|souviens|retiens|note|au fait|pour info|attention|recuerda|nota|recordatorio|corrección|actualización|ojo|por cierto|importante|mise à jour|n''oubli|no olvides|ricorda|lembr|请|记|注意|对了|提醒|别忘)' then
    v_text := pgrecall.without_preface(v_text);
  end if;
  if language = 'zh' then v_text := pgrecall.chinese_phrases(pgrecall.chinese_numbers(v_text)); end if;
  if v_has_digits or lower(v_text) like any ('{% past %,% to %,%halb %,%viertel %}') then
    if translate(v_text, '$€£¥', '') <> v_text then v_text := regexp_replace(v_text, '([$€£¥])\s?([0-9][0-9.,]*)', '\2 \1 ', 'g'); end if;
    if v_has_digits then
      v_text := regexp_replace(v_text, '(\d)(st|nd|rd|th|er|ère|ème)\M(\s+of\M)?', '\1 ', 'g');
      v_text := regexp_replace(v_text, '(?<![0-9.,A-Za-z])([0-9]+)k\M', '\1000', 'gi');
      if position('°' in v_text) > 0 then v_text := regexp_replace(v_text, '(\d)\s?°\s?C\M', '\1 celsius', 'g'); end if;
      v_text := regexp_replace(v_text, '(\d)\s?(km|kg|mg|cm|mm|ml|gb|mb|tb|ms|min|lbs?|hrs?|%|€|\$|£|°c|°f|m|g|l|h|s|w|kw|kwh|mph|ghz|mhz|hz)(?![[:alnum:]_])', '\1 \2 ', 'gi');
    end if;
    if v_text ~* '[0-9]\s?(:|h|uhr|heures|[ap]\.?m|[点點])|\m(las?|às|alle) [0-9]|\m(past|halb|quarter to) ' then v_text := pgrecall.with_times(v_text); end if;
  end if;
  if translate(v_text, ':：', '') <> v_text then v_text := regexp_replace(v_text, '([^[:space:]0-9T\u0001])[:：]\s+(?=\S)', '\1 ~is ', 'g'); end if;
  if v_text ~ pgrecall_data.unsegmented() then
    v_text := regexp_replace(v_text, '([0-9A-Za-z.:%_/@~\u0001-]+)', ' \1 ', 'g');
  end if;
  if language = 'en' then v_text := replace(v_text, 'cannot', 'can not'); end if;
  if language = 'en' and v_text ~ '''' then
    v_text := regexp_replace(regexp_replace(regexp_replace(v_text, '\mcan''t\M', 'can not', 'gi'), '\mwon''t\M', 'will not', 'gi'), 'n''t\M', ' not', 'gi');
    v_text := regexp_replace(regexp_replace(v_text, '''(re)\M', ' are', 'gi'), '''(ve)\M', ' have', 'gi');
    v_text := regexp_replace(regexp_replace(regexp_replace(v_text, '\m(I)''m\M', '\1 am', 'gi'), '''ll\M', ' will', 'gi'), '\m(it|that|he|she|there|what|who|where)''s\M', '\1 is', 'gi');
  elsif language = 'fr' then
    v_text := regexp_replace(regexp_replace(v_text, '\m(l|d|j|n|m|t|s|c|qu)''', '\1 ', 'gi'), '\mn(e?) ([[:alpha:] ]{2,40}?) plus\M', '~end \2', 'gi');
  end if;
  return v_text;
end $$;

-- Return a text without the words that only ask to remember it; `~fix` stays in the place of those that announce a correction.
create function pgrecall.without_preface(content text) returns text
language sql immutable parallel safe strict as $$
  with cut as (
    select coalesce(
      (regexp_match(content, '^\W*(?:(?:please|remember|note|noted|reminder|fyi|confirm|confirmed|update|updated|correction|heads|up|keep|in|mind|for|the|record|this|that|it|still|matters|holds|again|also|to|be|clear|just|so|you|know|important|quick|change|of|plans?|edit|don''t|forget|merke|merk|dir|notiz|notiere|denk|daran|bitte|wichtig|korrektur|änderung|rappel|souviens|toi|retiens|attention|recuerda|nota|recordatorio|corrección|actualización|ojo|importante|mise|à|jour|que|dass)\M[\s,–-]*){1,9}[:：]\s*', 'i'))[1],
      (regexp_match(content, '^\s*((?:(?:请)?(?:记住|注意|记得|别忘了|提醒一下|对了|顺便说一下)[，,：:]?)+)\s*'))[1],
      (regexp_match(content, '^\W*(?:(?:so|well|oh|hey|btw|by the way|just so you know|for your information|fyi|just a reminder|a reminder|as a reminder|reminder|quick note|heads up|please note|note|please remember|remember|keep in mind|please don''t forget|don''t forget|übrigens|nur zur info|zur info|zur erinnerung|ach ja|au fait|pour info|petit rappel|rappel|n''oublie pas|n''oubliez pas|por cierto|recuerda|no olvides|recordatorio|ricorda|ricordati|lembre-se|lembra)(?:[,:–—-]\s*|\s+)(?:that|que|che|de que)?\s*){1,3}(?=\S)', 'i'))[1],
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
  if v_text ~* '\m(past|to|halb|half) ' and v_text ~* '\m(half|quarter|[0-9]+|five|ten|twenty) (past|to) |\mhalb [a-zü]+|\mviertel (vor|nach) ' then
    v_text := pgrecall.with_spoken_times(v_text);
  end if;
  if v_text ~ '点' then
    for i in 1 .. 12 loop
      v_match := regexp_match(v_text, '((凌晨|早上|上午|中午|下午|晚上)?([0-9]{1,2})[点點](半|[0-9]{1,2}分?)?)');
      exit when v_match is null or v_match[3]::int > 24;
      v_text := replace(v_text, v_match[1], e' T\u0001' || lpad((v_match[3]::int + case when v_match[2] in ('下午', '晚上') and v_match[3]::int < 12 then 12 else 0 end)::text, 2, '0')
        || ':' || case when v_match[4] = '半' then '30' else lpad(coalesce(regexp_replace(v_match[4], '\D', '', 'g'), '00'), 2, '0') end || ' ');
    end loop;
  end if;
  v_text := regexp_replace(v_text, '(?<![0-9.,:\u0001])([0-9]{1,2})(?:\s?Uhr\M|(?<=à [0-9]{1,2})\s?(?:heures|h)\M|h(?=[0-5][0-9]))(?:\s?([0-5][0-9])(?![0-9]))?', e'\\1:\\2 ', 'gi');
  v_text := regexp_replace(v_text, '(?<![0-9.,:\u0001])([0-9]{1,2}):(?![0-9])', e'\\1:00 ', 'g');
  v_text := regexp_replace(v_text, '(?<![0-9.,:\u0001])([0-9]):([0-5][0-9])(?![0-9:])', '0\1:\2', 'g');
  v_text := regexp_replace(v_text, '(?<![0-9.,:\u0001])([0-2][0-9]:[0-5][0-9])(?::00)?(?![0-9:])(?:\s?(?:Uhr|h|hrs|o''clock)\M)?', e'T\u0001\\1', 'gi');
  return v_text;
end $$;

-- Return a text with the times people say in words, English and German, as T and HH:MM: half past seven in the evening, halb acht.
create function pgrecall.with_spoken_times(content text) returns text
language plpgsql immutable parallel safe strict as $$
declare
  v_text text := content;
  v_hours constant text[] := '{one,two,three,four,five,six,seven,eight,nine,ten,eleven,twelve}';
  v_stunden constant text[] := '{eins,zwei,drei,vier,fünf,sechs,sieben,acht,neun,zehn,elf,zwölf}';
  v_match text[];
  v_hour int;
  v_minute int;
begin
  for i in 1 .. 6 loop
    v_match := regexp_match(v_text, '(\m(half|quarter|five|ten|twenty|[0-9]{1,2}) (past|to) (one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|[0-9]{1,2})( in the (morning|afternoon|evening)| at night)?\M)', 'i');
    exit when v_match is null;
    v_hour := coalesce(array_position(v_hours, lower(v_match[4])), substring(v_match[4] from '^[0-9]+$')::int);
    v_minute := case lower(v_match[2]) when 'half' then 30 when 'quarter' then 15 when 'five' then 5 when 'ten' then 10 when 'twenty' then 20 else substring(v_match[2] from '^[0-9]+$')::int end;
    if lower(v_match[3]) = 'to' then v_hour := v_hour - 1; v_minute := 60 - v_minute; end if;
    if v_match[5] ~* 'afternoon|evening|night' and v_hour < 12 then v_hour := v_hour + 12; end if;
    exit when v_hour not between 0 and 24 or v_minute not between 0 and 59;
    v_text := replace(v_text, v_match[1], e'T\u0001' || lpad(v_hour::text, 2, '0') || ':' || lpad(v_minute::text, 2, '0') || ' ');
  end loop;
  for i in 1 .. 6 loop
    v_match := regexp_match(v_text, '(\m(halb|viertel nach|viertel vor) (eins|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf)\M)', 'i');
    exit when v_match is null;
    v_hour := array_position(v_stunden, lower(v_match[3]));
    v_text := replace(v_text, v_match[1], e'T\u0001' || lpad((case when lower(v_match[2]) = 'viertel nach' then v_hour else (v_hour + 11) % 12 end)::text, 2, '0')
      || case lower(v_match[2]) when 'halb' then ':30 ' when 'viertel nach' then ':15 ' else ':45 ' end);
  end loop;
  return v_text;
end $$;
