-- Return Chinese text with its numerals as digits where they count something (三十克, 五号, 百分之二点一) and its dates as one: 6月10日.
create function pgrecall.chinese_numbers(content text) returns text
language plpgsql immutable parallel safe strict as $$
declare
  v_text text := chinese_numbers.content;
  v_counted constant text := '(?=[号點点克斤米公里元块个只人天年月日岁%次分小时度级倍杯片台条本名位楼层室班点半])';
  v_match text[];
begin
  if v_text ~ '(星期|周|礼拜)[一二三四五六日天]' then
    for i in 1 .. 8 loop
      v_text := regexp_replace(v_text, '(星期|周|礼拜)' || substr('一二三四五六日天', i, 1), ' ~w' || substr('abcdefgg', i, 1) || ' ', 'g');
    end loop;
  end if;
  v_text := regexp_replace(v_text, '百分之([0-9.一二三四五六七八九十百点零两]+)', '\1%', 'g');
  for i in 1 .. 12 loop
    v_match := regexp_match(v_text, '([零一二两三四五六七八九十百千万点]{2,}|[一二两三四五六七八九十])' || v_counted);
    exit when v_match is null;
    v_text := regexp_replace(v_text, v_match[1] || v_counted, pgrecall.chinese_number(v_match[1]));
  end loop;
  v_text := regexp_replace(v_text, '([0-9]{4})年([0-9]{1,2})月([0-9]{1,2})[日号]', e' D\u0001\\1-\\2-\\3 ', 'g');
  return regexp_replace(v_text, '([0-9]{1,2})月([0-9]{1,2})[日号]', e' D\u0001\\1-\\2 ', 'g');
end $$;

-- Return a Chinese numeral below 100,000 as digits.
create function pgrecall.chinese_number(numeral text) returns text
language plpgsql immutable parallel safe strict as $$
declare
  v_whole text := split_part(numeral, '点', 1);
  v_sum int := 0;
  v_digit int := 0;
  v_char text;
begin
  if v_whole !~ '[十百千万]' then return translate(numeral, '零一二两三四五六七八九点', '01223456789.'); end if;
  foreach v_char in array string_to_array(v_whole, null) loop
    case v_char
      when '十' then v_sum := v_sum + greatest(v_digit, 1) * 10; v_digit := 0;
      when '百' then v_sum := v_sum + greatest(v_digit, 1) * 100; v_digit := 0;
      when '千' then v_sum := v_sum + greatest(v_digit, 1) * 1000; v_digit := 0;
      when '万' then v_sum := (v_sum + v_digit) * 10000; v_digit := 0;
      else v_digit := translate(v_char, '零一二两三四五六七八九', '01223456789')::int;
    end case;
  end loop;
  return v_sum + v_digit || case when numeral ~ '点.' then '.' || translate(split_part(numeral, '点', 2), '零一二两三四五六七八九', '01223456789') else '' end;
end $$;

-- Return Chinese text with its marks of change as words: ~end, ~now, ~move, ~instead.
create function pgrecall.chinese_phrases(content text) returns text
language sql immutable parallel safe strict as $$
  select case when content ~ '(不再|已经不|再也不|现在|目前|如今|今后|从今天起|从现在起|改|换|搬|调整|推迟|提前|升级|涨|降|变成|变为|代替|取代|而不是|每)' then
    regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(content,
      '(不再|已经不|再也不)', ' ~end ', 'g'), '(现在|目前|如今|今后|从今天起|从现在起)', ' ~now ', 'g'),
      '(改为|改成|改到|换成|换到|搬到|搬去|调整为|调整到|推迟到|提前到|升级到|升级为|涨到|涨至|降到|降至|变成|变为|换了|改用)', ' ~move ', 'g'),
      '(代替|取代|而不是)', ' ~instead ', 'g'), '每(个)?(天|日|周|月|年)', ' per~\2 ', 'g')
    else content end
$$;
