-- Return what a text asks of the memory itself: forget (drop what it quotes), withhold (do not keep this); null for most.
-- Heeded only from a user; a statement about forgetting or keeping other things is no such request.
create function pgrecall.intent(n pgrecall.new_memory) returns text
language sql immutable parallel safe as $$
  select case
    when n.origin <> 'user' or pgrecall.is_turn(n.session, n.kind) or length(n.content) > 2000
      or pgrecall_data.folded(n.speaker) in ('assistant', 'system', 'tool') then null
    -- cheap words first: PostgreSQL keeps 32 compiled patterns, and these are long
    when not lower(n.content) like any ('{%save%,%store%,%remember%,%record%,%keep%,%log%,%memori%,%repeat%,%write down%,%hold on%,%forget%,%delete%,%erase%,%remove%,%discard%,%unlearn%,%speicher%,%merk%,%notier%,%vergiss%,%vergessen%,%lösch%,%entfern%,%enregistr%,%mémoris%,%retien%,%reten%,%gard%,%note%,%oubli%,%effac%,%supprim%,%guard%,%recuerd%,%almacen%,%registr%,%anot%,%repit%,%olvid%,%borr%,%elimin%,%保存%,%记%,%存储%,%忘%,%删%}') then null
    when n.content ~* ('(^|[.!?;]\s*)(please,? |and )?(do not|don[''’]t|never) (save|store|remember|record|memori[sz]e|repeat)( (or|and) (save|store|remember|record|memori[sz]e|repeat|share))* (it|this|that)( anywhere| please| in memory)*\s*[.!]*\s*$'
      || '|^\W*((this|that|the following) is |strictly )?off the record\s*[:,.!–—-]|(^|[.!?;]\s*)(bitte )(das |dies |es )?nicht (speichern|merken|notieren)\s*[.!]*\s*$|(^|[.!?;]\s*)(speichere?|merke?|notiere?)( dir)? (das|dies|es)( bitte)? nicht\s*[.!]*\s*$'
      || '|(^|[.!?;]\s*)ne (l[''’]|le |la |les )?(enregistre|enregistrez|mémorise|mémorisez|retiens|retenez) pas( ça| cela| ceci)?\s*[.!]*\s*$'
      || '|(^|[.!?;]\s*)no (lo |la |los )?(guardes|recuerdes|almacenes|registres|repitas)( esto| eso)?\s*[.!]*\s*$|(^|[，。！；]\s*)(请)?(不要|别|勿)(保存|记住|记录|存储)(这个|这|它|下来)?[。！]?$') then 'withhold'
    when n.content ~* ('^\W*(please |can you |could you |now )*(forget|delete|erase|remove|discard|unlearn)( (and|or) (forget|delete|erase|remove|discard))*\M'
      || '|^\W*(bitte )?(vergiss|vergessen sie|lösche|lösch|löschen sie|entferne)\M|^\W*(oublie|oubliez|efface|effacez|supprime|supprimez)\M|^\W*(por favor,? )?(olvida|olvide|borra|borre|elimina|elimine)\M|^\W*(请)?(忘记|忘掉|删除|删掉)') then 'forget'
    end
$$;

-- Whether a text says of itself that it is not to be relied on: hearsay, unverified, or a note that belongs elsewhere.
create function pgrecall.is_hearsay(content text) returns boolean
language sql immutable parallel safe strict as $$
  select lower(left(content, 2000)) like any ('{%verified%,%confirmed%,%authoritative%,%rumo%,%hearsay%,%allegedly%,%supposedly%,%reportedly%,%heard%,%told me%,%grain of salt%,%another %,%different %,%separate %,%some other %,%unrelated %,%angeblich%,%unbestätigt%,%gerücht%,%gehört%,%bestätigt%,%verifiziert%,%apparemment%,%soi-disant%,%vérifié%,%confirmé%,%entendu%,%paraît%,%supuestamente%,%al parecer%,%verifica%,%confirma%,%oído%,%dicen que%,%据说%,%听说%,%未经%,%传闻%}')
    and left(content, 2000) ~* ('\m(unverified|unconfirmed|not authoritative|rumou?r has it|rumou?red|hearsay|allegedly|supposedly|reportedly|take (this|it) with a grain of salt)\M'
    || '|\mi heard( that\M|:| a rumou?r)|\m(note|notes|memory|memories|feedback|mention|message|result|value|record|entry|information)( \w+){0,2} from (another|a different|some other|a separate|an unrelated) \w+'
    || '|\m(angeblich|unbestätigt|gerüchteweise|ich habe gehört, dass)\M|\m(apparemment|soi-disant|j[''’]ai entendu dire|paraît-il)\M'
    || '|\m(supuestamente|al parecer|he oído que)\M|据说|^听说|未经(证实|核实)|传闻')
$$;

-- Forget what a request quotes, whole statements only, and the request with it; hide what asks not to be kept. Returns the ids forgotten.
create function pgrecall.heed(namespace_id int, n pgrecall.new_memory, id uuid, intent text, now timestamptz) returns uuid[]
language plpgsql volatile as $$
#variable_conflict use_column
declare
  v_quoted uuid[] := '{}';
  v_batch uuid := pgrecall_data.uuid_v7();
begin
  if intent = 'forget' then
    v_quoted := pgrecall.quoted(namespace_id, n.content, id);
    if v_quoted = '{}' then return v_quoted; end if;
  end if;
  update pgrecall_data.memories m
  set forgotten_at = heed.now, forget_batch = v_batch, updated_at = heed.now,
    forget_reason = case when heed.intent = 'withhold' then 'asks not to be kept' when m.id = heed.id then 'a request to forget' else 'asked to be forgotten' end
  where m.namespace_id = heed.namespace_id and m.id = any (v_quoted || heed.id) and m.forgotten_at is null;
  return v_quoted;
end $$;

-- Return the live memories that a request quotes: behind the words of the request it says what they say, word for word in their order.
create function pgrecall.quoted(namespace_id int, request text, but uuid) returns uuid[]
language plpgsql volatile
set plan_cache_mode = force_custom_plan -- as in same_memory
as $$
#variable_conflict use_column
declare
  v_read pgrecall.reading := pgrecall.read(request);
  v_words text[] := pgrecall.quotable(v_read);
  v_filter pgrecall.filter := pgrecall.new_filter(null, null, null, null, null, null, null, null, false);
begin
  while v_words[1] = any ('{please,can,could,you,now,forget,delete,erase,remove,discard,unlearn,and,or,that,about,fact,bitte,vergiss,vergessen,sie,lösche,lösch,löschen,entferne,oublie,oubliez,efface,effacez,supprime,supprimez,que,por,favor,olvida,olvide,borra,borre,elimina,elimine,请,忘,记,掉,删,除}'::text[]) loop
    v_words := v_words[2:];
  end loop;
  return array(
    select m.id from pgrecall.keyword_lane(array[namespace_id], pgrecall.query_lexemes(request, array[namespace_id]), v_filter, 20) c
    join pgrecall_data.memories m on m.namespace_id = quoted.namespace_id and m.id = c.id
    where m.id <> but and not pgrecall.is_turn(m.session, m.kind) and length(m.content) <= 1000
      and cardinality(v_words) > 2 and pgrecall.quotable(pgrecall.read(m.content, v_read.language)) = v_words
    order by m.id
  );
end $$;

-- Return the words of a text in their order, without `is`.
create function pgrecall.quotable(r pgrecall.reading) returns text[]
language sql immutable parallel safe as $$
  select array_agg(w.token order by w.place) from unnest(r.tokens, r.kinds) with ordinality w (token, kind, place) where w.kind <> 'c'
$$;
