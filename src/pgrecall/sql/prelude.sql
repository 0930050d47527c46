-- Run before migrations and functions, every time: roles, schemas, the extension, the search path.
-- Safe to repeat; everything after it runs as pgrecall_owner and is undone at the end of the transaction.
do $$
declare
  -- PostgreSQL 16 makes the creator of a role its administrator, but not one who may act as it
  v_right constant text := case when current_setting('server_version_num')::int >= 160000 then 'set' else 'member' end;
begin
  if current_setting('server_version_num')::int < 150000 then
    raise exception using errcode = 'MR003',
      message = format('pgrecall needs PostgreSQL 15 or newer; this server is %s', current_setting('server_version')),
      hint = 'upgrade the server, or leave the dsn out to use the embedded one';
  end if;
  if current_setting('server_encoding') <> 'UTF8' then
    raise exception using errcode = 'MR003',
      message = format('pgrecall needs a UTF8 database; %I is %s', current_database(), current_setting('server_encoding')),
      hint = 'create a database with encoding UTF8 and install there';
  end if;
  -- roles belong to the whole server: another database's install may create them at the same moment
  begin
    if to_regrole('pgrecall_owner') is null then create role pgrecall_owner nologin; end if;
  exception when duplicate_object or unique_violation then null;
  end;
  begin
    if to_regrole('pgrecall_app') is null then create role pgrecall_app nologin; end if;
  exception when duplicate_object or unique_violation then null;
  end;
  if not (select rolsuper from pg_roles where rolname = current_user) then
    if not pg_has_role(current_user, 'pgrecall_owner', v_right) then execute format('grant pgrecall_owner to %I', current_user); end if;
    if not pg_has_role(current_user, 'pgrecall_app', v_right) then execute format('grant pgrecall_app to %I', current_user); end if;
  end if;
end $$;

do $$
declare v_schema text;
begin
  if not exists (select from pg_extension where extname = 'vector') then
    if not exists (select from pg_available_extensions where name = 'vector') then
      raise exception using errcode = 'MR003',
        message = 'the extension "vector" (pgvector) is not on this server',
        hint = 'install pgvector 0.7 or newer there, or leave the dsn out to use the embedded server';
    end if;
    begin
      if to_regnamespace('extensions') is not null then
        create extension vector with schema extensions;
      else
        create extension vector;
      end if;
    exception when insufficient_privilege then
      raise exception using errcode = 'MR003',
        message = format('role %I may not create the extension "vector" in %I', current_user, current_database()),
        hint = 'have an administrator run there, once: create extension vector';
    end;
  end if;
  select n.nspname into v_schema from pg_extension e join pg_namespace n on n.oid = e.extnamespace where e.extname = 'vector';
  if not exists (select from pg_type t join pg_namespace n on n.oid = t.typnamespace
                 where t.typname = 'halfvec' and n.nspname = v_schema) then
    raise exception using errcode = 'MR003',
      message = 'the installed pgvector is too old: it has no halfvec',
      hint = 'alter extension vector update (0.7 or newer)';
  end if;
  create schema if not exists pgrecall_data authorization pgrecall_owner;
  create schema if not exists pgrecall authorization pgrecall_owner;
  begin
    execute format('grant usage on schema %I to pgrecall_owner, pgrecall_app', v_schema);
  exception when insufficient_privilege then null; -- a hosted server's shared schema: usable already, or the next statement says so
  end;
  -- functions created below keep this path (set search_path from current)
  perform set_config('search_path', format('pg_catalog, pgrecall_data, pgrecall, %I, pg_temp', v_schema), true);
end $$;

set local role pgrecall_owner;
