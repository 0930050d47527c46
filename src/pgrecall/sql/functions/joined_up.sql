-- Return a reading with words that are one value joined: 5 May 2026, twenty five, two hundred; prepositions before a time are dropped.
create function pgrecall.joined_up(r pgrecall.reading) returns pgrecall.reading
language plpgsql immutable parallel safe as $$
declare
  v_at int := 1;
  v_date text;
begin
  while v_at < cardinality(r.tokens) loop
    v_date := case when 'o' in (r.kinds[v_at], r.kinds[v_at + 1]) then pgrecall.date_of(r.tokens[v_at], r.tokens[v_at + 1]) end;
    if v_date is not null then
      r := pgrecall.put(r, v_at, 2, v_date, 'o');
      if r.kinds[v_at + 1] = ',' and r.tokens[v_at + 2] ~ '^(19|20)\d\d$' then r := pgrecall.put(r, v_at + 1, 2, r.tokens[v_at + 2], 'n'); end if;
      if r.tokens[v_at + 1] ~ '^(19|20)\d\d$' then r := pgrecall.put(r, v_at, 2, r.tokens[v_at + 1] || v_date, 'o'); end if;
    elsif r.kinds[v_at] = 'n' and r.kinds[v_at + 1] = 'n' then
      if r.tokens[v_at + 1] in ('100', '1000', '1000000') and length(r.tokens[v_at]) < 4 and translate(r.tokens[v_at], '0123456789', '') = '' then
        r := pgrecall.put(r, v_at, 2, (r.tokens[v_at]::bigint * r.tokens[v_at + 1]::bigint)::text, 'n');
        continue;
      elsif r.tokens[v_at] = any ('{20,30,40,50,60,70,80,90}') and r.tokens[v_at + 1] = any ('{1,2,3,4,5,6,7,8,9}') then
        r := pgrecall.put(r, v_at, 2, left(r.tokens[v_at], 1) || r.tokens[v_at + 1], 'n');
        continue;
      end if;
    end if;
    v_at := v_at + 1;
  end loop;
  for v_at in reverse cardinality(r.tokens) - 1 .. 1 loop
    if r.kinds[v_at + 1] in ('t', 'o') and r.tokens[v_at] in ('at', 'on', 'in', 'um', 'am', 'im', 'à', 'en', 'a', 'alle', 'às', 'om', 'o', 'в', 'に', '에') and r.kinds[v_at] <> 'p' then
      r := pgrecall.put(r, v_at, 2, '@' || r.tokens[v_at + 1], r.kinds[v_at + 1]);
    end if;
  end loop;
  return r;
end $$;

-- Return a day and a month, in either order, as one token: m05-03; null when they are none.
create function pgrecall.date_of(one text, other text) returns text
language sql immutable parallel safe strict as $$
  select case
    when one ~ '^m\d\d$' and other ~ '^([1-9]|[12]\d|3[01]|0[1-9])$' then one || '-' || lpad(other, 2, '0')
    when other ~ '^m\d\d$' and one ~ '^([1-9]|[12]\d|3[01]|0[1-9])$' then other || '-' || lpad(one, 2, '0') end
$$;

-- Return a reading with some of its words replaced by one.
create function pgrecall.put(r pgrecall.reading, place int, width int, token text, kind text) returns pgrecall.reading
language sql immutable parallel safe as $$
  select (r.language, r.tokens[:place - 1] || token || r.tokens[place + width:], r.kinds[:place - 1] || kind || r.kinds[place + width:], r.marks, null, r.signs, r.commas)::pgrecall.reading
$$;
