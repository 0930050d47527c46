-- Return a query without the names the open namespaces know, for embedding; the query itself when nothing else would be left.
-- A name says who is meant, not what is asked: in the vector it would draw every text that greets its bearer.
-- Recall gives the names back as a boost.
create function pgrecall.nameless(query text, namespaces text[] default null) returns text
language plpgsql stable security definer set search_path from current as $$
#variable_conflict use_column
begin
  return pgrecall.without_names(nameless.query, pgrecall.readable(nameless.namespaces));
end $$;

-- Return a query without the names these namespaces know; the query itself when nothing else would be left.
create function pgrecall.without_names(query text, namespaces int[]) returns text
language plpgsql stable as $$
#variable_conflict use_column
declare
  v_names text[];
  v_rest text := without_names.query;
  v_name text;
begin
  v_names := array(
    select d.name from pgrecall.named_entities(without_names.namespaces, pgrecall.name_candidates(without_names.query)) d
    order by length(d.name) desc, d.name
  );
  foreach v_name in array v_names loop
    v_name := regexp_replace(v_name, '([^[:alnum:][:space:]])', '\\\1', 'g');
    v_name := regexp_replace(v_name, '\s+', '\\s+', 'g');
    v_rest := regexp_replace(v_rest, case
      when v_name ~ pgrecall_data.unsegmented() then v_name
      else '(?<![[:alnum:]])' || v_name || '([''’]s)?(?![[:alnum:]])' end, ' ', 'gi');
  end loop;
  v_rest := btrim(regexp_replace(v_rest, '\s+', ' ', 'g'));
  return case when v_rest ~ '[[:alnum:]]' then v_rest else without_names.query end;
end $$;

-- Return the entities that bear one of the names, which are folded.
create function pgrecall.named_entities(namespaces int[], names text[]) returns table (namespace_id int, id uuid, name text)
language sql stable as $$
  select e.namespace_id, e.id, e.name from pgrecall_data.entities e
  where e.namespace_id = any (named_entities.namespaces) and e.folded = any (named_entities.names)
$$;
