DROP INDEX "charges_bought_once";--> statement-breakpoint
ALTER TABLE "feeds" ADD COLUMN "ticket_cents" bigint;--> statement-breakpoint
ALTER TABLE "feeds" ADD COLUMN "ticket_capacity" integer;--> statement-breakpoint
ALTER TABLE "feeds" ADD COLUMN "show_moved_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "feeds" ADD COLUMN "show_session_id" uuid;--> statement-breakpoint
ALTER TABLE "feeds" ADD COLUMN "show_outcome" text;--> statement-breakpoint
CREATE INDEX "feeds_tickets_open" ON "feeds" USING btree ("stream_scheduled_at") WHERE "feeds"."ticket_cents" is not null and "feeds"."show_outcome" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "feeds_show_session" ON "feeds" USING btree ("show_session_id");--> statement-breakpoint
CREATE INDEX "stream_sessions_video" ON "stream_sessions" USING btree ("video_id") WHERE "stream_sessions"."video_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "charges_bought_once" ON "charges" USING btree ("user_id","target_id") WHERE "charges"."type" in ('feed', 'video', 'gallery', 'message', 'stream', 'ticket') and "charges"."status" = 'success';--> statement-breakpoint
ALTER TABLE "feeds" ADD CONSTRAINT "feeds_outcome" CHECK ("feeds"."show_outcome" is null or "feeds"."ticket_cents" is not null);