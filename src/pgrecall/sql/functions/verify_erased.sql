-- Look for a word everywhere the open namespaces keep anything, after an erasure: one row a column looked at, with the rows
-- scanned and those that hold the word, in any case or as lexemes; and one row, without counts, for what cannot be looked at.
-- Runs as the caller: the planner's statistics, which know no namespaces, are looked at as far as the role may see them.
-- Raises MR003 for a word that is empty.
create function pgrecall.verify_erased(sentinel text, namespaces text[] default null)
returns table (place text, part text, scanned_count bigint, found_count bigint, note text)
language plpgsql stable as $$
#variable_conflict use_column
declare
  v_patterns text[] := pgrecall.like_patterns(verify_erased.sentinel);
  v_lexemes text[] := pgrecall.like_patterns(variadic tsvector_to_array(pgrecall_data.keywords(normalize(verify_erased.sentinel, nfc), 'english')));
  v_tables text := (
    select string_agg(format('pgrecall_data.%I', c.relname), ', ' order by c.relname) from pg_catalog.pg_class c
    where c.relnamespace = 'pgrecall_data'::regnamespace and c.relkind in ('r', 'm'));
begin
  if coalesce(verify_erased.sentinel, '') !~ '[^[:space:]]' then
    raise exception using errcode = 'MR003', message = format('sentinel %L is empty', verify_erased.sentinel), hint = 'give a word of what was erased';
  end if;
  return query select s.* from pgrecall.scan_rows(verify_erased.sentinel, verify_erased.namespaces) s;
  return query
    with seen as (
      select concat_ws(' ', s.most_common_vals::text, s.histogram_bounds::text, s.most_common_elems::text) as quoted
      from pg_catalog.pg_stats s where s.schemaname like 'pgrecall%'
    )
    select 'pg_stats', null::text, case when count(*) > 0 then count(*) end,
      case when count(*) > 0 then count(*) filter (
        where lower(s.quoted) like any (v_patterns) or (cardinality(v_lexemes) > 0 and lower(s.quoted) like all (v_lexemes))) end,
      case when count(*) > 0 then 'common values of all namespaces, which ANALYZE keeps for the planner; one row a column'
        else 'common values, which ANALYZE keeps for the planner: none, or hidden from this role; erase renews them; look as a superuser' end
    from seen s;
  return query
    select x.place, null::text, null::bigint, null::bigint, x.note from (values
      ('dead row versions', 'on disk until: vacuum (full, analyze) ' || v_tables || '; as a superuser also: vacuum full pg_catalog.pg_statistic'),
      ('indexes', 'words of rows that are gone stay in their pages until: reindex schema pgrecall_data (a full vacuum does it too)'),
      ('write-ahead log', 'pg_wal and its archive hold old rows until they are recycled or expire'),
      ('backups', 'dumps and base backups made before the erasure hold it until they expire'),
      ('replicas', 'follow when the change is replayed there; look on each one'),
      ('server log, pg_stat_statements', 'may quote statements and their values, depending on log_statement and on how the call was made'),
      ('outside the database', 'exported files, other databases, and what an embedding provider keeps')
    ) x (place, note);
end $$;

-- Look for a word in every column of every table and materialized view of ours, in the rows of the open namespaces.
-- A part of verify_erased. As the owner, who sees each row, and limited by the namespace_id that a table must have for it.
create function pgrecall.scan_rows(sentinel text, namespaces text[] default null)
returns table (place text, part text, scanned_count bigint, found_count bigint, note text)
language plpgsql stable security definer set search_path from current as $$
#variable_conflict use_column
declare
  v_namespaces int[] := pgrecall.readable(scan_rows.namespaces);
  v_patterns text[] := pgrecall.like_patterns(scan_rows.sentinel);
  v_lexemes text[] := tsvector_to_array(pgrecall_data.keywords(normalize(scan_rows.sentinel, nfc), 'english'));
  v_table record;
  v_scanned bigint;
  v_found bigint[];
begin
  for v_table in
    select format('%I.%I', n.nspname, c.relname) as name, pgrecall.scan_limit(c.oid) as limited, a.names, a.tests
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    cross join lateral (
      select array_agg(a.attname::text order by a.attnum) as names,
        string_agg(pgrecall.scan_test(a.attname, a.atttypid), ', ' order by a.attnum) as tests
      from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    ) a
    where n.nspname like 'pgrecall%' and c.relkind in ('r', 'p', 'm', 'f') and not c.relispartition and a.names is not null
    order by n.nspname, c.relname
  loop
    if v_table.limited is null then
      return query select v_table.name, null::text, null::bigint, null::bigint, 'has no namespace_id, so that it cannot be limited to the open namespaces';
      continue;
    end if;
    execute format('select count(*), array[%s] from %s t where %s', v_table.tests, v_table.name, v_table.limited)
      into v_scanned, v_found using v_patterns, v_lexemes, v_namespaces;
    return query
      select v_table.name, x.name, v_scanned, x.n, case when x.n is null then 'a vector: numbers, no words' else '' end
      from unnest(v_table.names, v_found) with ordinality x (name, n, place) order by x.place;
  end loop;
end $$;

-- Return the condition that limits a scan of a table to the namespaces of $3; true for a table whose policy opens it to
-- all; null for one that cannot be limited.
create function pgrecall.scan_limit("table" oid) returns text
language sql stable as $$
  select case
    when exists (select from pg_catalog.pg_attribute a where a.attrelid = "table" and a.attname = 'namespace_id' and not a.attisdropped) then 't.namespace_id = any ($3)'
    when "table" = 'pgrecall_data.namespaces'::regclass then 't.id = any ($3)'
    when exists (
      select from pg_catalog.pg_policy p where p.polrelid = "table" and pg_catalog.pg_get_expr(p.polqual, p.polrelid) = 'true') then 'true' end
$$;

-- Return the expression that counts the rows whose column holds a pattern of $1, or all lexemes of $2; null for a vector.
create function pgrecall.scan_test("column" name, type oid) returns text
language sql stable as $$
  select case
    when type::regtype::text ~ '(^|\.)(halfvec|vector|sparsevec)$' then 'null'
    else format(
      'count(*) filter (where ' || case type
        when 'tsvector'::regtype then 'lower(t.%1$I::text) like any ($1) or (cardinality($2) > 0 and tsvector_to_array(t.%1$I) @> $2)'
        when 'bytea'::regtype then 'lower(encode(t.%1$I, ''escape'')) like any ($1)'
        when 'json'::regtype then 'lower(t.%1$I::jsonb::text) like any ($1)'
        else 'lower(t.%1$I::text) like any ($1)' end || ')',
      "column") end
$$;

-- Return patterns for LIKE that find these texts within lower-case text: as written, folded, and escaped as in JSON.
create function pgrecall.like_patterns(variadic texts text[]) returns text[]
language sql immutable parallel safe as $$
  select coalesce(array_agg(distinct '%' || replace(replace(replace(lower(x.form), '\', '\\'), '%', '\%'), '_', '\_') || '%'), '{}')
  from unnest(texts) t
  cross join lateral (values (normalize(t, nfc)), (pgrecall_data.folded(t)), (substr(to_jsonb(t)::text, 2, length(to_jsonb(t)::text) - 2))) x (form)
  where x.form <> ''
$$;
