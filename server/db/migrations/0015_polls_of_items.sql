ALTER TABLE "items" ADD COLUMN "has_poll" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "items_polls" ON "items" USING btree ("published_at","id") WHERE "items"."is_listed" and "items"."has_poll";--> statement-breakpoint
-- Keeps items.has_poll in step with feeds.
create function keep_has_poll() returns trigger language plpgsql as $$
begin
  update items set has_poll = new.poll_id is not null where id = new.item_id and has_poll is distinct from (new.poll_id is not null);
  return null;
end
$$;
--> statement-breakpoint
create trigger keep_poll_of_new after insert on feeds for each row when (new.poll_id is not null) execute function keep_has_poll();
--> statement-breakpoint
create trigger keep_poll after update of poll_id on feeds for each row
  when (old.poll_id is distinct from new.poll_id) execute function keep_has_poll();
--> statement-breakpoint
update items set has_poll = true from feeds where feeds.item_id = items.id and feeds.poll_id is not null;
