-- Return what recall weighs in a namespace, and how much: its own weights if it has any, else those of the install.
-- Raises MR004 for a namespace that is not open.
create function pgrecall.weights(namespaces text[] default null) returns table (version int, is_own boolean, weights jsonb, note text, created_at timestamptz)
language plpgsql volatile security definer set search_path from current as $$
#variable_conflict use_column
begin
  return query
    select w.version, w.namespace_id <> 0, pgrecall.named_weights(w), w.note, w.created_at
    from pgrecall.weights_of(pgrecall.readable(weights.namespaces)) w;
end $$;

-- Return the weights of a row by name.
create function pgrecall.named_weights(w pgrecall_data.weights) returns jsonb
language sql stable as $$
  select to_jsonb(w) - array['namespace_id', 'version', 'note', 'created_at']
$$;

-- Return the weights a read of these namespaces goes by: those of the first that has its own, else the install's.
create function pgrecall.weights_of(namespaces int[]) returns pgrecall_data.weights
language sql stable as $$
  select w from pgrecall_data.weights w
  where w.namespace_id = any (weights_of.namespaces || 0)
  order by array_position(weights_of.namespaces || 0, w.namespace_id), w.version desc limit 1
$$;

-- Change what recall weighs in a namespace: a new version with what is given, the rest as it was. {"vector": 0} switches a lane off;
-- null goes back to the weights of the install. Returns the version. Raises MR003 for a name or a number that cannot be one.
create function pgrecall.set_weights(changes jsonb default null, note text default null, namespace text default null) returns int
language plpgsql volatile security definer set search_path from current as $$
#variable_conflict use_column
declare
  v_namespace int := pgrecall.writable(set_weights.namespace);
  v_now pgrecall_data.weights;
  v_bad text;
begin
  perform pgrecall.lock_namespace(v_namespace);
  select * into v_now from pgrecall.weights_of(array[case when set_weights.changes is null then 0 else v_namespace end]);
  if set_weights.changes is not null then
    if jsonb_typeof(set_weights.changes) <> 'object' then
      raise exception using errcode = 'MR003', message = 'the weights are not an object', hint = 'for example {"vector": 0.5}';
    end if;
    select c.key into v_bad from jsonb_each(set_weights.changes) c
    where not pgrecall.named_weights(v_now) ? c.key or case when jsonb_typeof(c.value) = 'number' then abs((c.value #>> '{}')::numeric) > 10 else true end limit 1;
    if v_bad is not null then
      raise exception using errcode = 'MR003', message = format('weight %L: %s cannot be used', v_bad, set_weights.changes -> v_bad),
        hint = 'a number from -10 to 10, of: ' || (select string_agg(k, ', ') from jsonb_object_keys(pgrecall.named_weights(v_now)) k);
    end if;
    v_now := jsonb_populate_record(v_now, set_weights.changes);
  end if;
  v_now.namespace_id := v_namespace;
  v_now.version := 1 + coalesce((select max(w.version) from pgrecall_data.weights w where w.namespace_id = v_namespace), 0);
  v_now.note := set_weights.note;
  v_now.created_at := pgrecall.now();
  insert into pgrecall_data.weights select (v_now).*;
  return v_now.version;
end $$;
