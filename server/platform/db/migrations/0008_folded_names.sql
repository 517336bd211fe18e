-- Names are found as search folds them, by the host's one function. Those of before stand in small letters until they are folded
-- in the background.
ALTER TABLE "accounts" ADD COLUMN "name_key" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "name_version" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
update "accounts" set "name_key" = lower("name");--> statement-breakpoint
DROP INDEX "accounts_texts";--> statement-breakpoint
CREATE INDEX "accounts_texts" ON "accounts" USING gin ("name_key" gin_trgm_ops,"username" gin_trgm_ops,"email" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "accounts_unfolded" ON "accounts" USING btree ("id") WHERE "accounts"."name_version" < 1;--> statement-breakpoint
-- A name that is written without its key, such as by an erasure, is found by itself in small letters until it is folded.
create function keep_name_key() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.name_version = 0 then
      new.name_key := lower(new.name);
    end if;
  elsif new.name is distinct from old.name and new.name_key = old.name_key then
    new.name_key := lower(new.name);
    new.name_version := 0;
  end if;
  return new;
end
$$;
--> statement-breakpoint
create trigger keep_name before insert or update of name on accounts for each row execute function keep_name_key();
--> statement-breakpoint
create or replace function listing_of(performer uuid) returns setof performer_listings language sql stable as $$
  select a.id, a.username, a.name, a.name_key, a.name_key || ' ' || coalesce(a.username, ''), a.gender, a.country,
    a.is_online and a.show_online, p.date_of_birth, p.height, p.weight, p.body_type, p.ethnicity, p.size, p.hair, p.eyes,
    p.sexual_orientation, p.is_free_subscription, p.is_featured, a.created_at, a.updated_at
  from performers p inner join accounts a on a.id = p.account_id
  where p.account_id = performer and p.verification = 'approved' and a.status = 'active' and a.is_performer
$$;
--> statement-breakpoint
drop trigger keep_listing on accounts;
--> statement-breakpoint
create constraint trigger keep_listing after update of status, is_performer, username, name, name_key, gender, country, is_online,
  show_online, created_at, updated_at
  on accounts deferrable initially deferred for each row when (old.is_performer or new.is_performer)
  execute function keep_performer_listing();
