-- The baseline: every table, index and trigger of version 0.1.0. It replaces the migrations that were written before the first
-- release; server/db/migrate.ts treats a database that has them all as one that has this.
--
-- Search inside names and titles uses trigrams.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
CREATE SEQUENCE "public"."order_receipts" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;
--> statement-breakpoint
-- Tables of server/db/schema/accounts.ts
CREATE TABLE "accounts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"role" text NOT NULL,
	"is_performer" boolean DEFAULT false NOT NULL,
	"username" text,
	"email" text,
	"pending_email" text,
	"email_verified_at" timestamp (3) with time zone,
	"name" text NOT NULL,
	"first_name" text,
	"last_name" text,
	"phone" text,
	"gender" text,
	"country" text,
	"locale" text,
	"password_hash" text,
	"status" text DEFAULT 'active' NOT NULL,
	"suspended_reason" text,
	"suspended_at" timestamp (3) with time zone,
	"avatar_id" uuid,
	"cover_id" uuid,
	"show_online" boolean DEFAULT true NOT NULL,
	"is_online" boolean DEFAULT false NOT NULL,
	"last_seen_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"monthly_spending_limit_cents" bigint,
	"confirm_tip_above_cents" bigint,
	"read_receipts" boolean DEFAULT true NOT NULL,
	"show_typing" boolean DEFAULT true NOT NULL,
	"two_factor_at" timestamp (3) with time zone,
	"deletes_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE UNIQUE INDEX "accounts_username" ON "accounts" USING btree ("username");--> statement-breakpoint
CREATE UNIQUE INDEX "accounts_email" ON "accounts" USING btree ("email");--> statement-breakpoint
CREATE INDEX "accounts_updated" ON "accounts" USING btree ("updated_at","id");--> statement-breakpoint
CREATE INDEX "accounts_created" ON "accounts" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "accounts_role" ON "accounts" USING btree ("role","status");--> statement-breakpoint
CREATE INDEX "accounts_deletes" ON "accounts" USING btree ("deletes_at") WHERE "accounts"."deletes_at" is not null;--> statement-breakpoint
CREATE INDEX "accounts_performers_updated" ON "accounts" USING btree ("updated_at","id") WHERE "accounts"."is_performer";--> statement-breakpoint
CREATE INDEX "accounts_performers_created" ON "accounts" USING btree ("created_at","id") WHERE "accounts"."is_performer";--> statement-breakpoint
CREATE INDEX "accounts_performers_name" ON "accounts" USING btree ("name","id") WHERE "accounts"."is_performer";--> statement-breakpoint
CREATE INDEX "accounts_performers_online" ON "accounts" USING btree (("is_online" and "show_online"),"id") WHERE "accounts"."is_performer";--> statement-breakpoint
CREATE INDEX "accounts_texts" ON "accounts" USING gin ("name" gin_trgm_ops,"username" gin_trgm_ops,"email" gin_trgm_ops);--> statement-breakpoint
CREATE TABLE "former_addresses" (
	"account_id" uuid NOT NULL,
	"email" text NOT NULL,
	"left_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "former_addresses_account_id_email_pk" PRIMARY KEY("account_id","email")
);
--> statement-breakpoint
CREATE INDEX "former_addresses_email" ON "former_addresses" USING btree ("email");--> statement-breakpoint
CREATE TABLE "identities" (
	"provider" text NOT NULL,
	"subject" text NOT NULL,
	"account_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "identities_provider_subject_pk" PRIMARY KEY("provider","subject")
);
--> statement-breakpoint
CREATE INDEX "identities_account" ON "identities" USING btree ("account_id");--> statement-breakpoint
CREATE TABLE "known_devices" (
	"account_id" uuid NOT NULL,
	"fingerprint" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "known_devices_account_id_fingerprint_pk" PRIMARY KEY("account_id","fingerprint")
);
--> statement-breakpoint
CREATE TABLE "mailed_links" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"account_id" uuid NOT NULL,
	"email" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "mailed_links_account" ON "mailed_links" USING btree ("account_id","purpose");--> statement-breakpoint
CREATE INDEX "mailed_links_expiry" ON "mailed_links" USING btree ("expires_at");--> statement-breakpoint
CREATE TABLE "performer_helpers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"performer_id" uuid NOT NULL,
	"email" text NOT NULL,
	"account_id" uuid,
	"rights" text[] NOT NULL,
	"token_hash" text,
	"expires_at" timestamp (3) with time zone,
	"invited_at" timestamp (3) with time zone NOT NULL,
	"accepted_at" timestamp (3) with time zone,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "performer_helpers_email" ON "performer_helpers" USING btree ("performer_id","email");--> statement-breakpoint
CREATE UNIQUE INDEX "performer_helpers_account" ON "performer_helpers" USING btree ("performer_id","account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "performer_helpers_token" ON "performer_helpers" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "performer_helpers_of" ON "performer_helpers" USING btree ("account_id");--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"media_hash" text NOT NULL,
	"device" text NOT NULL,
	"address" text,
	"country" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"authenticated_at" timestamp (3) with time zone NOT NULL,
	"second_step_at" timestamp (3) with time zone,
	"helping_id" uuid,
	"begun_by_id" uuid
);
--> statement-breakpoint
CREATE INDEX "sessions_helping" ON "sessions" USING btree ("helping_id");--> statement-breakpoint
CREATE INDEX "sessions_begun_by" ON "sessions" USING btree ("begun_by_id");--> statement-breakpoint
CREATE UNIQUE INDEX "sessions_token" ON "sessions" USING btree ("token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "sessions_media" ON "sessions" USING btree ("media_hash");--> statement-breakpoint
CREATE INDEX "sessions_account" ON "sessions" USING btree ("account_id","last_used_at");--> statement-breakpoint
CREATE INDEX "sessions_expiry" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE TABLE "social_attempts" (
	"token" text PRIMARY KEY NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "user_blocks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"blocker_id" uuid NOT NULL,
	"target_id" uuid NOT NULL,
	"reason" text,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "user_blocks_pair" ON "user_blocks" USING btree ("blocker_id","target_id");--> statement-breakpoint
CREATE INDEX "user_blocks_target" ON "user_blocks" USING btree ("target_id");--> statement-breakpoint
CREATE TABLE "username_holds" (
	"username" text PRIMARY KEY NOT NULL,
	"until" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
-- Tables of server/db/schema/books.ts
CREATE TABLE "book_checks" (
	"night" text PRIMARY KEY NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone NOT NULL,
	"ok" boolean NOT NULL,
	"broken" jsonb NOT NULL
);
--> statement-breakpoint
-- Tables of server/db/schema/content.ts
CREATE TABLE "feed_files" (
	"item_id" uuid NOT NULL,
	"file_id" uuid NOT NULL,
	"ordering" integer NOT NULL,
	"taken_out_at" timestamp (3) with time zone,
	"alt" text DEFAULT '' NOT NULL,
	CONSTRAINT "feed_files_item_id_file_id_pk" PRIMARY KEY("item_id","file_id")
);
--> statement-breakpoint
CREATE TABLE "feeds" (
	"item_id" uuid PRIMARY KEY NOT NULL,
	"thumbnail_id" uuid,
	"teaser_id" uuid,
	"poll_id" uuid,
	"stream_scheduled_at" timestamp (3) with time zone,
	"stream_told_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE UNIQUE INDEX "feeds_poll" ON "feeds" USING btree ("poll_id");--> statement-breakpoint
CREATE INDEX "feeds_stream_due" ON "feeds" USING btree ("stream_scheduled_at") WHERE "feeds"."stream_scheduled_at" is not null and "feeds"."stream_told_at" is null;--> statement-breakpoint
CREATE TABLE "galleries" (
	"item_id" uuid PRIMARY KEY NOT NULL,
	"cover_photo_id" uuid,
	"total_photos" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "item_views" (
	"item_id" uuid NOT NULL,
	"day" date NOT NULL,
	"viewer" text NOT NULL,
	CONSTRAINT "item_views_item_id_day_viewer_pk" PRIMARY KEY("item_id","day","viewer")
);
--> statement-breakpoint
CREATE INDEX "item_views_day" ON "item_views" USING btree ("day");--> statement-breakpoint
CREATE TABLE "item_words" (
	"word_id" integer NOT NULL,
	"kind" text NOT NULL,
	"published_at" timestamp (3) with time zone NOT NULL,
	"item_id" uuid NOT NULL,
	"performer_id" uuid NOT NULL,
	"expires_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE UNIQUE INDEX "item_words_found" ON "item_words" USING btree ("word_id","kind","published_at","item_id","performer_id","expires_at");--> statement-breakpoint
CREATE TABLE "items" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"feed_type" text,
	"performer_id" uuid NOT NULL,
	"slug" text,
	"title" text DEFAULT '' NOT NULL,
	"body" text DEFAULT '' NOT NULL,
	"audience" text NOT NULL,
	"price_cents" bigint,
	"status" text NOT NULL,
	"is_pinned" boolean DEFAULT false NOT NULL,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"readiness" text NOT NULL,
	"is_listed" boolean DEFAULT false NOT NULL,
	"scheduled_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone,
	"published_at" timestamp (3) with time zone,
	"deleted_at" timestamp (3) with time zone,
	"likes" integer DEFAULT 0 NOT NULL,
	"bookmarks" integer DEFAULT 0 NOT NULL,
	"comments" integer DEFAULT 0 NOT NULL,
	"views" integer DEFAULT 0 NOT NULL,
	"sales" integer DEFAULT 0 NOT NULL,
	"search_text" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"has_poll" boolean DEFAULT false NOT NULL,
	"hidden_at" timestamp (3) with time zone,
	CONSTRAINT "items_feed_type" CHECK (("items"."kind" = 'feed') = ("items"."feed_type" is not null)),
	CONSTRAINT "items_price" CHECK (("items"."audience" = 'paid' or "items"."kind" = 'product') = ("items"."price_cents" is not null))
);
--> statement-breakpoint
CREATE UNIQUE INDEX "items_slug" ON "items" USING btree ("kind","slug");--> statement-breakpoint
CREATE INDEX "items_performer_created" ON "items" USING btree ("performer_id","kind","created_at","id");--> statement-breakpoint
CREATE INDEX "items_performer_updated" ON "items" USING btree ("performer_id","kind","updated_at","id");--> statement-breakpoint
CREATE INDEX "items_performer_published" ON "items" USING btree ("performer_id","kind","published_at","id") WHERE "items"."is_listed";--> statement-breakpoint
CREATE INDEX "items_published" ON "items" USING btree ("kind","published_at","id","performer_id","expires_at") WHERE "items"."is_listed";--> statement-breakpoint
CREATE INDEX "items_feeds" ON "items" USING btree ("feed_type","audience","published_at","id") WHERE "items"."is_listed" and "items"."feed_type" is not null;--> statement-breakpoint
CREATE INDEX "items_feeds_of" ON "items" USING btree ("performer_id","feed_type","published_at","id") WHERE "items"."is_listed" and "items"."feed_type" is not null;--> statement-breakpoint
CREATE INDEX "items_polls" ON "items" USING btree ("published_at","id") WHERE "items"."is_listed" and "items"."has_poll";--> statement-breakpoint
CREATE INDEX "items_pinned_first" ON "items" USING btree ("performer_id","kind","is_pinned","published_at","id") WHERE "items"."is_listed";--> statement-breakpoint
CREATE INDEX "items_updated" ON "items" USING btree ("kind","updated_at","id") WHERE "items"."is_listed";--> statement-breakpoint
CREATE INDEX "items_popular" ON "items" USING btree ("kind","views","id") WHERE "items"."is_listed";--> statement-breakpoint
CREATE INDEX "items_priced" ON "items" USING btree ("kind","price_cents","id") WHERE "items"."is_listed";--> statement-breakpoint
CREATE INDEX "items_named" ON "items" USING btree ("kind","title","id") WHERE "items"."is_listed" and "items"."kind" = 'product';--> statement-breakpoint
CREATE INDEX "items_on_sale" ON "items" USING btree ("kind","updated_at","id","performer_id","expires_at") WHERE "items"."is_listed" and "items"."audience" = 'paid';--> statement-breakpoint
CREATE INDEX "items_kept" ON "items" USING btree ("kind","created_at","id") WHERE "items"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "items_hidden" ON "items" USING btree ("kind","updated_at","id") WHERE "items"."hidden_at" is not null;--> statement-breakpoint
CREATE INDEX "items_due" ON "items" USING btree ("scheduled_at") WHERE not "items"."is_listed" and "items"."scheduled_at" is not null;--> statement-breakpoint
CREATE INDEX "items_ending" ON "items" USING btree ("expires_at") WHERE "items"."is_listed" and "items"."expires_at" is not null;--> statement-breakpoint
CREATE TABLE "photos" (
	"item_id" uuid PRIMARY KEY NOT NULL,
	"gallery_id" uuid,
	"file_id" uuid,
	"ordering" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX "photos_gallery" ON "photos" USING btree ("gallery_id","ordering","item_id");--> statement-breakpoint
CREATE INDEX "photos_file" ON "photos" USING btree ("file_id");--> statement-breakpoint
CREATE TABLE "poll_options" (
	"id" uuid PRIMARY KEY NOT NULL,
	"poll_id" uuid NOT NULL,
	"text" text NOT NULL,
	"ordering" integer NOT NULL,
	"votes" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX "poll_options_poll" ON "poll_options" USING btree ("poll_id","ordering");--> statement-breakpoint
CREATE TABLE "poll_votes" (
	"poll_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"option_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "poll_votes_poll_id_account_id_pk" PRIMARY KEY("poll_id","account_id")
);
--> statement-breakpoint
CREATE TABLE "polls" (
	"id" uuid PRIMARY KEY NOT NULL,
	"performer_id" uuid NOT NULL,
	"question" text NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"total_votes" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "polls_performer" ON "polls" USING btree ("performer_id","created_at");--> statement-breakpoint
CREATE TABLE "search_words" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "search_words_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"word" text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "search_words_word" ON "search_words" USING btree ("word");--> statement-breakpoint
CREATE INDEX "search_words_start" ON "search_words" USING btree ("word" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "search_words_similar" ON "search_words" USING gin ("word" gin_trgm_ops);--> statement-breakpoint
CREATE TABLE "site_promos" (
	"id" uuid PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"link" text,
	"position" text NOT NULL,
	"file_id" uuid NOT NULL,
	"ordering" integer DEFAULT 0 NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"starts_at" timestamp (3) with time zone,
	"ends_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "site_promos_position" ON "site_promos" USING btree ("position","ordering","id");--> statement-breakpoint
CREATE TABLE "video_participants" (
	"item_id" uuid NOT NULL,
	"performer_id" uuid NOT NULL,
	"ordering" integer NOT NULL,
	CONSTRAINT "video_participants_item_id_performer_id_pk" PRIMARY KEY("item_id","performer_id")
);
--> statement-breakpoint
CREATE TABLE "videos" (
	"item_id" uuid PRIMARY KEY NOT NULL,
	"file_id" uuid,
	"next_file_id" uuid,
	"teaser_id" uuid,
	"thumbnail_id" uuid
);
--> statement-breakpoint
-- Tables of server/db/schema/files.ts
CREATE TABLE "files" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"type" text NOT NULL,
	"name" text NOT NULL,
	"mime_type" text NOT NULL,
	"size" bigint NOT NULL,
	"width" integer,
	"height" integer,
	"status" text NOT NULL,
	"failure" text,
	"blur" text,
	"variants" jsonb NOT NULL,
	"attached_to" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"duration_ms" integer,
	"progress" integer DEFAULT 0 NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"worked_until" timestamp (3) with time zone,
	"original" jsonb
);
--> statement-breakpoint
CREATE INDEX "files_owner" ON "files" USING btree ("owner_id","created_at");--> statement-breakpoint
CREATE INDEX "files_types" ON "files" USING btree ("type","size");--> statement-breakpoint
CREATE INDEX "files_unattached" ON "files" USING btree ("attached_to","created_at");--> statement-breakpoint
CREATE INDEX "files_unready" ON "files" USING btree ("created_at") WHERE "files"."status" in ('created', 'processing');--> statement-breakpoint
CREATE TABLE "uploads" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"name" text NOT NULL,
	"purpose" text NOT NULL,
	"size" bigint NOT NULL,
	"received" bigint DEFAULT 0 NOT NULL,
	"taken_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "uploads_owner" ON "uploads" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "uploads_expiry" ON "uploads" USING btree ("expires_at");--> statement-breakpoint
-- Tables of server/db/schema/helping.ts
CREATE TABLE "helper_acts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"performer_id" uuid NOT NULL,
	"helper_id" uuid,
	"endpoint" text NOT NULL,
	"target_id" text,
	"is_made" boolean NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "helper_acts_performer" ON "helper_acts" USING btree ("performer_id","created_at","id");--> statement-breakpoint
CREATE INDEX "helper_acts_helper" ON "helper_acts" USING btree ("helper_id","created_at");--> statement-breakpoint
CREATE INDEX "helper_acts_target" ON "helper_acts" USING btree ("target_id");--> statement-breakpoint
CREATE INDEX "helper_acts_age" ON "helper_acts" USING btree ("created_at");--> statement-breakpoint
-- Tables of server/db/schema/keys.ts
CREATE TABLE "api_keys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"name" text NOT NULL,
	"key_hash" text NOT NULL,
	"hint" text NOT NULL,
	"rights" text[] NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"last_used_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "api_keys_hash" ON "api_keys" USING btree ("key_hash");--> statement-breakpoint
CREATE INDEX "api_keys_account" ON "api_keys" USING btree ("account_id");--> statement-breakpoint
-- Tables of server/db/schema/messages.ts
CREATE TABLE "conversation_members" (
	"conversation_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"other_id" uuid NOT NULL,
	"last_message_at" timestamp (3) with time zone NOT NULL,
	"unread" integer DEFAULT 0 NOT NULL,
	"seen_seq" integer DEFAULT 0 NOT NULL,
	"seen_at" timestamp (3) with time zone,
	"delivered_seq" integer DEFAULT 0 NOT NULL,
	"delivered_at" timestamp (3) with time zone,
	"is_muted" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"is_listed" boolean DEFAULT true NOT NULL,
	CONSTRAINT "conversation_members_conversation_id_account_id_pk" PRIMARY KEY("conversation_id","account_id")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "conversation_members_pair" ON "conversation_members" USING btree ("account_id","other_id");--> statement-breakpoint
CREATE INDEX "conversation_members_last" ON "conversation_members" USING btree ("account_id","last_message_at","conversation_id") WHERE "conversation_members"."is_listed";--> statement-breakpoint
CREATE INDEX "conversation_members_created" ON "conversation_members" USING btree ("account_id","created_at","conversation_id") WHERE "conversation_members"."is_listed";--> statement-breakpoint
CREATE INDEX "conversation_members_unread" ON "conversation_members" USING btree ("account_id","last_message_at","conversation_id") WHERE "conversation_members"."unread" > 0;--> statement-breakpoint
CREATE INDEX "conversation_members_other" ON "conversation_members" USING btree ("other_id");--> statement-breakpoint
CREATE TABLE "conversations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"last_seq" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "fan_list_people" (
	"list_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "fan_list_people_list_id_account_id_pk" PRIMARY KEY("list_id","account_id")
);
--> statement-breakpoint
CREATE INDEX "fan_list_people_account" ON "fan_list_people" USING btree ("account_id");--> statement-breakpoint
CREATE TABLE "fan_lists" (
	"id" uuid PRIMARY KEY NOT NULL,
	"performer_id" uuid NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "fan_lists_performer" ON "fan_lists" USING btree ("performer_id","created_at","id");--> statement-breakpoint
CREATE TABLE "fan_notes" (
	"performer_id" uuid NOT NULL,
	"fan_id" uuid NOT NULL,
	"text" text NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "fan_notes_performer_id_fan_id_pk" PRIMARY KEY("performer_id","fan_id")
);
--> statement-breakpoint
CREATE INDEX "fan_notes_fan" ON "fan_notes" USING btree ("fan_id");--> statement-breakpoint
CREATE TABLE "mass_message_files" (
	"mass_id" uuid NOT NULL,
	"file_id" uuid NOT NULL,
	"ordering" integer NOT NULL,
	CONSTRAINT "mass_message_files_mass_id_file_id_pk" PRIMARY KEY("mass_id","file_id")
);
--> statement-breakpoint
CREATE INDEX "mass_message_files_file" ON "mass_message_files" USING btree ("file_id");--> statement-breakpoint
CREATE TABLE "mass_messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"performer_id" uuid NOT NULL,
	"text" text NOT NULL,
	"price_cents" bigint,
	"include" jsonb NOT NULL,
	"exclude" jsonb NOT NULL,
	"status" text NOT NULL,
	"scheduled_at" timestamp (3) with time zone,
	"recipients" integer DEFAULT 0 NOT NULL,
	"sent" integer DEFAULT 0 NOT NULL,
	"last_receiver_id" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "mass_messages_updated" ON "mass_messages" USING btree ("performer_id","updated_at","id");--> statement-breakpoint
CREATE INDEX "mass_messages_created" ON "mass_messages" USING btree ("performer_id","created_at","id");--> statement-breakpoint
CREATE INDEX "mass_messages_due" ON "mass_messages" USING btree ("scheduled_at") WHERE "mass_messages"."status" in ('scheduled', 'sending') or ("mass_messages"."status" = 'unsent' and "mass_messages"."last_receiver_id" is not null);--> statement-breakpoint
CREATE TABLE "message_files" (
	"message_id" uuid NOT NULL,
	"file_id" uuid NOT NULL,
	"receiver_id" uuid NOT NULL,
	"ordering" integer NOT NULL,
	CONSTRAINT "message_files_message_id_file_id_pk" PRIMARY KEY("message_id","file_id")
);
--> statement-breakpoint
CREATE INDEX "message_files_file" ON "message_files" USING btree ("file_id","receiver_id");--> statement-breakpoint
CREATE TABLE "messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"conversation_id" uuid NOT NULL,
	"seq" integer NOT NULL,
	"sender_id" uuid NOT NULL,
	"receiver_id" uuid NOT NULL,
	"client_key" text,
	"type" text NOT NULL,
	"text" text NOT NULL,
	"price_cents" bigint,
	"tip_cents" bigint,
	"reply_to_id" uuid,
	"mass_id" uuid,
	"deleted_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"search" "tsvector" GENERATED ALWAYS AS (
		to_tsvector('simple'::regconfig, case when price_cents is null then text else left(text, 120) end) ||
		array_to_tsvector(array['c ' || conversation_id::text, 'p ' || sender_id::text, 'p ' || receiver_id::text])
	) STORED,
	"by_id" uuid,
	CONSTRAINT "messages_tip" CHECK (("messages"."type" = 'tip') = ("messages"."tip_cents" is not null))
);
--> statement-breakpoint
CREATE UNIQUE INDEX "messages_place" ON "messages" USING btree ("conversation_id","seq");--> statement-breakpoint
CREATE UNIQUE INDEX "messages_client_key" ON "messages" USING btree ("conversation_id","sender_id","client_key") WHERE "messages"."client_key" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "messages_mass" ON "messages" USING btree ("mass_id","receiver_id") WHERE "messages"."mass_id" is not null;--> statement-breakpoint
CREATE INDEX "messages_search" ON "messages" USING gin ("search");--> statement-breakpoint
-- Tables of server/db/schema/money.ts
CREATE TABLE "charges" (
	"id" uuid PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"target_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"performer_id" uuid NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"price_cents" bigint NOT NULL,
	"quantity" integer DEFAULT 1 NOT NULL,
	"commission_rate" numeric(5, 4) NOT NULL,
	"commission_cents" bigint NOT NULL,
	"earning_cents" bigint NOT NULL,
	"refunded_cents" bigint DEFAULT 0 NOT NULL,
	"balance_after_cents" bigint NOT NULL,
	"status" text DEFAULT 'success' NOT NULL,
	"transfer_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"session_id" uuid,
	CONSTRAINT "charges_transferId_unique" UNIQUE("transfer_id"),
	CONSTRAINT "charges_split" CHECK ("charges"."commission_cents" + "charges"."earning_cents" = "charges"."price_cents")
);
--> statement-breakpoint
CREATE INDEX "charges_user_updated" ON "charges" USING btree ("user_id","updated_at","id");--> statement-breakpoint
CREATE INDEX "charges_user_created" ON "charges" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "charges_created" ON "charges" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "charges_performer" ON "charges" USING btree ("performer_id","updated_at","id");--> statement-breakpoint
CREATE INDEX "charges_updated" ON "charges" USING btree ("updated_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "charges_bought_once" ON "charges" USING btree ("user_id","target_id") WHERE "charges"."type" in ('feed', 'video', 'gallery', 'message', 'stream') and "charges"."status" = 'success';--> statement-breakpoint
CREATE INDEX "charges_target" ON "charges" USING btree ("target_id");--> statement-breakpoint
CREATE INDEX "charges_session" ON "charges" USING btree ("session_id","created_at") WHERE "charges"."session_id" is not null;--> statement-breakpoint
CREATE TABLE "earnings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"performer_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"type" text NOT NULL,
	"charge_id" uuid,
	"payment_id" uuid,
	"gross_cents" bigint NOT NULL,
	"commission_rate" numeric(5, 4) NOT NULL,
	"commission_cents" bigint NOT NULL,
	"net_cents" bigint NOT NULL,
	"refunded_cents" bigint DEFAULT 0 NOT NULL,
	"source" text NOT NULL,
	"status" text DEFAULT 'available' NOT NULL,
	"available_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "earnings_chargeId_unique" UNIQUE("charge_id"),
	CONSTRAINT "earnings_paymentId_unique" UNIQUE("payment_id"),
	CONSTRAINT "earnings_split" CHECK ("earnings"."commission_cents" + "earnings"."net_cents" = "earnings"."gross_cents"),
	CONSTRAINT "earnings_cause" CHECK (("earnings"."charge_id" is null) <> ("earnings"."payment_id" is null))
);
--> statement-breakpoint
CREATE INDEX "earnings_created" ON "earnings" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "earnings_performer_updated" ON "earnings" USING btree ("performer_id","updated_at","id");--> statement-breakpoint
CREATE INDEX "earnings_performer_created" ON "earnings" USING btree ("performer_id","created_at","id");--> statement-breakpoint
CREATE INDEX "earnings_user" ON "earnings" USING btree ("user_id","performer_id");--> statement-breakpoint
CREATE INDEX "earnings_updated" ON "earnings" USING btree ("updated_at","id");--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"account_id" uuid NOT NULL,
	"key" text NOT NULL,
	"digest" text NOT NULL,
	"answer" jsonb,
	"status" integer,
	"subject_id" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "idempotency_keys_account_id_key_pk" PRIMARY KEY("account_id","key")
);
--> statement-breakpoint
CREATE INDEX "idempotency_keys_created" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE TABLE "ledger_adjustments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"person_id" uuid NOT NULL,
	"account" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"reason" text NOT NULL,
	"status" text NOT NULL,
	"proposed_by" uuid NOT NULL,
	"decided_by" uuid,
	"decided_at" timestamp (3) with time zone,
	"note" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "ledger_adjustments_amount" CHECK (amount_cents <> 0),
	CONSTRAINT "ledger_adjustments_two_persons" CHECK (status <> 'approved' or decided_by <> proposed_by)
);
--> statement-breakpoint
CREATE INDEX "ledger_adjustments_updated" ON "ledger_adjustments" USING btree ("updated_at","id");--> statement-breakpoint
CREATE INDEX "ledger_adjustments_person" ON "ledger_adjustments" USING btree ("person_id","updated_at");--> statement-breakpoint
CREATE INDEX "ledger_adjustments_pending" ON "ledger_adjustments" USING btree ("updated_at","id") WHERE status = 'pending';--> statement-breakpoint
CREATE TABLE "payout_accounts" (
	"performer_id" uuid NOT NULL,
	"gateway" text NOT NULL,
	"gateway_account_id" text NOT NULL,
	"is_ready" boolean DEFAULT false NOT NULL,
	"requirements" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "payout_accounts_performer_id_gateway_pk" PRIMARY KEY("performer_id","gateway")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "payout_accounts_gateway" ON "payout_accounts" USING btree ("gateway","gateway_account_id");--> statement-breakpoint
CREATE TABLE "payout_requests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"performer_id" uuid NOT NULL,
	"amount_cents" bigint NOT NULL,
	"method" text NOT NULL,
	"account_shown" text NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"request_note" text DEFAULT '' NOT NULL,
	"operator_note" text DEFAULT '' NOT NULL,
	"reference" text DEFAULT '' NOT NULL,
	"round" integer DEFAULT 1 NOT NULL,
	"gateway_key" text,
	"gateway_id" text,
	"decided_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"reversed_cents" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "payout_requests_gatewayKey_unique" UNIQUE("gateway_key")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "payout_requests_open" ON "payout_requests" USING btree ("performer_id") WHERE "payout_requests"."status" in ('pending', 'approved');--> statement-breakpoint
CREATE INDEX "payout_requests_performer" ON "payout_requests" USING btree ("performer_id","updated_at","id");--> statement-breakpoint
CREATE INDEX "payout_requests_status" ON "payout_requests" USING btree ("status","updated_at","id");--> statement-breakpoint
CREATE INDEX "payout_requests_updated" ON "payout_requests" USING btree ("updated_at","id");--> statement-breakpoint
CREATE TABLE "refunds" (
	"id" uuid PRIMARY KEY NOT NULL,
	"earning_id" uuid NOT NULL,
	"performer_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"type" text NOT NULL,
	"gross_cents" bigint NOT NULL,
	"commission_cents" bigint NOT NULL,
	"net_cents" bigint NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"transfer_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "refunds_transferId_unique" UNIQUE("transfer_id"),
	CONSTRAINT "refunds_split" CHECK ("refunds"."commission_cents" + "refunds"."net_cents" = "refunds"."gross_cents"),
	CONSTRAINT "refunds_some" CHECK ("refunds"."gross_cents" > 0)
);
--> statement-breakpoint
CREATE INDEX "refunds_performer_created" ON "refunds" USING btree ("performer_id","created_at");--> statement-breakpoint
CREATE INDEX "refunds_created" ON "refunds" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "refunds_earning" ON "refunds" USING btree ("earning_id");--> statement-breakpoint
-- Tables of server/db/schema/notifications.ts
CREATE TABLE "notification_events" (
	"account_id" uuid NOT NULL,
	"event" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "notification_events_account_id_event_pk" PRIMARY KEY("account_id","event")
);
--> statement-breakpoint
CREATE INDEX "notification_events_old" ON "notification_events" USING btree ("created_at");--> statement-breakpoint
CREATE TABLE "notification_preferences" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"types" jsonb NOT NULL,
	"quiet_hours" jsonb,
	"digest" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"type" text NOT NULL,
	"event" text NOT NULL,
	"group" text,
	"actor_id" uuid,
	"count" integer DEFAULT 1 NOT NULL,
	"text" text NOT NULL,
	"link" text NOT NULL,
	"is_listed" boolean NOT NULL,
	"read_at" timestamp (3) with time zone,
	"mail_due_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"right" text
);
--> statement-breakpoint
CREATE UNIQUE INDEX "notifications_group" ON "notifications" USING btree ("account_id","group") WHERE "notifications"."group" is not null and "notifications"."read_at" is null;--> statement-breakpoint
CREATE INDEX "notifications_updated" ON "notifications" USING btree ("account_id","updated_at","id") WHERE "notifications"."is_listed";--> statement-breakpoint
CREATE INDEX "notifications_created" ON "notifications" USING btree ("account_id","created_at","id") WHERE "notifications"."is_listed";--> statement-breakpoint
CREATE INDEX "notifications_unread" ON "notifications" USING btree ("account_id") WHERE "notifications"."is_listed" and "notifications"."read_at" is null;--> statement-breakpoint
CREATE INDEX "notifications_mail" ON "notifications" USING btree ("mail_due_at") WHERE "notifications"."mail_due_at" is not null;--> statement-breakpoint
CREATE INDEX "notifications_old" ON "notifications" USING btree ("updated_at");--> statement-breakpoint
CREATE TABLE "push_devices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"endpoint" text NOT NULL,
	"p256dh" text NOT NULL,
	"auth" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "push_devices_endpoint_unique" UNIQUE("endpoint")
);
--> statement-breakpoint
CREATE INDEX "push_devices_account" ON "push_devices" USING btree ("account_id","created_at");--> statement-breakpoint
-- Tables of server/db/schema/passkeys.ts
CREATE TABLE "passkey_challenges" (
	"challenge" text PRIMARY KEY NOT NULL,
	"account_id" uuid,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "passkey_challenges_expiry" ON "passkey_challenges" USING btree ("expires_at");--> statement-breakpoint
CREATE TABLE "passkeys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"name" text NOT NULL,
	"credential_id" text NOT NULL,
	"public_key" text NOT NULL,
	"counter" bigint NOT NULL,
	"transports" text[] NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE UNIQUE INDEX "passkeys_credential" ON "passkeys" USING btree ("credential_id");--> statement-breakpoint
CREATE INDEX "passkeys_account" ON "passkeys" USING btree ("account_id","id");--> statement-breakpoint
-- Tables of server/db/schema/payments.ts
CREATE TABLE "coupon_uses" (
	"coupon_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"payment_id" uuid NOT NULL,
	CONSTRAINT "coupon_uses_coupon_id_account_id_pk" PRIMARY KEY("coupon_id","account_id"),
	CONSTRAINT "coupon_uses_paymentId_unique" UNIQUE("payment_id")
);
--> statement-breakpoint
CREATE TABLE "coupons" (
	"id" uuid PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"value" numeric(5, 4) NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"maximum_uses" integer,
	"total_uses" integer DEFAULT 0 NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"removed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "coupons_code" ON "coupons" USING btree ("code") WHERE "coupons"."removed_at" is null;--> statement-breakpoint
CREATE INDEX "coupons_updated" ON "coupons" USING btree ("updated_at","id");--> statement-breakpoint
CREATE TABLE "gateway_customers" (
	"account_id" uuid NOT NULL,
	"gateway" text NOT NULL,
	"customer_id" text NOT NULL,
	CONSTRAINT "gateway_customers_account_id_gateway_pk" PRIMARY KEY("account_id","gateway")
);
--> statement-breakpoint
CREATE TABLE "gateway_events" (
	"gateway" text NOT NULL,
	"event_id" text NOT NULL,
	"payload" jsonb NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"applied_at" timestamp (3) with time zone,
	CONSTRAINT "gateway_events_gateway_event_id_pk" PRIMARY KEY("gateway","event_id")
);
--> statement-breakpoint
CREATE INDEX "gateway_events_received" ON "gateway_events" USING btree ("gateway","received_at");--> statement-breakpoint
CREATE INDEX "gateway_events_waiting" ON "gateway_events" USING btree ("received_at") WHERE "gateway_events"."applied_at" is null;--> statement-breakpoint
CREATE TABLE "payment_cards" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"gateway" text NOT NULL,
	"gateway_card_id" text NOT NULL,
	"fingerprint" text NOT NULL,
	"brand" text NOT NULL,
	"last4" text NOT NULL,
	"month" integer NOT NULL,
	"year" integer NOT NULL,
	"holder_name" text DEFAULT '' NOT NULL,
	"is_default" boolean DEFAULT false NOT NULL,
	"removed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "payment_cards_known" ON "payment_cards" USING btree ("account_id","gateway","fingerprint") WHERE "payment_cards"."removed_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "payment_cards_default" ON "payment_cards" USING btree ("account_id") WHERE "payment_cards"."is_default" and "payment_cards"."removed_at" is null;--> statement-breakpoint
CREATE INDEX "payment_cards_account" ON "payment_cards" USING btree ("account_id","updated_at","id");--> statement-breakpoint
CREATE TABLE "payment_disputes" (
	"gateway" text NOT NULL,
	"dispute_id" text NOT NULL,
	"payment_id" uuid NOT NULL,
	"amount_cents" bigint NOT NULL,
	"status" text NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "payment_disputes_gateway_dispute_id_pk" PRIMARY KEY("gateway","dispute_id")
);
--> statement-breakpoint
CREATE INDEX "payment_disputes_payment" ON "payment_disputes" USING btree ("payment_id");--> statement-breakpoint
CREATE TABLE "payment_refunds" (
	"id" uuid PRIMARY KEY NOT NULL,
	"payment_id" uuid NOT NULL,
	"amount_cents" bigint NOT NULL,
	"reason" text NOT NULL,
	"status" text NOT NULL,
	"failure" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"gateway_refund_id" text,
	"booked_cents" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX "payment_refunds_payment" ON "payment_refunds" USING btree ("payment_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_refunds_gateway" ON "payment_refunds" USING btree ("payment_id","gateway_refund_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_refunds_open" ON "payment_refunds" USING btree ("payment_id") WHERE "payment_refunds"."status" = 'created';--> statement-breakpoint
CREATE INDEX "payment_refunds_waiting" ON "payment_refunds" USING btree ("created_at") WHERE "payment_refunds"."status" = 'created';--> statement-breakpoint
CREATE TABLE "payments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"receipt_number" integer GENERATED ALWAYS AS IDENTITY (sequence name "payments_receipt_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" uuid NOT NULL,
	"type" text NOT NULL,
	"status" text NOT NULL,
	"gateway" text NOT NULL,
	"card_id" uuid,
	"performer_id" uuid,
	"subscription_id" uuid,
	"promotion_id" uuid,
	"period_months" integer,
	"period_days" integer,
	"bundle_share" numeric(5, 4),
	"title" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"tokens_cents" bigint,
	"original_cents" bigint NOT NULL,
	"total_cents" bigint NOT NULL,
	"currency" text NOT NULL,
	"coupon_id" uuid,
	"commission_rate" numeric(5, 4),
	"commission_cents" bigint,
	"earning_cents" bigint,
	"refunded_cents" bigint DEFAULT 0 NOT NULL,
	"disputed_cents" bigint DEFAULT 0 NOT NULL,
	"is_off_session" boolean DEFAULT false NOT NULL,
	"gateway_key" text NOT NULL,
	"gateway_id" text,
	"client_secret" text,
	"failure_code" text,
	"failure_message" text,
	"transfer_id" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "payments_gatewayKey_unique" UNIQUE("gateway_key"),
	CONSTRAINT "payments_transferId_unique" UNIQUE("transfer_id")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "payments_gateway_id" ON "payments" USING btree ("gateway","gateway_id");--> statement-breakpoint
CREATE INDEX "payments_user_updated" ON "payments" USING btree ("user_id","updated_at","id");--> statement-breakpoint
CREATE INDEX "payments_user_created" ON "payments" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "payments_updated" ON "payments" USING btree ("updated_at","id");--> statement-breakpoint
CREATE INDEX "payments_created" ON "payments" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "payments_subscription" ON "payments" USING btree ("subscription_id");--> statement-breakpoint
CREATE INDEX "payments_unsettled" ON "payments" USING btree ("updated_at") WHERE "payments"."status" in ('created', 'processing', 'requires_action');--> statement-breakpoint
CREATE TABLE "token_packages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"price_cents" bigint NOT NULL,
	"tokens_cents" bigint NOT NULL,
	"ordering" integer DEFAULT 0 NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"removed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "token_packages_ordering" ON "token_packages" USING btree ("ordering","id");--> statement-breakpoint
-- Tables of server/db/schema/performers.ts
CREATE TABLE "closed_performers" (
	"performer_id" uuid PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE "performer_blocked_countries" (
	"performer_id" uuid NOT NULL,
	"code" text NOT NULL,
	CONSTRAINT "performer_blocked_countries_performer_id_code_pk" PRIMARY KEY("performer_id","code")
);
--> statement-breakpoint
CREATE TABLE "performer_documents" (
	"performer_id" uuid NOT NULL,
	"type" text NOT NULL,
	"file_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "performer_documents_performer_id_type_pk" PRIMARY KEY("performer_id","type")
);
--> statement-breakpoint
CREATE TABLE "performer_listings" (
	"performer_id" uuid PRIMARY KEY NOT NULL,
	"username" text,
	"name" text NOT NULL,
	"name_key" text NOT NULL,
	"search_text" text NOT NULL,
	"gender" text,
	"country" text,
	"is_online" boolean NOT NULL,
	"date_of_birth" date,
	"height" text,
	"weight" text,
	"body_type" text,
	"ethnicity" text,
	"size" text,
	"hair" text,
	"eyes" text,
	"sexual_orientation" text,
	"is_free_subscription" boolean NOT NULL,
	"is_featured" boolean NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "performer_listings_updated" ON "performer_listings" USING btree ("updated_at","performer_id");--> statement-breakpoint
CREATE INDEX "performer_listings_created" ON "performer_listings" USING btree ("created_at","performer_id");--> statement-breakpoint
CREATE INDEX "performer_listings_name" ON "performer_listings" USING btree ("name","performer_id");--> statement-breakpoint
CREATE INDEX "performer_listings_online" ON "performer_listings" USING btree ("is_online","performer_id");--> statement-breakpoint
CREATE INDEX "performer_listings_name_start" ON "performer_listings" USING btree ("name_key" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "performer_listings_username_start" ON "performer_listings" USING btree ("username" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "performer_listings_similar" ON "performer_listings" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE TABLE "performer_views" (
	"performer_id" uuid NOT NULL,
	"day" date NOT NULL,
	"viewer" text NOT NULL,
	CONSTRAINT "performer_views_performer_id_day_viewer_pk" PRIMARY KEY("performer_id","day","viewer")
);
--> statement-breakpoint
CREATE INDEX "performer_views_day" ON "performer_views" USING btree ("day");--> statement-breakpoint
CREATE TABLE "performers" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"bio" text DEFAULT '' NOT NULL,
	"languages" text[] DEFAULT '{}' NOT NULL,
	"city" text,
	"state" text,
	"zip_code" text,
	"address" text,
	"date_of_birth" date,
	"height" text,
	"weight" text,
	"body_type" text,
	"ethnicity" text,
	"size" text,
	"hair" text,
	"eyes" text,
	"sexual_orientation" text,
	"is_free_subscription" boolean DEFAULT false NOT NULL,
	"free_subscription_days" integer NOT NULL,
	"monthly_price_cents" bigint NOT NULL,
	"yearly_price_cents" bigint NOT NULL,
	"message_audience" text DEFAULT 'everyone' NOT NULL,
	"message_price_cents" bigint DEFAULT 0 NOT NULL,
	"verification" text DEFAULT 'none' NOT NULL,
	"verification_note" text,
	"verified_at" timestamp (3) with time zone,
	"is_featured" boolean DEFAULT false NOT NULL,
	"views" integer DEFAULT 0 NOT NULL,
	"payout_preferred" text,
	"banking_sealed" text,
	"banking_shown" jsonb,
	"paypal_sealed" text,
	"paypal_shown" text,
	"recent_views" integer DEFAULT 0 NOT NULL,
	"commission_rate" numeric(5, 4),
	"subscribers" integer DEFAULT 0 NOT NULL,
	"followers" integer DEFAULT 0 NOT NULL,
	"likes" integer DEFAULT 0 NOT NULL,
	"popularity" integer GENERATED ALWAYS AS ("performers"."subscribers" * 20 + "performers"."likes" * 5 + "performers"."recent_views") STORED,
	"bookmarks" integer DEFAULT 0 NOT NULL,
	"total_feeds" integer DEFAULT 0 NOT NULL,
	"total_videos" integer DEFAULT 0 NOT NULL,
	"total_galleries" integer DEFAULT 0 NOT NULL,
	"total_photos" integer DEFAULT 0 NOT NULL,
	"welcome_video_id" uuid,
	"activate_welcome_video" boolean DEFAULT false NOT NULL,
	"total_products" integer DEFAULT 0 NOT NULL,
	"total_stream_s" integer DEFAULT 0 NOT NULL,
	"private_enabled" boolean DEFAULT false NOT NULL,
	"private_minute_cents" bigint DEFAULT 300 NOT NULL,
	"private_minimum_minutes" integer DEFAULT 3 NOT NULL,
	"decided_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE INDEX "performers_decided" ON "performers" USING btree ("decided_at") WHERE "performers"."decided_at" is not null;--> statement-breakpoint
CREATE INDEX "performers_verification" ON "performers" USING btree ("verification","is_featured");--> statement-breakpoint
CREATE INDEX "performers_views" ON "performers" USING btree ("views","account_id");--> statement-breakpoint
CREATE INDEX "performers_popularity" ON "performers" USING btree ("popularity","account_id");--> statement-breakpoint
-- Tables of server/db/schema/privacy.ts
CREATE TABLE "data_exports" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"id" uuid NOT NULL,
	"status" text NOT NULL,
	"progress" integer DEFAULT 0 NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"worked_until" timestamp (3) with time zone,
	"size" bigint,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone,
	CONSTRAINT "data_exports_id_unique" UNIQUE("id")
);
--> statement-breakpoint
CREATE INDEX "data_exports_unready" ON "data_exports" USING btree ("status","worked_until");--> statement-breakpoint
CREATE INDEX "data_exports_expiry" ON "data_exports" USING btree ("expires_at");--> statement-breakpoint
-- Tables of server/db/schema/responses.ts
CREATE TABLE "comments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"object_type" text NOT NULL,
	"item_id" uuid NOT NULL,
	"parent_id" uuid,
	"performer_id" uuid NOT NULL,
	"author_id" uuid NOT NULL,
	"content" text NOT NULL,
	"image_id" uuid,
	"likes" integer DEFAULT 0 NOT NULL,
	"replies" integer DEFAULT 0 NOT NULL,
	"is_edited" boolean DEFAULT false NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"hidden_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE INDEX "comments_item" ON "comments" USING btree ("item_id","created_at","id") WHERE "comments"."parent_id" is null;--> statement-breakpoint
CREATE INDEX "comments_parent" ON "comments" USING btree ("parent_id","created_at","id");--> statement-breakpoint
CREATE INDEX "comments_author" ON "comments" USING btree ("author_id");--> statement-breakpoint
CREATE INDEX "comments_kept" ON "comments" USING btree ("created_at","id") WHERE "comments"."deleted_at" is null;--> statement-breakpoint
CREATE TABLE "follows" (
	"id" uuid PRIMARY KEY NOT NULL,
	"follower_id" uuid NOT NULL,
	"performer_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "follows_pair" ON "follows" USING btree ("follower_id","performer_id");--> statement-breakpoint
CREATE INDEX "follows_follower" ON "follows" USING btree ("follower_id","created_at","id");--> statement-breakpoint
CREATE INDEX "follows_performer" ON "follows" USING btree ("performer_id","created_at","id");--> statement-breakpoint
CREATE TABLE "keyword_people" (
	"keyword_id" uuid NOT NULL,
	"person" text NOT NULL,
	CONSTRAINT "keyword_people_keyword_id_person_pk" PRIMARY KEY("keyword_id","person")
);
--> statement-breakpoint
CREATE TABLE "keywords" (
	"id" uuid PRIMARY KEY NOT NULL,
	"keyword" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"people" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "keywords_keyword_unique" UNIQUE("keyword")
);
--> statement-breakpoint
CREATE INDEX "keywords_attempts" ON "keywords" USING btree ("attempts","id");--> statement-breakpoint
CREATE INDEX "keywords_updated" ON "keywords" USING btree ("updated_at","id");--> statement-breakpoint
CREATE TABLE "reactions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"object_type" text NOT NULL,
	"object_id" uuid NOT NULL,
	"action" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "reactions_once" ON "reactions" USING btree ("account_id","object_id","action","object_type");--> statement-breakpoint
CREATE INDEX "reactions_list" ON "reactions" USING btree ("account_id","action","object_type","created_at","id");--> statement-breakpoint
CREATE INDEX "reactions_object" ON "reactions" USING btree ("object_id","action");--> statement-breakpoint
-- Tables of server/db/schema/safety.ts
CREATE TABLE "appeals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"decision_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"text" text NOT NULL,
	"status" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"decided_by_id" uuid,
	"decided_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "appeals_decisionId_unique" UNIQUE("decision_id")
);
--> statement-breakpoint
CREATE INDEX "appeals_created" ON "appeals" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "appeals_updated" ON "appeals" USING btree ("status","updated_at","id");--> statement-breakpoint
CREATE INDEX "appeals_account" ON "appeals" USING btree ("account_id");--> statement-breakpoint
CREATE TABLE "decisions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"target" text NOT NULL,
	"target_id" uuid NOT NULL,
	"action" text NOT NULL,
	"title" text NOT NULL,
	"reason" text NOT NULL,
	"operator_id" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE INDEX "decisions_account" ON "decisions" USING btree ("account_id","created_at","id");--> statement-breakpoint
CREATE INDEX "decisions_target" ON "decisions" USING btree ("target_id","created_at");--> statement-breakpoint
CREATE TABLE "file_holds" (
	"file_id" uuid NOT NULL,
	"held_by" text NOT NULL,
	"until" timestamp (3) with time zone,
	CONSTRAINT "file_holds_file_id_held_by_pk" PRIMARY KEY("file_id","held_by")
);
--> statement-breakpoint
CREATE INDEX "file_holds_by" ON "file_holds" USING btree ("held_by");--> statement-breakpoint
CREATE TABLE "reports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"target" text NOT NULL,
	"target_id" uuid NOT NULL,
	"owner_id" uuid NOT NULL,
	"reporter_id" uuid,
	"reason" text NOT NULL,
	"description" text NOT NULL,
	"evidence" jsonb NOT NULL,
	"is_urgent" boolean NOT NULL,
	"status" text NOT NULL,
	"action" text,
	"note" text DEFAULT '' NOT NULL,
	"taken_by_id" uuid,
	"taken_at" timestamp (3) with time zone,
	"decided_by_id" uuid,
	"decided_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "reports_open_once" ON "reports" USING btree ("reporter_id","target","target_id") WHERE "reports"."status" = 'open';--> statement-breakpoint
CREATE UNIQUE INDEX "reports_open_once_by_words" ON "reports" USING btree ("target","target_id") WHERE "reports"."status" = 'open' and "reports"."reporter_id" is null;--> statement-breakpoint
CREATE INDEX "reports_updated" ON "reports" USING btree ("status","updated_at","id");--> statement-breakpoint
CREATE INDEX "reports_created" ON "reports" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "reports_target" ON "reports" USING btree ("target_id","status");--> statement-breakpoint
CREATE INDEX "reports_owner" ON "reports" USING btree ("owner_id","created_at","id");--> statement-breakpoint
CREATE INDEX "reports_reporter" ON "reports" USING btree ("reporter_id","created_at","id");--> statement-breakpoint
-- Tables of server/db/schema/sandbox.ts
CREATE TABLE "sandbox_acts" (
	"key" text PRIMARY KEY NOT NULL,
	"id" text NOT NULL,
	"kind" text NOT NULL,
	"digest" text NOT NULL,
	"status" text NOT NULL,
	"customer" text,
	"token" text,
	"parent" text,
	"decline" text,
	"secret" text,
	"amount_cents" bigint,
	"refunded_cents" bigint,
	"currency" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "sandbox_acts_id" ON "sandbox_acts" USING btree ("id");--> statement-breakpoint
CREATE UNIQUE INDEX "sandbox_acts_secret" ON "sandbox_acts" USING btree ("secret");--> statement-breakpoint
CREATE INDEX "sandbox_acts_changed" ON "sandbox_acts" USING btree ("changed_at");--> statement-breakpoint
-- Tables of server/db/schema/second-step.ts
CREATE TABLE "recovery_codes" (
	"account_id" uuid NOT NULL,
	"code_hash" text NOT NULL,
	CONSTRAINT "recovery_codes_account_id_code_hash_pk" PRIMARY KEY("account_id","code_hash")
);
--> statement-breakpoint
CREATE TABLE "second_factors" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"secret_sealed" text NOT NULL,
	"last_step" integer DEFAULT 0 NOT NULL,
	"wrong_codes" integer DEFAULT 0 NOT NULL,
	"wrong_since" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sign_in_tickets" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"remember" boolean NOT NULL,
	"wrong_codes" integer DEFAULT 0 NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "sign_in_tickets_account" ON "sign_in_tickets" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "sign_in_tickets_expiry" ON "sign_in_tickets" USING btree ("expires_at");--> statement-breakpoint
CREATE TABLE "trusted_devices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"device" text NOT NULL,
	"address" text,
	"country" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "trusted_devices_token" ON "trusted_devices" USING btree ("account_id","token_hash");--> statement-breakpoint
CREATE INDEX "trusted_devices_expiry" ON "trusted_devices" USING btree ("expires_at");--> statement-breakpoint
-- Tables of server/db/schema/site.ts
CREATE TABLE "audit_chain" (
	"seq" bigint PRIMARY KEY NOT NULL,
	"entry_id" uuid NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "audit_chain_entry" UNIQUE("entry_id")
);
--> statement-breakpoint
CREATE TABLE "audit_head" (
	"id" integer PRIMARY KEY NOT NULL,
	"seq" bigint NOT NULL,
	"hash" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" uuid PRIMARY KEY NOT NULL,
	"actor_id" uuid,
	"action" text NOT NULL,
	"target_type" text NOT NULL,
	"target_id" text NOT NULL,
	"before" jsonb,
	"after" jsonb,
	"address" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"salt" text,
	"digest" text DEFAULT '' NOT NULL,
	"address_salt" text,
	"address_digest" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE INDEX "audit_log_created" ON "audit_log" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "audit_log_target" ON "audit_log" USING btree ("target_id","created_at");--> statement-breakpoint
CREATE INDEX "audit_log_actor" ON "audit_log" USING btree ("actor_id","created_at");--> statement-breakpoint
CREATE INDEX "audit_log_action" ON "audit_log" USING btree ("action","created_at");--> statement-breakpoint
CREATE TABLE "blocked_countries" (
	"code" text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE "contact_messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"message" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"reply" text,
	"replied_by" uuid,
	"replied_at" timestamp (3) with time zone,
	"locale" text
);
--> statement-breakpoint
CREATE INDEX "contact_messages_created" ON "contact_messages" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "contact_messages_waiting" ON "contact_messages" USING btree ("created_at","id") WHERE replied_at is null;--> statement-breakpoint
CREATE TABLE "mails" (
	"id" uuid PRIMARY KEY NOT NULL,
	"to" text NOT NULL,
	"reply_to" text,
	"template" text NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"html" text NOT NULL,
	"status" text NOT NULL,
	"failure" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "mails_created" ON "mails" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "mails_to" ON "mails" USING btree ("to");--> statement-breakpoint
CREATE TABLE "menus" (
	"id" uuid PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"path" text NOT NULL,
	"is_internal" boolean NOT NULL,
	"is_new_tab" boolean NOT NULL,
	"section" text NOT NULL,
	"help" text,
	"ordering" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "open_sockets" (
	"socket_id" text NOT NULL,
	"account_id" uuid NOT NULL,
	"host_id" uuid NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL,
	"closed_at" timestamp (3) with time zone,
	CONSTRAINT "open_sockets_socket_id_account_id_pk" PRIMARY KEY("socket_id","account_id")
);
--> statement-breakpoint
CREATE INDEX "open_sockets_account" ON "open_sockets" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "open_sockets_host" ON "open_sockets" USING btree ("host_id");--> statement-breakpoint
CREATE TABLE "operator_notes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"author_id" uuid,
	"text" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "operator_notes_account" ON "operator_notes" USING btree ("account_id","created_at","id");--> statement-breakpoint
CREATE INDEX "operator_notes_author" ON "operator_notes" USING btree ("author_id");--> statement-breakpoint
CREATE TABLE "outbox" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"rooms" text[] NOT NULL,
	"payload" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "outbox_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1)
);
--> statement-breakpoint
CREATE INDEX "outbox_order" ON "outbox" USING btree ("seq");--> statement-breakpoint
CREATE TABLE "posts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"slug" text NOT NULL,
	"type" text NOT NULL,
	"title" text NOT NULL,
	"short_description" text NOT NULL,
	"content" text NOT NULL,
	"status" text NOT NULL,
	"ordering" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "posts_slug" ON "posts" USING btree ("slug");--> statement-breakpoint
CREATE INDEX "posts_listing" ON "posts" USING btree ("status","type","ordering");--> statement-breakpoint
CREATE TABLE "refused_visits" (
	"day" date NOT NULL,
	"code" text NOT NULL,
	"visits" integer NOT NULL,
	CONSTRAINT "refused_visits_day_code_pk" PRIMARY KEY("day","code")
);
--> statement-breakpoint
CREATE TABLE "settings" (
	"key" text PRIMARY KEY NOT NULL,
	"value" jsonb,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "word_filters" (
	"text" text NOT NULL,
	"match" text NOT NULL,
	"action" text DEFAULT 'refuse' NOT NULL,
	CONSTRAINT "word_filters_text_match_pk" PRIMARY KEY("text","match")
);
--> statement-breakpoint
-- Tables of server/db/schema/store.ts
CREATE TABLE "addresses" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"place" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "addresses_updated" ON "addresses" USING btree ("account_id","updated_at","id");--> statement-breakpoint
CREATE INDEX "addresses_created" ON "addresses" USING btree ("account_id","created_at","id");--> statement-breakpoint
CREATE TABLE "order_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"status" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"by_id" uuid,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "order_events_order" ON "order_events" USING btree ("order_id","at","id");--> statement-breakpoint
CREATE TABLE "orders" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_number" integer GENERATED ALWAYS AS IDENTITY (sequence name "orders_order_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"receipt_number" integer NOT NULL,
	"charge_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"product_name" text NOT NULL,
	"product_type" text NOT NULL,
	"user_id" uuid NOT NULL,
	"performer_id" uuid NOT NULL,
	"quantity" integer NOT NULL,
	"unit_price_cents" bigint NOT NULL,
	"total_price_cents" bigint NOT NULL,
	"delivery_status" text NOT NULL,
	"delivery_address" jsonb,
	"phone_number" text,
	"user_note" text DEFAULT '' NOT NULL,
	"shipping_code" text DEFAULT '' NOT NULL,
	"downloads" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "orders_number" UNIQUE("order_number"),
	CONSTRAINT "orders_chargeId_unique" UNIQUE("charge_id"),
	CONSTRAINT "orders_price" CHECK ("orders"."total_price_cents" = "orders"."unit_price_cents" * "orders"."quantity"),
	CONSTRAINT "orders_place" CHECK (("orders"."product_type" = 'physical') = ("orders"."delivery_address" is not null))
);
--> statement-breakpoint
CREATE INDEX "orders_user_updated" ON "orders" USING btree ("user_id","updated_at","id");--> statement-breakpoint
CREATE INDEX "orders_user_created" ON "orders" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "orders_performer_updated" ON "orders" USING btree ("performer_id","updated_at","id");--> statement-breakpoint
CREATE INDEX "orders_performer_created" ON "orders" USING btree ("performer_id","created_at","id");--> statement-breakpoint
CREATE INDEX "orders_updated" ON "orders" USING btree ("updated_at","id");--> statement-breakpoint
CREATE INDEX "orders_created" ON "orders" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "orders_delivery" ON "orders" USING btree ("delivery_status");--> statement-breakpoint
CREATE INDEX "orders_product" ON "orders" USING btree ("product_id","user_id");--> statement-breakpoint
CREATE TABLE "product_images" (
	"item_id" uuid NOT NULL,
	"file_id" uuid NOT NULL,
	"ordering" integer NOT NULL,
	CONSTRAINT "product_images_item_id_file_id_pk" PRIMARY KEY("item_id","file_id")
);
--> statement-breakpoint
CREATE INDEX "product_images_file" ON "product_images" USING btree ("file_id");--> statement-breakpoint
CREATE TABLE "products" (
	"item_id" uuid PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"stock" integer,
	"file_id" uuid,
	"delivery_note" text DEFAULT '' NOT NULL,
	CONSTRAINT "products_stock" CHECK ("products"."stock" >= 0),
	CONSTRAINT "products_counted" CHECK ("products"."type" = 'digital' or "products"."stock" is not null)
);
--> statement-breakpoint
CREATE INDEX "products_file" ON "products" USING btree ("file_id");--> statement-breakpoint
-- Tables of server/db/schema/streaming.ts
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
CREATE UNIQUE INDEX "private_requests_asked" ON "private_requests" USING btree ("user_id") WHERE "private_requests"."status" in ('pending', 'accepted');--> statement-breakpoint
CREATE UNIQUE INDEX "private_requests_shown" ON "private_requests" USING btree ("performer_id") WHERE "private_requests"."status" = 'accepted';--> statement-breakpoint
CREATE INDEX "private_requests_due" ON "private_requests" USING btree ("expires_at") WHERE "private_requests"."status" in ('pending', 'accepted');--> statement-breakpoint
CREATE INDEX "private_requests_user_updated" ON "private_requests" USING btree ("user_id","updated_at","id");--> statement-breakpoint
CREATE INDEX "private_requests_user_created" ON "private_requests" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "private_requests_performer_updated" ON "private_requests" USING btree ("performer_id","updated_at","id");--> statement-breakpoint
CREATE INDEX "private_requests_performer_created" ON "private_requests" USING btree ("performer_id","created_at","id");--> statement-breakpoint
CREATE INDEX "private_requests_conversation" ON "private_requests" USING btree ("conversation_id");--> statement-breakpoint
CREATE UNIQUE INDEX "private_requests_stream" ON "private_requests" USING btree ("stream_id");--> statement-breakpoint
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
CREATE INDEX "stream_messages_session" ON "stream_messages" USING btree ("session_id","created_at","id");--> statement-breakpoint
CREATE INDEX "stream_messages_sender" ON "stream_messages" USING btree ("session_id","sender_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "stream_messages_client_key" ON "stream_messages" USING btree ("session_id","sender_id","client_key") WHERE "stream_messages"."client_key" is not null;--> statement-breakpoint
CREATE INDEX "stream_messages_conversation" ON "stream_messages" USING btree ("conversation_id");--> statement-breakpoint
CREATE INDEX "stream_messages_person" ON "stream_messages" USING btree ("sender_id");--> statement-breakpoint
CREATE TABLE "stream_moderators" (
	"stream_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	CONSTRAINT "stream_moderators_stream_id_account_id_pk" PRIMARY KEY("stream_id","account_id")
);
--> statement-breakpoint
CREATE INDEX "stream_moderators_account" ON "stream_moderators" USING btree ("account_id");--> statement-breakpoint
CREATE TABLE "stream_mutes" (
	"stream_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "stream_mutes_stream_id_account_id_pk" PRIMARY KEY("stream_id","account_id")
);
--> statement-breakpoint
CREATE INDEX "stream_mutes_account" ON "stream_mutes" USING btree ("account_id");--> statement-breakpoint
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
CREATE TABLE "stream_sockets" (
	"session_id" uuid NOT NULL,
	"socket_id" text NOT NULL,
	"account_id" uuid NOT NULL,
	CONSTRAINT "stream_sockets_session_id_socket_id_pk" PRIMARY KEY("session_id","socket_id")
);
--> statement-breakpoint
CREATE INDEX "stream_sockets_account" ON "stream_sockets" USING btree ("account_id");--> statement-breakpoint
CREATE TABLE "stream_viewers" (
	"session_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"country" text,
	"joined_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	CONSTRAINT "stream_viewers_session_id_account_id_pk" PRIMARY KEY("session_id","account_id")
);
--> statement-breakpoint
CREATE INDEX "stream_viewers_account" ON "stream_viewers" USING btree ("account_id");--> statement-breakpoint
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
CREATE UNIQUE INDEX "streams_public" ON "streams" USING btree ("performer_id") WHERE "streams"."type" = 'public';--> statement-breakpoint
CREATE INDEX "streams_user" ON "streams" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "streams_performer" ON "streams" USING btree ("performer_id");--> statement-breakpoint
-- Tables of server/db/schema/subscriptions.ts
CREATE TABLE "free_periods" (
	"user_id" uuid NOT NULL,
	"performer_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "free_periods_user_id_performer_id_pk" PRIMARY KEY("user_id","performer_id")
);
--> statement-breakpoint
CREATE TABLE "promotions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"performer_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"months" integer,
	"value" numeric(5, 4) NOT NULL,
	"maximum_uses" integer,
	"total_uses" integer DEFAULT 0 NOT NULL,
	"starts_at" timestamp (3) with time zone,
	"ends_at" timestamp (3) with time zone,
	"removed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "promotions_performer" ON "promotions" USING btree ("performer_id","created_at");--> statement-breakpoint
CREATE TABLE "subscription_periods" (
	"subscription_id" uuid NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"payment_id" uuid NOT NULL,
	CONSTRAINT "subscription_periods_subscription_id_starts_at_pk" PRIMARY KEY("subscription_id","starts_at"),
	CONSTRAINT "subscription_periods_paymentId_unique" UNIQUE("payment_id")
);
--> statement-breakpoint
CREATE TABLE "subscriptions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"performer_id" uuid NOT NULL,
	"type" text NOT NULL,
	"months" integer NOT NULL,
	"status" text NOT NULL,
	"price_cents" bigint NOT NULL,
	"source" text NOT NULL,
	"card_id" uuid,
	"promotion_id" uuid,
	"bundle_share" numeric(5, 4),
	"is_renewing" boolean NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"renews_at" timestamp (3) with time zone,
	"failed_renewals" integer DEFAULT 0 NOT NULL,
	"past_due_at" timestamp (3) with time zone,
	"noticed_at" timestamp (3) with time zone,
	"cancelled_at" timestamp (3) with time zone,
	"total_paid_cents" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "subscriptions_pair" ON "subscriptions" USING btree ("user_id","performer_id");--> statement-breakpoint
CREATE INDEX "subscriptions_user" ON "subscriptions" USING btree ("user_id","updated_at","id");--> statement-breakpoint
CREATE INDEX "subscriptions_performer" ON "subscriptions" USING btree ("performer_id","updated_at","id");--> statement-breakpoint
CREATE INDEX "subscriptions_updated" ON "subscriptions" USING btree ("updated_at","id");--> statement-breakpoint
CREATE INDEX "subscriptions_due" ON "subscriptions" USING btree ("renews_at") WHERE "subscriptions"."renews_at" is not null;--> statement-breakpoint
CREATE INDEX "subscriptions_ending" ON "subscriptions" USING btree ("expires_at") WHERE "subscriptions"."status" in ('active', 'cancelled', 'past_due');--> statement-breakpoint
CREATE INDEX "subscriptions_status" ON "subscriptions" USING btree ("status");--> statement-breakpoint
CREATE INDEX "subscriptions_card" ON "subscriptions" USING btree ("card_id");--> statement-breakpoint
-- Tables of server/db/schema/team.ts
CREATE TABLE "team_invitations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"bundle" text,
	"rights" text[] DEFAULT '{}' NOT NULL,
	"token_hash" text NOT NULL,
	"invited_by_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "team_invitations_email" ON "team_invitations" USING btree ("email");--> statement-breakpoint
CREATE UNIQUE INDEX "team_invitations_token" ON "team_invitations" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "team_invitations_expiry" ON "team_invitations" USING btree ("expires_at");--> statement-breakpoint
CREATE TABLE "team_members" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"bundle" text,
	"rights" text[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
-- Tables of server/db/schema/webhooks.ts
CREATE TABLE "webhook_deliveries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"webhook_id" uuid NOT NULL,
	"event" text NOT NULL,
	"body" text NOT NULL,
	"state" text NOT NULL,
	"tries" integer NOT NULL,
	"outcome" text,
	"runs_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "webhook_deliveries_updated" ON "webhook_deliveries" USING btree ("updated_at","id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_created" ON "webhook_deliveries" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_webhook" ON "webhook_deliveries" USING btree ("webhook_id","updated_at");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_due" ON "webhook_deliveries" USING btree ("runs_at") WHERE state = 'pending';--> statement-breakpoint
CREATE TABLE "webhooks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"url" text NOT NULL,
	"events" text[] NOT NULL,
	"secret" "bytea" NOT NULL,
	"is_active" boolean NOT NULL,
	"failing_since" timestamp (3) with time zone,
	"last_delivered_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
-- Tables of server/db/schema/ledger.ts
CREATE TABLE "ledger_balances" (
	"account_id" text NOT NULL,
	"slot" smallint NOT NULL,
	"balance_cents" bigint NOT NULL,
	"keeps_floor" boolean GENERATED ALWAYS AS (account_id like 'wallet:%' or account_id like 'held:%') STORED NOT NULL,
	CONSTRAINT "ledger_balances_account_id_slot_pk" PRIMARY KEY("account_id","slot"),
	CONSTRAINT "ledger_balances_floor" CHECK (not keeps_floor or (slot = 0 and balance_cents >= 0)),
	CONSTRAINT "ledger_balances_chart" CHECK (account_id ~ '^(wallet|earnings|held|receivable|platform|gateway|payouts):.')
);
--> statement-breakpoint
CREATE TABLE "ledger_entries" (
	"transfer_id" uuid NOT NULL,
	"account_id" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"balance_after_cents" bigint,
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "ledger_entries_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "ledger_entries_transfer_id_account_id_pk" PRIMARY KEY("transfer_id","account_id"),
	CONSTRAINT "ledger_entries_amount" CHECK (amount_cents <> 0)
);
--> statement-breakpoint
CREATE INDEX "ledger_entries_statement" ON "ledger_entries" USING btree ("account_id","created_at","seq");--> statement-breakpoint
CREATE TABLE "ledger_transfers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"reason" text NOT NULL,
	"subject" text NOT NULL,
	"key" text NOT NULL,
	"digest" text NOT NULL,
	"reversal_of" uuid,
	"amount_cents" bigint NOT NULL,
	"metadata" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "ledger_transfers_amount" CHECK (amount_cents > 0),
	CONSTRAINT "ledger_transfers_key_length" CHECK (length(key) between 1 and 400)
);
--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_transfers_key" ON "ledger_transfers" USING btree ("key");--> statement-breakpoint
CREATE INDEX "ledger_transfers_subject" ON "ledger_transfers" USING btree ("subject");--> statement-breakpoint
CREATE INDEX "ledger_transfers_reversals" ON "ledger_transfers" USING btree ("reversal_of") WHERE reversal_of is not null;--> statement-breakpoint
-- Foreign keys
ALTER TABLE "former_addresses" ADD CONSTRAINT "former_addresses_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identities" ADD CONSTRAINT "identities_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "known_devices" ADD CONSTRAINT "known_devices_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mailed_links" ADD CONSTRAINT "mailed_links_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "performer_helpers" ADD CONSTRAINT "performer_helpers_performer_id_accounts_id_fk" FOREIGN KEY ("performer_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "performer_helpers" ADD CONSTRAINT "performer_helpers_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_helping_id_performer_helpers_id_fk" FOREIGN KEY ("helping_id") REFERENCES "public"."performer_helpers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_begun_by_id_sessions_id_fk" FOREIGN KEY ("begun_by_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_blocks" ADD CONSTRAINT "user_blocks_blocker_id_accounts_id_fk" FOREIGN KEY ("blocker_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_blocks" ADD CONSTRAINT "user_blocks_target_id_accounts_id_fk" FOREIGN KEY ("target_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feed_files" ADD CONSTRAINT "feed_files_item_id_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feed_files" ADD CONSTRAINT "feed_files_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feeds" ADD CONSTRAINT "feeds_item_id_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feeds" ADD CONSTRAINT "feeds_thumbnail_id_files_id_fk" FOREIGN KEY ("thumbnail_id") REFERENCES "public"."files"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feeds" ADD CONSTRAINT "feeds_teaser_id_files_id_fk" FOREIGN KEY ("teaser_id") REFERENCES "public"."files"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feeds" ADD CONSTRAINT "feeds_poll_id_polls_id_fk" FOREIGN KEY ("poll_id") REFERENCES "public"."polls"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "galleries" ADD CONSTRAINT "galleries_item_id_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "galleries" ADD CONSTRAINT "galleries_cover_photo_id_photos_item_id_fk" FOREIGN KEY ("cover_photo_id") REFERENCES "public"."photos"("item_id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "item_views" ADD CONSTRAINT "item_views_item_id_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "items" ADD CONSTRAINT "items_performer_id_accounts_id_fk" FOREIGN KEY ("performer_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "photos" ADD CONSTRAINT "photos_item_id_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "photos" ADD CONSTRAINT "photos_gallery_id_galleries_item_id_fk" FOREIGN KEY ("gallery_id") REFERENCES "public"."galleries"("item_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "photos" ADD CONSTRAINT "photos_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "poll_options" ADD CONSTRAINT "poll_options_poll_id_polls_id_fk" FOREIGN KEY ("poll_id") REFERENCES "public"."polls"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "poll_votes" ADD CONSTRAINT "poll_votes_poll_id_polls_id_fk" FOREIGN KEY ("poll_id") REFERENCES "public"."polls"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "poll_votes" ADD CONSTRAINT "poll_votes_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "poll_votes" ADD CONSTRAINT "poll_votes_option_id_poll_options_id_fk" FOREIGN KEY ("option_id") REFERENCES "public"."poll_options"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "polls" ADD CONSTRAINT "polls_performer_id_accounts_id_fk" FOREIGN KEY ("performer_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "site_promos" ADD CONSTRAINT "site_promos_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "video_participants" ADD CONSTRAINT "video_participants_item_id_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "video_participants" ADD CONSTRAINT "video_participants_performer_id_accounts_id_fk" FOREIGN KEY ("performer_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "videos" ADD CONSTRAINT "videos_item_id_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "videos" ADD CONSTRAINT "videos_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "videos" ADD CONSTRAINT "videos_next_file_id_files_id_fk" FOREIGN KEY ("next_file_id") REFERENCES "public"."files"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "videos" ADD CONSTRAINT "videos_teaser_id_files_id_fk" FOREIGN KEY ("teaser_id") REFERENCES "public"."files"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "videos" ADD CONSTRAINT "videos_thumbnail_id_files_id_fk" FOREIGN KEY ("thumbnail_id") REFERENCES "public"."files"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "helper_acts" ADD CONSTRAINT "helper_acts_performer_id_accounts_id_fk" FOREIGN KEY ("performer_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "helper_acts" ADD CONSTRAINT "helper_acts_helper_id_accounts_id_fk" FOREIGN KEY ("helper_id") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversation_members" ADD CONSTRAINT "conversation_members_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversation_members" ADD CONSTRAINT "conversation_members_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversation_members" ADD CONSTRAINT "conversation_members_other_id_accounts_id_fk" FOREIGN KEY ("other_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fan_list_people" ADD CONSTRAINT "fan_list_people_list_id_fan_lists_id_fk" FOREIGN KEY ("list_id") REFERENCES "public"."fan_lists"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fan_list_people" ADD CONSTRAINT "fan_list_people_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fan_lists" ADD CONSTRAINT "fan_lists_performer_id_accounts_id_fk" FOREIGN KEY ("performer_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fan_notes" ADD CONSTRAINT "fan_notes_performer_id_accounts_id_fk" FOREIGN KEY ("performer_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fan_notes" ADD CONSTRAINT "fan_notes_fan_id_accounts_id_fk" FOREIGN KEY ("fan_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mass_message_files" ADD CONSTRAINT "mass_message_files_mass_id_mass_messages_id_fk" FOREIGN KEY ("mass_id") REFERENCES "public"."mass_messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mass_message_files" ADD CONSTRAINT "mass_message_files_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mass_messages" ADD CONSTRAINT "mass_messages_performer_id_accounts_id_fk" FOREIGN KEY ("performer_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_files" ADD CONSTRAINT "message_files_message_id_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_files" ADD CONSTRAINT "message_files_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_files" ADD CONSTRAINT "message_files_receiver_id_accounts_id_fk" FOREIGN KEY ("receiver_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_sender_id_accounts_id_fk" FOREIGN KEY ("sender_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_receiver_id_accounts_id_fk" FOREIGN KEY ("receiver_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_by_id_accounts_id_fk" FOREIGN KEY ("by_id") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_mass_id_mass_messages_id_fk" FOREIGN KEY ("mass_id") REFERENCES "public"."mass_messages"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "charges" ADD CONSTRAINT "charges_user_id_accounts_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "charges" ADD CONSTRAINT "charges_performer_id_accounts_id_fk" FOREIGN KEY ("performer_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "earnings" ADD CONSTRAINT "earnings_performer_id_accounts_id_fk" FOREIGN KEY ("performer_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "earnings" ADD CONSTRAINT "earnings_user_id_accounts_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_adjustments" ADD CONSTRAINT "ledger_adjustments_person_id_accounts_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_adjustments" ADD CONSTRAINT "ledger_adjustments_proposed_by_accounts_id_fk" FOREIGN KEY ("proposed_by") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_adjustments" ADD CONSTRAINT "ledger_adjustments_decided_by_accounts_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_accounts" ADD CONSTRAINT "payout_accounts_performer_id_accounts_id_fk" FOREIGN KEY ("performer_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_requests" ADD CONSTRAINT "payout_requests_performer_id_accounts_id_fk" FOREIGN KEY ("performer_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_earning_id_earnings_id_fk" FOREIGN KEY ("earning_id") REFERENCES "public"."earnings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_performer_id_accounts_id_fk" FOREIGN KEY ("performer_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_user_id_accounts_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_events" ADD CONSTRAINT "notification_events_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_preferences" ADD CONSTRAINT "notification_preferences_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_actor_id_accounts_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_devices" ADD CONSTRAINT "push_devices_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkey_challenges" ADD CONSTRAINT "passkey_challenges_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coupon_uses" ADD CONSTRAINT "coupon_uses_coupon_id_coupons_id_fk" FOREIGN KEY ("coupon_id") REFERENCES "public"."coupons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coupon_uses" ADD CONSTRAINT "coupon_uses_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gateway_customers" ADD CONSTRAINT "gateway_customers_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_cards" ADD CONSTRAINT "payment_cards_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_disputes" ADD CONSTRAINT "payment_disputes_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_refunds" ADD CONSTRAINT "payment_refunds_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_user_id_accounts_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_card_id_payment_cards_id_fk" FOREIGN KEY ("card_id") REFERENCES "public"."payment_cards"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_performer_id_accounts_id_fk" FOREIGN KEY ("performer_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_coupon_id_coupons_id_fk" FOREIGN KEY ("coupon_id") REFERENCES "public"."coupons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "closed_performers" ADD CONSTRAINT "closed_performers_performer_id_accounts_id_fk" FOREIGN KEY ("performer_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "performer_blocked_countries" ADD CONSTRAINT "performer_blocked_countries_performer_id_accounts_id_fk" FOREIGN KEY ("performer_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "performer_documents" ADD CONSTRAINT "performer_documents_performer_id_accounts_id_fk" FOREIGN KEY ("performer_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "performer_listings" ADD CONSTRAINT "performer_listings_performer_id_accounts_id_fk" FOREIGN KEY ("performer_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "performer_views" ADD CONSTRAINT "performer_views_performer_id_accounts_id_fk" FOREIGN KEY ("performer_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "performers" ADD CONSTRAINT "performers_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "data_exports" ADD CONSTRAINT "data_exports_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_parent_id_comments_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."comments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_performer_id_accounts_id_fk" FOREIGN KEY ("performer_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_author_id_accounts_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_image_id_files_id_fk" FOREIGN KEY ("image_id") REFERENCES "public"."files"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "follows" ADD CONSTRAINT "follows_follower_id_accounts_id_fk" FOREIGN KEY ("follower_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "follows" ADD CONSTRAINT "follows_performer_id_accounts_id_fk" FOREIGN KEY ("performer_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "keyword_people" ADD CONSTRAINT "keyword_people_keyword_id_keywords_id_fk" FOREIGN KEY ("keyword_id") REFERENCES "public"."keywords"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reactions" ADD CONSTRAINT "reactions_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "appeals" ADD CONSTRAINT "appeals_decision_id_decisions_id_fk" FOREIGN KEY ("decision_id") REFERENCES "public"."decisions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "appeals" ADD CONSTRAINT "appeals_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "appeals" ADD CONSTRAINT "appeals_decided_by_id_accounts_id_fk" FOREIGN KEY ("decided_by_id") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_operator_id_accounts_id_fk" FOREIGN KEY ("operator_id") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "file_holds" ADD CONSTRAINT "file_holds_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_owner_id_accounts_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_reporter_id_accounts_id_fk" FOREIGN KEY ("reporter_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_taken_by_id_accounts_id_fk" FOREIGN KEY ("taken_by_id") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_decided_by_id_accounts_id_fk" FOREIGN KEY ("decided_by_id") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "second_factors" ADD CONSTRAINT "second_factors_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_in_tickets" ADD CONSTRAINT "sign_in_tickets_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trusted_devices" ADD CONSTRAINT "trusted_devices_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "operator_notes" ADD CONSTRAINT "operator_notes_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "operator_notes" ADD CONSTRAINT "operator_notes_author_id_accounts_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "addresses" ADD CONSTRAINT "addresses_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_events" ADD CONSTRAINT "order_events_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_events" ADD CONSTRAINT "order_events_by_id_accounts_id_fk" FOREIGN KEY ("by_id") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_charge_id_charges_id_fk" FOREIGN KEY ("charge_id") REFERENCES "public"."charges"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_product_id_items_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_user_id_accounts_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_performer_id_accounts_id_fk" FOREIGN KEY ("performer_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_images" ADD CONSTRAINT "product_images_item_id_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_images" ADD CONSTRAINT "product_images_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_item_id_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
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
ALTER TABLE "free_periods" ADD CONSTRAINT "free_periods_user_id_accounts_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "free_periods" ADD CONSTRAINT "free_periods_performer_id_accounts_id_fk" FOREIGN KEY ("performer_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "promotions" ADD CONSTRAINT "promotions_performer_id_accounts_id_fk" FOREIGN KEY ("performer_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription_periods" ADD CONSTRAINT "subscription_periods_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription_periods" ADD CONSTRAINT "subscription_periods_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_user_id_accounts_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_performer_id_accounts_id_fk" FOREIGN KEY ("performer_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_card_id_payment_cards_id_fk" FOREIGN KEY ("card_id") REFERENCES "public"."payment_cards"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "team_members" ADD CONSTRAINT "team_members_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_webhook_id_webhooks_id_fk" FOREIGN KEY ("webhook_id") REFERENCES "public"."webhooks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_transfers" ADD CONSTRAINT "ledger_transfers_reversal_of_ledger_transfers_id_fk" FOREIGN KEY ("reversal_of") REFERENCES "public"."ledger_transfers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- Append-only tables refuse every update and delete, by any role.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end
$$;
--> statement-breakpoint
-- The operators' log is a hash chain in commit order: each link covers its entry and the link before it. What an entry says about
-- people is covered by salted digests, so it can be erased later without breaking the chain.
create function audit_digest(salt text, content text) returns text language sql immutable as $$
  select encode(sha256(convert_to(salt || content, 'UTF8')), 'hex')
$$;
--> statement-breakpoint
insert into audit_head (id, seq, hash) values (1, 0, '');
--> statement-breakpoint
create function seal_audit_entry() returns trigger language plpgsql as $$
begin
  new.salt := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
  new.address_salt := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
  new.digest := audit_digest(new.salt, jsonb_build_array(new."before", new."after")::text);
  new.address_digest := audit_digest(new.address_salt, coalesce(new.address, ''));
  return new;
end
$$;
--> statement-breakpoint
-- Locks the head row until the transaction ends, so concurrent entries are linked one after the other.
create function link_audit_entry(entry audit_log) returns void language plpgsql as $$
declare
  link audit_head;
begin
  update audit_head set seq = seq + 1, hash = audit_digest(hash, jsonb_build_array(
      entry.id, entry.actor_id, entry.action, entry.target_type, entry.target_id, entry.digest, entry.address_digest,
      (extract(epoch from entry.created_at) * 1000000)::bigint
    )::text)
    where id = 1 returning * into strict link;
  insert into audit_chain (seq, entry_id, hash) values (link.seq, entry.id, link.hash);
end
$$;
--> statement-breakpoint
create function chain_audit_entry() returns trigger language plpgsql as $$
begin
  perform link_audit_entry(new);
  return null;
end
$$;
--> statement-breakpoint
-- Only the personal parts of an entry may be removed, as a whole and together with their salt.
create function keep_audit_entry() returns trigger language plpgsql as $$
declare
  sealed constant text[] := array['before', 'after', 'salt', 'address', 'address_salt'];
begin
  if to_jsonb(new) - sealed = to_jsonb(old) - sealed
    and ((new."before" is null and new."after" is null and new.salt is null)
      or (new."before", new."after", new.salt) is not distinct from (old."before", old."after", old.salt))
    and ((new.address is null and new.address_salt is null)
      or (new.address, new.address_salt) is not distinct from (old.address, old.address_salt))
  then
    return new;
  end if;
  raise exception 'audit_log is append-only' using errcode = 'insufficient_privilege';
end
$$;
--> statement-breakpoint
create function keep_audit_head() returns trigger language plpgsql as $$
begin
  -- Entries alone move it on.
  if tg_op = 'UPDATE' and pg_trigger_depth() > 1 then
    return new;
  end if;
  raise exception 'audit_head moves with the log' using errcode = 'insufficient_privilege';
end
$$;
--> statement-breakpoint
create trigger audit_log_sealed before insert on audit_log for each row execute function seal_audit_entry();
--> statement-breakpoint
-- Deferred to commit, so a transaction that writes an entry early does not block others.
create constraint trigger audit_log_chained after insert on audit_log deferrable initially deferred for each row execute function chain_audit_entry();
--> statement-breakpoint
create trigger audit_log_only_grows before delete or truncate on audit_log for each statement execute function refuse_change();
--> statement-breakpoint
create trigger audit_log_keeps before update on audit_log for each row execute function keep_audit_entry();
--> statement-breakpoint
create trigger audit_chain_only_grows before update or delete or truncate on audit_chain for each statement execute function refuse_change();
--> statement-breakpoint
create trigger audit_head_keeps before update on audit_head for each row execute function keep_audit_head();
--> statement-breakpoint
create trigger audit_head_stays before delete or truncate or insert on audit_head for each statement execute function keep_audit_head();
--> statement-breakpoint
-- The ledger. server/ledger/README.md explains the laws L1, L2 and so on.
--
-- Balances are updated in place: free space in each page allows heap-only updates.
alter table ledger_balances set (fillfactor = 50);
--> statement-breakpoint
-- L2: transfers and entries are append-only, in every session and for every role.
create trigger ledger_transfers_never_change before update or delete or truncate on ledger_transfers for each statement execute function refuse_change();
--> statement-breakpoint
alter table ledger_transfers enable always trigger ledger_transfers_never_change;
--> statement-breakpoint
create trigger ledger_entries_never_change before update or delete or truncate on ledger_entries for each statement execute function refuse_change();
--> statement-breakpoint
alter table ledger_entries enable always trigger ledger_entries_never_change;
--> statement-breakpoint
-- L1: the entries of a transfer sum to zero, and the positive ones to its amount. So no entry can be added later.
create function ledger_entries_balance() returns trigger language plpgsql as $$
begin
  if exists (
    select from (select distinct a.transfer_id from added a) a
    left join ledger_transfers t on t.id = a.transfer_id
    cross join lateral (
      select sum(e.amount_cents) as total, sum(e.amount_cents) filter (where e.amount_cents > 0) as moved from ledger_entries e where e.transfer_id = a.transfer_id
    ) s
    where (s.total = 0 and s.moved = t.amount_cents) is not true
  ) then
    raise exception 'the entries of a transfer do not add up' using errcode = 'LG004';
  end if;
  return null;
end
$$;
--> statement-breakpoint
create trigger ledger_entries_balance after insert on ledger_entries referencing new table as added for each statement execute function ledger_entries_balance();
--> statement-breakpoint
alter table ledger_entries enable always trigger ledger_entries_balance;
--> statement-breakpoint
-- L1 at commit: a transfer has entries. Their sum was checked against its amount when they were written.
create function ledger_transfers_balance() returns trigger language plpgsql as $$
begin
  if not exists (select from ledger_entries e where e.transfer_id = new.id) then
    raise exception 'the entries of a transfer do not add up' using errcode = 'LG004';
  end if;
  return null;
end
$$;
--> statement-breakpoint
create constraint trigger ledger_transfers_balance after insert on ledger_transfers deferrable initially deferred for each row execute function ledger_transfers_balance();
--> statement-breakpoint
alter table ledger_transfers enable always trigger ledger_transfers_balance;
--> statement-breakpoint
-- The reversals of a transfer never exceed its amount; they serialize on a lock of the reversed transfer. A reversal can itself be
-- reversed, once, for a refund that the bank rejects; the original can then be reversed again.
create function ledger_bound_reversals() returns trigger language plpgsql as $$
declare
  original_cents bigint;
  original_reverses uuid;
begin
  select amount_cents, reversal_of into original_cents, original_reverses from ledger_transfers where id = new.reversal_of for no key update;
  if exists (select from ledger_transfers where id = original_reverses and reversal_of is not null) then
    raise exception 'transfer % took a reversal back, and stays', new.reversal_of using errcode = 'LG003';
  end if;
  if (
    select sum(r.amount_cents - coalesce((select sum(b.amount_cents) from ledger_transfers b where b.reversal_of = r.id), 0))
    from ledger_transfers r where r.reversal_of = new.reversal_of
  ) > original_cents then
    raise exception 'transfer % is reversed by more than it moved', new.reversal_of using errcode = 'LG003';
  end if;
  return null;
end
$$;
--> statement-breakpoint
create trigger ledger_bound_reversals after insert on ledger_transfers for each row when (new.reversal_of is not null) execute function ledger_bound_reversals();
--> statement-breakpoint
alter table ledger_transfers enable always trigger ledger_bound_reversals;
--> statement-breakpoint
-- Posts a transfer and returns the balance of each account after it; the same key and digest return the first transfer again.
-- Locks are taken in one order (the key, covered accounts by id, then rows with a floor by id), so postings cannot deadlock.
create function ledger_post(
  p_id uuid, p_reason text, p_subject text, p_key text, p_digest text, p_reversal_of uuid, p_created_at timestamptz, p_metadata jsonb,
  p_accounts text[], p_amounts bigint[], p_covered text[]
) returns table (transfer_id uuid, is_replayed boolean, account_id text, change_cents bigint, balance_cents bigint) language plpgsql as $$
#variable_conflict use_column
declare
  first_id uuid;
  first_digest text;
  uncovered text;
  amount bigint := 0;
  floors int := 0;
begin
  for i in 1 .. cardinality(p_accounts) loop
    amount := amount + greatest(p_amounts[i], 0);
    floors := floors + (p_accounts[i] like 'wallet:%' or p_accounts[i] like 'held:%')::int;
  end loop;

  -- Copies of one intention wait here for the first of them, holding nothing.
  insert into ledger_transfers (id, reason, subject, key, digest, reversal_of, amount_cents, created_at, metadata)
    values (p_id, p_reason, p_subject, p_key, p_digest, p_reversal_of, amount, p_created_at, p_metadata)
    on conflict (key) do nothing;
  if not found then
    select t.id, t.digest into strict first_id, first_digest from ledger_transfers t where t.key = p_key;
    if first_digest <> p_digest then
      raise exception 'the key % came before with another content', p_key using errcode = 'LG001';
    end if;
    return query
      select first_id, true, e.account_id, e.amount_cents,
        coalesce(e.balance_after_cents, (select sum(b.balance_cents)::bigint from ledger_balances b where b.account_id = e.account_id))
      from ledger_entries e where e.transfer_id = first_id;
    return;
  end if;

  if cardinality(p_covered) > 0 then
    perform pg_advisory_xact_lock(hashtextextended(c.account, 0)) from (
      select account from unnest(p_covered) as u(account) where account not like 'wallet:%' and account not like 'held:%' order by account collate "C"
    ) c;
    -- A statement of its own: it sees what those before it at the lock have left.
    select l.account into uncovered from unnest(p_accounts, p_amounts) as l(account, cents)
      where l.account = any(p_covered) and l.account not like 'wallet:%' and l.account not like 'held:%'
        and l.cents + coalesce((select sum(b.balance_cents) from ledger_balances b where b.account_id = l.account), 0) < 0;
    if found then
      raise exception '% does not cover this', uncovered using errcode = 'LG002';
    end if;
  end if;

  if floors > 1 then
    perform from ledger_balances b where b.account_id = any(p_accounts) and b.keeps_floor order by b.account_id collate "C" for no key update;
  end if;

  return query
    with line as materialized (
      select l.account, l.cents, l.account like 'wallet:%' or l.account like 'held:%' as keeps_floor
      from unnest(p_accounts, p_amounts) as l(account, cents) order by l.account collate "C"
    ), taken as materialized (
      -- Of an account without a floor, any row that nobody holds; when all are held, one more.
      select line.account, line.cents, line.keeps_floor,
        case when line.keeps_floor then 0 else coalesce(free.slot, pg_backend_pid() % 1000) end::smallint as slot,
        case when not line.keeps_floor then (select sum(b.balance_cents) from ledger_balances b where b.account_id = line.account) end as held
      from line left join lateral (
        select b.slot from ledger_balances b where b.account_id = line.account and not line.keeps_floor order by b.slot limit 1 for no key update skip locked
      ) free on true
    ), changed as (
      update ledger_balances b set balance_cents = b.balance_cents + taken.cents from taken
        where b.account_id = taken.account and b.slot = taken.slot
        returning b.account_id, b.balance_cents
    ), added as (
      -- The constraint looks at the row proposed: a first posting that takes from a floor is refused, as it should be.
      insert into ledger_balances as b (account_id, slot, balance_cents)
        select taken.account, taken.slot, taken.cents from taken where not exists (select from changed where changed.account_id = taken.account)
        on conflict (account_id, slot) do update set balance_cents = b.balance_cents + excluded.balance_cents
        returning b.account_id, b.balance_cents
    ), moved as (
      select taken.account, taken.cents, taken.keeps_floor,
        case when taken.keeps_floor then row.balance_cents else coalesce(taken.held, 0)::bigint + taken.cents end as balance
      from (select * from changed union all select * from added) row join taken on taken.account = row.account_id
    ), entered as (
      insert into ledger_entries (transfer_id, account_id, amount_cents, balance_after_cents, created_at)
        select p_id, moved.account, moved.cents, case when moved.keeps_floor then moved.balance end, p_created_at from moved
    )
    select p_id, false, moved.account, moved.cents, moved.balance from moved;
end
$$;
--> statement-breakpoint
-- A generic plan is kept per connection: planning each posting by its list lengths would cost more than running it.
alter function ledger_post(uuid, text, text, text, text, uuid, timestamptz, jsonb, text[], bigint[], text[]) set plan_cache_mode = force_generic_plan;
--> statement-breakpoint
-- Reads an idempotency key and locks it until the transaction ends; is_free is false while another transaction holds the lock. The
-- read is a statement of its own, so that it sees what the previous holder committed.
create function idempotency_known(p_account_id uuid, p_key text)
  returns table (is_free boolean, digest text, answer jsonb, status integer, subject_id uuid) language plpgsql as $$
begin
  if not pg_try_advisory_xact_lock(hashtextextended(p_account_id || ' ' || p_key, 1)) then
    return query select false, null::text, null::jsonb, null::integer, null::uuid;
    return;
  end if;
  return query
    select true, k.digest, k.answer, k.status, k.subject_id
    from (select) one left join idempotency_keys k on k.account_id = p_account_id and k.key = p_key;
end
$$;
--> statement-breakpoint
-- Keeps performer_listings in step with accounts and performers. Deferred to commit: the transaction then holds its other locks, so
-- there is no deadlock. The performer row is locked first, so of two concurrent changes the later one sees the earlier.
create function listing_of(performer uuid) returns setof performer_listings language sql stable as $$
  select a.id, a.username, a.name, lower(a.name), lower(a.name || ' ' || coalesce(a.username, '')), a.gender, a.country,
    a.is_online and a.show_online, p.date_of_birth, p.height, p.weight, p.body_type, p.ethnicity, p.size, p.hair, p.eyes,
    p.sexual_orientation, p.is_free_subscription, p.is_featured, a.created_at, a.updated_at
  from performers p inner join accounts a on a.id = p.account_id
  where p.account_id = performer and p.verification = 'approved' and a.status = 'active' and a.is_performer
$$;
--> statement-breakpoint
-- Keeps closed_performers in step: performers with listed items and no public page. The caller holds the lock of the performer row.
-- Sequential scans are off because a connection keeps its plan, and one made while the tables were small would scan large ones.
create function keep_closed(performer uuid) returns void language plpgsql set enable_seqscan = off as $$
begin
  if exists (select from performer_listings where performer_id = performer)
    or not exists (select from items where performer_id = performer and is_listed) then
    delete from closed_performers where performer_id = performer;
  else
    insert into closed_performers (performer_id) values (performer) on conflict do nothing;
  end if;
end
$$;
--> statement-breakpoint
create function keep_performer_listing() returns trigger language plpgsql set enable_seqscan = off as $$
declare
  performer uuid;
begin
  if tg_table_name = 'accounts' then
    performer := new.id;
  else
    performer := new.account_id;
  end if;
  perform 1 from performers where account_id = performer for no key update;
  if exists (select 1 from performer_listings known, listing_of(performer) wanted where known.performer_id = performer and known = wanted) then
    return null;
  end if;
  delete from performer_listings where performer_id = performer;
  insert into performer_listings select * from listing_of(performer);
  perform keep_closed(performer);
  return null;
end
$$;
--> statement-breakpoint
create constraint trigger keep_listing after insert or update of verification, date_of_birth, height, weight, body_type, ethnicity,
  size, hair, eyes, sexual_orientation, is_free_subscription, is_featured
  on performers deferrable initially deferred for each row execute function keep_performer_listing();
--> statement-breakpoint
create constraint trigger keep_listing after update of status, is_performer, username, name, gender, country, is_online, show_online,
  created_at, updated_at
  on accounts deferrable initially deferred for each row when (old.is_performer or new.is_performer)
  execute function keep_performer_listing();
--> statement-breakpoint
create function keep_closed_of_item() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  perform 1 from performers where account_id = new.performer_id for no key update;
  perform keep_closed(new.performer_id);
  return null;
end
$$;
--> statement-breakpoint
create constraint trigger keep_closed_of_new after insert on items deferrable initially deferred for each row
  when (new.is_listed) execute function keep_closed_of_item();
--> statement-breakpoint
create constraint trigger keep_closed after update of is_listed on items deferrable initially deferred for each row
  when (old.is_listed <> new.is_listed) execute function keep_closed_of_item();
--> statement-breakpoint
-- The words of a text, as full-text search splits it; and all search terms of an item, with tags marked by a # that no word has.
create function words_of(searched text) returns text[] language sql stable parallel safe as $$
  select tsvector_to_array(to_tsvector('simple', searched))
$$;
--> statement-breakpoint
create function words_of(searched text, tags text[]) returns text[] language sql stable parallel safe as $$
  select words_of(searched) || array(select distinct '#' || tag from unnest(tags) tag)
$$;
--> statement-breakpoint
-- Keeps item_words in step with items. New words are inserted in one order, so concurrent publishers cannot deadlock.
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
