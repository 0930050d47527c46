-- Return what a text asks of the memory itself: forget (drop what it quotes), withhold (do not keep this); null for most.
-- Heeded only from a user; a statement about forgetting or keeping other things is no such request.
create function pgrecall.intent(n pgrecall.new_memory) returns text
language sql immutable parallel safe as $$
  select case
    when n.origin <> 'user' or n.session is not null and n.kind in ('conversation', 'transcript') or length(n.content) > 2000
      or pgrecall_data.folded(n.speaker) in ('assistant', 'system', 'tool') then null
    -- cheap words first: PostgreSQL keeps 32 compiled patterns, and these are long
    when not lower(n.content) like any ('{%save%,%store%,%remember%,%record%,%keep%,%log%,%memori%,%repeat%,%write down%,%hold on%,%forget%,%delete%,%erase%,%remove%,%discard%,%unlearn%,%speicher%,%merk%,%notier%,%vergiss%,%vergessen%,%lösch%,%entfern%,%enregistr%,%mémoris%,%retien%,%reten%,%gard%,%note%,%oubli%,%effac%,%supprim%,%guard%,%recuerd%,%almacen%,%registr%,%anot%,%repit%,%olvid%,%borr%,%elimin%,%保存%,%记%,%存储%,%忘%,%删%}') then null
    when n.content ~* ('\m(do not|don[''’]t|never|please don[''’]t) (save|store|remember|record|keep|log|memori[sz]e|repeat|write down|hold on to)( (or|and) \w+){0,3} (it|this|that|these|those|any of (it|this))( or \w+ (it|this|that))?( (down|please|anywhere|in memory))*\s*([.!]|$)'
      || '|\moff the record\M|\m(speicher|speichere|merk|merke|notier|notiere)( dir)? (das|dies|es)( bitte)? nicht\M|\mnicht (speichern|merken|notieren)\s*([.!]|$)'
      || '|\mne (l[''’]|le |la |les )?(enregistre|enregistrez|mémorise|mémorisez|retiens|retenez|garde|gardez|note|notez)( pas)( ça| cela| ceci)?( en mémoire)?\s*([.!]|$)'
      || '|\mno (lo |la |los )?(guardes|guarde|recuerdes|almacenes|registres|anotes|repitas)( esto| eso)?( ni \w+)?\s*([.!]|$)|(不要|别|请勿)(保存|记住|记录|存储)(这|此|它|下来|$|[。！])') then 'withhold'
    when n.content ~* ('^\W*(please |can you |could you |now )*(forget|delete|erase|remove|discard|unlearn)( (and|or) (forget|delete|erase|remove|discard))*\M'
      || '|^\W*(bitte )?(vergiss|vergessen sie|lösche|lösch|löschen sie|entferne)\M|^\W*(oublie|oubliez|efface|effacez|supprime|supprimez)\M|^\W*(por favor,? )?(olvida|olvide|borra|borre|elimina|elimine)\M|^\W*(请)?(忘记|忘掉|删除|删掉)') then 'forget'
    end
$$;

-- Whether a text says of itself that it is not to be relied on: hearsay, unverified, or a note that belongs elsewhere.
create function pgrecall.is_hearsay(content text) returns boolean
language sql immutable parallel safe strict as $$
  select lower(left(content, 2000)) like any ('{%verified%,%confirmed%,%authoritative%,%rumo%,%hearsay%,%allegedly%,%supposedly%,%reportedly%,%heard%,%told me%,%grain of salt%,%another %,%different %,%separate %,%some other %,%unrelated %,%angeblich%,%unbestätigt%,%gerücht%,%gehört%,%bestätigt%,%verifiziert%,%apparemment%,%soi-disant%,%vérifié%,%confirmé%,%entendu%,%paraît%,%supuestamente%,%al parecer%,%verifica%,%confirma%,%oído%,%dicen que%,%据说%,%听说%,%未经%,%传闻%}')
    and left(content, 2000) ~* ('\m(unverified|unconfirmed|not (yet )?(verified|confirmed|authoritative)|not (an )?authoritative|rumou?r has it|rumou?red|hearsay|allegedly|supposedly|reportedly|i (only )?heard|someone told me|take (this|it) with a grain of salt)\M'
    || '|\m(note|notes|memory|memories|feedback|mention|message|result|value|record|entry|information)( \w+){0,2} (from|of|in) (another|a different|some other|a separate|an unrelated) \w+'
    || '|\m(angeblich|unbestätigt|gerüchteweise|ich habe gehört|nicht (bestätigt|verifiziert))\M|\m(apparemment|soi-disant|non (vérifié|confirmé)|j[''’]ai entendu dire|paraît-il)\M'
    || '|\m(supuestamente|al parecer|sin (verificar|confirmar)|no (verificado|confirmado)|he oído que|dicen que)\M|据说|听说|未经(证实|核实)|传闻')
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

-- Return the live memories that a request quotes: all of their words stand in it, and they are most of its words.
create function pgrecall.quoted(namespace_id int, request text, but uuid) returns uuid[]
language plpgsql volatile
set plan_cache_mode = force_custom_plan -- as in same_memory
as $$
#variable_conflict use_column
declare
  v_read pgrecall.reading := pgrecall.read(request);
  v_words text[] := pgrecall.gist(v_read);
  v_filter pgrecall.filter := pgrecall.new_filter(null, null, null, null, null, null, null, null, false);
begin
  return array(
    select m.id from pgrecall.keyword_lane(array[namespace_id], pgrecall.query_lexemes(request), v_filter, 20) c
    join pgrecall_data.memories m on m.namespace_id = quoted.namespace_id and m.id = c.id
    cross join lateral (select pgrecall.gist(pgrecall.read(m.content, v_read.language)) as words) g
    where m.id <> but and (m.session is null or m.kind not in ('conversation', 'transcript'))
      and cardinality(g.words) > 2 and g.words <@ v_words and 2 * cardinality(g.words) >= cardinality(v_words)
    order by m.id
  );
end $$;
