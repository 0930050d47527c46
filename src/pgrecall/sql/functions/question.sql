-- Read what a query asks for: its words, the names in it that the namespaces know, the times it names, whether it asks for a time, and
-- whether for what the user said of themselves. Times are read as asked at an instant; `told` is how long they are talked of afterwards.
-- A day seen from today ("yesterday", up to two months back) is asked for by one who was there: what was said before is not meant.
create function pgrecall.new_question(namespaces int[], query text, entities text[], asked_at timestamptz) returns pgrecall.question
language plpgsql stable as $$
#variable_conflict use_column
declare
  v_question pgrecall.question;
  v_all text[] := pgrecall.query_lexemes(new_question.query, new_question.namespaces);
  v_rest text := new_question.query;
begin
  v_question.names := pgrecall.name_candidates(new_question.query) || array(select pgrecall_data.folded(e) from unnest(new_question.entities) e);
  v_question.lexemes := v_all;
  v_question.name_lexemes := '{}';
  if exists (select from pgrecall.named_entities(new_question.namespaces, v_question.names)) then
    v_rest := pgrecall.without_names(new_question.query, new_question.namespaces);
    v_question.lexemes := pgrecall.query_lexemes(v_rest, new_question.namespaces);
    v_question.name_lexemes := array(select unnest(v_all) except select unnest(v_question.lexemes));
  end if;
  select coalesce(array_agg(tstzrange(w.starts, w.ends)), '{}'),
    coalesce(array_agg(tstzrange(w.starts, w.ends + case w.unit when 'month' then interval '10 days' else interval '14 days' end)), '{}'),
    case when bool_and(w.is_relative and w.unit = 'day' and w.ends <= new_question.asked_at and w.starts >= new_question.asked_at - interval '60 days') then min(w.starts) end
  into v_question.windows, v_question.told, v_question.not_before
  from pgrecall.asked_windows(v_rest, new_question.asked_at) w;
  v_question.asks_when := pgrecall.asks_when(new_question.query);
  v_question.asks_own := pgrecall.asks_own(new_question.query);
  return v_question;
end $$;

-- Return whether a query is about the user's own words: it says I or my, and does not ask what the assistant said.
create function pgrecall.asks_own(query text) returns boolean
language sql immutable parallel safe as $$
  select left(query, 2000) ~* (
      '\m(i|my|me|mine|myself|we|our|us|ich|mein|meine[mnrs]?|mir|mich|wir|uns|unsere?[mnrs]?|je|j[''’]|mon|ma|mes|moi|nous|notre|nos|yo|mi|mis|nosotr[oa]s|nuestr[oa]s?|'
      || 'eu|meu|minha|meus|minhas|io|mio|mia|miei|mie)\M|我|私|僕|俺|나는|내가|제가|나의|내 |제 ')
    and not left(query, 2000) ~* (
      '\m(you|du|sie|tu|vous|usted|você)\M.{0,30}\m(said|say|told|tell|recommend|suggest|mention|gave|give|provided?|list|explain|advi[sc]e|wrote|write|created?|shared?|describ|propos'
      || '|gesagt|empfohlen|vorgeschlagen|genannt|erklärt|dit|recommandé|suggéré|proposé|dijo|dijiste|recomendaste|sugeriste|disse|recomendou)'
      || '|\myour (previous|last|earlier|suggestions?|recommendations?|answer|list|advice)\M|\mprevious (chat|conversation|discussion)\M'
      || '|\mremind me\M|你.{0,10}(推荐|建议|说过|告诉|提到|列出)')
$$;
