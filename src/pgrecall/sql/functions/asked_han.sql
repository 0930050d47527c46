-- Return the windows named in Chinese, Japanese or Korean.
create function pgrecall.windows_in_han(query text, today date) returns setof pgrecall.asked_window
language plpgsql stable as $$
#variable_conflict use_column
declare
  v_query text := translate(query, '個間週過從號', '个间周过从号');
  v_match text[];
  v_one pgrecall.asked_window;
  v_last pgrecall.asked_window;
  v_end int;
  v_day date;
begin
  for v_match in
    select m from regexp_matches(v_query, -- 1 whole, 2 year, 3 month, 4 day, 5 part
      '((?:(\d{4}|[二〇零一九]{4}|去|今|前|昨|작|올)\s?[年해년]\s?(?:の|的)?\s?)?(\d{1,2}|[一二三四五六七八九十]{1,3})\s?[月월](?!ほど|くら|前)\s?(?:(\d{1,2}|[一二三四五六七八九十]{1,3})\s?[日号일])?(上旬|中旬|下旬|初|底|末|초|말|중순)?)', 'g') m
  loop
    v_one := pgrecall.calendar_window(
      case when v_match[2] in ('去', '昨', '작') then extract(year from today)::int - 1 when v_match[2] in ('今', '올') then extract(year from today)::int
        when v_match[2] = '前' then extract(year from today)::int - 2 else pgrecall.han_number(v_match[2]) end,
      pgrecall.han_number(v_match[3]), pgrecall.han_number(v_match[4]),
      case when v_match[5] in ('上旬', '初', '초') then 1 when v_match[5] in ('中旬', '중순') then 2 when v_match[5] is not null then 3 end, today, v_match[1]);
    if v_one.starts is null then continue; end if;
    if v_last.starts is not null and v_query ~ (v_last.words || '(到|至|和|から|부터|~|〜|-|—)\s?' || v_match[1]) then
      while v_last.starts > v_one.starts loop v_last.starts := v_last.starts - interval '1 year'; end loop;
      v_one := (v_last.starts, v_one.ends, 'range', v_last.words || ' ' || v_one.words, false)::pgrecall.asked_window;
    elsif v_last.starts is not null then
      return next v_last;
    end if;
    v_last := v_one;
  end loop;
  if v_last.starts is not null then
    return next v_last;
    return;
  end if;
  for v_match in
    select m from regexp_matches(v_query, '((最近|近|过去|過去|ここ|지난|최근)?\s?(\d{1,3}|[一二两兩三四五六七八九十几数半]{1,3})\s?(天|日|周|个?星期|个?礼拜|周间|周間|个?月|か月|ヶ月|カ月|年|주|일|달|개월|년)間?\s?(前|以前|之前|전)?)', 'g') m
    where m[2] is not null or m[5] is not null
  loop
    v_end := pgrecall.han_number(v_match[3]);
    v_match[4] := case when v_match[4] ~ '月|월|달' then 'm' when v_match[4] ~ '周|星期|礼拜|주' then 'w' when v_match[4] ~ '年|년' then 'y' else 'd' end;
    return next case when v_match[5] is not null then pgrecall.window_ago(v_end, v_match[4], today, v_match[1]) else pgrecall.window_past(v_end, v_match[4], today, v_match[1]) end;
  end loop;
  for v_match in
    select m from regexp_matches(v_query, '(大前天|前天|一昨日|그저께|昨天|昨日|昨晚|昨夜|어제|今天|今日|今早|今晚|오늘)', 'g') m
  loop
    return next pgrecall.window_from(case when v_match[1] = '大前天' then -3 when v_match[1] in ('前天', '一昨日', '그저께') then -2 when v_match[1] in ('昨天', '昨日', '昨晚', '昨夜', '어제') then -1 else 0 end, 'd', today, v_match[1]);
  end loop;
  for v_match in
    select m from regexp_matches(v_query, '((上|本|这|這|先|今|지난|이번)\s?(?:个|一)?(周|星期|礼拜|주)(?:の)?\s?(周?末|주말|[一二三四五六日天月火水木金土월화수목금토일](?:曜日|요일)?)?)', 'g') m
  loop
    v_day := date_trunc('week', today)::date - case when v_match[2] in ('上', '先', '지난') then 7 else 0 end;
    v_end := strpos('一二三四五六日', left(v_match[4], 1)) + strpos('月火水木金土', left(v_match[4], 1)) + strpos('월화수목금토일', left(v_match[4], 1)) + case when v_match[4] = '天' then 7 else 0 end;
    return next case when v_match[4] is null then pgrecall.window_of(v_day, 7, 'week', v_match[1], true)
      when v_match[4] ~ '末|주말' then pgrecall.window_of(v_day + 5, 2, 'day', v_match[1], true)
      else pgrecall.window_of(v_day + v_end - 1, 1, 'day', v_match[1], true) end;
  end loop;
  for v_match in
    select m from regexp_matches(v_query, '(上个?月|先月|지난\s?달|本月|这个?月|今月|이번\s?달|去年|昨年|작년|지난해|今年|올해|前年|(\d{4})\s?[年년])', 'g') m
  loop
    return next case
      when v_match[2] is not null then pgrecall.calendar_window(v_match[2]::int, null, null, null, today, v_match[1])
      when v_match[1] ~ '上|先月|지난\s?달' then pgrecall.window_from(-1, 'm', today, v_match[1])
      when v_match[1] ~ '月|이번' then pgrecall.window_from(0, 'm', today, v_match[1])
      else pgrecall.window_from(case when v_match[1] ~ '去|昨|작|지난' then -1 when v_match[1] = '前年' then -2 else 0 end, 'y', today, v_match[1]) end;
  end loop;
end $$;

-- Return a number in figures or Chinese numerals up to 99 (or of digits, as a year is written); a few is 3; null for none.
create function pgrecall.han_number(written text) returns int
language sql immutable parallel safe strict as $$
  select case
    when written ~ '^\d{1,4}$' then written::int
    when written ~ '^[〇零一二三四五六七八九]{4}$' then translate(written, '〇零一二三四五六七八九', '00123456789')::int
    when written ~ '[几数]' then 3 when written = '半' then 6
    when written ~ '十' then coalesce(nullif(translate(split_part(written, '十', 1), '一二两兩三四五六七八九', '12223456789'), '')::int, 1) * 10
      + coalesce(nullif(translate(split_part(written, '十', 2), '一二两兩三四五六七八九', '12223456789'), '')::int, 0)
    else translate(left(written, 1), '一二两兩三四五六七八九', '12223456789')::int end
$$;
