-- Whether two texts say the same in another order: a phrase or time that moved, a list, the owner of a thing, the passive.
create function pgrecall.is_rephrased(a pgrecall.reading, b pgrecall.reading) returns boolean
language sql immutable parallel safe as $$
  select case when cardinality(a.tokens) not between 3 and 40 or cardinality(b.tokens) not between 3 and 40 or abs(cardinality(a.tokens) - cardinality(b.tokens)) > 3 then false
    when a.outline = b.outline and cardinality(a.tokens) = cardinality(b.tokens) and a.tokens <@ b.tokens and b.tokens <@ a.tokens then true
    when a.tokens <@ b.tokens and b.tokens <@ a.tokens then pgrecall.is_swapped(a, b) or pgrecall.is_inverted(a, b) or pgrecall.is_inverted(b, a) or pgrecall.is_list(a, b)
    when (a.tokens || b.tokens) && '{of,by,von,par,por}' then cardinality(array_positions(a.tokens, 'of')) < 2 and cardinality(array_positions(b.tokens, 'of')) < 2 and (pgrecall.is_owned(a, b) or pgrecall.is_owned(b, a))
      -- by the hour, by hand: nobody who acts
      or not (a.tokens || b.tokens) && '{hour,hand,day,week,month,phone,mail,accident,mistake,train,bus,car,plane,bike,default,itself}'
        and (pgrecall.is_passive(a, b) or pgrecall.is_passive(b, a) or pgrecall.is_voiced(a, b) or pgrecall.is_voiced(b, a))
    else false end
$$;

-- Return how a text is built, so that phrases that moved compare as equal: its core in its order, its prepositional phrases with what
-- they hang on, its times. A phrase at the beginning hangs on what one at the end does. Null for reported speech and lists.
create function pgrecall.outline(tokens text[], kinds text[]) returns text
language plpgsql immutable parallel safe as $$
declare
  v_core text := '';
  v_phrases text[] := '{}';
  v_times text[] := '{}';
  v_phrase text;
  v_last text := '^';
begin
  if 'g' = any (kinds) or tokens && '{said,says,asked,told,thinks,only,sagt,meint,nur,dit,seulement,dice,solo,说,只,then,dann,puis,luego,and,und,et,y,than,als}'::text[] then return null; end if;
  for i in 1 .. cardinality(tokens) loop
    -- a time floats where a preposition or `every` makes it one, at the beginning or the end; the Monday report stays
    if (tokens[i] like '@%' or tokens[i] like 'every~%') and (i <= 2 and kinds[1] in ('t', 'o', 'x') and (i = 1 or tokens[1] like '@%') or i >= cardinality(tokens) - 1 and (i = cardinality(tokens) or tokens[i + 1] like '@%')) then
      v_times := v_times || (kinds[i] || tokens[i]);
      continue;
    end if;
    if kinds[i] = ',' or kinds[i] in ('c', 'p', 'b', 'f', 'l', 'd', 'm', 'g', 'y') or tokens[i] = any ('{i,you,he,she,we,they,it,ich,du,er,sie,wir,es,je,tu,il,elle,nous,on,yo,él,ella}') then
      if v_phrase is not null then v_phrases := v_phrases || v_phrase; end if;
      v_phrase := null;
      if kinds[i] not in (',', 'c') then v_core := v_core || ' ' || tokens[i]; end if;
    elsif pgrecall.is_binding(tokens[i]) or tokens[i] = any ('{since,behind,under,near,inside,outside,without,from,beside,beyond,across,along,through,par,door,da,pelo,pela,seit,vor,nach,hinter,unter,neben,aus,depuis,sous,desde,bajo}') then
      if v_phrase is not null then v_phrases := v_phrases || v_phrase; end if;
      v_phrase := v_last || '|' || tokens[i];
    elsif v_phrase is not null then
      v_phrase := v_phrase || ' ' || tokens[i];
    else
      v_core := v_core || ' ' || tokens[i];
    end if;
    if kinds[i] <> ',' then v_last := tokens[i]; end if;
  end loop;
  if v_phrase is not null then
    v_phrases := v_phrases || case when exists (select from unnest(v_phrases) p where p like '^|%') then v_phrase when v_phrase ~ '\|(in|at|on|during|since|until|for|near|behind|under|inside|outside|im|am|auf|bei|seit|hinter|unter|für|dans|en|depuis|sous|pour|desde|bajo|para)\M' then regexp_replace(v_phrase, '^[^|]+\|', '^|') else v_phrase end;
  end if;
  return ltrim(v_core) || ' / ' || array_to_string(array(select p from unnest(v_phrases) p order by 1), '; ') || ' / '
    || array_to_string(array(select t.time from unnest(v_times) with ordinality t (time, place) order by left(t.time, 1), t.place), ' ');
end $$;

-- Whether a puts its verb first, behind a time or phrase that leads, where b has the subject first: German, Dutch, Spanish, Italian.
create function pgrecall.is_inverted(a pgrecall.reading, b pgrecall.reading) returns boolean
language sql immutable parallel safe as $$
  select a.language in ('de', 'es', 'it', 'pt', 'nl') and b.language = a.language and cardinality(a.tokens) = cardinality(b.tokens)
    and (a.kinds[1] in ('t', 'o') or pgrecall.is_binding(a.tokens[1])) and split_part(a.outline, ' / ', 2) = split_part(b.outline, ' / ', 2)
    and split_part(a.outline, ' / ', 3) = split_part(b.outline, ' / ', 3)
    and (select count(*) from unnest(a.kinds) k where k = 'w') < 2
    and exists (
      select from (select string_to_array(split_part(a.outline, ' / ', 1), ' ') as c) w, generate_series(2, cardinality(w.c)) i
      where a.kinds[array_position(a.tokens, w.c[1])] in ('x', 'p', 'b', 'f') and array_to_string(w.c[2:i] || w.c[1] || w.c[i + 1:], ' ') = split_part(b.outline, ' / ', 1))
$$;

-- Whether only the two sides of one `and` are exchanged, right behind a word that governs both.
create function pgrecall.is_list(a pgrecall.reading, b pgrecall.reading) returns boolean
language sql immutable parallel safe as $$
  select cardinality(a.tokens) = cardinality(b.tokens) and exists (
    select from generate_series(2, cardinality(a.tokens) - 1) i
    where a.tokens[i] in ('and', 'und', 'et', 'y', '和')
      and a.tokens[:i - 2] || a.tokens[i + 1] || a.tokens[i] || a.tokens[i - 1] || a.tokens[i + 2:] = b.tokens
      and (i = 2 or a.kinds[i - 2] in ('c', 'p', 'f', 'l', 'd') or pgrecall.is_binding(a.tokens[i - 2]))
      and (i + 1 = cardinality(a.tokens) or a.kinds[i + 2] in ('t', 'o')) and (select count(*) from unnest(a.tokens) w where w in ('and', 'und', 'et', 'y', '和')) = 1
  )
$$;

-- Whether a says `the page of the printer` where b says `the printer's page`.
create function pgrecall.is_owned(a pgrecall.reading, b pgrecall.reading) returns boolean
language sql immutable parallel safe as $$
  select '''s' = any (b.tokens) and (select count(*) from unnest(a.tokens) t where t = 'of') < 3 and exists (
    select from generate_series(2, cardinality(a.tokens) - 1) i, generate_series(1, i - 1) head, generate_series(i + 1, cardinality(a.tokens)) tail
    where a.language = 'en' and a.tokens[i] = 'of' and cardinality(a.tokens) = cardinality(b.tokens) and a.tokens[tail + 1] is distinct from '''s' and a.kinds[i + 1] <> 'w'
      and a.tokens[:head - 1] || a.tokens[i + 1:tail] || '''s'::text || a.tokens[head:i - 1] || a.tokens[tail + 1:] = b.tokens
  )
$$;

-- Whether a says `the report was written by Ana` where b says `Ana wrote the report`, in English, German, French or Spanish.
create function pgrecall.is_passive(a pgrecall.reading, b pgrecall.reading) returns boolean
language sql immutable parallel safe as $$
  select a.tokens && '{by,von,par,por}' and exists (
    select from generate_series(3, cardinality(a.tokens) - 1) i, generate_series(i + 1, cardinality(a.tokens)) tail
    cross join lateral (select
      case when a.tokens[i] = 'von' then a.tokens[i - 1] else a.tokens[i - 2] end as auxiliary,
      case when a.tokens[i] = 'von' then a.tokens[cardinality(a.tokens)] else a.tokens[i - 1] end as participle,
      case when a.tokens[i] = 'von' then a.tokens[:i - 2] || a.tokens[tail + 1:cardinality(a.tokens) - 1] else a.tokens[:i - 3] || a.tokens[tail + 1:] end as rest) v
    where a.tokens[i] = case a.language when 'en' then 'by' when 'de' then 'von' when 'fr' then 'par' when 'es' then 'por' end
      and cardinality(a.tokens) = cardinality(b.tokens) + 2 and (a.tokens[i] <> 'von' or tail < cardinality(a.tokens))
      and a.tokens[i + 1:tail] = b.tokens[:tail - i] and not a.kinds[i + 1:tail] && '{o,t,u,n}' -- by Monday, by 1990: nobody who acts
      and pgrecall.is_voice_of(v.auxiliary, v.participle, b.tokens[tail - i + 1])
      and b.tokens[tail - i + 2:] = v.rest
  )
$$;

-- Whether a is the passive of b, with times and phrases in other places: `on Fridays the maps are stamped by Ana`.
create function pgrecall.is_voiced(a pgrecall.reading, b pgrecall.reading) returns boolean
language sql immutable parallel safe as $$
  select a.tokens && '{by,par,por}' and exists (
    select from (select string_to_array(split_part(a.outline, ' / ', 1), ' ') as core, string_to_array(split_part(a.outline, ' / ', 2), '; ') as phrases) o
    cross join lateral (select p, substring(p from '^[^|]*\|(?:by|par|por) (.+)$') as agent from unnest(o.phrases) p) g
    cross join lateral (select o.core[cardinality(o.core) - 1] in ('was', 'were') as is_past, cardinality(o.core) as n) v
    where g.agent is not null and b.kinds[1] not in ('o', 't', 'u', 'n') and v.n > 1 and (v.is_past or 'c' = any (a.kinds))
      and split_part(b.outline, ' / ', 3) = split_part(a.outline, ' / ', 3)
      and array_to_string(array_remove(o.phrases, g.p), '; ') = split_part(b.outline, ' / ', 2)
      and split_part(b.outline, ' / ', 1) like g.agent || ' %'
      and ltrim(substr(split_part(b.outline, ' / ', 1), length(g.agent) + 2)) like '% ' || array_to_string(o.core[:v.n - case when v.is_past then 2 else 1 end], ' ')
      and pgrecall.is_voice_of(case when v.is_past then 'was' else case a.language when 'fr' then 'est' when 'es' then 'es' else 'is' end end, o.core[v.n],
        split_part(substr(split_part(b.outline, ' / ', 1), length(g.agent) + 2), ' ', 1))
      and cardinality(string_to_array(split_part(b.outline, ' / ', 1), ' ')) = v.n - case when v.is_past then 1 else 0 end + cardinality(string_to_array(g.agent, ' ')))
$$;

-- Whether the two sides of `is` are exchanged, one of them a name: Nuria is the aunt of Gael, the aunt of Gael is Nuria.
create function pgrecall.is_swapped(a pgrecall.reading, b pgrecall.reading) returns boolean
language sql immutable parallel safe as $$
  select exists (
    select from generate_series(2, cardinality(a.tokens) - 1) i
    where a.kinds[i] = 'c' and (select count(*) from unnest(a.kinds) k where k = 'c') = 1 and a.tokens[i + 1:] || a.tokens[i] || a.tokens[:i - 1] = b.tokens
      and (a.kinds[:i - 1] <@ '{w}' or a.kinds[i + 1:] <@ '{w}') and not a.kinds && '{g,i,m,y}')
$$;

-- Whether a verb is the active of a passive in the same tense: `is managed` manages, `was fixed` fixed, `wird geprüft` prüft.
create function pgrecall.is_voice_of(auxiliary text, participle text, verb text) returns boolean
language sql immutable parallel safe strict as $$
  select case
    when auxiliary in ('is') then verb = participle or (verb ~ 's$' and rtrim(regexp_replace(verb, 'es$|s$', ''), 'e') in (rtrim(regexp_replace(participle, 'ed$|d$', ''), 'e'), participle))
      or participle || '>' || verb = any ('{written>writes,taken>takes,given>gives,taught>teaches,made>makes,led>leads,kept>keeps,driven>drives,held>holds,sold>sells,built>builds,paid>pays,run>runs,sent>sends}'::text[])
    when auxiliary in ('was', 'were') then verb = participle or participle || '>' || verb = any ('{written>wrote,taken>took,given>gave,found>found,broken>broke,chosen>chose,drawn>drew,driven>drove,eaten>ate,spoken>spoke,stolen>stole,thrown>threw,seen>saw,done>did,beaten>beat}'::text[])
    when auxiliary in ('wird', 'werden') then verb in (participle, replace(participle, 'ge', '')) or rtrim(verb, 't') || 't' = regexp_replace(participle, '^ge', '')
    when auxiliary in ('est', 'sont') then verb ~ '(e|ent)$' and regexp_replace(verb, '(e|ent)$', '') = regexp_replace(participle, '(é|ée|és|ées)$', '')
    when auxiliary in ('es', 'son') then verb ~ '(a|an|e|en)$' and regexp_replace(verb, '(an|en|a|e)$', '') = regexp_replace(participle, '(ad|id)(o|a|os|as)$', '')
    else false end
$$;
