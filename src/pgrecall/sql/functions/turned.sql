-- Whether the same words stand in another order that says the same: a time that moved, a list, the owner of a thing, the passive.
create function pgrecall.is_turned(a pgrecall.reading, b pgrecall.reading) returns boolean
language sql immutable parallel safe as $$
  select case when cardinality(a.tokens) < 3 or cardinality(b.tokens) < 3 then false
    when cardinality(a.tokens) = cardinality(b.tokens) and (select array_agg(x order by x) from unnest(a.tokens) x) = (select array_agg(x order by x) from unnest(b.tokens) x) then
      pgrecall.is_rotated(a, b) or pgrecall.without_times(a) = pgrecall.without_times(b) and not pgrecall.is_open_ended(a) or pgrecall.is_list(a, b)
    else pgrecall.is_owned(a, b) or pgrecall.is_owned(b, a) or pgrecall.is_passive(a, b) or pgrecall.is_passive(b, a) end
$$;

-- Whether a phrase that a preposition binds moved from one end to the other.
create function pgrecall.is_rotated(a pgrecall.reading, b pgrecall.reading) returns boolean
language sql immutable parallel safe as $$
  select exists (
    select from generate_series(2, cardinality(a.tokens)) cut
    where a.tokens[cut:] || a.tokens[:cut - 1] = b.tokens and (pgrecall.is_binding(a.tokens[cut]) or pgrecall.is_binding(a.tokens[1]))
  )
$$;

-- Return the words without times and dates, then those in their order: where in a sentence they stand says nothing.
create function pgrecall.without_times(r pgrecall.reading) returns text[]
language sql immutable parallel safe as $$
  select array_agg(w.token order by case when w.kind in ('t', 'o') or w.token like 'per~%' or w.token = any ('{often,usually,always,frequently,sometimes,oft,immer,souvent,toujours,siempre}') then ascii(w.kind) else 0 end, w.place)
  from unnest(r.tokens, r.kinds) with ordinality w (token, kind, place)
$$;

-- Whether only the two sides of one `and` are exchanged, right behind a word that governs both.
create function pgrecall.is_list(a pgrecall.reading, b pgrecall.reading) returns boolean
language sql immutable parallel safe as $$
  select exists (
    select from generate_series(2, cardinality(a.tokens) - 1) i
    where a.tokens[i] in ('and', 'und', 'et', 'y', '和')
      and a.tokens[:i - 2] || a.tokens[i + 1] || a.tokens[i] || a.tokens[i - 1] || a.tokens[i + 2:] = b.tokens
      and (i = 2 or a.kinds[i - 2] in ('c', 'p', 'f', 'l', 'd') or pgrecall.is_binding(a.tokens[i - 2]))
      and (i + 1 = cardinality(a.tokens) or a.kinds[i + 2] in ('c', 'p', 'f', 'l', 'd', 'b', 't', 'o') or pgrecall.is_binding(a.tokens[i + 2]))
  )
$$;

-- Whether a says `the page of the printer` where b says `the printer's page`.
create function pgrecall.is_owned(a pgrecall.reading, b pgrecall.reading) returns boolean
language sql immutable parallel safe as $$
  select exists (
    select from generate_series(2, cardinality(a.tokens) - 1) i, generate_series(1, i - 1) head, generate_series(i + 1, cardinality(a.tokens)) tail
    where a.language = 'en' and a.tokens[i] = 'of' and cardinality(a.tokens) = cardinality(b.tokens)
      and a.tokens[:head - 1] || a.tokens[i + 1:tail] || '''s'::text || a.tokens[head:i - 1] || a.tokens[tail + 1:] = b.tokens
  )
$$;

-- Whether a says `the report was written by Ana` where b says `Ana wrote the report`.
create function pgrecall.is_passive(a pgrecall.reading, b pgrecall.reading) returns boolean
language sql immutable parallel safe as $$
  select exists (
    select from generate_series(4, cardinality(a.tokens) - 1) i, generate_series(i + 1, cardinality(a.tokens)) tail
    where a.language = 'en' and a.tokens[i] = 'by' and a.tokens[i - 2] in ('is', 'was', 'were') and cardinality(a.tokens) = cardinality(b.tokens) + 2
      and a.tokens[i + 1:tail] = b.tokens[:tail - i]
      and pgrecall.is_voice_of(a.tokens[i - 2], a.tokens[i - 1], b.tokens[tail - i + 1])
      and b.tokens[tail - i + 2:] = a.tokens[:i - 3] || a.tokens[tail + 1:]
  )
$$;

-- Whether a verb is the active of a passive in the same tense: `is managed` manages, `was fixed` fixed.
create function pgrecall.is_voice_of(auxiliary text, participle text, verb text) returns boolean
language sql immutable parallel safe as $$
  select case when auxiliary = 'is' then verb = participle or verb ~ 's$' and rtrim(regexp_replace(verb, 'es$|s$', ''), 'e') in (rtrim(regexp_replace(participle, 'ed$|d$', ''), 'e'), participle)
    else verb = participle or participle || '>' || verb = any ('{written>wrote,taken>took,given>gave,found>found,broken>broke,chosen>chose,drawn>drew,driven>drove,eaten>ate,spoken>spoke,stolen>stole,thrown>threw,seen>saw,done>did}'::text[]) end
$$;
