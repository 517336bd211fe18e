-- The words of a message are folded by the host now, as those of items are. What was written before keeps the words that the
-- database took from it until it is folded in the background.
ALTER TABLE "messages" ALTER COLUMN "search" DROP EXPRESSION;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "search_version" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "messages_unfolded" ON "messages" USING btree ("id") WHERE "messages"."search_version" < 1;--> statement-breakpoint
-- Adds to the words of a message its conversation and its two people. Where a text changes without its words, such as when it is
-- emptied, they are taken from the text itself: no word is found that is not there.
create function keep_message_words() returns trigger language plpgsql as $$
declare
  keys tsvector := array_to_tsvector(array['c ' || new.conversation_id::text, 'p ' || new.sender_id::text, 'p ' || new.receiver_id::text]);
begin
  if tg_op = 'INSERT' and new.search is not null then
    new.search := new.search || keys;
  elsif tg_op = 'INSERT' or (new.text, new.price_cents) is distinct from (old.text, old.price_cents) then
    new.search := to_tsvector('simple', case when new.price_cents is null then new.text else left(new.text, 120) end) || keys;
    if new.text <> '' then
      new.search_version := 0;
    end if;
  end if;
  return new;
end
$$;
--> statement-breakpoint
create trigger keep_words before insert or update of text, price_cents on messages for each row execute function keep_message_words();
