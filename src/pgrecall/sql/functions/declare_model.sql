-- Name the model whose vectors this install holds. The first one becomes the current one.
-- Raises MR002 when another model is current, MR003 when its width is not the install's.
create function pgrecall.declare_model(name text, dim int) returns int
language plpgsql volatile security definer set search_path from current as $$
#variable_conflict use_column
declare
  v_current pgrecall_data.models;
  v_dim int := (select i.dim from pgrecall_data.install i);
begin
  select * into v_current from pgrecall_data.models m where m.is_current;
  if v_current.name = declare_model.name then return v_current.id; end if;
  if v_current.id is not null then
    raise exception using errcode = 'MR002', message = format('this database holds vectors of %L; you asked for %L', v_current.name, declare_model.name),
      hint = 'open it with the embedder it was filled with, or with embedder="none" for keywords only';
  end if;
  if declare_model.dim is distinct from v_dim then
    raise exception using errcode = 'MR003', message = format('model %L makes vectors of %s dimensions; this database was installed for %s', declare_model.name, declare_model.dim, v_dim),
      hint = format('install a database of its own for it: pgrecall migrate --dim %s', declare_model.dim);
  end if;
  insert into pgrecall_data.models (name, dim, is_current) values (declare_model.name, declare_model.dim, true) on conflict do nothing;
  return (select m.id from pgrecall_data.models m where m.name = declare_model.name and m.is_current);
end $$;
