-- Run after the functions were created: who may call them.
revoke all on all functions in schema pgrecall from public;
grant execute on all functions in schema pgrecall to pgrecall_app;
grant select on all tables in schema pgrecall to pgrecall_app;
