CREATE TABLE "audit_chain" (
	"seq" bigint PRIMARY KEY NOT NULL,
	"entry_id" uuid NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "audit_chain_entry" UNIQUE("entry_id")
);
--> statement-breakpoint
CREATE TABLE "audit_head" (
	"id" integer PRIMARY KEY NOT NULL,
	"seq" bigint NOT NULL,
	"hash" text NOT NULL
);
--> statement-breakpoint
DROP INDEX "audit_log_created";--> statement-breakpoint
DROP INDEX "audit_log_target";--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "salt" text;--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "digest" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "address_salt" text;--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "address_digest" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "audit_log_actor" ON "audit_log" USING btree ("actor_id","created_at");--> statement-breakpoint
CREATE INDEX "audit_log_action" ON "audit_log" USING btree ("action","created_at");--> statement-breakpoint
CREATE INDEX "audit_log_created" ON "audit_log" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "audit_log_target" ON "audit_log" USING btree ("target_id","created_at");--> statement-breakpoint
-- The trail becomes a chain: each entry bears the hash over itself and the entry before it, in the order of commits. What tells
-- of people stands beside it under salted digests, so that it can be forgotten later without breaking the chain.
create function audit_digest(salt text, content text) returns text language sql immutable as $$
  select encode(sha256(convert_to(salt || content, 'UTF8')), 'hex')
$$;
--> statement-breakpoint
create function seal_audit_entry() returns trigger language plpgsql as $$
begin
  new.salt := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
  new.address_salt := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
  new.digest := audit_digest(new.salt, jsonb_build_array(new."before", new."after")::text);
  new.address_digest := audit_digest(new.address_salt, coalesce(new.address, ''));
  return new;
end
$$;
--> statement-breakpoint
-- The row of the head is held until the end of the transaction: entries that come at once are linked one after the other.
create function link_audit_entry(entry audit_log) returns void language plpgsql as $$
declare
  link audit_head;
begin
  update audit_head set seq = seq + 1, hash = audit_digest(hash, jsonb_build_array(
      entry.id, entry.actor_id, entry.action, entry.target_type, entry.target_id, entry.digest, entry.address_digest,
      (extract(epoch from entry.created_at) * 1000000)::bigint
    )::text)
    where id = 1 returning * into strict link;
  insert into audit_chain (seq, entry_id, hash) values (link.seq, entry.id, link.hash);
end
$$;
--> statement-breakpoint
create function chain_audit_entry() returns trigger language plpgsql as $$
begin
  perform link_audit_entry(new);
  return null;
end
$$;
--> statement-breakpoint
-- Only what was said of people may go, whole and with its salt.
create function keep_audit_entry() returns trigger language plpgsql as $$
declare
  sealed constant text[] := array['before', 'after', 'salt', 'address', 'address_salt'];
begin
  if to_jsonb(new) - sealed = to_jsonb(old) - sealed
    and ((new."before" is null and new."after" is null and new.salt is null)
      or (new."before", new."after", new.salt) is not distinct from (old."before", old."after", old.salt))
    and ((new.address is null and new.address_salt is null)
      or (new.address, new.address_salt) is not distinct from (old.address, old.address_salt))
  then
    return new;
  end if;
  raise exception 'audit_log is append-only' using errcode = 'insufficient_privilege';
end
$$;
--> statement-breakpoint
create function keep_audit_head() returns trigger language plpgsql as $$
begin
  -- Entries alone move it on.
  if tg_op = 'UPDATE' and pg_trigger_depth() > 1 then
    return new;
  end if;
  raise exception 'audit_head moves with the log' using errcode = 'insufficient_privilege';
end
$$;
--> statement-breakpoint
insert into audit_head (id, seq, hash) values (1, 0, '');
--> statement-breakpoint
drop trigger audit_log_only_grows on audit_log;
--> statement-breakpoint
update audit_log set
  salt = replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''),
  address_salt = replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
--> statement-breakpoint
update audit_log set
  digest = audit_digest(salt, jsonb_build_array("before", "after")::text),
  address_digest = audit_digest(address_salt, coalesce(address, ''));
--> statement-breakpoint
do $$
declare
  entry audit_log;
begin
  for entry in select * from audit_log order by created_at, id loop
    perform link_audit_entry(entry);
  end loop;
end
$$;
--> statement-breakpoint
create trigger audit_log_sealed before insert on audit_log for each row execute function seal_audit_entry();
--> statement-breakpoint
-- At the end of the transaction: whoever writes an entry early keeps nobody else waiting meanwhile.
create constraint trigger audit_log_chained after insert on audit_log deferrable initially deferred for each row execute function chain_audit_entry();
--> statement-breakpoint
create trigger audit_log_only_grows before delete or truncate on audit_log for each statement execute function refuse_change();
--> statement-breakpoint
create trigger audit_log_keeps before update on audit_log for each row execute function keep_audit_entry();
--> statement-breakpoint
create trigger audit_chain_only_grows before update or delete or truncate on audit_chain for each statement execute function refuse_change();
--> statement-breakpoint
create trigger audit_head_keeps before update on audit_head for each row execute function keep_audit_head();
--> statement-breakpoint
create trigger audit_head_stays before delete or truncate or insert on audit_head for each statement execute function keep_audit_head();
