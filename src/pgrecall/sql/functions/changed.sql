-- Whether b says that what a states has ended: no longer, not … any more, stopped.
create function pgrecall.is_ended(a pgrecall.reading, b pgrecall.reading) returns boolean
language sql immutable parallel safe as $$
  select b.marks && '{end,over,stop}' and not a.marks && '{end,over,stop}' and cardinality(a.tokens) > 1
    and not 'indefinite' = any (a.marks || b.marks) and (pgrecall.stripped(a, false) = pgrecall.stripped(b, true)
      -- gave up fish, of one who eats fish: the verb goes without saying
      or b.marks && '{stop}' and not coalesce(pgrecall.is_binding(b.tokens[array_position(b.tokens, 'stop') + 1]), true) and cardinality(a.tokens) > 2 and not 'y' = any (a.kinds)
        and (pgrecall.stripped(a, false))[:1] || (pgrecall.stripped(a, false))[3:] = pgrecall.stripped(b, true))
$$;

-- Return the words of a text without what makes an end of it, intensity and endings; liking and disliking as one.
create function pgrecall.stripped(r pgrecall.reading, is_end boolean) returns text[]
language sql immutable parallel safe as $$
  select array_agg(case when w.kind in ('l', 'd') then '~feels' when w.kind = 'x' and length(w.token) > 3 and r.language = 'en' and w.place = 2 + coalesce((stripped.is_end and r.kinds[2] in ('g', 'm'))::int, 0) then regexp_replace(w.token, '(ing|es|s|e)$', '') else w.token end order by w.place)
  from unnest(r.tokens, r.kinds) with ordinality w (token, kind, place)
  where w.kind <> 'i' and not (stripped.is_end and (w.kind = 'g' or w.token = 'stop'))
    and not (w.token in ('will', 'has', 'à', 'de') and stripped.is_end and w.place < cardinality(r.tokens) and r.tokens[w.place + 1] in ('stop', 'not'))
$$;

-- Whether b, which says that it is news (now, new, a correction), gives the same attribute or single-valued state another value.
create function pgrecall.is_new_value(a pgrecall.reading, b pgrecall.reading) returns boolean
language plpgsql immutable parallel safe as $$
declare
  v_at int;
  v_same int := 0;
  v_old text[];
  v_new text[];
  v_is_new boolean;
  v_is_like boolean;
begin
  if 'indefinite' = any (a.marks || b.marks) then return false; end if;
  if 'new' = any (a.tokens) or not b.marks && '{now,fix}' and not 'new' = any (b.tokens[:coalesce(pgrecall.predicate_at(b), 0)]) or 'y' = any (a.kinds[:coalesce(pgrecall.predicate_at(a), 1)]) then return false; end if;
  v_is_new := 'new' = any (b.tokens);
  b := pgrecall.without_word(b, 'new');
  -- a correction may repeat what was wrong: on Thursday, not Tuesday
  if b.tokens[cardinality(b.tokens) - 1] = 'not' and b.tokens[cardinality(b.tokens)] = any (a.tokens) then
    b.tokens := b.tokens[:cardinality(b.tokens) - 2];
    b.kinds := b.kinds[:cardinality(b.kinds) - 2];
  end if;
  v_at := pgrecall.predicate_at(b);
  if v_is_new and b.kinds[v_at] = 'c' and b.tokens[:v_at - 1] = a.tokens[pgrecall.predicate_at(a) + 1:] and a.kinds[pgrecall.predicate_at(a)] = 'c' then return true; end if;
  while v_same < least(cardinality(a.tokens), cardinality(b.tokens)) and a.tokens[v_same + 1] = b.tokens[v_same + 1] loop v_same := v_same + 1; end loop;
  v_old := a.tokens[v_same + 1:];
  v_new := b.tokens[v_same + 1:];
  if v_at is null or v_same < v_at or v_old = '{}' or v_new = '{}' or b.kinds[v_same + 1:] && '{g}' or a.kinds[v_same + 1:] && '{g}' then return false; end if;
  -- the new value is of the kind of the old one: a name or identifier, or a number or time with the same words behind it
  v_is_like := a.kinds[v_same + 1] in ('w', 'k') and b.kinds[v_same + 1] in ('w', 'k')
    or a.kinds[v_same + 1] in ('n', 't', 'o') and b.kinds[v_same + 1] = a.kinds[v_same + 1] and ('fix' = any (b.marks) or v_old[2:] = v_new[2:]);
  return case b.kinds[v_at]
    -- one lives and works in one place at a time; and not at Acme in the morning, at Globex in the evening
    when 'f' then b.tokens[v_at] in ('live', 'work', 'wohnt', 'arbeitet', 'habite', 'travaille', 'vive', 'trabaja', '住', 'abita', 'vive', 'lavora', 'mora', 'trabalha', 'woont', 'werkt', 'mieszka', 'pracuje', 'живёт', 'работает')
      and (v_is_like or b.language = 'zh') and (v_same = v_at + 1 and pgrecall.is_binding(b.tokens[v_same]) or v_same = v_at and b.tokens[v_at] = 'work')
      and pgrecall.behind_binding(v_old) is not distinct from pgrecall.behind_binding(v_new)
    when 'c' then v_is_like and (v_same = v_at and (v_at > 2 or b.kinds[1] = 'a' or a.kinds[v_same + 1] in ('n', 't', 'o')) and not b.kinds[:v_at - 1] <@ '{w,r}')
    else v_is_like and a.kinds[v_same + 1] in ('n', 't', 'o') end;
end $$;

-- Return a value's words from its first preposition on; null when it has none.
create function pgrecall.behind_binding(words text[]) returns text[]
language sql immutable parallel safe as $$
  select words[min(i):] from generate_series(2, cardinality(words)) i where pgrecall.is_binding(words[i]) or words[i] in ('morning', 'evening', 'afternoon', 'weekend') having min(i) is not null
$$;

-- Return a reading without a word.
create function pgrecall.without_word(r pgrecall.reading, word text) returns pgrecall.reading
language sql immutable parallel safe as $$
  select (r.language, coalesce(array_agg(w.token order by w.place), '{}'), coalesce(array_agg(w.kind order by w.place), '{}'), r.marks, null, r.signs, r.commas)::pgrecall.reading
  from unnest(r.tokens, r.kinds) with ordinality w (token, kind, place) where w.token <> without_word.word
$$;

-- Whether b is a, but for words of change and values of the same kind: the deadline was moved to 12 May.
create function pgrecall.is_new_template(a pgrecall.reading, b pgrecall.reading) returns boolean
language plpgsql immutable parallel safe as $$
declare
  -- a verb of change stands for the verb it takes the place of; what opens does not close
  v_has_verb boolean := b.kinds && '{p,b,f}' or not b.marks && '{move,switch,shift,step,become}';
  v_old text[] := pgrecall.frame(a, v_has_verb);
  v_new text[] := pgrecall.frame(b, v_has_verb);
begin
  -- what is not a value must be the same words in the same order, subject first
  if v_old <> v_new or 'indefinite' = any (a.marks || b.marks) or cardinality(v_old) < 2 or v_old[1] like '#%' or b.tokens && '{from,von,desde,从}' then return false; end if;
  return not exists (select from generate_series(1, cardinality(b.tokens)) i where b.kinds[i] in ('n', 't', 'o') and not b.tokens[i] = any (a.tokens)
      and not pgrecall.is_value_at(b, i) and not i > coalesce(least(pgrecall.predicate_at(b), array_position(b.kinds, 'm')), 10000))
    and (select count(*) from unnest(a.tokens, a.kinds) w (token, kind) where w.kind = 'n' and not w.token = any (b.tokens)) < 2
    and exists (select from unnest(b.tokens, b.kinds) w (token, kind) where w.kind in ('n', 't', 'o') and not w.token = any (a.tokens))
    and (b.marks && '{move,shift,fix}' or not exists (select from unnest(b.tokens, b.kinds) w (token, kind) where w.kind = 'o' and w.token !~ '\d-\d' and not w.token = any (a.tokens)));
end $$;

-- Return the words of a text in their order with `#` and the kind for its values, without words of change, states and prepositions.
create function pgrecall.frame(r pgrecall.reading, has_verb boolean) returns text[]
language sql immutable parallel safe as $$
  select array_agg(case when w.kind in ('n', 't', 'o') then '#' || w.kind else w.token end order by w.place)
  from unnest(r.tokens, r.kinds) with ordinality w (token, kind, place)
  where w.kind not in ('m', 'c') and (frame.has_verb or w.kind not in ('p', 'b', 'f')) and not pgrecall.is_binding(w.token)
    and not w.token = any ('{was,were,been,wurde,wurden,se,ha,été,fue,ha,han,a,sido,has,have,hat,ist,了,已,要,经,foi,passou,은,는,로}'::text[])
$$;

-- Whether b says that the subject of a moved, switched or was changed to another value than the one a states.
create function pgrecall.is_moved(a pgrecall.reading, b pgrecall.reading) returns boolean
language plpgsql immutable parallel safe as $$
declare
  v_change int := (select min(k.place)::int from unnest(b.kinds, b.tokens) with ordinality k (kind, token, place) where k.kind = 'm' and k.token not in ('new', 'stop'));
  v_at int := pgrecall.predicate_at(a);
  v_subject text[];
  v_tail text[];
  v_old text[];
  v_to int;
  v_kind text;
begin
  if v_change is null or 'y' = any (a.kinds) or 'indefinite' = any (a.marks || b.marks) then return false; end if;
  -- a verb that is not known: what follows the last preposition is its value
  v_at := coalesce(v_at, (select max(i) from generate_series(v_change + 1, cardinality(a.tokens) - 2) i where pgrecall.is_binding(a.tokens[i]) and a.tokens[:v_change - 1] = b.tokens[:v_change - 1]));
  if v_at is null then return false; end if;
  v_old := a.tokens[v_at + 1:];
  if b.tokens[v_change] = 'instead' then
    return b.tokens[:v_at] = a.tokens[:v_at] and v_change > v_at + 1 and b.tokens[v_change + 1:] in (v_old, v_old[2:]);
  end if;
  v_subject := b.tokens[:v_change - 1];
  while v_subject[cardinality(v_subject)] = any ('{has,is,hat,ist,a,est,ha,es,se,was,were,已,经}'::text[]) loop v_subject := v_subject[:cardinality(v_subject) - 1]; end loop;
  if v_subject = '{}' or v_subject <> a.tokens[:cardinality(v_subject)] or v_at - cardinality(v_subject) > 2 or v_old = '{}' then return false; end if;
  v_tail := b.tokens[v_change + 1:];
  while cardinality(v_old) > 1 and cardinality(v_tail) > 2 and v_old[cardinality(v_old)] = v_tail[cardinality(v_tail)] and v_tail[1] in ('from', 'von', 'de') loop
    v_old := v_old[:cardinality(v_old) - 1];
    v_tail := v_tail[:cardinality(v_tail) - 1];
  end loop;
  while v_old <> '{}' and pgrecall.is_binding(v_old[1]) loop v_old := v_old[2:]; end loop;
  v_to := (select min(i) from generate_series(1, cardinality(v_tail)) i where v_tail[i] = any ('{to,auf,nach,zu,in,à,a,en}'::text[]) and (i = 1 or v_tail[1] in ('from', 'von', 'de')));
  if b.language = 'zh' and v_to is null then v_to := 0; end if;
  if v_to is null or v_to >= cardinality(v_tail) then return false; end if;
  if v_to > 1 then return v_tail[2:v_to - 1] = v_old; end if;
  v_tail := v_tail[v_to + 1:];
  v_kind := a.kinds[cardinality(a.kinds) + 1 - cardinality(v_old)];
  return 'move' = any (b.marks) and (v_kind in ('w', 'k') and b.kinds[cardinality(b.kinds) - cardinality(v_tail) + 1] in ('w', 'k') or b.language = 'zh') and cardinality(v_tail) < 4
      and (a.kinds[v_at] = 'c' or a.tokens[v_at] in ('live', 'wohnt', 'habite', 'vive', '住')) and (pgrecall.is_binding(a.tokens[v_at + 1]))
    or cardinality(v_tail) = cardinality(v_old) and cardinality(v_old) = 2 and (v_tail[1] = v_old[1] or v_tail[2] = v_old[2] and 'switch' = any (b.marks) and b.kinds[cardinality(b.kinds)] = 'x');
end $$;
