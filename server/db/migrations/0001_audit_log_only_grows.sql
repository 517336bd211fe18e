-- The operators' trail is only ever added to: whoever asks, a change or removal of an entry is refused.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end
$$;
--> statement-breakpoint
create trigger audit_log_only_grows before update or delete or truncate on audit_log for each statement execute function refuse_change();
