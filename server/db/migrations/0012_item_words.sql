CREATE TABLE "item_words" (
	"word_id" integer NOT NULL,
	"kind" text NOT NULL,
	"published_at" timestamp (3) with time zone NOT NULL,
	"item_id" uuid NOT NULL,
	"performer_id" uuid NOT NULL,
	"expires_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "search_words" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "search_words_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"word" text NOT NULL
);
--> statement-breakpoint
DROP INDEX "items_tags";--> statement-breakpoint
DROP INDEX "items_similar";--> statement-breakpoint
DROP INDEX "items_words";--> statement-breakpoint
CREATE UNIQUE INDEX "item_words_found" ON "item_words" USING btree ("word_id","kind","published_at","item_id","performer_id","expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "search_words_word" ON "search_words" USING btree ("word");--> statement-breakpoint
CREATE INDEX "search_words_start" ON "search_words" USING btree ("word" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "search_words_similar" ON "search_words" USING gin ("word" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "items_created" ON "items" USING btree ("kind","created_at","id") WHERE "items"."is_listed";--> statement-breakpoint
CREATE INDEX "items_updated" ON "items" USING btree ("kind","updated_at","id") WHERE "items"."is_listed";--> statement-breakpoint
CREATE INDEX "items_on_sale" ON "items" USING btree ("kind","updated_at","id") WHERE "items"."is_listed" and "items"."audience" = 'paid';--> statement-breakpoint
-- The words that a text has, as the database takes it apart, and all that an item is found by: tags bear a sign that no word has.
create function words_of(searched text) returns text[] language sql stable parallel safe as $$
  select tsvector_to_array(to_tsvector('simple', searched))
$$;
--> statement-breakpoint
create function words_of(searched text, tags text[]) returns text[] language sql stable parallel safe as $$
  select words_of(searched) || array(select distinct '#' || tag from unnest(tags) tag)
$$;
--> statement-breakpoint
-- Keeps item_words in step with items, whoever changes them. New words are written in one order, so that two who publish at
-- once never wait for each other in a circle. Each connection keeps its plan: one that was made while the tables were small
-- would read large ones whole.
create function keep_item_words() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  if tg_op <> 'INSERT' and old.is_listed then
    delete from item_words using search_words
    where search_words.word = any(words_of(old.search_text, old.tags)) and item_words.word_id = search_words.id
      and item_words.kind = old.kind and item_words.published_at = old.published_at and item_words.item_id = old.id;
  end if;
  if tg_op <> 'DELETE' and new.is_listed then
    insert into search_words (word)
      select word from unnest(words_of(new.search_text, new.tags)) word
      where not exists (select 1 from search_words known where known.word = word.word) order by word
      on conflict do nothing;
    insert into item_words (word_id, kind, published_at, item_id, performer_id, expires_at)
      select id, new.kind, new.published_at, new.id, new.performer_id, new.expires_at
      from search_words where word = any(words_of(new.search_text, new.tags));
  end if;
  return null;
end
$$;
--> statement-breakpoint
create trigger keep_words_of_new after insert on items for each row when (new.is_listed and new.kind <> 'photo')
  execute function keep_item_words();
--> statement-breakpoint
create trigger keep_words after update of is_listed, search_text, tags, published_at, expires_at on items for each row
  when (new.kind <> 'photo' and (old.is_listed or new.is_listed) and (old.is_listed, old.search_text, old.tags, old.published_at, old.expires_at)
    is distinct from (new.is_listed, new.search_text, new.tags, new.published_at, new.expires_at))
  execute function keep_item_words();
--> statement-breakpoint
create trigger keep_words_of_gone after delete on items for each row when (old.is_listed and old.kind <> 'photo')
  execute function keep_item_words();
--> statement-breakpoint
insert into search_words (word) select distinct unnest(words_of(search_text, tags)) from items where is_listed and kind <> 'photo';
--> statement-breakpoint
insert into item_words (word_id, kind, published_at, item_id, performer_id, expires_at)
  select search_words.id, kind, published_at, items.id, performer_id, expires_at
  from items, unnest(words_of(search_text, tags)) found (word), search_words
  where is_listed and kind <> 'photo' and search_words.word = found.word;
