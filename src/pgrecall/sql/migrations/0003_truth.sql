-- What people decided about inferences, and how many values a predicate may have.

-- Append-only: the last decision about a memory is also memories.review; those before it stay, so that each can be undone.
create table pgrecall_data.reviews (
  namespace_id int not null references pgrecall_data.namespaces,
  id uuid not null default pgrecall_data.uuid_v7(),
  memory_id uuid not null,
  decision text not null,
  decided_at timestamptz not null,
  reason text,
  primary key (namespace_id, id),
  foreign key (namespace_id, memory_id) references pgrecall_data.memories on delete cascade,
  constraint reviews_decision check (decision in ('approved', 'declined', 'pending'))
);
create index reviews_memory on pgrecall_data.reviews (namespace_id, memory_id, id);

-- An inference about a slot that holds an approved memory waits beside it, and takes its place when it is approved.
alter table pgrecall_data.memories add column is_proposal boolean not null default false;

create index memories_pending on pgrecall_data.memories (namespace_id, recorded_at, id) where review = 'pending';

-- How many values a subject may have for a predicate, declared once; a predicate that is not here is declared by each memory.
create table pgrecall_data.predicates (
  namespace_id int not null references pgrecall_data.namespaces,
  name text not null,
  folded text not null generated always as (pgrecall_data.folded(name)) stored,
  is_multi boolean not null,
  created_at timestamptz not null default now(),
  primary key (namespace_id, folded)
);

do $$
declare v_table text;
begin
  foreach v_table in array array['reviews', 'predicates'] loop
    execute format('grant select on pgrecall_data.%I to pgrecall_app', v_table);
    execute format('alter table pgrecall_data.%I enable row level security', v_table);
    execute format(
      'create policy %I on pgrecall_data.%I using (namespace_id = any (array(select n.id from pgrecall_data.namespaces n '
      'where n.path = any (string_to_array(current_setting(''pgrecall.namespaces'', true), e''\n'')))))',
      v_table || '_namespace', v_table);
  end loop;
end $$;
