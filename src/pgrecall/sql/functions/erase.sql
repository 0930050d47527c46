-- Erase memories for good, with every copy: all versions, words, vectors, names, edges, what was derived from them alone,
-- events that only they cite. Exactly one of ids, subject, document, "where" (over metadata) and everything says which.
-- Hashes stop a re-import (pgrecall.check_tombstone); the receipt stays for ever. dry_run counts and changes nothing.
-- Raises MR001 for an unknown id or document, MR003 unless exactly one selector is given; nothing was erased then.
create function pgrecall.erase(
  ids uuid[] default null, subject text default null, document uuid default null, "where" jsonb default null,
  everything boolean default false, reason text default null, dry_run boolean default false, namespace text default null
) returns pgrecall.receipt
language plpgsql volatile security definer set search_path from current as $$
declare
  v_receipt pgrecall.receipt;
begin
  begin
    v_receipt := pgrecall.erase_now(
      erase.ids, erase.subject, erase.document, erase."where", coalesce(erase.everything, false), erase.reason, erase.namespace);
    v_receipt.is_dry_run := coalesce(erase.dry_run, false);
    if v_receipt.is_dry_run then -- the same statements, undone: the counts cannot differ
      raise exception using errcode = 'DRYRN', message = 'dry run';
    end if;
  exception when sqlstate 'DRYRN' then
    v_receipt.id := null;
    v_receipt.erased_at := null;
  end;
  if not v_receipt.is_dry_run and exists (select from jsonb_each_text(v_receipt.counts) c where c.value <> '0') then
    perform pgrecall.renew_statistics(pgrecall.writable(erase.namespace));
  end if;
  return v_receipt;
end $$;

-- Erase under the namespace's lock and write the receipt; the body of erase.
create function pgrecall.erase_now(
  ids uuid[], subject text, document uuid, "where" jsonb, everything boolean, reason text, namespace text
) returns pgrecall.receipt
language plpgsql volatile as $$
#variable_conflict use_column
declare
  v_namespace int := pgrecall.writable(erase_now.namespace);
  v_selector text := pgrecall.check_selector(erase_now.ids, erase_now.subject, erase_now.document, erase_now."where", everything, erase_now.reason);
  v_id uuid := pgrecall_data.uuid_v7();
  v_now timestamptz;
  v_salt bytea;
  v_ids uuid[];
  v_hash bytea;
  v_count int;
  v_row record;
begin
  perform pgrecall.lock_namespace(v_namespace);
  v_now := pgrecall.now();
  select n.salt into v_salt from pgrecall_data.namespaces n where n.id = v_namespace;
  v_ids := pgrecall.selected(v_namespace, v_selector, erase_now.ids, erase_now.subject, erase_now.document, erase_now."where");
  if not everything then v_ids := pgrecall.whole_statements(v_namespace, v_ids); end if;
  v_hash := pgrecall.tombstone_hash(v_salt, v_selector, case v_selector
    when 'ids' then array(select distinct i from unnest(erase_now.ids) i order by 1)::text
    when 'subject' then pgrecall_data.folded(erase_now.subject)
    when 'document' then erase_now.document::text
    when 'where' then erase_now."where"::text end);
  insert into pgrecall_data.receipts (namespace_id, id, erased_at, selector, selector_hash, reason)
  values (v_namespace, v_id, v_now, v_selector, v_hash, erase_now.reason);
  insert into pgrecall_data.tombstones (namespace_id, kind, hash, receipt_id, erased_at)
  select distinct v_namespace, t.kind, pgrecall.tombstone_hash(v_salt, t.kind, t.value), v_id, v_now
  from pgrecall_data.memories m cross join lateral (values ('content', m.content), ('key', m.idempotency_key)) t (kind, value)
  where m.namespace_id = v_namespace and m.id = any (v_ids) and t.value is not null
  on conflict (namespace_id, kind, hash) do update set receipt_id = excluded.receipt_id, erased_at = excluded.erased_at;
  get diagnostics v_count = row_count;
  select * into v_row from pgrecall.erase_rows(v_namespace, v_ids, array_remove(array[erase_now.document], null), everything);
  update pgrecall_data.receipts r set counts = v_row.counts, kept = v_row.kept, tombstone_count = v_count
  where r.namespace_id = v_namespace and r.id = v_id;
  return (
    v_id, v_now, (select n.path from pgrecall_data.namespaces n where n.id = v_namespace), v_selector, encode(v_hash, 'hex'), erase_now.reason,
    v_row.counts, v_row.kept, v_count, false)::pgrecall.receipt;
end $$;

-- Return which selector of erase was given. Raises MR003 unless it is exactly one, and one that can be used.
create function pgrecall.check_selector(ids uuid[], subject text, document uuid, "where" jsonb, everything boolean, reason text) returns text
language plpgsql volatile as $$
declare
  v_given text[] := array_remove(array[
    case when check_selector.ids is not null then 'ids' end, case when check_selector.subject is not null then 'subject' end,
    case when check_selector.document is not null then 'document' end, case when check_selector."where" is not null then 'where' end,
    case when check_selector.everything then 'everything' end], null);
begin
  if cardinality(v_given) <> 1 then
    raise exception using errcode = 'MR003',
      message = format('erase takes ids, subject, document, where or everything, one of them; given: %s', coalesce(nullif(array_to_string(v_given, ', '), ''), 'none')),
      hint = 'nothing was erased; erase(everything => true) takes the whole namespace';
  elsif pgrecall_data.folded(check_selector.subject) = '' then
    raise exception using errcode = 'MR003', message = format('subject %L is empty', check_selector.subject), hint = 'nothing was erased';
  elsif check_selector."where" = '{}' then
    raise exception using errcode = 'MR003', message = 'where {} names nothing', hint = 'nothing was erased; erase(everything => true) takes the whole namespace';
  elsif strpos(pgrecall_data.folded(check_selector.reason), pgrecall_data.folded(check_selector.subject)) > 0 then
    raise exception using errcode = 'MR003', message = 'the reason names the subject, and it is kept for ever',
      hint = 'nothing was erased; give a reason without the name, such as a ticket number';
  end if;
  if check_selector."where" is not null then perform pgrecall.check_where(check_selector."where", 0); end if;
  return v_given[1];
end $$;

-- Return the memories a selector names, whatever has become of them. Raises MR001 for an unknown id or document.
create function pgrecall.selected(namespace_id int, selector text, ids uuid[], subject text, document uuid, "where" jsonb) returns uuid[]
language plpgsql volatile
set plan_cache_mode = force_custom_plan -- as in same_memory
as $$
#variable_conflict use_column
declare
  v_missing uuid;
begin
  if selector = 'ids' then
    select x.id into v_missing from unnest(selected.ids) x (id)
    where not exists (select from pgrecall_data.memories m where m.namespace_id = selected.namespace_id and m.id = x.id) limit 1;
    if found then
      raise exception using errcode = 'MR001', message = format('no memory %L in this namespace', v_missing), hint = 'nothing was erased; ids come back from store, recall and timeline';
    end if;
    return selected.ids;
  elsif selector = 'subject' then
    return array(select m.id from pgrecall_data.memories m
      where m.namespace_id = selected.namespace_id and pgrecall_data.folded(m.subject) = pgrecall_data.folded(selected.subject));
  elsif selector = 'where' then
    return array(select m.id from pgrecall_data.memories m
      where m.namespace_id = selected.namespace_id and pgrecall.matches(m.metadata, selected."where"));
  elsif selector = 'everything' then
    return array(select m.id from pgrecall_data.memories m where m.namespace_id = selected.namespace_id);
  end if;
  if not exists (
    select from pgrecall_data.sources s where s.namespace_id = selected.namespace_id and s.source_id = selected.document and s.kind <> 'memory'
    union all select from pgrecall_data.events e where e.namespace_id = selected.namespace_id and e.id = selected.document) then
    raise exception using errcode = 'MR001', message = format('no memory of this namespace comes from a document, chunk or event %L', selected.document),
      hint = 'nothing was erased; the sources of a memory are listed with it: get, recall';
  end if;
  return array( -- those that nothing else supports
    select s.memory_id from pgrecall_data.sources s
    where s.namespace_id = selected.namespace_id
      and s.memory_id in (select c.memory_id from pgrecall_data.sources c
        where c.namespace_id = selected.namespace_id and c.source_id = selected.document and c.kind <> 'memory')
    group by s.memory_id having bool_and(s.source_id = selected.document));
end $$;
