-- What recall weighs and how much, and what it needs to know of a text without reading it.

-- One row a version; the newest of a namespace counts, else the newest of 0, which stands for the install. pgrecall.fuse says
-- what each is multiplied with. The first row: fitted on halves of LoCoMo and LongMemEval, see docs/benchmarks.md.
create table pgrecall_data.weights (
  namespace_id int not null default 0,
  version int not null,
  vector real not null default 0.65,
  keyword real not null default 0.33,
  named real not null default 0.35,
  mentioned real not null default 0.1,
  own real not null default 0.3,
  dated real not null default 0.3,
  timed real not null default 0.15,
  time_word real not null default 0.05,
  length real not null default 0.05,
  question real not null default -0.1,
  session real not null default 0.5,
  session_dated real not null default 0.3,
  previous real not null default 0.2,
  next real not null default 0.1,
  note text,
  created_at timestamptz not null default now(),
  primary key (namespace_id, version),
  constraint weights_finite check (
    greatest(vector, keyword, named, mentioned, own, dated, timed, time_word, length, question, session, session_dated, previous, next) <= 10
    and least(vector, keyword, named, mentioned, own, dated, timed, time_word, length, question, session, session_dated, previous, next) >= -10)
);
insert into pgrecall_data.weights (version, note) values (1, 'as shipped');

grant select on pgrecall_data.weights to pgrecall_app;
alter table pgrecall_data.weights enable row level security;
create policy weights_namespace on pgrecall_data.weights
  using (namespace_id = any (array(select n.id from pgrecall_data.namespaces n
    where n.path = any (string_to_array(current_setting('pgrecall.namespaces', true), e'\n')))));

-- Whether a text ends in a question, which makes a poor answer.
create function pgrecall_data.is_question(content text) returns boolean
language sql immutable parallel safe strict
return right(rtrim(content, e' \t\r\n"''’”»）)'), 1) in ('?', '？', '؟');

-- Whether a text speaks of a time: a date, a year, a clock time, a month, a weekday, yesterday, last week, two days ago. Looks at the
-- first 4,000 characters.
create function pgrecall_data.mentions_time(content text) returns boolean
language sql immutable parallel safe strict
return lower(left(content, 4000)) ~ (
    '\m(yesterday|today|tonight|tomorrow|ago|since|recently|weekend|last|next|january|february|april|june|july|august|september|october|november|december'
    || '|(mon|tues|wednes|thurs|fri|satur|sun)days?|days|weeks?|months?|years?|(19|20)[0-9][0-9]|[0-9][0-9]?(:[0-9][0-9]| ?[ap]m)'
    || '|gestern|heute|morgen|vorgestern|letzte[nrsm]?|nächste[nrsm]?|wochenende|januar|februar|märz|juni|juli|oktober|dezember|(mon|diens|donners|frei|sams|sonn)tags?|mittwochs?'
    || '|hier|demain|dernière|dernier|janvier|février|avril|juin|juillet|août|septembre|octobre|novembre|décembre|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche'
    || '|ayer|hoy|mañana|pasad[oa]|enero|febrero|abril|junio|julio|septiembre|octubre|noviembre|diciembre|lunes|martes|miércoles|jueves|viernes|sábado|domingo)\M')
  or case when content ~ '[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]' then left(content, 4000) ~
    '昨|今天|今日|明天|明日|前天|上周|上个月|下周|下个月|去年|今年|明年|星期|周[一二三四五六日末]|[0-9][ ]?[年月日号点时]|[年月日]前|先週|来週|先月|曜日|어제|오늘|내일|지난|다음 주|요일|[0-9][년월일]' else false end;

alter table pgrecall_data.memories
  add column is_question boolean not null generated always as (pgrecall_data.is_question(content)) stored,
  add column has_time boolean not null generated always as (pgrecall_data.mentions_time(content)) stored;

-- What happened in a window of time, apart from when it was said.
create index memories_event on pgrecall_data.memories (namespace_id, lower(event_at)) where event_at is not null;
