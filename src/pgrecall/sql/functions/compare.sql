-- Return how a new text b stands to an older one a: same (nothing is gained or lost), changed (it says itself that it is news),
-- number (one value differs), snapshot (several do), or different.
-- Words that the lexicons do not know must be equal, so that what is not understood is a difference. Both are read in b's language.
create function pgrecall.compare(a pgrecall.reading, b pgrecall.reading) returns text
language plpgsql immutable parallel safe as $$
begin
  if a.tokens = '{}' or b.tokens = '{}' or ('question' = any (a.marks)) <> ('question' = any (b.marks)) then return 'different'; end if;
  if a.tokens = b.tokens or pgrecall.is_turned(a, b) then return 'same'; end if;
  if 'question' = any (b.marks) or pgrecall.is_open_ended(a) or pgrecall.is_open_ended(b) then return 'different'; end if;
  if pgrecall.is_ended(a, b) or pgrecall.is_new_value(a, b) or pgrecall.is_moved(a, b) then return 'changed'; end if;
  if pgrecall.is_new_number(a, b) then return case when (select count(*) from unnest(a.tokens, b.tokens) t (x, y) where t.x <> t.y) > 1 then 'snapshot' else 'number' end; end if;
  return 'different';
end $$;

-- Whether a word binds a phrase to its sentence: a preposition that may stand before a value, a place or a time.
create function pgrecall.is_binding(word text) returns boolean
language sql immutable parallel safe strict as $$
  select word = any ('{at,to,on,in,for,by,of,until,till,about,up,with,during,auf,um,bei,zu,bis,am,an,von,für,im,mit,à,de,au,du,en,jusqu,pour,dans,chez,vers,a,hasta,por,para,con,alle,al,às,ao,om,op,tot,voor,per,o,w,na,do,в,на,по,до,在,到,于,に,で,에}'::text[])
$$;

-- Whether a text speaks of one case among several, or under a condition: its values are not those of the thing as such.
create function pgrecall.is_open_ended(r pgrecall.reading) returns boolean
language sql immutable parallel safe as $$
  select r.tokens && '{if,when,whenever,unless,another,other,others,sometimes,some,either,or,maybe,might,wenn,falls,manchmal,andere,anderer,oder,vielleicht,si,quand,autre,parfois,ou,cuando,otro,otra,o,quizás,如,若,或,might,could,would,should,said,says,asked,thinks,sagt,dit,dice,说}'::text[]
    or 'also' = any (r.marks)
$$;

-- Return the place of the first word that states something of a subject; null when there is none.
create function pgrecall.predicate_at(r pgrecall.reading) returns int
language sql immutable parallel safe as $$
  select min(k.place)::int from unnest(r.kinds) with ordinality k (kind, place) where k.kind in ('c', 'p', 'b', 'f') and k.place > 1
$$;

-- Whether only numbers, times or dates differ, each a value of a state in the present, none a label (room 12) or a condition (over 60).
create function pgrecall.is_new_number(a pgrecall.reading, b pgrecall.reading) returns boolean
language plpgsql immutable parallel safe as $$
declare
  v_at int := pgrecall.predicate_at(b);
  v_differing int[];
  v_place int;
begin
  if cardinality(a.tokens) <> cardinality(b.tokens) or v_at is null or a.kinds <> b.kinds then return false; end if;
  v_differing := array(select i from generate_series(1, cardinality(b.tokens)) i where a.tokens[i] <> b.tokens[i]);
  if cardinality(v_differing) > 1 and cardinality(b.tokens) < 10 then return false; end if;
  if v_at = 2 and b.tokens[1] = any ('{it,this,that,er,sie,es,das,il,elle,ce,c,eso,esto,它,这}'::text[]) then return false; end if;
  foreach v_place in array v_differing loop
    if b.kinds[v_place] not in ('n', 't', 'o') or v_place < v_at
      or (select k.kind from unnest(b.kinds) with ordinality k (kind, place) where k.kind in ('c', 'p', 'b', 'f', 'y') and k.place < v_place order by k.place desc limit 1) = 'y' then return false; end if;
    if b.kinds[v_place] in ('t', 'o') and (b.kinds[v_at] not in ('c', 'b') and b.tokens[v_at] not in ('due', 'fällig', 'prévu', 'previsto') or v_place - v_at > 3) then return false; end if;
    if b.kinds[v_place] = 'n' and cardinality(v_differing) = 1 and v_place - v_at > 5 then return false; end if;
    if not (b.kinds[v_place - 1] in ('c', 'p', 'b', 'f', 'i') or pgrecall.is_binding(b.tokens[v_place - 1])
      or coalesce(b.kinds[v_place + 1] in ('u'), false) and b.kinds[v_place - 1] in ('x', 'u', 'n', 'a')
      and not (b.tokens[v_place - 1] = any ('{over,under,after,before,between,from,since,than,above,below,über,unter,nach,vor,ab,seit,als,plus,moins,après,avant,depuis,más,menos,después,antes,desde,超,过}'::text[]))) then return false; end if;
  end loop;
  return true;
end $$;

-- Whether b says that what a states has ended: no longer, not … any more, stopped.
create function pgrecall.is_ended(a pgrecall.reading, b pgrecall.reading) returns boolean
language sql immutable parallel safe as $$
  select b.marks && '{end,over,stop}' and not a.marks && '{end,over,stop}' and cardinality(a.tokens) > 1
    and pgrecall.stripped(a, false) = pgrecall.stripped(b, true)
$$;

-- Return the words of a text without what makes an end of it, intensity and endings; liking and disliking as one.
create function pgrecall.stripped(r pgrecall.reading, is_end boolean) returns text[]
language sql immutable parallel safe as $$
  select array_agg(case when w.kind in ('l', 'd') then '~feels' when w.kind = 'x' and length(w.token) > 3 and r.language = 'en' then regexp_replace(w.token, '(ing|es|s|e)$', '') else w.token end order by w.place)
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
begin
  if not b.marks && '{now,new,fix}' or 'y' = any (a.kinds[:coalesce(pgrecall.predicate_at(a), 1)]) then return false; end if;
  a := pgrecall.without_word(a, 'new');
  b := pgrecall.without_word(b, 'new');
  v_at := pgrecall.predicate_at(b);
  while v_same < least(cardinality(a.tokens), cardinality(b.tokens)) and a.tokens[v_same + 1] = b.tokens[v_same + 1] loop v_same := v_same + 1; end loop;
  v_old := a.tokens[v_same + 1:];
  v_new := b.tokens[v_same + 1:];
  if v_at is null or v_same < v_at or v_old = '{}' or v_new = '{}' or b.kinds[v_same + 1:] && '{g}' or a.kinds[v_same + 1:] && '{g}' then return false; end if;
  return case b.kinds[v_at]
    when 'f' then true
    when 'c' then v_at > 2 or b.kinds[1] = 'a' or pgrecall.is_binding(b.tokens[v_at + 1]) and v_same > v_at or a.kinds[v_same + 1] in ('n', 't', 'o') and b.kinds[v_same + 1] = a.kinds[v_same + 1]
    else a.kinds[v_same + 1] in ('n', 't', 'o') and b.kinds[v_same + 1] = a.kinds[v_same + 1] end;
end $$;

-- Return a reading without a word.
create function pgrecall.without_word(r pgrecall.reading, word text) returns pgrecall.reading
language sql immutable parallel safe as $$
  select (r.language, coalesce(array_agg(w.token order by w.place), '{}'), coalesce(array_agg(w.kind order by w.place), '{}'), r.marks)::pgrecall.reading
  from unnest(r.tokens, r.kinds) with ordinality w (token, kind, place) where w.token <> without_word.word
$$;

-- Whether b says that the subject of a moved, switched or was changed to another value than the one a states.
create function pgrecall.is_moved(a pgrecall.reading, b pgrecall.reading) returns boolean
language plpgsql immutable parallel safe as $$
declare
  v_change int := (select min(k.place)::int from unnest(b.kinds, b.tokens) with ordinality k (kind, token, place) where k.kind = 'm' and k.token in ('move', 'switch', 'shift', 'step', 'instead'));
  v_at int := pgrecall.predicate_at(a);
  v_subject text[];
  v_from int;
  v_to int;
  v_old text[];
begin
  if v_change is null or v_at is null or 'y' = any (a.kinds) then return false; end if;
  v_old := a.tokens[v_at + 1:];
  while v_old <> '{}' and pgrecall.is_binding(v_old[1]) loop v_old := v_old[2:]; end loop;
  if b.tokens[v_change] = 'instead' then
    return b.tokens[:v_at] = a.tokens[:v_at] and v_change > v_at + 1 and b.tokens[v_change + 1:] = v_old;
  end if;
  v_subject := b.tokens[:v_change - 1];
  while v_subject[cardinality(v_subject)] = any ('{has,is,hat,ist,a,est,ha,es,was,were}'::text[]) loop v_subject := v_subject[:cardinality(v_subject) - 1]; end loop;
  if v_subject = '{}' or v_subject <> a.tokens[:v_at - 1] or v_old = '{}' then return false; end if;
  v_from := array_position(b.tokens, case b.language when 'de' then 'von' when 'fr' then 'de' when 'es' then 'de' else 'from' end, v_change);
  v_to := (select min(i) from generate_series(v_change + 1, cardinality(b.tokens)) i where b.tokens[i] = any ('{to,auf,nach,zu,in,à,a,en}'::text[]));
  if b.language = 'zh' then v_to := v_change; end if;
  if v_to is null or v_to = cardinality(b.tokens) then return false; end if;
  if v_from < v_to then return b.tokens[v_from + 1:v_to - 1] = v_old; end if;
  if b.kinds[v_to + 1] in ('n', 't', 'o') then
    return a.kinds[v_at] in ('c', 'p', 'b') and a.kinds[cardinality(a.kinds) - cardinality(v_old) + 1] = b.kinds[v_to + 1] and v_old[2:] = b.tokens[v_to + 2:];
  end if;
  return b.tokens[v_change] = 'move' and a.tokens[v_at] in ('live', 'wohnt', 'habite', 'vive', '住') or b.tokens[v_change] = 'switch' and a.kinds[v_at] = 'f';
end $$;
