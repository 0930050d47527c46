-- What is left of erased memories: hashes that stop their re-import, and receipts. Neither holds an erased text.

-- Mixed into the hashes, so that none can be looked up in a dictionary or compared across namespaces.
alter table pgrecall_data.namespaces add salt bytea not null default uuid_send(gen_random_uuid());

create table pgrecall_data.receipts (
  namespace_id int not null references pgrecall_data.namespaces,
  id uuid not null default pgrecall_data.uuid_v7(),
  erased_at timestamptz not null,
  selector text not null,
  selector_hash bytea,
  reason text,
  -- rows by table: those that went, and those that were concerned and stayed because something else needs them
  counts jsonb not null default '{}',
  kept jsonb not null default '{}',
  tombstone_count int not null default 0,
  primary key (namespace_id, id),
  constraint receipts_selector check (selector in ('ids', 'subject', 'document', 'where', 'everything'))
);

create table pgrecall_data.tombstones (
  namespace_id int not null references pgrecall_data.namespaces,
  kind text not null,
  hash bytea not null,
  receipt_id uuid not null,
  erased_at timestamptz not null,
  primary key (namespace_id, kind, hash),
  foreign key (namespace_id, receipt_id) references pgrecall_data.receipts,
  constraint tombstones_kind check (kind in ('content', 'key'))
);

grant select on pgrecall_data.receipts, pgrecall_data.tombstones to pgrecall_app;

do $$
declare v_table text;
begin
  foreach v_table in array array['receipts', 'tombstones'] loop
    execute format('alter table pgrecall_data.%I enable row level security', v_table);
    execute format(
      'create policy %I on pgrecall_data.%I using (namespace_id = any (array(select n.id from pgrecall_data.namespaces n '
      'where n.path = any (string_to_array(current_setting(''pgrecall.namespaces'', true), e''\n'')))))',
      v_table || '_namespace', v_table);
  end loop;
end $$;
