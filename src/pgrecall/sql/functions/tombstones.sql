-- Raise MR002 for a memory that was erased here and comes back by itself: an import or inference of an erased text, or
-- anything under an erased idempotency key. What a person or agent says anew is let in, and then an import of it too.
create function pgrecall.check_tombstone(namespace_id int, n pgrecall.new_memory) returns void
language plpgsql stable
set plan_cache_mode = force_custom_plan -- as in same_memory
as $$
#variable_conflict use_column
declare
  v_salt bytea;
  v_erased_at timestamptz;
begin
  if n.idempotency_key is null and n.origin not in ('import', 'inference') then return; end if;
  if not exists (select from pgrecall_data.tombstones t where t.namespace_id = check_tombstone.namespace_id) then return; end if;
  select s.salt into v_salt from pgrecall_data.namespaces s where s.id = check_tombstone.namespace_id;
  select t.erased_at into v_erased_at from pgrecall_data.tombstones t
  where t.namespace_id = check_tombstone.namespace_id and t.kind = 'key' and t.hash = pgrecall.tombstone_hash(v_salt, 'key', n.idempotency_key);
  if found then
    raise exception using errcode = 'MR002', message = format('what was stored with this idempotency key was erased on %s', (v_erased_at at time zone 'UTC')::date),
      hint = 'to store it anyway, use another key or none, and an origin of user, assistant or tool';
  end if;
  if n.origin not in ('import', 'inference') then return; end if;
  select t.erased_at into v_erased_at from pgrecall_data.tombstones t
  where t.namespace_id = check_tombstone.namespace_id and t.kind = 'content' and t.hash = pgrecall.tombstone_hash(v_salt, 'content', n.content)
    and not exists ( -- said again since
      select from pgrecall_data.memories m
      where m.namespace_id = check_tombstone.namespace_id and m.content_hash = pgrecall_data.content_hash(n.content) and m.content = n.content
        and m.forgotten_at is null);
  if found then
    raise exception using errcode = 'MR002', message = format('this text was erased on %s; an %s does not bring it back', (v_erased_at at time zone 'UTC')::date, n.origin),
      hint = 'to store it anyway, as said anew, give the origin user, assistant or tool';
  end if;
end $$;

-- Return the hash kept of an erased text, key or selector: salted by namespace, so that no dictionary of hashes fits it.
create function pgrecall.tombstone_hash(salt bytea, kind text, value text) returns bytea
language sql immutable parallel safe strict as $$
  select sha256(salt || convert_to(kind || ':' || value, 'UTF8'))
$$;
