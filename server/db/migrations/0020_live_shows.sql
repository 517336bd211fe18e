CREATE TABLE "private_requests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"performer_id" uuid NOT NULL,
	"stream_id" uuid NOT NULL,
	"conversation_id" uuid NOT NULL,
	"session_id" uuid,
	"status" text DEFAULT 'pending' NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"minute_cents" bigint NOT NULL,
	"minimum_minutes" integer NOT NULL,
	"minutes_billed" integer DEFAULT 0 NOT NULL,
	"billed_cents" bigint DEFAULT 0 NOT NULL,
	"commission_cents" bigint DEFAULT 0 NOT NULL,
	"earning_cents" bigint DEFAULT 0 NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"started_at" timestamp (3) with time zone,
	"next_minute_at" timestamp (3) with time zone,
	"away_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"end_reason" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "private_requests_split" CHECK ("private_requests"."commission_cents" + "private_requests"."earning_cents" = "private_requests"."billed_cents"),
	CONSTRAINT "private_requests_bill" CHECK ("private_requests"."billed_cents" = "private_requests"."minute_cents" * "private_requests"."minutes_billed"),
	CONSTRAINT "private_requests_session" CHECK (("private_requests"."status" in ('accepted', 'ended')) = ("private_requests"."session_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "stream_messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"conversation_id" uuid NOT NULL,
	"session_id" uuid NOT NULL,
	"sender_id" uuid NOT NULL,
	"sender_role" text NOT NULL,
	"client_key" text,
	"type" text NOT NULL,
	"text" text NOT NULL,
	"tip_cents" bigint,
	"menu_item" text,
	"deleted_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "stream_messages_tip" CHECK (("stream_messages"."type" = 'tip') = ("stream_messages"."tip_cents" is not null))
);
--> statement-breakpoint
CREATE TABLE "stream_moderators" (
	"stream_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	CONSTRAINT "stream_moderators_stream_id_account_id_pk" PRIMARY KEY("stream_id","account_id")
);
--> statement-breakpoint
CREATE TABLE "stream_mutes" (
	"stream_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "stream_mutes_stream_id_account_id_pk" PRIMARY KEY("stream_id","account_id")
);
--> statement-breakpoint
CREATE TABLE "stream_sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"stream_id" uuid NOT NULL,
	"performer_id" uuid NOT NULL,
	"type" text NOT NULL,
	"engine" text NOT NULL,
	"user_room_id" uuid,
	"title" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"is_free" boolean NOT NULL,
	"price_cents" bigint,
	"status" text DEFAULT 'idle' NOT NULL,
	"live_at" timestamp (3) with time zone,
	"lost_at" timestamp (3) with time zone,
	"looked_at" timestamp (3) with time zone,
	"duration_s" integer DEFAULT 0 NOT NULL,
	"pictured_since" timestamp (3) with time zone,
	"viewers" integer DEFAULT 0 NOT NULL,
	"viewers_peak" integer DEFAULT 0 NOT NULL,
	"viewers_told_at" timestamp (3) with time zone,
	"is_recording" boolean DEFAULT false NOT NULL,
	"is_open" boolean DEFAULT true NOT NULL,
	"video_id" uuid,
	"ended_at" timestamp (3) with time zone,
	"end_reason" text,
	"cleared_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "stream_sessions_userRoomId_unique" UNIQUE("user_room_id"),
	CONSTRAINT "stream_sessions_end" CHECK (("stream_sessions"."status" = 'ended') = ("stream_sessions"."ended_at" is not null)),
	CONSTRAINT "stream_sessions_price" CHECK ("stream_sessions"."is_free" or "stream_sessions"."price_cents" is not null)
);
--> statement-breakpoint
CREATE TABLE "stream_sockets" (
	"session_id" uuid NOT NULL,
	"socket_id" text NOT NULL,
	"account_id" uuid NOT NULL,
	CONSTRAINT "stream_sockets_session_id_socket_id_pk" PRIMARY KEY("session_id","socket_id")
);
--> statement-breakpoint
CREATE TABLE "stream_viewers" (
	"session_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"country" text,
	"joined_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	CONSTRAINT "stream_viewers_session_id_account_id_pk" PRIMARY KEY("session_id","account_id")
);
--> statement-breakpoint
CREATE TABLE "streams" (
	"id" uuid PRIMARY KEY NOT NULL,
	"conversation_id" uuid NOT NULL,
	"performer_id" uuid NOT NULL,
	"user_id" uuid,
	"type" text NOT NULL,
	"is_free" boolean DEFAULT true NOT NULL,
	"price_cents" bigint,
	"is_recording" boolean DEFAULT false NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"slow_mode_s" integer DEFAULT 0 NOT NULL,
	"chat_audience" text DEFAULT 'viewers' NOT NULL,
	"words" text[] DEFAULT '{}' NOT NULL,
	"tip_menu" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"goal_title" text,
	"goal_cents" bigint,
	"goal_loops" boolean DEFAULT false NOT NULL,
	"goal_set_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "streams_conversationId_unique" UNIQUE("conversation_id")
);
--> statement-breakpoint
DROP INDEX "charges_bought_once";--> statement-breakpoint
ALTER TABLE "feeds" ADD COLUMN "stream_told_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "charges" ADD COLUMN "session_id" uuid;--> statement-breakpoint
ALTER TABLE "performers" ADD COLUMN "total_stream_s" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "performers" ADD COLUMN "private_enabled" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "performers" ADD COLUMN "private_minute_cents" bigint DEFAULT 300 NOT NULL;--> statement-breakpoint
ALTER TABLE "performers" ADD COLUMN "private_minimum_minutes" integer DEFAULT 3 NOT NULL;--> statement-breakpoint
ALTER TABLE "private_requests" ADD CONSTRAINT "private_requests_user_id_accounts_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "private_requests" ADD CONSTRAINT "private_requests_performer_id_accounts_id_fk" FOREIGN KEY ("performer_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stream_messages" ADD CONSTRAINT "stream_messages_conversation_id_streams_conversation_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."streams"("conversation_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stream_messages" ADD CONSTRAINT "stream_messages_session_id_stream_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."stream_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stream_messages" ADD CONSTRAINT "stream_messages_sender_id_accounts_id_fk" FOREIGN KEY ("sender_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stream_moderators" ADD CONSTRAINT "stream_moderators_stream_id_streams_id_fk" FOREIGN KEY ("stream_id") REFERENCES "public"."streams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stream_moderators" ADD CONSTRAINT "stream_moderators_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stream_mutes" ADD CONSTRAINT "stream_mutes_stream_id_streams_id_fk" FOREIGN KEY ("stream_id") REFERENCES "public"."streams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stream_mutes" ADD CONSTRAINT "stream_mutes_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stream_sessions" ADD CONSTRAINT "stream_sessions_stream_id_streams_id_fk" FOREIGN KEY ("stream_id") REFERENCES "public"."streams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stream_sessions" ADD CONSTRAINT "stream_sessions_performer_id_accounts_id_fk" FOREIGN KEY ("performer_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stream_sockets" ADD CONSTRAINT "stream_sockets_session_id_stream_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."stream_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stream_sockets" ADD CONSTRAINT "stream_sockets_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stream_viewers" ADD CONSTRAINT "stream_viewers_session_id_stream_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."stream_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stream_viewers" ADD CONSTRAINT "stream_viewers_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "streams" ADD CONSTRAINT "streams_performer_id_accounts_id_fk" FOREIGN KEY ("performer_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "streams" ADD CONSTRAINT "streams_user_id_accounts_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "private_requests_asked" ON "private_requests" USING btree ("user_id") WHERE "private_requests"."status" in ('pending', 'accepted');--> statement-breakpoint
CREATE UNIQUE INDEX "private_requests_shown" ON "private_requests" USING btree ("performer_id") WHERE "private_requests"."status" = 'accepted';--> statement-breakpoint
CREATE INDEX "private_requests_due" ON "private_requests" USING btree ("expires_at") WHERE "private_requests"."status" in ('pending', 'accepted');--> statement-breakpoint
CREATE INDEX "private_requests_user_updated" ON "private_requests" USING btree ("user_id","updated_at","id");--> statement-breakpoint
CREATE INDEX "private_requests_user_created" ON "private_requests" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "private_requests_performer_updated" ON "private_requests" USING btree ("performer_id","updated_at","id");--> statement-breakpoint
CREATE INDEX "private_requests_performer_created" ON "private_requests" USING btree ("performer_id","created_at","id");--> statement-breakpoint
CREATE INDEX "private_requests_conversation" ON "private_requests" USING btree ("conversation_id");--> statement-breakpoint
CREATE UNIQUE INDEX "private_requests_stream" ON "private_requests" USING btree ("stream_id");--> statement-breakpoint
CREATE INDEX "stream_messages_session" ON "stream_messages" USING btree ("session_id","created_at","id");--> statement-breakpoint
CREATE INDEX "stream_messages_sender" ON "stream_messages" USING btree ("session_id","sender_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "stream_messages_client_key" ON "stream_messages" USING btree ("session_id","sender_id","client_key") WHERE "stream_messages"."client_key" is not null;--> statement-breakpoint
CREATE INDEX "stream_messages_conversation" ON "stream_messages" USING btree ("conversation_id");--> statement-breakpoint
CREATE INDEX "stream_messages_person" ON "stream_messages" USING btree ("sender_id");--> statement-breakpoint
CREATE INDEX "stream_moderators_account" ON "stream_moderators" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "stream_mutes_account" ON "stream_mutes" USING btree ("account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "stream_sessions_running" ON "stream_sessions" USING btree ("stream_id") WHERE "stream_sessions"."status" <> 'ended';--> statement-breakpoint
CREATE INDEX "stream_sessions_stream" ON "stream_sessions" USING btree ("stream_id","created_at","id");--> statement-breakpoint
CREATE INDEX "stream_sessions_open" ON "stream_sessions" USING btree ("id") WHERE "stream_sessions"."is_open";--> statement-breakpoint
CREATE INDEX "stream_sessions_viewers" ON "stream_sessions" USING btree ("viewers","id") WHERE "stream_sessions"."status" in ('live', 'reconnecting') and "stream_sessions"."type" = 'public';--> statement-breakpoint
CREATE INDEX "stream_sessions_live" ON "stream_sessions" USING btree ("performer_id") WHERE "stream_sessions"."status" in ('live', 'reconnecting') and "stream_sessions"."type" = 'public';--> statement-breakpoint
CREATE INDEX "stream_sessions_own_updated" ON "stream_sessions" USING btree ("performer_id","updated_at","id");--> statement-breakpoint
CREATE INDEX "stream_sessions_own_created" ON "stream_sessions" USING btree ("performer_id","created_at","id");--> statement-breakpoint
CREATE INDEX "stream_sessions_updated" ON "stream_sessions" USING btree ("updated_at","id");--> statement-breakpoint
CREATE INDEX "stream_sessions_created" ON "stream_sessions" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "stream_sessions_began" ON "stream_sessions" USING btree ("live_at","id");--> statement-breakpoint
CREATE INDEX "stream_sessions_watched" ON "stream_sessions" USING btree ("viewers","id");--> statement-breakpoint
CREATE INDEX "stream_sockets_account" ON "stream_sockets" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "stream_viewers_account" ON "stream_viewers" USING btree ("account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "streams_public" ON "streams" USING btree ("performer_id") WHERE "streams"."type" = 'public';--> statement-breakpoint
CREATE INDEX "streams_user" ON "streams" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "streams_performer" ON "streams" USING btree ("performer_id");--> statement-breakpoint
CREATE INDEX "feeds_stream_due" ON "feeds" USING btree ("stream_scheduled_at") WHERE "feeds"."stream_scheduled_at" is not null and "feeds"."stream_told_at" is null;--> statement-breakpoint
CREATE INDEX "charges_session" ON "charges" USING btree ("session_id","created_at") WHERE "charges"."session_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "charges_bought_once" ON "charges" USING btree ("user_id","target_id") WHERE "charges"."type" in ('feed', 'video', 'gallery', 'message', 'stream') and "charges"."status" = 'success';