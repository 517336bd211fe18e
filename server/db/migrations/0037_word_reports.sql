ALTER TABLE "reports" ALTER COLUMN "reporter_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "word_filters" ADD COLUMN "action" text DEFAULT 'refuse' NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "reports_open_once_by_words" ON "reports" USING btree ("target","target_id") WHERE "reports"."status" = 'open' and "reports"."reporter_id" is null;