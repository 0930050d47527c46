-- Return the windows of time a query names, four at most, half-open, in the session's time zone, as meant at an instant; unit says how
-- exact they were named. What is said vaguely ("two weeks ago") gets a wider window. Days and months without a year are the latest
-- that have begun. Reads English, German, French, Spanish, Italian, Portuguese (pgrecall.time_words), Chinese, Japanese and Korean.
create function pgrecall.asked_windows(query text, asked_at timestamptz) returns setof pgrecall.asked_window
language plpgsql stable as $$
#variable_conflict use_column
declare
  v_query text := lower(normalize(left(asked_windows.query, 2000), nfkc));
  v_today date := asked_windows.asked_at::date;
  v_all pgrecall.asked_window[] := '{}';
begin
  if v_query ~ '[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]' then
    v_all := array(select w from pgrecall.windows_in_han(v_query, v_today) w);
  end if;
  if v_query ~ ('[0-9]|day|\mday|tag\M|yester|ago\M|gestern|week|month|year|woche|jahr|monat|mois|mes\M|hier\M|ayer|semain|seman|settiman|année|annee|\mans\M|año|\man(n)?[io]\M'
      || '|ber\M|bre\M|\mma[yi]|jan|feb|fev|fév|mar|märz|apr|avr|abr|jun|jui|jul|aug|ago|aoû|summer|winter|autumn|spring|sommer|herbst|frühling|hiver|verano|invierno|otoño|heute|hoy\M|mardi|lundi|jeudi|dredi|medi\M|dimanche|lunes|jueves|viernes|sábado|domingo|mittwoch|night|ieri|ontem|oggi|hoje|letzt|last') then
    v_all := v_all || array(select w from pgrecall.windows_in_words(v_query, v_today) w);
  end if;
  return query
    select w.starts, w.ends, w.unit, w.words, w.is_relative from unnest(v_all) with ordinality w (starts, ends, unit, words, is_relative, n)
    where w.starts < w.ends and w.starts <= asked_windows.asked_at + interval '400 days' order by w.n limit 4;
end $$;

-- Return a window of whole days.
create function pgrecall.window_of(first_day date, days int, unit text, words text, is_relative boolean default false) returns pgrecall.asked_window
language sql stable as $$
  select (window_of.first_day::timestamptz, (window_of.first_day + window_of.days)::timestamptz, window_of.unit, window_of.words, window_of.is_relative)::pgrecall.asked_window
$$;

-- Return the window of a year, a month of it, a day of that or a part of the month (1 early, 2 mid, 3 late). A year not given is the
-- latest in which it had begun by today. Null for a date that does not exist.
create function pgrecall.calendar_window(year int, month int, day int, part int, today date, words text) returns pgrecall.asked_window
language plpgsql stable as $$
declare
  v_year int := coalesce(calendar_window.year, extract(year from calendar_window.today)::int);
  v_first date;
begin
  if v_year not between 1000 and 2999 or coalesce(calendar_window.month, 1) not between 1 and 12 or coalesce(calendar_window.day, 1) not between 1 and 31 then return null; end if;
  if calendar_window.month is null then
    return pgrecall.window_of(make_date(v_year, 1, 1), make_date(v_year + 1, 1, 1) - make_date(v_year, 1, 1), 'year', calendar_window.words);
  end if;
  if calendar_window.day is not null then
    if calendar_window.day > extract(day from make_date(v_year, calendar_window.month, 1) + interval '1 month - 1 day') and not (calendar_window.year is null and calendar_window.day = 29) then return null; end if;
    v_first := make_date(v_year, calendar_window.month, 1) + calendar_window.day - 1;
    if calendar_window.year is null and v_first > calendar_window.today then v_first := (make_date(v_year - 1, calendar_window.month, 1) + calendar_window.day - 1); end if;
    return pgrecall.window_of(v_first, 1, 'day', calendar_window.words);
  end if;
  v_first := make_date(v_year, calendar_window.month, 1);
  if calendar_window.year is null and v_first > calendar_window.today then v_first := make_date(v_year - 1, calendar_window.month, 1); end if;
  return case calendar_window.part
    when 1 then pgrecall.window_of(v_first, 11, 'part', calendar_window.words)
    when 2 then pgrecall.window_of(v_first + 8, 14, 'part', calendar_window.words)
    when 3 then pgrecall.window_of(v_first + 19, (v_first + interval '1 month')::date - v_first - 19, 'part', calendar_window.words)
    else pgrecall.window_of(v_first, (v_first + interval '1 month')::date - v_first, 'month', calendar_window.words) end;
end $$;

-- Return the window of so many units (d, w, m, y) ago, as wide as that is vague.
create function pgrecall.window_ago(n int, unit text, today date, words text) returns pgrecall.asked_window
language sql stable as $$
  select case
    when window_ago.n not between 0 and 1000 or (window_ago.unit = 'y' and window_ago.n > 150) then null
    when window_ago.unit = 'd' then pgrecall.window_of(today - n - (n > 3)::int, 1 + 2 * (n > 3)::int, 'day', words, true)
    when window_ago.unit = 'w' then pgrecall.window_of(today - 7 * n - 3, 7, 'week', words, true)
    when window_ago.unit = 'm' then pgrecall.window_of((today - make_interval(months => n))::date - 10, 21, 'month', words, true)
    when window_ago.unit = 'y' then pgrecall.window_of((today - make_interval(years => n))::date - 60, 121, 'year', words, true)
    when window_ago.unit = 'h' then pgrecall.window_of(today - 1, 2, 'day', words, true) end
$$;

-- Return the window of the unit (d, w, m, y) that many units from the one of today; or, from 0 to past, of the last n units up to today.
create function pgrecall.window_from(offset_units int, unit text, today date, words text) returns pgrecall.asked_window
language sql stable as $$
  select case window_from.unit
    when 'd' then pgrecall.window_of(today + offset_units, 1, 'day', words, true)
    when 'w' then pgrecall.window_of(date_trunc('week', today)::date + 7 * offset_units, 7, 'week', words, true)
    when 'm' then pgrecall.window_of((date_trunc('month', today) + make_interval(months => offset_units))::date,
      (date_trunc('month', today) + make_interval(months => offset_units + 1))::date - (date_trunc('month', today) + make_interval(months => offset_units))::date, 'month', words, true)
    when 'y' then pgrecall.calendar_window(extract(year from today)::int + offset_units, null, null, null, today, words) end
$$;

-- Return the window of the last n units up to and with today.
create function pgrecall.window_past(n int, unit text, today date, words text) returns pgrecall.asked_window
language sql stable as $$
  select case when window_past.n between 1 and 1000 and (window_past.unit <> 'y' or window_past.n <= 150) then
    pgrecall.window_of(x.first_day, window_past.today + 1 - x.first_day, case when window_past.unit in ('d', 'h') then 'day' else 'month' end, window_past.words, true) end
  from (select case window_past.unit when 'd' then today - n when 'w' then today - 7 * n when 'm' then (today - make_interval(months => n))::date when 'y' then (today - make_interval(years => n))::date else today - 1 end) x (first_day)
$$;

-- Return whether a question asks for a time.
create function pgrecall.asks_when(query text) returns boolean
language sql immutable parallel safe as $$
  select left(query, 2000) ~* ('^\W*(when|since when|how long|wann|seit wann|wie lange|quand|depuis quand|cuándo|cuando|desde cuándo|quando|da quando)\M|\m(when|how long) (did|does|do|is|are|was|were|will|has|have|had|ago)\M'
    || '|\m(what|which) (date|day|month|year|time|weekday)\M|\mhow many (days|weeks|months|years)\M|\man welchem (tag|datum)\M|\mquel(le)? (jour|date|mois|année)\M|\mqué (día|fecha|mes|año)\M'
    || '|什么时候|何时|什麼時候|哪一天|哪天|几号|几月|哪年|多久|多长时间|いつ|何日|何月|何年|언제|며칠|몇 월|몇 년')
$$;
