-- Return how a new text b stands to an older one a: same (nothing is gained or lost), changed (it says itself that it is news),
-- value (one value differs, or the answer turned), snapshot (several values do), or different.
-- Words that the lexicons do not know must be equal, so that what is not understood is a difference. Both are read in b's language.
create function pgrecall.compare(a pgrecall.reading, b pgrecall.reading) returns text
language plpgsql immutable parallel safe as $$
declare
  v_differing int;
begin
  if a.tokens = '{}' or b.tokens = '{}' or ('question' = any (a.marks)) <> ('question' = any (b.marks)) then return 'different'; end if;
  if not ('secret' = any (b.marks) or b.language = 'zh' and 'move' = any (b.marks)) and a.signs = b.signs
    and (case when a.tokens = b.tokens then a.kinds[2:] = b.kinds[2:] and a.commas = b.commas else pgrecall.is_rephrased(a, b) end) then return 'same'; end if;
  if a.tokens = b.tokens then return 'different'; end if;
  if 'question' = any (b.marks) or pgrecall.is_open_ended(a) or pgrecall.is_open_ended(b) then return 'different'; end if;
  if b.tokens && '{instead,from,von,de,desde,since,starting,effective,as,seit,ab,depuis,dès}' then b := pgrecall.without_asides(a, b); end if;
  if pgrecall.is_news(b) and (
    pgrecall.is_ended(a, b) or pgrecall.is_new_value(a, b) or pgrecall.is_moved(a, b) or pgrecall.is_new_template(a, b)) then return 'changed'; end if;
  if pgrecall.is_new_number(a, b) then
    v_differing := (select count(*) from unnest(a.tokens, b.tokens, b.kinds) t (x, y, kind) where t.x <> t.y and t.kind <> 'u');
    return case when v_differing > 1 then 'snapshot' else 'value' end;
  end if;
  return case when pgrecall.is_reversed(a, b) or pgrecall.is_new_status(a, b) then 'value' else 'different' end;
end $$;

-- Whether a text says that what it tells is new.
create function pgrecall.is_news(r pgrecall.reading) returns boolean
language sql immutable parallel safe as $$
  select r.marks && '{now,fix,new,end,over,stop,move,switch,shift,step,become,instead}'
$$;

-- Whether a word binds a phrase to its sentence: a preposition that may stand before a value, a place or a time.
create function pgrecall.is_binding(word text) returns boolean
language sql immutable parallel safe strict as $$
  select word = any ('{at,to,on,in,for,by,of,until,till,about,up,with,during,auf,um,bei,zu,bis,am,an,von,für,im,mit,à,de,au,du,en,jusqu,pour,dans,chez,vers,a,hasta,por,para,con,alle,al,às,ao,om,op,tot,voor,per,o,w,na,do,в,на,по,до,在,到,于,に,で,에}'::text[])
$$;

-- Whether a text speaks of one case among several, or under a condition: its values are not those of the thing as such.
create function pgrecall.is_open_ended(r pgrecall.reading) returns boolean
language sql immutable parallel safe as $$
  select r.tokens && '{if,when,whenever,unless,another,other,others,sometimes,some,either,or,maybe,might,could,would,should,said,says,asked,thinks,according,wenn,falls,manchmal,andere,anderer,oder,vielleicht,sagt,meint,laut,si,quand,autre,parfois,ou,selon,dit,cuando,otro,otra,o,quizás,según,dice,как,если,或,如,若,说}'::text[]
    or r.marks && '{also,several}'
$$;

-- Return the place of the first word that states something of a subject; null when there is none.
create function pgrecall.predicate_at(r pgrecall.reading) returns int
language sql immutable parallel safe as $$
  select min(k.place)::int from unnest(r.kinds) with ordinality k (kind, place) where k.kind in ('c', 'p', 'b', 'f') and k.place > 1
$$;

-- Whether a number, time or date is a value (costs 5, at 16:00, 5 kg) and not a label (room 12) or a condition (over 60).
create function pgrecall.is_value_at(r pgrecall.reading, place int) returns boolean
language sql immutable parallel safe as $$
  select r.kinds[place] in ('n', 't', 'o') and (
    r.kinds[place - 1] in ('c', 'p', 'b', 'f', 'i', 'm') or pgrecall.is_binding(r.tokens[place - 1]) or r.tokens[place - 1] in ('了', 'den', 'dem', 'el', 'las') or r.kinds[place] in ('t', 'o') and r.kinds[place - 1] in ('t', 'o')
    or coalesce(r.kinds[place + 1] = 'u', false) and (r.kinds[place - 1] in ('x', 'u', 'n', 'a', 'y')
      and not r.tokens[place - 1] = any ('{over,under,before,between,from,since,than,above,below,über,unter,vor,ab,seit,als,plus,moins,avant,depuis,más,menos,antes,desde,超,过}'::text[])))
$$;

-- Return what a unit measures; null for one that stands alone, like a currency.
create function pgrecall.dimension(unit text) returns text
language sql immutable parallel safe strict as $$
  select case when unit in ('gb', 'mb', 'tb') then 'size' when unit in ('km', 'm', 'cm', 'mm', 'mile') then 'length' when unit in ('kg', 'g', 'mg', 'lb') then 'mass'
    when unit in ('h', 'min', 's', 'ms', 'day', 'week', 'month', 'year') then 'duration' end
$$;

-- Whether only numbers, times or dates differ, each a value of a state in the present; times and dates only of what begins, ends or is due.
create function pgrecall.is_new_number(a pgrecall.reading, b pgrecall.reading) returns boolean
language plpgsql immutable parallel safe as $$
declare
  v_at int := pgrecall.predicate_at(b);
  v_differing int[];
  v_place int;
begin
  if cardinality(a.tokens) <> cardinality(b.tokens) or a.kinds <> b.kinds or 'indefinite' = any (a.marks || b.marks) then return false; end if;
  v_differing := array(select i from generate_series(1, cardinality(b.tokens)) i where a.tokens[i] <> b.tokens[i]);
  if cardinality(v_differing) > 2 and cardinality(b.tokens) < 10 then return false; end if;
  -- the same numbers in other places are other things' numbers
  if cardinality(v_differing) > 1 and (select array_agg(a.tokens[i] order by a.tokens[i]) = array_agg(b.tokens[i] order by b.tokens[i]) from unnest(v_differing) i) then return false; end if;
  if v_at is null and (cardinality(v_differing) > 1 or b.kinds[v_differing[1] + 1] is distinct from 'u' or array_to_string(b.tokens, ' ') ~ '[^ ]ed\M' or 'y' = any (b.kinds)) then return false; end if;
  -- on Mondays from 9, on Sundays from 10: the day is a condition, not a value
  if cardinality(v_differing) > 1 and exists (select from unnest(v_differing) i where b.kinds[i] in ('o', 't') or b.kinds[i] = 'n' and pgrecall.is_binding(b.tokens[i - 1]) and b.kinds[i + 1] is distinct from 'u' or b.kinds[i] = 'n' and b.tokens[i - 1] in ('up', 'to', 'for', 'with', 'at', 'per', 'für', 'bis', 'pour', 'por')) then return false; end if;
  if v_at = 2 and b.tokens[1] = any ('{it,this,that,er,sie,es,das,il,elle,ce,c,eso,esto,它,这}'::text[]) then return false; end if;
  foreach v_place in array v_differing loop
    if b.kinds[v_place] = 'u' and pgrecall.dimension(a.tokens[v_place]) = pgrecall.dimension(b.tokens[v_place]) and v_place - 1 = any (v_differing) then continue; end if;
    if v_place < v_at or not pgrecall.is_value_at(b, v_place)
      or (select k.kind from unnest(b.kinds) with ordinality k (kind, place) where k.kind in ('c', 'p', 'b', 'f', 'y') and k.place < v_place order by k.place desc limit 1) = 'y' then return false; end if;
    if b.kinds[v_place] in ('t', 'o') and (v_at is null or b.kinds[v_at] not in ('c', 'b') and b.tokens[v_at] not in ('due', 'fällig', 'prévu', 'previsto', '定') or v_place - v_at > 3) then return false; end if;
    if b.kinds[v_place] = 'n' and (cardinality(v_differing) = 1 and v_place - v_at > 6 or b.tokens[v_place] ~ '^(19|20)\d\d$' or b.tokens[v_place - 1] in ('for', 'per', 'until', 'about', 'on', 'with', 'in', 'für', 'bis', 'pro', 'pour', 'por')) then return false; end if;
    if b.kinds[v_place] = 't' and b.tokens[:v_at] && '{flight,train,bus,ferry,tram,pill,tablet,dose,medicine,shift,lesson,class,course,feeding,zug,flug,kurs,pille,vol,tren,vuelo,curso,cours}' then return false; end if;
    if b.kinds[v_place] = 'o' and b.tokens[v_place] !~ '\d-\d' and (b.kinds[v_at] = 'b' or v_place > v_at + 1 or (right(a.tokens[v_place], 1) = 's') <> (right(b.tokens[v_place], 1) = 's')) then return false; end if;
  end loop;
  return cardinality(v_differing) > 0;
end $$;

-- Whether b answers the opposite of a about the same thing: not, disabled for enabled, dislikes for likes.
create function pgrecall.is_reversed(a pgrecall.reading, b pgrecall.reading) returns boolean
language plpgsql immutable parallel safe as $$
declare
  v_a int := (select count(*) from unnest(a.kinds) k where k = 'g');
  v_b int := (select count(*) from unnest(b.kinds) k where k = 'g');
  v_place int;
begin
  if 'y' = any (a.kinds || b.kinds) or cardinality(b.tokens) < 3 or b.language not in ('en', 'de', 'fr', 'es') or 'indefinite' = any (a.marks || b.marks) or array_to_string(b.tokens, ' ') ~ '[^ ]ed to\M'
    or (a.tokens || b.tokens) && '{everyone,everybody,nobody,always,all,every,each,only,any,may,most,many,alle,jeder,nur,darf,tous,toutes,chaque,seul,peut,todos,todas,cada,solo,puede,都,只,每,可}'::text[] then return false; end if;
  if abs(v_a - v_b) = 1 then return v_a + v_b = 1 and (pgrecall.is_denied(a, b) or pgrecall.is_denied(b, a)); end if;
  if v_a <> v_b or cardinality(a.tokens) <> cardinality(b.tokens) then return false; end if;
  select min(i) into v_place from generate_series(1, cardinality(b.tokens)) i where a.tokens[i] <> b.tokens[i];
  return a.tokens[:v_place - 1] || b.tokens[v_place] || a.tokens[v_place + 1:] = b.tokens and (
    (a.kinds[v_place], b.kinds[v_place]) in (('l', 'd'), ('d', 'l'))
    or v_b = 0 and pgrecall.predicate_at(b) = v_place - 1 and (v_place = cardinality(b.tokens) or pgrecall.is_binding(b.tokens[v_place + 1]) or b.kinds[v_place + 1] in ('t', 'o')) and pgrecall.are_opposite(a.tokens[v_place], b.tokens[v_place]));
end $$;

-- Whether b is a with `not` in it, and its verb in the form that takes.
create function pgrecall.is_denied(a pgrecall.reading, b pgrecall.reading) returns boolean
language sql immutable parallel safe as $$
  select exists (
    select from generate_series(1, cardinality(b.tokens)) i
    where b.tokens[i] in ('not', 'nicht', 'pas', 'no') and cardinality(a.tokens) = cardinality(b.tokens) - 1
      and (b.tokens[:i - 1] || b.tokens[i + 1:] = a.tokens or b.language = 'en' and b.tokens[i] = 'not' and i < cardinality(b.tokens)
        and b.tokens[:i - 1] || b.tokens[i + 2:] = a.tokens[:i - 1] || a.tokens[i + 1:] and a.tokens[i] in (b.tokens[i + 1] || 's', b.tokens[i + 1] || 'es', regexp_replace(b.tokens[i + 1], 'y$', 'ies')))
      and not (b.language <> 'fr' and b.tokens[i] = 'no' and b.kinds[i + 1] = 'n')
  ) and not (a.language = 'fr' and 'ne' = any (a.tokens))
$$;

-- Whether two words are opposite states of which a thing has one at a time.
create function pgrecall.are_opposite(one text, other text) returns boolean
language sql immutable parallel safe strict as $$
  select least(one, other) || '/' || greatest(one, other) = any ('{disabled/enabled,off/on,closed/open,active/inactive,available/unavailable,offline/online,down/up,locked/unlocked,resolved/unresolved,paid/unpaid,empty/full,busy/free,private/public,broken/working,allowed/forbidden,connected/disconnected,married/single,aktiv/inaktiv,an/aus,aktiviert/deaktiviert,geschlossen/offen,geöffnet/geschlossen,activé/désactivé,fermé/ouvert,fermée/ouverte,abierta/cerrada,abierto/cerrado,activado/desactivado,disponible/indisponible}'::text[])
$$;
