-- Return for each item (an object with content and, of a turn, kind, session and speaker) the text to embed, in order: its content,
-- and in front of a turn of a dialogue the end of the turn before it, among the items or stored: an answer makes sense with its question.
-- Raises MR004 for a namespace that is not open.
create function pgrecall.texts_to_embed(items jsonb, namespaces text[] default null) returns setof text
language plpgsql stable security definer set search_path from current as $$
#variable_conflict use_column
declare
  v_namespaces int[] := pgrecall.readable(texts_to_embed.namespaces);
begin
  return query
    with given as (
      select i.n, i.item ->> 'content' as content, i.item ->> 'session' as session,
        pgrecall.is_dialogue(i.item ->> 'session', i.item ->> 'kind', i.item ->> 'speaker') as is_dialogue
      from jsonb_array_elements(texts_to_embed.items) with ordinality i (item, n)
    ), before as (
      select g.n, case when g.is_dialogue then lag(g.content) over (partition by g.session, g.is_dialogue order by g.n) end as content from given g
    )
    select case when g.is_dialogue then coalesce(right(coalesce(b.content, t.content), 200) || e'\n', '') else '' end || g.content
    from given g join before b using (n) left join lateral (
      select m.content from pgrecall_data.memories m
      where b.content is null and g.is_dialogue and m.namespace_id = any (v_namespaces) and m.session = g.session
        and m.forgotten_at is null and pgrecall.is_dialogue(m.session, m.kind, m.speaker)
      order by m.position desc limit 1
    ) t on true order by g.n;
end $$;

-- Return the texts to embed of memories that have no vector, the newest first; of turns, with the end of the turn before.
create function pgrecall.unembedded(n int default 100, namespaces text[] default null) returns table (id uuid, text text)
language plpgsql stable security definer set search_path from current as $$
#variable_conflict use_column
declare
  v_namespaces int[] := pgrecall.readable(unembedded.namespaces);
begin
  return query
    select m.id, coalesce(right(b.content, 200) || e'\n', '') || m.content from pgrecall_data.memories m
    left join pgrecall_data.memories b on b.namespace_id = m.namespace_id and b.session = m.session and b.position = m.position - 1
      and b.forgotten_at is null and pgrecall.is_dialogue(m.session, m.kind, m.speaker) and pgrecall.is_dialogue(b.session, b.kind, b.speaker)
    where m.namespace_id = any (v_namespaces) and m.embedding is null order by m.id desc limit unembedded.n;
end $$;

-- Give memories without a vector one of the current model, in order of the ids. Returns how many took it: one that has a vector
-- meanwhile keeps it. Raises MR003 when the counts differ.
create function pgrecall.set_embeddings(ids uuid[], embeddings text[], namespaces text[] default null) returns int
language plpgsql volatile security definer set search_path from current as $$
#variable_conflict use_column
declare
  v_namespaces int[] := pgrecall.readable(set_embeddings.namespaces);
  v_model int := pgrecall.model_id(null);
  v_count int;
begin
  if cardinality(set_embeddings.ids) <> cardinality(set_embeddings.embeddings) then
    raise exception using errcode = 'MR003', message = format('%s ids and %s embeddings', cardinality(set_embeddings.ids), cardinality(set_embeddings.embeddings)), hint = 'one embedding for each id, in the same order';
  end if;
  update pgrecall_data.memories m set embedding = x.embedding::halfvec, model_id = v_model
  from unnest(set_embeddings.ids, set_embeddings.embeddings) x (id, embedding)
  where m.namespace_id = any (v_namespaces) and m.id = x.id and m.embedding is null and x.embedding is not null and v_model is not null;
  get diagnostics v_count = row_count;
  return v_count;
end $$;
