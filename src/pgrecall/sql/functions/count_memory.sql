-- Return the language to read a new text of a namespace in: what was set for it, else what the text shows, else that of most of
-- the newest memories, English for the first.
create function pgrecall.language_for(namespace_id int, content text) returns text
language plpgsql stable as $$
#variable_conflict use_column
declare
  v_set text;
  v_known text[];
begin
  select n.language, n.languages into v_set, v_known from pgrecall_data.namespaces n where n.id = language_for.namespace_id;
  v_set := coalesce(v_set, pgrecall_data.language_of(language_for.content));
  if v_set is null and cardinality(v_known) > 1 then
    select mode() within group (order by x.language) into v_set
    from (select m.language from pgrecall_data.memories m where m.namespace_id = language_for.namespace_id order by m.said_at desc, m.id desc limit 20) x;
  end if;
  return coalesce(v_set, v_known[1], 'english');
end $$;

-- Set the language that new texts of a namespace are read in; null: each in its own. What is stored stays as it was read.
-- Raises MR003 for a language that PostgreSQL does not know. For the owner of the schema.
create function pgrecall.set_language(path text, language text) returns void
language plpgsql volatile as $$
begin
  if set_language.language <> 'simple' and pgrecall_data.configuration(set_language.language) = 'pg_catalog.simple'::regconfig then
    raise exception using errcode = 'MR003', message = format('language %L is not known', set_language.language),
      hint = 'use english, german, french, spanish, italian, portuguese, dutch, russian, ... or simple';
  end if;
  insert into pgrecall_data.namespaces as n (path, language) values (set_language.path, set_language.language)
  on conflict on constraint namespaces_path_key do update set language = excluded.language;
end $$;

-- Count a new memory and its words, and its language among those of its namespace. Runs under the namespace's lock.
-- From 512 rows on, one in 2, 4, 8, … counts for all of them, chosen by its id: a batch leaves few dead versions of one row.
-- Whenever their number has doubled, the common words are looked up anew.
create function pgrecall.count_memory(namespace_id int, id uuid) returns void
language plpgsql volatile as $$
#variable_conflict use_column
declare
  v_count int;
  v_languages text[];
  v_language text;
  v_words int;
  v_step int;
begin
  select n.memory_count, n.languages into v_count, v_languages from pgrecall_data.namespaces n where n.id = count_memory.namespace_id;
  select m.language, length(m.keywords) into v_language, v_words
  from pgrecall_data.memories m where m.namespace_id = count_memory.namespace_id and m.id = count_memory.id;
  v_step := case when v_count < 512 then 1 else 2 ^ floor(log(2, v_count / 256)) end;
  if v_language = any (v_languages) and v_step > 1 and hashtext(count_memory.id::text) & (v_step - 1) <> 0 then return; end if;
  if v_step > 1 and hashtext(count_memory.id::text) & (v_step - 1) <> 0 then v_step := 0; end if;
  update pgrecall_data.namespaces n set memory_count = n.memory_count + v_step, word_count = n.word_count + v_words * v_step,
    languages = case when v_language = any (v_languages) then n.languages else n.languages || v_language end
  where n.id = count_memory.namespace_id;
  if v_count + v_step >= 512 and floor(log(2, v_count + v_step)) > floor(log(2, greatest(v_count, 1))) then
    perform pgrecall.note_common_words(count_memory.namespace_id, v_count + v_step);
  end if;
end $$;

-- Keep which words more than 100 rows of a namespace hold, judged by its newest rows: 2,000 and a fiftieth.
create function pgrecall.note_common_words(namespace_id int, rows int) returns void
language plpgsql volatile as $$
#variable_conflict use_column
declare
  v_sample int := least(note_common_words.rows, 2000 + note_common_words.rows / 50);
begin
  delete from pgrecall_data.common_words c where c.namespace_id = note_common_words.namespace_id;
  insert into pgrecall_data.common_words (namespace_id, lexeme, share)
  select note_common_words.namespace_id, s.word, least(s.ndoc::real / v_sample, 1)
  from ts_stat(format( -- it takes its query as text
    'select m.keywords from pgrecall_data.memories m where m.namespace_id = %s order by m.id desc limit %s', note_common_words.namespace_id, v_sample)) s
  where s.ndoc >= 8 and s.ndoc::float8 / v_sample * note_common_words.rows > 100;
end $$;

-- Take memories that are about to be erased out of their namespace's counts, and their words out of those noted as common:
-- those that are come back when the words are next looked up.
create function pgrecall.uncount_memories(namespace_id int, ids uuid[]) returns void
language plpgsql volatile as $$
begin
  update pgrecall_data.namespaces n
  set memory_count = greatest(n.memory_count - g.rows, 0), word_count = greatest(n.word_count - g.words, 0),
    languages = case when g.rows >= n.memory_count then '{}' else n.languages end
  from (
    select count(*)::int as rows, coalesce(sum(length(m.keywords)), 0) as words from pgrecall_data.memories m
    where m.namespace_id = uncount_memories.namespace_id and m.id = any (ids)
  ) g
  where n.id = uncount_memories.namespace_id;
  delete from pgrecall_data.common_words c
  where c.namespace_id = uncount_memories.namespace_id and c.lexeme = any (array(
    select distinct l from pgrecall_data.memories m cross join lateral unnest(tsvector_to_array(m.keywords)) l
    where m.namespace_id = uncount_memories.namespace_id and m.id = any (ids)));
end $$;
