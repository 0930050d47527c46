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
  v_part jsonb;
  v_operator text;
begin
  for v_key, v_value in select * from jsonb_each(matches."where") loop
    if v_key = 'and' then
      for v_part in select * from jsonb_array_elements(v_value) loop
        if not pgrecall.matches(matches.metadata, v_part) then return false; end if;
      end loop;
    elsif v_key = 'or' then
      if not exists (select from jsonb_array_elements(v_value) part where pgrecall.matches(matches.metadata, part)) then return false; end if;
    elsif v_key = 'not' then
      if pgrecall.matches(matches.metadata, v_value) then return false; end if;
    elsif jsonb_typeof(v_value) = 'object' then
      for v_operator, v_part in select * from jsonb_each(v_value) loop
        if not pgrecall.compares(matches.metadata -> v_key, v_operator, v_part) then return false; end if;
      end loop;
    elsif matches.metadata -> v_key is distinct from v_value then
      return false;
    end if;
  end loop;
  return true;
end $$;

-- Return whether one metadata value stands in the relation to another: numbers by size, strings by code point.
-- Without a query in it: it runs for every row a filter looks at.
create function pgrecall.compares(value jsonb, operator text, operand jsonb) returns boolean
language plpgsql immutable parallel safe as $$
declare
  v_type text := jsonb_typeof(compares.value);
  v_order int;
begin
  if operator = '=' then return coalesce(value = operand, false); end if;
  if operator = '!=' then return value is distinct from operand; end if;
  if operator = 'exists' then return (value is not null) = (operand <> 'false'::jsonb); end if;
  if operator = 'in' then return coalesce(value = any (array(select jsonb_array_elements(operand))), false); end if;
  if operator = 'contains' then
    return coalesce(case v_type
      when 'array' then value @> jsonb_build_array(operand)
      when 'string' then jsonb_typeof(operand) = 'string' and strpos(value #>> '{}', operand #>> '{}') > 0 end, false);
  end if;
  if v_type is distinct from jsonb_typeof(operand) or v_type not in ('number', 'string') then return false; end if;
  if v_type = 'number' then
    v_order := sign((value #>> '{}')::numeric - (operand #>> '{}')::numeric);
  else
    v_order := case when value = operand then 0 when (value #>> '{}') collate "C" < (operand #>> '{}') then -1 else 1 end;
  end if;
  return case operator when '<' then v_order < 0 when '<=' then v_order <= 0 when '>' then v_order > 0 when '>=' then v_order >= 0 end;
end $$;
