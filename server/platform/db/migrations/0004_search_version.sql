ALTER TABLE "items" ADD COLUMN "search_version" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "items_unfolded" ON "items" USING btree ("id") WHERE "items"."search_version" < 1;