CREATE TABLE "closed_performers" (
	"performer_id" uuid PRIMARY KEY NOT NULL
);
--> statement-breakpoint
DROP INDEX "items_created";--> statement-breakpoint
DROP INDEX "items_published";--> statement-breakpoint
DROP INDEX "items_on_sale";--> statement-breakpoint
ALTER TABLE "closed_performers" ADD CONSTRAINT "closed_performers_performer_id_accounts_id_fk" FOREIGN KEY ("performer_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "items_published" ON "items" USING btree ("kind","published_at","id","performer_id","expires_at") WHERE "items"."is_listed";--> statement-breakpoint
CREATE INDEX "items_on_sale" ON "items" USING btree ("kind","updated_at","id","performer_id","expires_at") WHERE "items"."is_listed" and "items"."audience" = 'paid';--> statement-breakpoint
-- Keeps closed_performers in step with whose page is open and who has something listed. Whoever calls it holds the performer's
-- row: of somebody who closes a page and somebody who lists something on it at once, the later one sees what the earlier did.
create function keep_closed(performer uuid) returns void language plpgsql set enable_seqscan = off as $$
begin
  if exists (select from performer_listings where performer_id = performer)
    or not exists (select from items where performer_id = performer and is_listed) then
    delete from closed_performers where performer_id = performer;
  else
    insert into closed_performers (performer_id) values (performer) on conflict do nothing;
  end if;
end
$$;
--> statement-breakpoint
create or replace function keep_performer_listing() returns trigger language plpgsql set enable_seqscan = off as $$
declare
  performer uuid;
begin
  if tg_table_name = 'accounts' then
    performer := new.id;
  else
    performer := new.account_id;
  end if;
  perform 1 from performers where account_id = performer for no key update;
  if exists (select 1 from performer_listings known, listing_of(performer) wanted where known.performer_id = performer and known = wanted) then
    return null;
  end if;
  delete from performer_listings where performer_id = performer;
  insert into performer_listings select * from listing_of(performer);
  perform keep_closed(performer);
  return null;
end
$$;
--> statement-breakpoint
create function keep_closed_of_item() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  perform 1 from performers where account_id = new.performer_id for no key update;
  perform keep_closed(new.performer_id);
  return null;
end
$$;
--> statement-breakpoint
create constraint trigger keep_closed_of_new after insert on items deferrable initially deferred for each row
  when (new.is_listed) execute function keep_closed_of_item();
--> statement-breakpoint
create constraint trigger keep_closed after update of is_listed on items deferrable initially deferred for each row
  when (old.is_listed <> new.is_listed) execute function keep_closed_of_item();
--> statement-breakpoint
insert into closed_performers (performer_id)
  select distinct performer_id from items
  where is_listed and not exists (select from performer_listings known where known.performer_id = items.performer_id);
