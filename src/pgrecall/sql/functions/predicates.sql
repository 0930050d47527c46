-- Return the predicates whose cardinality was declared, by namespace and name.
create function pgrecall.predicates(namespaces text[] default null) returns setof pgrecall.predicate
language sql stable security definer set search_path from current as $$
  select n.path::text, p.name, p.is_multi, p.created_at
  from pgrecall_data.predicates p join pgrecall_data.namespaces n on n.id = p.namespace_id
  where p.namespace_id = any (pgrecall.readable(predicates.namespaces))
  order by n.path, p.folded
$$;

-- Declare whether a subject may have several values of a predicate; store honours it from then on, without being told.
-- What is stored already is changed with it, in the same transaction. Raises MR002 when one value is declared and a subject
-- has several, MR003 for a name that cannot be one.
create function pgrecall.declare_predicate(name text, multi boolean, namespace text default null) returns setof pgrecall.predicate
language plpgsql volatile security definer set search_path from current as $$
#variable_conflict use_column
declare
  v_namespace int := pgrecall.writable(declare_predicate.namespace);
  v_name text := nullif(btrim(normalize(declare_predicate.name, nfc)), '');
  v_now timestamptz;
begin
  if v_name is null or declare_predicate.multi is null then
    raise exception using errcode = 'MR003', message = format('predicate %L, multi %L: neither may be empty', declare_predicate.name, declare_predicate.multi),
      hint = 'for example declare_predicate(''likes'', multi => true)';
  end if;
  perform pgrecall.check_size('predicate', v_name);
  perform pgrecall.lock_namespace(v_namespace);
  v_now := pgrecall.now();
  if not declare_predicate.multi then perform pgrecall.check_single(v_namespace, v_name); end if;
  insert into pgrecall_data.predicates as p (namespace_id, name, is_multi, created_at)
  values (v_namespace, v_name, declare_predicate.multi, v_now)
  on conflict (namespace_id, folded) do update set is_multi = excluded.is_multi;
  update pgrecall_data.memories m set is_multi = declare_predicate.multi, updated_at = v_now
  where m.namespace_id = v_namespace and m.subject is not null and pgrecall_data.folded(m.predicate) = pgrecall_data.folded(v_name)
    and m.is_multi <> declare_predicate.multi;
  return query
    select n.path::text, p.name, p.is_multi, p.created_at
    from pgrecall_data.predicates p join pgrecall_data.namespaces n on n.id = p.namespace_id
    where p.namespace_id = v_namespace and p.folded = pgrecall_data.folded(v_name);
end $$;

-- Raise MR002 when a subject has several current values of a predicate, so that it cannot hold one; names how many and one.
create function pgrecall.check_single(namespace_id int, predicate text) returns void
language plpgsql stable as $$
#variable_conflict use_column
declare
  v_count int;
  v_subject text;
  v_values text[];
begin
  select count(*) over (), min(m.subject), array_agg(left(m.content, 80) order by m.valid_from, m.id)
  into v_count, v_subject, v_values
  from pgrecall_data.memories m
  where m.namespace_id = check_single.namespace_id and m.is_latest and m.forgotten_at is null
    and m.subject is not null and pgrecall_data.folded(m.predicate) = pgrecall_data.folded(check_single.predicate)
  group by pgrecall_data.folded(m.subject) having count(*) > 1
  order by count(*) desc, 2 limit 1;
  if found then
    raise exception using errcode = 'MR002',
      message = format('predicate %L cannot hold one value: %s subjects have several, such as %L with %s: %s', check_single.predicate,
        v_count, v_subject, cardinality(v_values), array_to_string(v_values[:3], ' | ') || case when cardinality(v_values) > 3 then ' | ...' else '' end),
      hint = 'forget or supersede all but one of each, then declare it again';
  end if;
end $$;

-- Return a new memory with the cardinality its predicate was declared with. Raises MR003 for a memory that asks for several
-- values where one was declared.
create function pgrecall.with_cardinality(namespace_id int, n pgrecall.new_memory) returns pgrecall.new_memory
language plpgsql stable as $$
#variable_conflict use_column
declare
  v_name text;
  v_is_multi boolean;
begin
  if n.predicate is null then return n; end if;
  select p.name, p.is_multi into v_name, v_is_multi from pgrecall_data.predicates p
  where p.namespace_id = with_cardinality.namespace_id and p.folded = pgrecall_data.folded(n.predicate);
  if n.multi and not v_is_multi then
    raise exception using errcode = 'MR003', message = format('predicate %L was declared to hold one value, and multi asks for several', v_name),
      hint = format('leave multi out, or declare it anew: declare_predicate(%L, multi => true)', v_name);
  end if;
  n.multi := coalesce(v_is_multi, n.multi);
  return n;
end $$;
