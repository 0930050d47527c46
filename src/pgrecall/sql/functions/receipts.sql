-- Return the receipts of what was erased in the open namespaces, newest first.
create function pgrecall.receipts(namespaces text[] default null) returns setof pgrecall.receipt
language sql stable security definer set search_path from current as $$
  select r.id, r.erased_at, n.path, r.selector, encode(r.selector_hash, 'hex'), r.reason, r.counts, r.kept, r.tombstone_count, false
  from pgrecall_data.receipts r join pgrecall_data.namespaces n on n.id = r.namespace_id
  where r.namespace_id = any (pgrecall.readable(receipts.namespaces))
  order by r.erased_at desc, r.id desc
$$;
