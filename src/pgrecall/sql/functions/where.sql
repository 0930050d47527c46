-- Raise MR003 unless `where` is a filter: fields with values or operators, joined by and, or, not.
create function pgrecall.check_where("where" jsonb, depth int) returns void
language plpgsql immutable parallel safe as $$
declare
  v_key text;
  v_value jsonb;
  v_part jsonb;
  v_odd text;
begin
  if jsonb_typeof(check_where."where") <> 'object' or check_where.depth > 20 then
    raise exception using errcode = 'MR003',
      message = format('where: %s is not a filter', left(check_where."where"::text, 200)),
      hint = 'for example {"project": "x"}, {"priority": {">=": 10}}, {"and": [...]}, {"not": {...}}, {"labels": {"contains": "x"}}';
  end if;
  for v_key, v_value in select * from jsonb_each(check_where."where") loop
    if v_key in ('and', 'or') then
      if jsonb_typeof(v_value) <> 'array' then
        raise exception using errcode = 'MR003', message = format('where: %L takes a list of filters, not %s', v_key, left(v_value::text, 200));
      end if;
      for v_part in select * from jsonb_array_elements(v_value) loop
        perform pgrecall.check_where(v_part, check_where.depth + 1);
      end loop;
    elsif v_key = 'not' then
      perform pgrecall.check_where(v_value, check_where.depth + 1);
    elsif jsonb_typeof(v_value) = 'object' then
      select key into v_odd from jsonb_object_keys(v_value) key where key not in ('=', '!=', '<', '<=', '>', '>=', 'in', 'contains', 'exists') limit 1;
      if v_odd is not null or v_value = '{}' then
        raise exception using errcode = 'MR003',
          message = format('where: %L is no operator for field %L', coalesce(v_odd, '{}'), v_key),
          hint = 'the operators are =, !=, <, <=, >, >=, in, contains, exists';
      end if;
      if v_value ? 'in' and jsonb_typeof(v_value -> 'in') <> 'array' then
        raise exception using errcode = 'MR003', message = format('where: "in" for field %L takes a list, not %s', v_key, left((v_value -> 'in')::text, 200));
      end if;
    end if;
  end loop;
end $$;

-- Return whether metadata fits the filter. A type that does not fit simply does not match; never an error.
create function pgrecall.matches(metadata jsonb, "where" jsonb) returns boolean
language plpgsql immutable parallel safe as $$
declare
  v_key text;
  v_value jsonb;
  v_fits boolean;
begin
  for v_key, v_value in select * from jsonb_each(matches."where") loop
    v_fits := case
      when v_key = 'and' then (select coalesce(bool_and(pgrecall.matches(matches.metadata, part)), true) from jsonb_array_elements(v_value) part)
      when v_key = 'or' then (select coalesce(bool_or(pgrecall.matches(matches.metadata, part)), false) from jsonb_array_elements(v_value) part)
      when v_key = 'not' then not pgrecall.matches(matches.metadata, v_value)
      when jsonb_typeof(v_value) = 'object' then
        (select bool_and(pgrecall.compares(matches.metadata -> v_key, o.key, o.value)) from jsonb_each(v_value) o)
      else coalesce(matches.metadata -> v_key = v_value, false)
    end;
    if not v_fits then return false; end if;
  end loop;
  return true;
end $$;

-- Return whether one metadata value stands in the relation to another: numbers by size, strings by code point.
create function pgrecall.compares(value jsonb, operator text, operand jsonb) returns boolean
language sql immutable parallel safe as $$
  select coalesce(
  case operator
    when '=' then value = operand
    when '!=' then value is distinct from operand
    when 'exists' then (value is not null) = coalesce(operand <> 'false'::jsonb, true)
    when 'in' then value in (select jsonb_array_elements(operand))
    when 'contains' then case jsonb_typeof(value)
      when 'array' then value @> jsonb_build_array(operand)
      when 'string' then jsonb_typeof(operand) = 'string' and position((operand #>> '{}') in (value #>> '{}')) > 0
      else false end
    else case
      when jsonb_typeof(value) is distinct from jsonb_typeof(operand) then false
      when jsonb_typeof(value) = 'number' then case operator
        when '<' then (value #>> '{}')::numeric < (operand #>> '{}')::numeric
        when '<=' then (value #>> '{}')::numeric <= (operand #>> '{}')::numeric
        when '>' then (value #>> '{}')::numeric > (operand #>> '{}')::numeric
        when '>=' then (value #>> '{}')::numeric >= (operand #>> '{}')::numeric end
      when jsonb_typeof(value) = 'string' then case operator
        when '<' then (value #>> '{}') collate "C" < (operand #>> '{}')
        when '<=' then (value #>> '{}') collate "C" <= (operand #>> '{}')
        when '>' then (value #>> '{}') collate "C" > (operand #>> '{}')
        when '>=' then (value #>> '{}') collate "C" >= (operand #>> '{}') end
      else false end
  end, false)
$$;
