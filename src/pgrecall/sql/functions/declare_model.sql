-- Name the model whose vectors this install holds. The first one becomes the current one.
-- Raises MR002 when another model is current, MR003 when its width is not the install's. Of two first ones at once, one wins.
create function pgrecall.declare_model(name text, dim int) returns int
language plpgsql volatile security definer set search_path from current as $$
#variable_conflict use_column
declare
  v_current pgrecall_data.models;
  v_dim int := (select i.dim from pgrecall_data.install i);
begin
  if nullif(btrim(declare_model.name), '') is null then
    raise exception using errcode = 'MR003', message = 'a model without a name was declared', hint = 'for example declare_model(''openai:text-embedding-3-small'', 512)';
  end if;
  select * into v_current from pgrecall_data.models m where m.is_current;
  if v_current.id is null and declare_model.dim = v_dim then
    insert into pgrecall_data.models (name, dim, is_current) values (declare_model.name, declare_model.dim, true) on conflict do nothing;
    select * into v_current from pgrecall_data.models m where m.is_current;
  end if;
  if v_current.name <> declare_model.name then
    raise exception using errcode = 'MR002', message = format('this database holds vectors of %L; you asked for %L', v_current.name, declare_model.name),
      hint = 'open it with the embedder it was filled with, or with embedder="none" for keywords only';
  elsif declare_model.dim is distinct from v_dim then
    raise exception using errcode = 'MR003', message = format('model %L makes vectors of %s dimensions; this database was installed for %s', declare_model.name, coalesce(declare_model.dim::text, 'null'), v_dim),
      hint = format('install a database of its own for it: pgrecall migrate --dim %s', declare_model.dim);
  end if;
  return v_current.id;
end $$;
