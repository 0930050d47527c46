-- Return b without what it adds about the change itself: instead of the old value, up from 35, since March. Since when is news too.
create function pgrecall.without_asides(a pgrecall.reading, b pgrecall.reading) returns pgrecall.reading
language plpgsql immutable parallel safe as $$
declare
  v_cut int;
begin
  v_cut := (select min(i) from generate_series(2, cardinality(b.tokens) - 1) i
    where (b.tokens[i] = 'instead' or b.tokens[i] in ('from', 'von', 'de', 'desde') and b.tokens[i - 1] in ('up', 'down', 'statt', 'vorher', 'antes'))
      and b.tokens[i + 1:] <@ a.tokens);
  -- uses Postgres instead of MySQL: that is the change itself
  if b.tokens[v_cut] = 'instead' and b.tokens[v_cut + 1:] = a.tokens[pgrecall.predicate_at(a) + 1:] then return b; end if;
  if v_cut is not null then
    if b.tokens[v_cut] <> 'instead' then v_cut := v_cut - 1; end if;
    b.tokens := b.tokens[:v_cut - 1];
    b.kinds := b.kinds[:v_cut - 1];
    b.marks := b.marks || 'now'::text;
  end if;
  for i in reverse cardinality(b.tokens) - 1 .. 1 loop
    if b.kinds[i + 1] = 'o' and b.tokens[i] in ('since', 'from', 'starting', 'effective', 'as', 'seit', 'ab', 'depuis', 'dès', 'desde') and not b.tokens[i] = any (a.tokens) then
      b.tokens := b.tokens[:i - 1] || b.tokens[i + 2:];
      b.kinds := b.kinds[:i - 1] || b.kinds[i + 2:];
      b.marks := b.marks || 'now'::text;
    end if;
  end loop;
  return b;
end $$;

-- Whether b gives the same thing, which a number or several words name, another state of work: open, in review, closed.
create function pgrecall.is_new_status(a pgrecall.reading, b pgrecall.reading) returns boolean
language plpgsql immutable parallel safe as $$
declare
  v_at int := pgrecall.predicate_at(a);
  v_new text[];
begin
  if v_at is null or v_at < 3 or 'indefinite' = any (a.marks || b.marks) or a.kinds[v_at] <> 'c' or b.tokens[:v_at - 1] <> a.tokens[:v_at - 1] then return false; end if;
  v_new := b.tokens[v_at:];
  while v_new[1] in ('is', 'has', 'been', 'ist', 'hat', 'est', 'a', 'es', 'ha', 'ya', 'déjà', 'already', 'bereits', 'schon') loop v_new := v_new[2:]; end loop;
  return pgrecall.is_status(array_to_string(a.tokens[v_at + 1:], ' ')) and pgrecall.is_status(array_to_string(v_new, ' '));
end $$;

-- Whether a phrase is a state that work, an order or a request has one of at a time.
create function pgrecall.is_status(phrase text) returns boolean
language sql immutable parallel safe strict as $$
  select phrase = any ('{open,closed,in review,under review,in progress,pending,done,resolved,fixed,merged,approved,rejected,blocked,shipped,delivered,canceled,cancelled,on hold,live,archived,finished,paused,reopened,in transit,draft,published,paid,overdue,offen,geschlossen,erledigt,gelöst,in arbeit,in bearbeitung,abgeschlossen,genehmigt,abgelehnt,ausgeliefert,storniert,ouvert,ouverte,fermé,fermée,résolu,résolue,en cours,en attente,terminé,terminée,approuvé,approuvée,abierta,abierto,cerrada,cerrado,resuelta,resuelto,en curso,pendiente,terminada,terminado,aprobada,aprobado,cancelada,cancelado}'::text[])
$$;
