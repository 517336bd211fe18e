ALTER TABLE "appearances" ALTER COLUMN "item_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "appearances" ADD COLUMN "stream_id" uuid;--> statement-breakpoint
ALTER TABLE "appearances" ADD COLUMN "session_id" uuid;--> statement-breakpoint
ALTER TABLE "appearances" ADD CONSTRAINT "appearances_stream_id_streams_id_fk" FOREIGN KEY ("stream_id") REFERENCES "public"."streams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "appearances" ADD CONSTRAINT "appearances_session_id_stream_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."stream_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "appearances_ahead_person" ON "appearances" USING btree ("stream_id","person_id") WHERE "appearances"."session_id" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "appearances_ahead_release" ON "appearances" USING btree ("stream_id","release_id") WHERE "appearances"."session_id" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "appearances_session_person" ON "appearances" USING btree ("session_id","person_id");--> statement-breakpoint
CREATE UNIQUE INDEX "appearances_session_release" ON "appearances" USING btree ("session_id","release_id");--> statement-breakpoint
ALTER TABLE "appearances" ADD CONSTRAINT "appearances_in_one" CHECK (("appearances"."item_id" is null) <> ("appearances"."stream_id" is null));--> statement-breakpoint
ALTER TABLE "appearances" ADD CONSTRAINT "appearances_session" CHECK ("appearances"."session_id" is null or "appearances"."stream_id" is not null);