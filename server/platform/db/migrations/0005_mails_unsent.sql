ALTER TABLE "mails" ADD COLUMN "unsubscribe" text;--> statement-breakpoint
CREATE INDEX "mails_unsent" ON "mails" USING btree ("status","created_at") WHERE status <> 'sent';