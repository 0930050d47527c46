-- Return these memories with all that is the same statement, earlier and later, and all that was derived from it alone.
-- A derived memory stays while another memory supports it, or a document or event that nothing erased cites.
create function pgrecall.whole_statements(namespace_id int, ids uuid[]) returns uuid[]
language plpgsql volatile
set plan_cache_mode = force_custom_plan -- as in same_memory
as $$
#variable_conflict use_column
declare
  v_ids uuid[] := whole_statements.ids;
  v_derived uuid[];
begin
  loop
    v_ids := pgrecall.all_versions(namespace_id, v_ids);
    with derived as (
      select s.memory_id as id from pgrecall_data.sources s
      where s.namespace_id = whole_statements.namespace_id and s.kind = 'memory' and s.source_id = any (v_ids)
      union
      select r.from_id from pgrecall_data.relations r
      where r.namespace_id = whole_statements.namespace_id and r.relation = 'derives' and r.to_id = any (v_ids)
    )
    select array_agg(d.id) into v_derived from derived d
    where d.id <> all (v_ids)
      and not exists (
        select from pgrecall_data.relations r
        where r.namespace_id = whole_statements.namespace_id and r.from_id = d.id and r.relation = 'derives' and r.to_id <> all (v_ids))
      and not exists (
        select from pgrecall_data.sources s
        where s.namespace_id = whole_statements.namespace_id and s.memory_id = d.id
          and case when s.kind = 'memory' then s.source_id <> all (v_ids) else not exists (
            select from pgrecall_data.sources c
            where c.namespace_id = whole_statements.namespace_id and c.source_id = s.source_id and c.kind = s.kind and c.memory_id = any (v_ids)) end);
    exit when v_derived is null;
    v_ids := v_ids || v_derived;
  end loop;
  return v_ids;
end $$;

-- Return these memories with every other version of them: the chains joined by `updates`, both ways.
create function pgrecall.all_versions(namespace_id int, ids uuid[]) returns uuid[]
language sql volatile
set plan_cache_mode = force_custom_plan -- as in same_memory
as $$
  with recursive chain (root_id) as ( -- by chain, not by version: a long one is walked once
    select m.root_id from pgrecall_data.memories m where m.namespace_id = all_versions.namespace_id and m.id = any (all_versions.ids)
    union
    select o.root_id from chain c
    join pgrecall_data.memories m on m.namespace_id = all_versions.namespace_id and m.root_id = c.root_id
    cross join lateral (
      select r.to_id as id from pgrecall_data.relations r where r.namespace_id = m.namespace_id and r.from_id = m.id and r.relation = 'updates'
      union all select r.from_id from pgrecall_data.relations r where r.namespace_id = m.namespace_id and r.to_id = m.id and r.relation = 'updates'
      union all values (m.superseded_by), (m.parent_id)
    ) n
    join pgrecall_data.memories o on o.namespace_id = m.namespace_id and o.id = n.id
  )
  select coalesce(array_agg(m.id), '{}') from chain c
  join pgrecall_data.memories m on m.namespace_id = all_versions.namespace_id and m.root_id = c.root_id
$$;

-- Delete these memories and their copies from every table; the one place that knows the tables. A new table is added here.
-- Returns rows by table: counts of what went, kept of what was concerned and stays, because something else needs it.
-- source_ids: documents that go whatever cites them. everything: also what belongs to no memory.
create function pgrecall.erase_rows(namespace_id int, ids uuid[], source_ids uuid[], everything boolean, out counts jsonb, out kept jsonb)
language plpgsql volatile
set plan_cache_mode = force_custom_plan -- as in same_memory
as $$
#variable_conflict use_column
declare
  v_cited uuid[];
  v_events uuid[];
  v_names uuid[];
  v_count bigint;
begin
  v_cited := array(select distinct s.source_id from pgrecall_data.sources s
    where s.namespace_id = erase_rows.namespace_id and s.kind = 'event' and s.memory_id = any (ids));
  v_events := array(select e.id from pgrecall_data.events e
    where e.namespace_id = erase_rows.namespace_id and e.id = any (v_cited || source_ids) and (e.id = any (source_ids) or not exists (
      select from pgrecall_data.sources s
      where s.namespace_id = erase_rows.namespace_id and s.source_id = e.id and s.kind = 'event' and s.memory_id <> all (ids))));
  v_names := array(
    select n.entity_id from pgrecall_data.mentions n where n.namespace_id = erase_rows.namespace_id and n.memory_id = any (ids)
    union
    select e.id from pgrecall_data.memories m join pgrecall_data.entities e on e.namespace_id = m.namespace_id
      and e.folded in (pgrecall_data.folded(m.subject), pgrecall_data.folded(m.speaker), pgrecall_data.folded(m.object))
    where m.namespace_id = erase_rows.namespace_id and m.id = any (ids));
  kept := jsonb_build_object(
    'memories', (
      select count(distinct s.memory_id) from pgrecall_data.sources s
      where s.namespace_id = erase_rows.namespace_id and s.source_id = any (ids || v_events || source_ids) and s.memory_id <> all (ids)),
    'events', (
      select count(*) from pgrecall_data.events e
      where e.namespace_id = erase_rows.namespace_id and e.id = any (v_cited) and e.id <> all (v_events)));
  if everything then
    v_events := array(select e.id from pgrecall_data.events e where e.namespace_id = erase_rows.namespace_id);
    v_names := array(select e.id from pgrecall_data.entities e where e.namespace_id = erase_rows.namespace_id);
  end if;

  delete from pgrecall_data.usage u where u.namespace_id = erase_rows.namespace_id and u.memory_id = any (ids);
  get diagnostics v_count = row_count;
  counts := jsonb_build_object('usage', v_count);
  delete from pgrecall_data.mentions n where n.namespace_id = erase_rows.namespace_id and n.memory_id = any (ids);
  get diagnostics v_count = row_count;
  counts := counts || jsonb_build_object('mentions', v_count);
  delete from pgrecall_data.relations r where r.namespace_id = erase_rows.namespace_id and (r.from_id = any (ids) or r.to_id = any (ids));
  get diagnostics v_count = row_count;
  counts := counts || jsonb_build_object('relations', v_count);
  delete from pgrecall_data.sources s
  where s.namespace_id = erase_rows.namespace_id and (s.memory_id = any (ids) or s.source_id = any (ids || v_events || source_ids));
  get diagnostics v_count = row_count;
  counts := counts || jsonb_build_object('sources', v_count);
  delete from pgrecall_data.reviews r where r.namespace_id = erase_rows.namespace_id and r.memory_id = any (ids);
  get diagnostics v_count = row_count;
  counts := counts || jsonb_build_object('reviews', v_count);
  delete from pgrecall_data.predicates p where p.namespace_id = erase_rows.namespace_id and erase_rows.everything;
  get diagnostics v_count = row_count;
  counts := counts || jsonb_build_object('predicates', v_count);
  delete from pgrecall_data.weights w where w.namespace_id = erase_rows.namespace_id and erase_rows.everything;
  get diagnostics v_count = row_count;
  counts := counts || jsonb_build_object('weights', v_count);
  update pgrecall_data.memories m set embedding = null, model_id = null -- the turn after an erased one was embedded with its end
  from pgrecall_data.memories e
  where e.namespace_id = erase_rows.namespace_id and e.id = any (ids) and pgrecall.is_dialogue(e.session, e.kind, e.speaker)
    and m.namespace_id = e.namespace_id and m.session = e.session and m.position > e.position and m.id <> all (ids)
    and not exists (
      select from pgrecall_data.memories b where b.namespace_id = m.namespace_id and b.session = m.session
        and b.position > e.position and b.position < m.position and pgrecall.is_dialogue(b.session, b.kind, b.speaker));
  perform pgrecall.uncount_memories(erase_rows.namespace_id, ids);
  delete from pgrecall_data.memories m where m.namespace_id = erase_rows.namespace_id and m.id = any (ids);
  get diagnostics v_count = row_count;
  counts := counts || jsonb_build_object('memories', v_count);
  delete from pgrecall_data.events e where e.namespace_id = erase_rows.namespace_id and e.id = any (v_events);
  get diagnostics v_count = row_count;
  counts := counts || jsonb_build_object('events', v_count);
  delete from pgrecall_data.entities e where e.namespace_id = erase_rows.namespace_id and e.id = any (v_names)
    and not exists (select from pgrecall_data.mentions n where n.namespace_id = e.namespace_id and n.entity_id = e.id);
  get diagnostics v_count = row_count;
  counts := counts || jsonb_build_object('entities', v_count);
  kept := kept || jsonb_build_object('entities', cardinality(v_names) - v_count);
end $$;

-- Renew the planner's statistics of the tables with texts: they quote common values, also those of rows that are gone.
-- Where none were ever made, none are. A table or partial index without rows keeps its old ones through ANALYZE: so each
-- is lent a row for it, which nobody else sees.
create function pgrecall.renew_statistics(namespace_id int) returns void
language plpgsql volatile as $$
#variable_conflict use_column
declare
  v_known text[] := array(select distinct s.tablename from pg_catalog.pg_stats s where s.schemaname = 'pgrecall_data');
  v_id uuid := pgrecall_data.uuid_v7();
begin
  if 'memories' = any (v_known) then
    insert into pgrecall_data.memories (namespace_id, id, content, kind, session, subject, predicate, importance, root_id, recorded_at, valid_from, said_at)
    values (renew_statistics.namespace_id, v_id, '-', 'fact', '-', v_id::text, '-', 1, v_id, now(), now(), now());
    analyze pgrecall_data.memories;
    delete from pgrecall_data.memories m where m.namespace_id = renew_statistics.namespace_id and m.id = v_id;
  end if;
  if 'entities' = any (v_known) then
    insert into pgrecall_data.entities (namespace_id, id, name) values (renew_statistics.namespace_id, v_id, v_id::text);
    analyze pgrecall_data.entities;
    delete from pgrecall_data.entities e where e.namespace_id = renew_statistics.namespace_id and e.id = v_id;
  end if;
  if 'events' = any (v_known) then
    insert into pgrecall_data.events (namespace_id, id, session, actor, kind, payload, occurred_at, recorded_at)
    values (renew_statistics.namespace_id, v_id, '-', '-', '-', '{}', now(), now());
    analyze pgrecall_data.events;
    delete from pgrecall_data.events e where e.namespace_id = renew_statistics.namespace_id and e.id = v_id;
  end if;
end $$;
