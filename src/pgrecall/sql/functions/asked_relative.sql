-- Return the windows named in words of European languages. The words are read as a string of letters, one each: M a month (m one whose
-- name means something else too), D weekday, C number, O ordinal, Y year, U unit, R day from today, and those of pgrecall.time_words.
create function pgrecall.windows_in_words(query text, today date) returns setof pgrecall.asked_window
language plpgsql stable as $$
#variable_conflict use_column
declare
  v_known constant jsonb := pgrecall.time_words();
  v_words text[];
  v_codes text[];
  v_shape text := '';
  v_code text;
  v_word text;
  v_joint text;
  v_at int;
  v_one pgrecall.asked_window;
  v_last pgrecall.asked_window;
  v_pattern constant text := '(g?UB|[SBFKV])?i?g?([CO]K)?([OL]U[oi]?g?[Mm]o?Y?|[CO]o?[Mm]o?Y?|[Mm][CO]g?Y?|[Mm]o?Y|Mo?Y?|Z|Qo?Y?|[PLTiFSBKV]g?o?M|[PLTiFSBV]m|F[Mm]K[Mm]o?Y?|Po?g?[Mm]o?Y?|L?C?U?EL?o?Y?|T?E|R|[iSBFKVU]Y|[LT]?D|DL|[LT]?W|WL|LC?U|CLU|ULC?|TU)|g?[Cg]o?UA|V[Cg]U';
begin
  v_words := array(
    select w.m[1] from regexp_matches(
      regexp_replace(regexp_replace(replace(query, 'il y a', 'il_y_a'), '\d{1,3}(,\d{3})+', 'x', 'g'), '(?<!\d)(\d{1,2})(st|nd|rd|th|er|º|\.(?=\s))', '\1º ', 'g'),
      '(?<![[:alnum:]_./:@+-])(\d{4}-\d{2}-\d{2}|\d{1,2}[./]\d{1,2}[./]\d{4}|\d{1,2}º|\d{1,4}|q[1-4]|[[:alpha:]_]+(?:[-''’][[:alpha:]]+)*)(?![[:alnum:]_@]|[./:+-][[:alnum:]])', 'g') w (m) limit 400);
  foreach v_word in array v_words loop
    v_word := regexp_replace(v_word, '[''’]s$', '');
    v_code := case
      when v_word ~ '^\d' then case
        when v_word ~ '[-./]' then 'Z' || v_word when v_word ~ 'º' then 'O' || rtrim(v_word, 'º')
        when length(v_word) = 4 and v_word between '1900' and '2099' then 'Y' || v_word else 'C' || v_word end
      when v_word ~ '^q[1-4]$' then 'Q' || right(v_word, 1)
      else v_known ->> v_word end;
    v_code := coalesce(case when v_code ~ '^[a-z]' then translate(left(v_code, 1), 'mndcurlatvsbfkpewigoh', 'MmDCURLATVSBFKPEWigoO') || substr(v_code, 2) end, v_code, 'x');
    v_codes := v_codes || v_code;
    v_shape := v_shape || left(v_code, 1);
  end loop;
  while v_shape ~ '[MmDURYZQEW]' loop
    v_at := regexp_instr(v_shape, v_pattern);
    exit when v_at = 0;
    v_joint := regexp_substr(v_shape, v_pattern);
    v_one := pgrecall.read_window(v_joint, v_codes[v_at:v_at + length(v_joint) - 1], today, array_to_string(v_words[v_at:v_at + length(v_joint) - 1], ' '));
    if v_one.starts is not null then
      if v_joint ~ '^K' and v_last.starts is not null then -- a range; the year may be said of its end alone
        while v_last.starts > v_one.starts loop v_last.starts := v_last.starts - interval '1 year'; end loop;
        while v_last.starts <= v_one.starts - interval '1 year' and v_last.words !~ '\d{4}' loop v_last.starts := v_last.starts + interval '1 year'; end loop;
        v_one := (v_last.starts, v_one.ends, 'range', v_last.words || ' ' || v_one.words, false)::pgrecall.asked_window;
        v_last := null;
      end if;
      if v_last.starts is not null then return next v_last; end if;
      v_last := v_one;
      if v_joint ~ '(LD|DL)$' and date_trunc('week', v_one.starts) = date_trunc('week', today::timestamptz) then
        return next pgrecall.window_of((v_one.starts - interval '7 days')::date, 1, 'day', v_one.words, true); -- it may be the one of last week
      end if;
    end if;
    v_shape := overlay(v_shape placing repeat(' ', length(v_joint)) from v_at for length(v_joint));
  end loop;
  if v_last.starts is not null then return next v_last; end if;
end $$;

-- Return the window that a run of codes means; null when it means none.
create function pgrecall.read_window(shape text, codes text[], today date, words text) returns pgrecall.asked_window
language plpgsql stable as $$
#variable_conflict use_column
declare
  v_kind constant text := ltrim(regexp_replace(shape, '^g?UB', 'B'), 'SBFKig');
  v_months int[] := array(select substr(c, 2)::int from unnest(codes) with ordinality x (c, n) where c ~ '^[Mm]\d' order by n);
  v_numbers int[] := array(select substr(c, 2)::int from unnest(codes) with ordinality x (c, n) where c ~ '^[CO]\d' order by n);
  v_year int := (select substr(c, 2)::int from unnest(codes) c where c ~ '^Y' limit 1);
  v_unit text := (select substr(c, 2) from unnest(codes) c where c ~ '^U' limit 1);
  v_is_last constant boolean := shape like '%L%';
  v_before text := case when shape ~ '^g?UB' then left(v_unit, 1) end; -- the week before it
  v_n int;
  v_day date;
  v_one pgrecall.asked_window;
begin
  if v_before is not null then v_unit := null; end if;
  if cardinality(v_months) = 2 then
    v_one := pgrecall.calendar_window(v_year, v_months[2], null, null, today, words);
    v_one := ((v_one.ends - make_interval(months => 1 + (v_months[2] - v_months[1] + 12) % 12)), v_one.ends, 'range', words, false)::pgrecall.asked_window;
  elsif cardinality(v_months) = 1 and shape ~ '[OL]U[oi]?g?[Mm]' then
    v_one := pgrecall.calendar_window(v_year, v_months[1], null, null, today, words);
    v_day := case when v_is_last then v_one.ends::date - 7 else v_one.starts::date + 7 * (v_numbers[1] - 1) end;
    v_one := case when v_unit like 'w%' and v_numbers[1] between 1 and 5 or v_is_last and v_unit like 'w%' then pgrecall.window_of(v_day, 7, 'week', words) end;
  elsif cardinality(v_months) = 1 then
    v_one := pgrecall.calendar_window(v_year, v_months[1], v_numbers[cardinality(v_numbers)], (select substr(c, 2)::int from unnest(codes) c where c ~ '^P\d'),
      case when v_is_last then date_trunc('month', today)::date - 1 else today end, words);
    if cardinality(v_numbers) = 2 and v_one.starts is not null and v_numbers[1] between 1 and v_numbers[2] then
      v_one.starts := v_one.starts - make_interval(days => v_numbers[2] - v_numbers[1]);
    end if;
  elsif v_kind like 'Z%' then
    v_one := pgrecall.written_date((select substr(c, 2) from unnest(codes) c where c like 'Z%'), words);
  elsif v_kind like 'Q%' then
    v_n := (select substr(c, 2)::int from unnest(codes) c where c like 'Q%');
    v_day := make_date(coalesce(v_year, extract(year from today)::int), 3 * v_n - 2, 1);
    if v_year is null and v_day > today then v_day := v_day - interval '1 year'; end if;
    v_one := pgrecall.window_of(v_day, (v_day + interval '3 months')::date - v_day, 'month', words);
  elsif v_unit is not null and v_kind ~ 'A|^V' then
    v_one := pgrecall.window_ago(coalesce(v_numbers[1], 1), left(v_unit, 1), today, words);
  elsif v_unit is not null and v_year is not null then
    v_one := pgrecall.calendar_window(v_year, null, null, null, today, words);
  elsif v_unit is not null and v_is_last and v_kind !~ 'E' then
    v_one := case when cardinality(v_numbers) > 0 or words ~ 'past\M' then pgrecall.window_past(coalesce(v_numbers[1], 1), left(v_unit, 1), today, words)
      when v_unit !~ '^[dh]' then pgrecall.window_from(-1, left(v_unit, 1), today, words) end;
  elsif v_unit is not null then
    v_one := case when v_unit !~ '^[dh]' then pgrecall.window_from(0, left(v_unit, 1), today, words) end;
  elsif v_kind like '%E%' then
    v_n := (select substr(c, 2)::int from unnest(codes) c where c ~ '^E\d');
    if v_year is not null or shape ~ '[LTi]' then
      v_day := make_date(coalesce(v_year, extract(year from today)::int) - (v_n = 4 and v_year is not null)::int, 3 * v_n, 1);
      if v_year is null and (v_day > today or (v_is_last and v_day + interval '3 months' > today)) then v_day := v_day - interval '1 year'; end if;
      v_one := pgrecall.window_of(v_day, (v_day + interval '3 months')::date - v_day, 'season', words);
    end if;
  elsif v_kind like '%D%' then
    v_n := (select substr(c, 2)::int from unnest(codes) c where c ~ '^D\d');
    v_day := today - (extract(isodow from today)::int - v_n + 7) % 7;
    if v_is_last and v_day = today then v_day := v_day - 7; end if;
    v_one := pgrecall.window_of(v_day, 1, 'day', words, true);
  elsif v_kind like '%W%' then
    v_day := date_trunc('week', today)::date + 5;
    if v_is_last or (v_day > today and shape not like '%T%') then v_day := v_day - 7; end if;
    v_one := pgrecall.window_of(v_day, 2, 'day', words, true);
  elsif v_kind like 'R%' then
    v_one := pgrecall.window_from((select substr(c, 2)::int from unnest(codes) c where c ~ '^R'), 'd', today, words);
    if v_before is not null then return pgrecall.window_of(v_one.starts::date - 1, 1, 'day', words, true); end if; -- the day before yesterday
  elsif v_year is not null then
    v_one := pgrecall.calendar_window(v_year, null, null, null, today, words);
  end if;
  if v_one.starts is null then return null; end if;
  return case
    when v_before is not null then (v_one.starts - case v_before when 'd' then interval '1 day' when 'w' then interval '7 days' when 'm' then interval '1 month' else interval '1 year' end, v_one.starts, 'range', words, false)::pgrecall.asked_window
    when shape ~ '^S' then (v_one.starts, greatest(v_one.ends, (today + 1)::timestamptz), 'range', words, false)::pgrecall.asked_window
    when shape ~ '^B' and shape !~ 'R' or shape ~ '^V[^Cg]' then ('-infinity', v_one.starts, 'range', words, false)::pgrecall.asked_window
    else v_one end;
end $$;

-- Return the day of a date in figures: 2023-05-08, 8.5.2023, or 8/5/2023, day first unless that cannot be.
create function pgrecall.written_date(written text, words text) returns pgrecall.asked_window
language plpgsql stable as $$
declare
  v_parts int[] := regexp_split_to_array(written_date.written, '[-./]')::int[];
begin
  if written_date.written like '____-%' then
    return pgrecall.calendar_window(v_parts[1], v_parts[2], v_parts[3], null, null, written_date.words);
  elsif v_parts[2] > 12 then
    return pgrecall.calendar_window(v_parts[3], v_parts[1], v_parts[2], null, null, written_date.words);
  end if;
  return pgrecall.calendar_window(v_parts[3], v_parts[2], v_parts[1], null, null, written_date.words);
end $$;
