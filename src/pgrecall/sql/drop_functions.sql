-- Drop what an earlier version put into the schema pgrecall, never with cascade: what others built on it is not ours to drop.
set local check_function_bodies = off; -- they call one another, in no order
do $$
declare
  v_drop text;
begin
  for v_drop in
    select format('drop routine %s', p.oid::regprocedure) from pg_proc p
    where p.pronamespace = 'pgrecall'::regnamespace
  loop
    execute v_drop;
  end loop;
  for v_drop in
    select format('drop %s %s', case when c.relkind = 'v' then 'view' else 'type' end, c.oid::regclass) from pg_class c
    where c.relnamespace = 'pgrecall'::regnamespace and c.relkind in ('v', 'c')
    order by c.relkind = 'c', c.oid desc -- a type may be part of one that was made after it
  loop
    execute v_drop;
  end loop;
end $$;
