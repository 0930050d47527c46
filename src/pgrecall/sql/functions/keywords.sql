-- Return the lexemes of a query, the 64 longest at most: a run's last character counts only where it stands alone.
create function pgrecall.query_lexemes(query text) returns text[]
language sql stable parallel safe strict as $$
  with q as (
    select left(query, 20000) as t
  ), lone as (
    select array(select run.m[1] from q, regexp_matches(normalize(q.t, nfkc), '(' || pgrecall_data.unsegmented() || ')', 'g') run (m)
                 where length(run.m[1]) = 1) as chars
  )
  select array(
    select lexeme from q, lone, unnest(tsvector_to_array(pgrecall_data.keywords(q.t))) lexeme
    where length(lexeme) > 1 or lexeme !~ pgrecall_data.unsegmented() or lexeme = any (lone.chars)
    order by length(lexeme) desc, lexeme limit 64
  )
$$;

-- Return a query for rows of these namespaces that hold any of the lexemes; a lone character also begins a pair.
create function pgrecall.any_of(namespaces int[], lexemes text[]) returns tsquery
language sql immutable parallel safe as $$
  select string_agg(pgrecall.as_term(n || ':' || lexeme, lexeme), ' | ')::tsquery
  from unnest(namespaces) n, unnest(lexemes) lexeme
$$;

-- Return a query for rows of these namespaces that hold all of the lexemes; null for none.
create function pgrecall.all_of(namespaces int[], lexemes text[]) returns tsquery
language sql immutable parallel safe as $$
  select string_agg('(' || one.terms || ')', ' | ')::tsquery
  from (
    select string_agg(pgrecall.as_term(n || ':' || lexeme, lexeme), ' & ') as terms
    from unnest(namespaces) n, unnest(lexemes) lexeme group by n
  ) one
$$;

-- Return one lexeme as a tsquery term: quoted, and a prefix when it is a single unsegmented character.
create function pgrecall.as_term(term text, lexeme text) returns text
language sql immutable parallel safe as $$
  select '''' || replace(replace(term, '\', '\\'), '''', '''''') || ''''
  || case when length(lexeme) = 1 and lexeme ~ pgrecall_data.unsegmented() then ':*' else '' end
$$;
