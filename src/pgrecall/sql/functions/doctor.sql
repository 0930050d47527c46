-- Check the install from the caller's side and return one row a check. Runs as the caller: what it sees, an application sees.
-- The canary is a row of a namespace no caller names; it must stay unseen by tables, views and verbs.
-- Consistency is checked in all namespaces, in counts; cut short, with a row that says so, by a statement timeout.
create function pgrecall.doctor() returns table (name text, is_ok boolean, detail text, advice text)
language plpgsql volatile as $$
#variable_conflict use_column
declare
  v_before text := coalesce(current_setting('pgrecall.namespaces', true), '');
  v_seen bigint;
  v_open text;
begin
  perform pgrecall.place_canary();
  perform set_config('pgrecall.namespaces', 'pgrecall-doctor', true);
  return query select 'caller', not r.rolsuper and not r.rolbypassrls and not pg_has_role(current_user, 'pgrecall_owner', 'usage'), 'runs as ' || current_user,
    'connect as a role that is a member of pgrecall_app and owns nothing' from pg_roles r where r.rolname = current_user;
  select count(*) into v_seen from pgrecall_data.memories m where m.content like 'pgrecall canary%';
  return query select 'canary by table', v_seen = 0, format('%s rows of another namespace seen', v_seen), 'row-level security is off or bypassed: check the role and the policies';
  select count(*) into v_seen from pgrecall.memory m where m.content like 'pgrecall canary%';
  return query select 'canary by view', v_seen = 0, format('%s rows of another namespace seen', v_seen), 'the view lost security_invoker: run pgrecall migrate';
  select count(*) into v_seen from pgrecall.recall('pgrecall canary of another namespace', k => 10);
  return query select 'canary by verb', v_seen = 0, format('%s rows of another namespace recalled', v_seen), 'the functions were changed: run pgrecall migrate';
  perform set_config('pgrecall.namespaces', '', true);
  select count(*) into v_seen from pgrecall_data.memories;
  return query select 'unset namespace', v_seen = 0, format('%s rows seen with no namespace named', v_seen), 'row-level security is off or bypassed: check the role and the policies';
  perform set_config('pgrecall.namespaces', v_before, true);
  select string_agg(c.relname, ', ') into v_open from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = 'pgrecall_data' and c.relkind in ('r', 'p') and not c.relrowsecurity;
  return query select 'row-level security', v_open is null, coalesce('off for ' || v_open, 'on for every table'), 'alter table ... enable row level security';
  return query select 'letter case', lower('ÄЖΣ') = 'äжσ', 'the locale ' || case when lower('ÄЖΣ') = 'äжσ' then 'knows' else 'does not know' end || ' capitals beyond ASCII',
    'words are found in the case they were written in: create the database with lc_ctype C.UTF-8 or a language''s UTF-8 locale';
  return query select 'dead rows', coalesce(t.n_dead_tup <= greatest(t.n_live_tup, 10000), true), format('%s dead of %s', t.n_dead_tup, t.n_live_tup + t.n_dead_tup), 'vacuum (analyze) pgrecall_data.memories'
    from pg_stat_user_tables t where t.schemaname = 'pgrecall_data' and t.relname = 'memories';
  begin
    return query select * from pgrecall.consistency();
  exception when query_canceled then -- a statement timeout: what was found so far is worth more than none
    return query select 'consistency', false, 'not finished in the time allowed', 'raise PGRECALL_STATEMENT_TIMEOUT, or run: select * from pgrecall.consistency()';
  end;
end $$;

-- Keep one row in a namespace of its own for the doctor to look for. Returns nothing and shows nothing.
create function pgrecall.place_canary() returns void
language plpgsql volatile security definer set search_path from current as $$
declare
  v_before text := coalesce(current_setting('pgrecall.namespaces', true), '');
begin
  perform set_config('pgrecall.namespaces', 'pgrecall-canary', true);
  perform pgrecall.store('pgrecall canary of another namespace: nobody should recall this', kind => 'fact');
  perform set_config('pgrecall.namespaces', v_before, true);
end $$;
