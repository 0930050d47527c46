-- Memories as people read them: paths for namespaces, one instant for the event. Under the caller's row-level security.
create view pgrecall.memory with (security_invoker = true) as
select
  m.id, n.path::text as namespace, m.content, m.kind, m.session, m.speaker, m.position,
  m.subject, m.predicate, m.object, m.tags, m.metadata, m.importance, m.confidence, m.origin,
  m.is_inference, m.review, m.root_id, m.parent_id, m.version, m.is_latest, m.superseded_by, m.superseded_at,
  m.recorded_at, m.valid_from, m.valid_until, m.said_at, lower(m.event_at) as event_at, m.event_precision,
  m.forget_after, m.forgotten_at, m.forget_reason, m.forget_batch,
  m.embedding is not null as is_embedded,
  array(select s.kind || ':' || s.source_id from pgrecall_data.sources s
        where s.namespace_id = m.namespace_id and s.memory_id = m.id order by 1) as sources,
  m.namespace_id
from pgrecall_data.memories m
join pgrecall_data.namespaces n on n.id = m.namespace_id;
