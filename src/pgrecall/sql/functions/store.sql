-- Store one memory and say what came of it: created, confirmed (it was there), updated (it replaces others) or history.
-- One transaction, safe under any number of callers: the namespace's writers take turns. Raises MR001 for an unknown id,
-- MR002 when a superseded memory was replaced meanwhile or a key was used for another text, MR003, MR004.
create function pgrecall.store(
  content text, embedding halfvec default null, kind text default 'fact', subject text default null,
  predicate text default null, object text default null, multi boolean default false, supersedes uuid[] default null,
  extends uuid[] default null, derived_from uuid[] default null, importance int default null, confidence float8 default 1,
  tags text[] default '{}', metadata jsonb default '{}', origin text default 'user', said_at timestamptz default null,
  event_at text default null, valid_from timestamptz default null, valid_until timestamptz default null,
  forget_after timestamptz default null, session text default null, speaker text default null,
  source_event uuid default null, idempotency_key text default null, namespace text default null, model text default null
) returns table (id uuid, action text, version int, replaced uuid[], notes text[])
language plpgsql volatile security definer set search_path from current as $$
#variable_conflict use_column
declare
  v_new pgrecall.new_memory := (
    store.content, store.kind, store.subject, store.predicate, store.object, store.multi, store.supersedes, store.extends,
    store.derived_from, store.importance, store.confidence, store.tags, store.metadata, store.origin, store.said_at,
    store.event_at, store.valid_from, store.valid_until, store.forget_after, store.session, store.speaker,
    store.source_event, store.idempotency_key)::pgrecall.new_memory;
  v_namespace int := pgrecall.writable(store.namespace);
begin
  return query select * from pgrecall.write(v_namespace, v_new, store.embedding, pgrecall.model_id(store.model));
end $$;

-- Store a list of memories, objects with the fields of pgrecall.new_memory, in one transaction and in order.
-- embeddings: one vector as text per item, or null. An item that cannot be stored harms no other: it comes back with its error,
-- and the next turn of its session is stored without a vector, see pgrecall.texts_to_embed.
create function pgrecall.store_many(
  items jsonb, embeddings text[] default null, namespace text default null, model text default null
) returns table (place int, id uuid, action text, version int, replaced uuid[], notes text[], error text, message text, hint text)
language plpgsql volatile security definer set search_path from current as $$
#variable_conflict use_column
declare
  v_namespace int;
  v_model int := pgrecall.model_id(store_many.model);
  v_item jsonb;
  v_stored record;
  v_refused text[] := '{}'; -- sessions whose last turn was not stored: the next one's vector holds some of it
begin
  if jsonb_typeof(store_many.items) is distinct from 'array' then
    raise exception using errcode = 'MR003', message = 'items is not a list of memories', hint = 'pass a JSON array of objects';
  elsif cardinality(store_many.embeddings) <> jsonb_array_length(store_many.items) then
    raise exception using errcode = 'MR003', message = format('%s embeddings were given for %s items', cardinality(store_many.embeddings), jsonb_array_length(store_many.items)),
      hint = 'pass one for each item, null where there is none';
  end if;
  v_namespace := pgrecall.writable(store_many.namespace);
  for place, v_item in select o - 1, i from jsonb_array_elements(store_many.items) with ordinality x (i, o) loop
    id := null; action := null; version := null; replaced := null; notes := null; error := null; message := null; hint := null;
    begin
      select * into v_stored from pgrecall.write(
        v_namespace, pgrecall.read_item(v_item), case when v_item ->> 'session' = any (v_refused) then null else (store_many.embeddings[place + 1])::halfvec end, v_model);
      v_refused := array_remove(v_refused, v_item ->> 'session');
      id := v_stored.id; action := v_stored.action; version := v_stored.version;
      replaced := v_stored.replaced; notes := v_stored.notes;
    exception when others then
      -- 22 a value of the wrong type, 23 a broken constraint, 54 too long for an index; the rest ends the batch
      if sqlstate !~ '^(MR|22|23|54)' then raise; end if;
      get stacked diagnostics error = returned_sqlstate, message = message_text, hint = pg_exception_hint;
      if error !~ '^MR' then error := 'MR003'; end if;
      if v_item ->> 'session' is not null then v_refused := v_refused || (v_item ->> 'session'); end if;
    end;
    return next;
  end loop;
end $$;

-- Return one item of store_many as a memory, with the defaults of store; raises MR003 for a field it does not know.
create function pgrecall.read_item(item jsonb) returns pgrecall.new_memory
language plpgsql stable as $$
declare
  v_new pgrecall.new_memory;
  v_odd text;
begin
  if jsonb_typeof(read_item.item) <> 'object' or jsonb_typeof(read_item.item -> 'content') <> 'string' then
    raise exception using errcode = 'MR003', message = format('%s is not a memory', left(read_item.item::text, 200)), hint = 'pass an object with at least "content", a text';
  end if;
  v_new := jsonb_populate_record(
    null::pgrecall.new_memory,
    '{"kind": "fact", "multi": false, "confidence": 1, "tags": [], "metadata": {}, "origin": "user"}'::jsonb || jsonb_strip_nulls(read_item.item - 'metadata')
    || case when read_item.item -> 'metadata' <> 'null' then jsonb_build_object('metadata', read_item.item -> 'metadata') else '{}' end);
  select key into v_odd from jsonb_object_keys(read_item.item) key where not (to_jsonb(v_new) ? key) limit 1;
  if v_odd is not null then
    raise exception using errcode = 'MR003', message = format('%L is no field of a memory', v_odd), hint = 'see pgrecall.new_memory';
  end if;
  return v_new;
end $$;

-- Return which of these idempotency keys are taken: their texts need no new vector.
create function pgrecall.known_keys(keys text[], namespace text default null) returns setof text
language sql stable security definer set search_path from current as $$
  select m.idempotency_key from pgrecall_data.memories m
  where m.namespace_id = any (pgrecall.readable(case when namespace is null then null else array[namespace] end))
    and m.idempotency_key = any (keys)
$$;

-- Return the id of the model that makes the install's vectors, or of the one named; raises MR003 for one that was never declared.
create function pgrecall.model_id(name text) returns int
language plpgsql stable parallel safe as $$
#variable_conflict use_column
declare
  v_id int := (select m.id from pgrecall_data.models m where case when model_id.name is null then m.is_current else m.name = model_id.name end);
begin
  if v_id is null and model_id.name is not null then
    raise exception using errcode = 'MR003', message = format('model %L was never declared here', model_id.name), hint = 'select pgrecall.declare_model(name, dim)';
  end if;
  return v_id;
end $$;
