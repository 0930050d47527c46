-- Return the names a text may hold, folded: runs of one to four words, and of two to six unsegmented characters.
-- Bounded: looks at the first 400 words and 400 unsegmented characters.
create function pgrecall.name_candidates(content text) returns text[]
language sql immutable parallel safe strict as $$
  with t as (
    select pgrecall_data.folded(left(content, 8000)) as t
  ), words as (
    select array(
      select w.m[1] from t, regexp_matches(regexp_replace(t.t, '[''’]s\M', '', 'g'), '([[:alnum:]](?:[[:alnum:]]|[-_.&''’+]+(?=[[:alnum:]]))*)', 'g') w (m) limit 400
    ) as w
  )
  select array(
    select distinct array_to_string(words.w[i:i + n], ' ')
    from words, generate_series(0, 3) n, generate_series(1, cardinality(words.w) - n) i
    union
    select distinct substr(left(run.m[1], 400), i, n)
    from t, regexp_matches(t.t, '(' || pgrecall_data.unsegmented() || ')', 'g') run (m),
      generate_series(2, 6) n, generate_series(1, least(length(run.m[1]), 400) - n + 1) i
  )
$$;

-- Link a new memory to the names the namespace knows and to its own subject and speaker.
-- A name met for the first time is also looked up in what was stored before it. Runs under the namespace's lock.
create function pgrecall.link_entities(namespace_id int, memory_id uuid) returns void
language plpgsql volatile as $$
#variable_conflict use_column
declare
  v_memory pgrecall_data.memories;
  v_name text;
  v_entity uuid;
begin
  select * into v_memory from pgrecall_data.memories m where m.namespace_id = link_entities.namespace_id and m.id = link_entities.memory_id;
  if v_memory.kind = 'transcript' then return; end if;
  foreach v_name in array array[v_memory.subject, v_memory.speaker] loop
    continue when v_name is null or length(v_name) > 200
      or pgrecall_data.folded(v_name) in ('', 'user', 'assistant', 'system', 'tool', 'agent', 'i', 'me', 'you');
    insert into pgrecall_data.entities (namespace_id, name) values (link_entities.namespace_id, v_name)
    on conflict (namespace_id, folded) do nothing returning id into v_entity;
    if found then
      perform pgrecall.link_earlier(link_entities.namespace_id, v_entity);
    else
      select e.id into v_entity from pgrecall_data.entities e
      where e.namespace_id = link_entities.namespace_id and e.folded = pgrecall_data.folded(v_name);
    end if;
    insert into pgrecall_data.mentions (namespace_id, entity_id, memory_id)
    values (link_entities.namespace_id, v_entity, link_entities.memory_id) on conflict do nothing;
  end loop;
  if exists (select from pgrecall_data.entities e where e.namespace_id = link_entities.namespace_id) then
    insert into pgrecall_data.mentions (namespace_id, entity_id, memory_id)
    select link_entities.namespace_id, e.id, link_entities.memory_id
    from pgrecall_data.entities e
    where e.namespace_id = link_entities.namespace_id and e.folded = any (pgrecall.name_candidates(v_memory.content))
    order by e.id
    on conflict do nothing;
  end if;
end $$;

-- Link a name met for the first time to the newest 1,000 memories that hold it already.
create function pgrecall.link_earlier(namespace_id int, entity_id uuid) returns void
language plpgsql volatile as $$
#variable_conflict use_column
declare
  v_folded text := (select e.folded from pgrecall_data.entities e where e.namespace_id = link_earlier.namespace_id and e.id = link_earlier.entity_id);
  v_query tsquery := pgrecall.all_of(array[link_earlier.namespace_id], pgrecall.query_lexemes(v_folded, array[link_earlier.namespace_id]));
begin
  if v_query is null then return; end if;
  insert into pgrecall_data.mentions (namespace_id, entity_id, memory_id)
  select link_earlier.namespace_id, link_earlier.entity_id, c.id
  from (
    select m.id, m.content from pgrecall_data.memories m
    where pgrecall_data.scoped(m.namespace_id, m.keywords) @@ v_query and m.namespace_id = link_earlier.namespace_id and m.kind <> 'transcript'
    order by m.id desc limit 1000
  ) c
  where v_folded = any (pgrecall.name_candidates(c.content))
  on conflict do nothing;
end $$;
