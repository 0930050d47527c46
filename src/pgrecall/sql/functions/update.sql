-- Correct a memory: store a new version of it and close the old one. What is null is taken over from the old version, its
-- validity and dates included: the new wording holds from the same instant, unless valid_from says when the world changed.
-- confirmed: nothing differs, and nothing was written. Kind, subject and predicate stay; the idempotency key is not taken over.
-- Of two who update one version at once one is told: MR002. Raises MR001 for an unknown id, MR003 for what store refuses.
create function pgrecall.update(
  id uuid, content text default null, embedding halfvec default null, object text default null, importance int default null,
  confidence float8 default null, tags text[] default null, metadata jsonb default null, said_at timestamptz default null,
  event_at text default null, valid_from timestamptz default null, valid_until timestamptz default null,
  forget_after timestamptz default null, namespace text default null, model text default null
) returns setof pgrecall.stored
language plpgsql volatile security definer set search_path from current as $$
#variable_conflict use_column
declare
  v_namespace int := pgrecall.writable(update.namespace);
  v_model int := pgrecall.model_id(update.model);
  v_now timestamptz;
  v_old pgrecall_data.memories;
  v_new pgrecall.new_memory;
begin
  perform pgrecall.lock_namespace(v_namespace);
  v_now := pgrecall.now();
  v_old := pgrecall.open_version(v_namespace, update.id, 'update');
  v_new := pgrecall.as_new(v_old);
  v_new.content := coalesce(update.content, v_new.content);
  v_new.object := coalesce(update.object, v_new.object);
  v_new.importance := coalesce(update.importance, v_new.importance);
  v_new.confidence := coalesce(update.confidence, v_new.confidence);
  v_new.tags := coalesce(update.tags, v_new.tags);
  v_new.metadata := coalesce(update.metadata, v_new.metadata);
  v_new.said_at := coalesce(update.said_at, v_new.said_at);
  v_new.event_at := coalesce(update.event_at, v_new.event_at);
  v_new.valid_from := coalesce(update.valid_from, v_new.valid_from);
  v_new.valid_until := coalesce(update.valid_until, v_new.valid_until);
  v_new.forget_after := coalesce(update.forget_after, v_new.forget_after);
  v_new := pgrecall.check_new(v_new);
  perform pgrecall.check_vector(update.embedding, v_model);
  if v_new.content = v_old.content and v_old.embedding is not null then
    embedding := v_old.embedding;
    v_model := v_old.model_id;
  end if;
  return query select s.* from pgrecall.replace_version(v_namespace, v_old, v_new, v_now, update.embedding, v_model) s;
end $$;

-- Put a checked new version in the place of an old one, under the namespace's lock; nothing when they do not differ.
-- Where another live memory says the same already, and does not wait for review, that one takes the old one's place.
create function pgrecall.replace_version(
  namespace_id int, old pgrecall_data.memories, n pgrecall.new_memory, now timestamptz, embedding halfvec, model_id int
) returns setof pgrecall.stored
language plpgsql volatile as $$
#variable_conflict use_column
declare
  v_stored pgrecall.stored;
  v_like pgrecall_data.memories := old;
  v_same pgrecall_data.memories;
begin
  v_stored.notes := pgrecall.limits_of(n.content, null);
  if (n.content, n.object, n.importance, n.confidence::real, n.tags, n.metadata, n.said_at, n.valid_from, n.valid_until, n.forget_after)
      is not distinct from (old.content, old.object, old.importance::int, old.confidence, old.tags, old.metadata, old.said_at, old.valid_from, old.valid_until, old.forget_after)
    and (pgrecall.event_range(n.event_at), pgrecall.event_precision(n.event_at)) is not distinct from (old.event_at, old.event_precision) then
    v_stored.id := old.id; v_stored.action := 'confirmed'; v_stored.version := old.version; v_stored.replaced := '{}';
    return next v_stored;
    return;
  end if;
  v_stored.notes := pgrecall.limits_of(n.content, embedding);
  if l2_norm(embedding) = 0 then embedding := null; end if;
  v_like.content_hash := pgrecall_data.content_hash(n.content);
  v_like.valid_from := n.valid_from;
  v_like.valid_until := n.valid_until;
  if n.content <> old.content then v_same := pgrecall.same_again(v_like, now); end if;
  if v_same.review = 'approved' then
    v_stored.id := v_same.id; v_stored.action := 'updated'; v_stored.version := v_same.version;
    v_stored.replaced := pgrecall.close_versions(namespace_id, array[old.id], v_same.id, greatest(n.valid_from, v_same.valid_from), now);
    perform pgrecall.relate_versions(namespace_id, v_same.id, v_stored.replaced);
    return next v_stored;
    return;
  end if;
  select p.id, p.action, p.version, p.replaced into v_stored.id, v_stored.action, v_stored.version, v_stored.replaced
  from pgrecall.place_version(namespace_id, n, true, now, embedding, model_id, (null, '{}', null)::pgrecall.standing) p;
  perform pgrecall.take_over(namespace_id, old, v_stored.id);
  return next v_stored;
end $$;

-- Give a new version what no field of a new memory says: its place in the session, its sources, and, where the text is the
-- same, what was decided about it.
create function pgrecall.take_over(namespace_id int, old pgrecall_data.memories, id uuid) returns void
language sql volatile as $$
  update pgrecall_data.memories m set position = old.position, is_static = old.is_static, is_proposal = old.is_proposal,
    review = case when m.content_hash = old.content_hash then old.review else m.review end
  where m.namespace_id = take_over.namespace_id and m.id = take_over.id;
  insert into pgrecall_data.reviews (namespace_id, memory_id, decision, decided_at, reason)
  select m.namespace_id, m.id, m.review, m.recorded_at, 'taken over from version ' || old.version
  from pgrecall_data.memories m where m.namespace_id = take_over.namespace_id and m.id = take_over.id and m.is_inference and m.review <> 'pending';
  insert into pgrecall_data.sources (namespace_id, memory_id, kind, source_id)
  select s.namespace_id, take_over.id, s.kind, s.source_id from pgrecall_data.sources s
  where s.namespace_id = take_over.namespace_id and s.memory_id = old.id
  on conflict do nothing
$$;

-- Return a stored memory as one would store it again in its place: what it supersedes is itself.
create function pgrecall.as_new(m pgrecall_data.memories) returns pgrecall.new_memory
language sql stable as $$
  select (
    m.content, m.kind, m.subject, m.predicate, m.object, m.is_multi, array[m.id],
    array(select r.to_id from pgrecall_data.relations r where r.namespace_id = m.namespace_id and r.from_id = m.id and r.relation = 'extends'),
    array(select s.source_id from pgrecall_data.sources s where s.namespace_id = m.namespace_id and s.memory_id = m.id and s.kind = 'memory'),
    m.importance, m.confidence::text::float8, m.tags, m.metadata, m.origin, m.said_at,
    to_char(lower(m.event_at) at time zone 'UTC', case m.event_precision
      when 'year' then 'YYYY' when 'month' then 'YYYY-MM' when 'day' then 'YYYY-MM-DD' else 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"' end),
    m.valid_from, m.valid_until, m.forget_after, m.session, m.speaker, null, null)::pgrecall.new_memory
$$;
