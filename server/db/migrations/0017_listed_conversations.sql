DROP INDEX "conversation_members_last";--> statement-breakpoint
DROP INDEX "conversation_members_created";--> statement-breakpoint
ALTER TABLE "conversation_members" ADD COLUMN "is_listed" boolean DEFAULT true NOT NULL;--> statement-breakpoint
CREATE INDEX "conversation_members_last" ON "conversation_members" USING btree ("account_id","last_message_at","conversation_id") WHERE "conversation_members"."is_listed";--> statement-breakpoint
CREATE INDEX "conversation_members_created" ON "conversation_members" USING btree ("account_id","created_at","conversation_id") WHERE "conversation_members"."is_listed";