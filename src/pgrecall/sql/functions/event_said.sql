-- Return the date a text gives for what it tells, counted from the day it was said (UTC), as event_at takes it; null when it names
-- none, several, or one out of the calendar. Knows today, yesterday, tomorrow, and so many days, months or years ago, in five languages.
create function pgrecall.event_said(content text, said_at timestamptz) returns text
language plpgsql stable parallel safe strict set timezone = 'UTC' as $$
declare
  v_text text := left(event_said.content, 2000);
  v_day int;
  v_match text[];
  v_count int;
begin
  if said_at not between '0300-01-01' and '9900-01-01' or v_text ~ '公元|大前天|大后天|(days|weeks?) (before|after) (yesterday|tomorrow)' then return null; end if;
  if not lower(v_text) like any ('{%today%,%tonight%,%yesterday%,%tomorrow%,%this morning%,%last night%,% ago%,%heute%,%gestern%,%morgen%,%vor %,%aujourd%,%hier%,%demain%,%il y a%,%hoy%,%ayer%,%mañana%,%hace %,%今天%,%昨天%,%明天%,%前天%,%后天%,%前%}') then return null; end if;
  select min(d.day), count(distinct d.day) into v_day, v_count
  from regexp_matches(v_text, '\m([Tt]he day before yesterday|[Tt]he day after tomorrow|[Tt]oday|[Tt]onight|[Tt]his morning|[Yy]esterday|[Ll]ast night|[Tt]omorrow|[Vv]orgestern|[Üü]bermorgen|[Hh]eute|[Gg]estern|[Aa]vant-hier|[Aa]près-demain|[Aa]ujourd[''’]hui|'
    || case when pgrecall.language_of(v_text) = 'fr' then '[Hh]ier' else 'aujourd' end || '|[Dd]emain|[Aa]nteayer|[Pp]asado mañana|[Hh]oy|[Aa]yer)\M|(前天|后天|今天|昨天|明天)', 'g') m
  cross join lateral (select case
    when lower(coalesce(m[1], m[2])) in ('the day before yesterday', 'vorgestern', 'avant-hier', 'anteayer', '前天') then -2
    when lower(coalesce(m[1], m[2])) in ('yesterday', 'last night', 'gestern', 'hier', 'ayer', '昨天') then -1
    when lower(coalesce(m[1], m[2])) in ('tomorrow', 'demain', '明天') then 1
    when lower(coalesce(m[1], m[2])) in ('the day after tomorrow', 'übermorgen', 'après-demain', 'pasado mañana', '后天') then 2
    else 0 end as day) d;
  if v_count = 1 then return to_char(said_at + v_day * interval '1 day', 'YYYY-MM-DD'); end if;
  if v_count > 1 or v_text ~* '\mago\M.*[0-9].*\mago\M|[0-9] (day|month|year)s? ago.*[0-9]|heute und morgen' then return null; end if;
  v_match := coalesce(
    regexp_match(v_text, '(?<![0-9,.–-])([0-9]{1,3}) (day|month|year)s? ago\M', 'i'),
    regexp_match(v_text, '\mvor ([0-9]{1,3}) (tag|monat|jahr)e?n?\M', 'i'),
    regexp_match(v_text, '\mil y a ([0-9]{1,3}) (jour|mois|an)s?\M', 'i'),
    regexp_match(v_text, '\mhace ([0-9]{1,3}) (día|mes|año)e?s?\M', 'i'),
    regexp_match(v_text, '(?<![0-9,.–-])([0-9]{1,3}) ?(天|个月|年)前'));
  return case
    when v_match is null then null
    when lower(v_match[2]) in ('day', 'tag', 'jour', 'día', '天') then to_char(said_at - v_match[1]::int * interval '1 day', 'YYYY-MM-DD')
    when lower(v_match[2]) in ('month', 'monat', 'mois', 'mes', '个月') then to_char(said_at - v_match[1]::int * interval '1 month', 'YYYY-MM')
    when extract(year from said_at) - v_match[1]::int > 0 then to_char(said_at - v_match[1]::int * interval '1 year', 'YYYY') end;
end $$;
