-- Return the namespaces a read covers: those named, or all that the transaction names.
-- Paths nobody has written to are left out. Raises MR004 when one is named that the transaction does not name.
create function pgrecall.readable(namespaces text[]) returns int[]
language plpgsql stable parallel safe as $$
#variable_conflict use_column
declare
  v_allowed text[] := pgrecall.allowed();
  v_path text;
begin
  foreach v_path in array coalesce(readable.namespaces, '{}') loop
    if v_path is null or not (v_path = any (v_allowed)) then
      raise exception using errcode = 'MR004',
        message = format('namespace %s is not open to this transaction', coalesce(quote_literal(v_path), 'null')),
        hint = 'name it first: select set_config(''pgrecall.namespaces'', ''<path>'', true)';
    end if;
  end loop;
  return array(
    select n.id from pgrecall_data.namespaces n
    where n.path = any (coalesce(readable.namespaces, v_allowed))
    order by n.id
  );
end $$;

-- Return the id of the one namespace a write goes to, creating it when this is its first row.
-- Raises MR004 when the transaction names none or another, MR003 when it names several and none was chosen.
create function pgrecall.writable(namespace text) returns int
language plpgsql volatile as $$
#variable_conflict use_column
declare
  v_allowed text[] := pgrecall.allowed();
  v_path text := coalesce(writable.namespace, case when cardinality(v_allowed) = 1 then v_allowed[1] end);
  v_id int;
begin
  if cardinality(v_allowed) = 0 or (v_path is not null and not (v_path = any (v_allowed))) then
    raise exception using errcode = 'MR004',
      message = format('namespace %s is not open to this transaction', coalesce(quote_literal(v_path), '(none)')),
      hint = 'name it first: select set_config(''pgrecall.namespaces'', ''<path>'', true)';
  elsif v_path is null then
    raise exception using errcode = 'MR003',
      message = format('%s namespaces are open to this transaction; a write goes to one', cardinality(v_allowed)),
      hint = 'say which: namespace => ''<path>''';
  end if;
  select n.id into v_id from pgrecall_data.namespaces n where n.path = v_path;
  if v_id is null then
    insert into pgrecall_data.namespaces (path) values (v_path) on conflict (path) do nothing;
    select n.id into v_id from pgrecall_data.namespaces n where n.path = v_path;
  end if;
  return v_id;
end $$;

-- Return the paths the transaction names (setting `pgrecall.namespaces`, one a line); empty when unset.
-- Raises MR003 for a path that cannot be one.
create function pgrecall.allowed() returns text[]
language plpgsql stable parallel safe as $$
declare
  v_paths text[] := array_remove(string_to_array(coalesce(current_setting('pgrecall.namespaces', true), ''), e'\n'), '');
  v_path text;
begin
  foreach v_path in array v_paths loop
    if length(v_path) > 255 or v_path !~ '^[^/[:cntrl:]]+(/[^/[:cntrl:]]+)*$' then
      raise exception using errcode = 'MR003',
        message = format('%L cannot be a namespace', left(v_path, 300)),
        hint = 'use 1 to 255 characters, parts joined by single slashes, no control characters: acme/alice';
    end if;
  end loop;
  return v_paths;
end $$;

-- Hold the namespace's write lock to the end of the transaction: one writer at a time decides what is new.
-- Raises MR003 under repeatable read, where a writer that waited would not see what the one before it wrote; serializable does.
create function pgrecall.lock_namespace(namespace_id int) returns void
language plpgsql volatile as $$
begin
  if current_setting('transaction_isolation') = 'repeatable read' then
    raise exception using errcode = 'MR003', message = 'a write under repeatable read could store the same twice', hint = 'use read committed or serializable: set transaction isolation level read committed';
  end if;
  perform pg_advisory_xact_lock(1885824355, lock_namespace.namespace_id);
end $$;
