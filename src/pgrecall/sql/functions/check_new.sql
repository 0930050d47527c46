-- Return a new memory made ready to be stored: text in NFC, defaults filled in. Raises MR003 naming what cannot be used.
create function pgrecall.check_new(n pgrecall.new_memory) returns pgrecall.new_memory
language plpgsql volatile as $$
declare
  v_size int := octet_length(n.content);
begin
  if coalesce(n.content, '') !~ '[^[:space:]]' then
    raise exception using errcode = 'MR003', message = format('content %L is empty', left(coalesce(n.content, ''), 40)), hint = 'store a statement, at least one visible character';
  elsif v_size > 1000000 then
    raise exception using errcode = 'MR003', message = format('content %L... has %s bytes; a memory holds 1000000 at most', left(n.content, 40), v_size),
      hint = 'split it and store the parts: nothing was stored, so nothing was cut';
  end if;
  n.content := normalize(n.content, nfc);
  n.subject := nullif(btrim(normalize(n.subject, nfc)), '');
  n.predicate := nullif(btrim(normalize(n.predicate, nfc)), '');
  n.object := nullif(btrim(normalize(n.object, nfc)), '');
  n.session := nullif(normalize(n.session, nfc), '');
  n.speaker := nullif(btrim(normalize(n.speaker, nfc)), '');
  n.idempotency_key := nullif(n.idempotency_key, '');
  perform pgrecall.check_size('subject', n.subject), pgrecall.check_size('predicate', n.predicate), pgrecall.check_size('session', n.session),
    pgrecall.check_size('speaker', n.speaker), pgrecall.check_size('idempotency_key', n.idempotency_key);
  if n.kind is null or n.kind not in ('fact', 'decision', 'preference', 'correction', 'pattern', 'learning', 'event', 'conversation', 'transcript') then
    raise exception using errcode = 'MR003', message = format('kind %L is not known', n.kind),
      hint = 'use fact, decision, preference, correction, pattern, learning, event, conversation or transcript';
  end if;
  if n.importance not between 1 and 10 then
    raise exception using errcode = 'MR003', message = format('importance %s is not between 1 and 10', n.importance), hint = 'leave it out for the default of the kind';
  end if;
  if n.confidence is null or n.confidence not between 0 and 1 or n.confidence = 'NaN' then
    raise exception using errcode = 'MR003', message = format('confidence %s is not between 0 and 1', coalesce(n.confidence::text, 'null'));
  end if;
  if n.origin is null or n.origin not in ('user', 'assistant', 'tool', 'import', 'inference') then
    raise exception using errcode = 'MR003', message = format('origin %L is not known', n.origin), hint = 'use user, assistant, tool, import or inference';
  end if;
  n.metadata := coalesce(n.metadata, '{}');
  if jsonb_typeof(n.metadata) <> 'object' then
    raise exception using errcode = 'MR003', message = format('metadata %s is not an object', left(n.metadata::text, 200)), hint = 'use {"key": value}';
  end if;
  n.tags := array(select distinct normalize(btrim(t), nfc) from unnest(n.tags) t order by 1);
  if exists (select from unnest(n.tags) t where coalesce(t, '') = '' or length(t) > 200) then
    raise exception using errcode = 'MR003', message = format('tags %s: a tag is empty or longer than 200 characters', left(n.tags::text, 300));
  end if;
  n.multi := coalesce(n.multi, false);
  perform pgrecall.check_times(n);
  n.importance := coalesce(n.importance, case n.kind
    when 'correction' then 9 when 'preference' then 8 when 'decision' then 7 when 'pattern' then 7 when 'learning' then 6
    when 'fact' then 5 when 'event' then 4 when 'conversation' then 3 else 1 end);
  return n;
end $$;

-- Raise MR003 for a name too long to be a key: two of them must fit into one index entry, also as they are compared.
create function pgrecall.check_size(name text, value text) returns void
language plpgsql immutable parallel safe as $$
begin
  if greatest(octet_length(check_size.value), octet_length(pgrecall_data.folded(check_size.value))) > 1000 then
    raise exception using errcode = 'MR003', message = format('%s %L... has %s bytes; 1000 at most', check_size.name, left(check_size.value, 40), octet_length(check_size.value));
  end if;
end $$;

-- Raise MR003 for a time that is infinite, out of the calendar of our callers, or a validity that ends before it begins.
create function pgrecall.check_times(n pgrecall.new_memory) returns void
language plpgsql volatile as $$
declare
  v_name text;
  v_time timestamptz;
begin
  for v_name, v_time in values ('said_at', n.said_at), ('valid_from', n.valid_from), ('valid_until', n.valid_until), ('forget_after', n.forget_after) loop
    if not isfinite(v_time) or v_time not between '0001-01-02 00:00+00' and '9999-12-30 00:00+00' then
      raise exception using errcode = 'MR003', message = format('%s %L is outside the years 1 to 9999', v_name, v_time), hint = 'leave it out when it is not known';
    end if;
  end loop;
  if n.valid_from >= n.valid_until then
    raise exception using errcode = 'MR003', message = format('valid_from %s is not before valid_until %s', n.valid_from, n.valid_until), hint = 'validity is half-open: valid_from <= t < valid_until';
  end if;
  perform pgrecall.event_range(n.event_at);
end $$;

-- Return how exactly an event's date is given: year (2024), month (2024-05), day (2024-05-07) or instant.
create function pgrecall.event_precision(event_at text) returns text
language sql immutable parallel safe strict as $$
  select case
  when event_at ~ '^\s*\d{4}\s*$' then 'year'
  when event_at ~ '^\s*\d{4}-\d{1,2}\s*$' then 'month'
  when event_at ~ '^\s*\d{4}-\d{1,2}-\d{1,2}\s*$' then 'day'
  else 'instant' end
$$;

-- Return the time an event's date covers, in UTC when no zone is given; an instant covers its microsecond. Raises MR003.
create function pgrecall.event_range(event_at text) returns tstzrange
language plpgsql stable parallel safe strict set timezone = 'UTC' as $$
declare
  v_precision text := pgrecall.event_precision(event_range.event_at);
  v_text text := btrim(event_range.event_at);
  v_from timestamptz;
begin
  if v_text !~ '^\d{4}(-\d{1,2}(-\d{1,2}([T ].*)?)?)?$' then
    raise exception using errcode = '22007';
  end if;
  v_from := case v_precision when 'year' then v_text || '-01-01' when 'month' then v_text || '-01' else v_text end;
  if not isfinite(v_from) or v_from not between '0001-01-02 00:00+00' and '9998-12-30 00:00+00' then
    raise exception using errcode = '22008';
  end if;
  return tstzrange(v_from, v_from + case v_precision
    when 'year' then interval '1 year' when 'month' then interval '1 month' when 'day' then interval '1 day' else interval '1 microsecond' end);
exception when data_exception then
  raise exception using errcode = 'MR003', message = format('event_at %L is no date', left(event_range.event_at, 100)),
    hint = 'use 2024, 2024-05, 2024-05-07 or 2024-05-07T10:00:00Z, or leave it out';
end $$;
