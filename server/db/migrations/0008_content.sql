-- Search forgives typing errors by groups of three letters: from here on the extension is needed.
CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
CREATE TABLE "feed_files" (
	"item_id" uuid NOT NULL,
	"file_id" uuid NOT NULL,
	"ordering" integer NOT NULL,
	"taken_out_at" timestamp (3) with time zone,
	CONSTRAINT "feed_files_item_id_file_id_pk" PRIMARY KEY("item_id","file_id")
);
--> statement-breakpoint
CREATE TABLE "feeds" (
	"item_id" uuid PRIMARY KEY NOT NULL,
	"thumbnail_id" uuid,
	"teaser_id" uuid,
	"poll_id" uuid,
	"stream_scheduled_at" timestamp (3) with time zone
);
--> statement-breakpoint
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
	CONSTRAINT "items_feed_type" CHECK (("items"."kind" = 'feed') = ("items"."feed_type" is not null)),
	CONSTRAINT "items_price" CHECK (("items"."audience" = 'paid') = ("items"."price_cents" is not null))
);
--> statement-breakpoint
CREATE TABLE "photos" (
	"item_id" uuid PRIMARY KEY NOT NULL,
	"gallery_id" uuid,
	"file_id" uuid,
	"ordering" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "poll_options" (
	"id" uuid PRIMARY KEY NOT NULL,
	"poll_id" uuid NOT NULL,
	"text" text NOT NULL,
	"ordering" integer NOT NULL,
	"votes" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
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
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "follows" (
	"id" uuid PRIMARY KEY NOT NULL,
	"follower_id" uuid NOT NULL,
	"performer_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
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
CREATE TABLE "reactions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"object_type" text NOT NULL,
	"object_id" uuid NOT NULL,
	"action" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
DROP INDEX "performers_recent_views";--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "duration_ms" integer;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "progress" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "attempts" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "worked_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "original" jsonb;--> statement-breakpoint
ALTER TABLE "payout_requests" ADD COLUMN "reversed_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_refunds" ADD COLUMN "gateway_refund_id" text;--> statement-breakpoint
ALTER TABLE "payment_refunds" ADD COLUMN "booked_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "performers" ADD COLUMN "followers" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "performers" ADD COLUMN "likes" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "performers" ADD COLUMN "popularity" integer GENERATED ALWAYS AS ("performers"."subscribers" * 20 + "performers"."likes" * 5 + "performers"."recent_views") STORED;--> statement-breakpoint
ALTER TABLE "performers" ADD COLUMN "bookmarks" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "performers" ADD COLUMN "total_feeds" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "performers" ADD COLUMN "total_videos" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "performers" ADD COLUMN "total_galleries" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "performers" ADD COLUMN "total_photos" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "performers" ADD COLUMN "welcome_video_id" uuid;--> statement-breakpoint
ALTER TABLE "performers" ADD COLUMN "activate_welcome_video" boolean DEFAULT false NOT NULL;--> statement-breakpoint
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
ALTER TABLE "performer_listings" ADD CONSTRAINT "performer_listings_performer_id_accounts_id_fk" FOREIGN KEY ("performer_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_parent_id_comments_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."comments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_performer_id_accounts_id_fk" FOREIGN KEY ("performer_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_author_id_accounts_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_image_id_files_id_fk" FOREIGN KEY ("image_id") REFERENCES "public"."files"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "follows" ADD CONSTRAINT "follows_follower_id_accounts_id_fk" FOREIGN KEY ("follower_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "follows" ADD CONSTRAINT "follows_performer_id_accounts_id_fk" FOREIGN KEY ("performer_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "keyword_people" ADD CONSTRAINT "keyword_people_keyword_id_keywords_id_fk" FOREIGN KEY ("keyword_id") REFERENCES "public"."keywords"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reactions" ADD CONSTRAINT "reactions_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "feeds_poll" ON "feeds" USING btree ("poll_id");--> statement-breakpoint
CREATE INDEX "item_views_day" ON "item_views" USING btree ("day");--> statement-breakpoint
CREATE UNIQUE INDEX "items_slug" ON "items" USING btree ("kind","slug");--> statement-breakpoint
CREATE INDEX "items_performer_created" ON "items" USING btree ("performer_id","kind","created_at","id");--> statement-breakpoint
CREATE INDEX "items_performer_updated" ON "items" USING btree ("performer_id","kind","updated_at","id");--> statement-breakpoint
CREATE INDEX "items_performer_published" ON "items" USING btree ("performer_id","kind","published_at","id") WHERE "items"."is_listed";--> statement-breakpoint
CREATE INDEX "items_published" ON "items" USING btree ("kind","published_at","id") WHERE "items"."is_listed";--> statement-breakpoint
CREATE INDEX "items_feeds" ON "items" USING btree ("feed_type","audience","published_at","id") WHERE "items"."is_listed" and "items"."feed_type" is not null;--> statement-breakpoint
CREATE INDEX "items_feeds_of" ON "items" USING btree ("performer_id","feed_type","published_at","id") WHERE "items"."is_listed" and "items"."feed_type" is not null;--> statement-breakpoint
CREATE INDEX "items_pinned_first" ON "items" USING btree ("performer_id","kind","is_pinned","published_at","id") WHERE "items"."is_listed";--> statement-breakpoint
CREATE INDEX "items_popular" ON "items" USING btree ("kind","views","id") WHERE "items"."is_listed";--> statement-breakpoint
CREATE INDEX "items_priced" ON "items" USING btree ("kind","price_cents","id") WHERE "items"."is_listed";--> statement-breakpoint
CREATE INDEX "items_due" ON "items" USING btree ("scheduled_at") WHERE not "items"."is_listed" and "items"."scheduled_at" is not null;--> statement-breakpoint
CREATE INDEX "items_ending" ON "items" USING btree ("expires_at") WHERE "items"."is_listed" and "items"."expires_at" is not null;--> statement-breakpoint
CREATE INDEX "items_tags" ON "items" USING gin ("tags");--> statement-breakpoint
CREATE INDEX "items_similar" ON "items" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "items_words" ON "items" USING gin (to_tsvector('simple', "search_text"));--> statement-breakpoint
CREATE INDEX "photos_gallery" ON "photos" USING btree ("gallery_id","ordering","item_id");--> statement-breakpoint
CREATE INDEX "photos_file" ON "photos" USING btree ("file_id");--> statement-breakpoint
CREATE INDEX "poll_options_poll" ON "poll_options" USING btree ("poll_id","ordering");--> statement-breakpoint
CREATE INDEX "polls_performer" ON "polls" USING btree ("performer_id","created_at");--> statement-breakpoint
CREATE INDEX "site_promos_position" ON "site_promos" USING btree ("position","ordering","id");--> statement-breakpoint
CREATE INDEX "uploads_owner" ON "uploads" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "uploads_expiry" ON "uploads" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "performer_listings_updated" ON "performer_listings" USING btree ("updated_at","performer_id");--> statement-breakpoint
CREATE INDEX "performer_listings_created" ON "performer_listings" USING btree ("created_at","performer_id");--> statement-breakpoint
CREATE INDEX "performer_listings_name" ON "performer_listings" USING btree ("name","performer_id");--> statement-breakpoint
CREATE INDEX "performer_listings_online" ON "performer_listings" USING btree ("is_online","performer_id");--> statement-breakpoint
CREATE INDEX "performer_listings_name_start" ON "performer_listings" USING btree ("name_key" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "performer_listings_username_start" ON "performer_listings" USING btree ("username" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "performer_listings_similar" ON "performer_listings" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "comments_item" ON "comments" USING btree ("item_id","created_at","id") WHERE "comments"."parent_id" is null;--> statement-breakpoint
CREATE INDEX "comments_parent" ON "comments" USING btree ("parent_id","created_at","id");--> statement-breakpoint
CREATE INDEX "comments_author" ON "comments" USING btree ("author_id");--> statement-breakpoint
CREATE UNIQUE INDEX "follows_pair" ON "follows" USING btree ("follower_id","performer_id");--> statement-breakpoint
CREATE INDEX "follows_follower" ON "follows" USING btree ("follower_id","created_at","id");--> statement-breakpoint
CREATE INDEX "follows_performer" ON "follows" USING btree ("performer_id","created_at","id");--> statement-breakpoint
CREATE INDEX "keywords_attempts" ON "keywords" USING btree ("attempts","id");--> statement-breakpoint
CREATE INDEX "keywords_updated" ON "keywords" USING btree ("updated_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "reactions_once" ON "reactions" USING btree ("account_id","object_id","action","object_type");--> statement-breakpoint
CREATE INDEX "reactions_list" ON "reactions" USING btree ("account_id","action","object_type","created_at","id");--> statement-breakpoint
CREATE INDEX "reactions_object" ON "reactions" USING btree ("object_id","action");--> statement-breakpoint
CREATE INDEX "files_unready" ON "files" USING btree ("created_at") WHERE "files"."status" in ('created', 'processing');--> statement-breakpoint
CREATE UNIQUE INDEX "charges_bought_once" ON "charges" USING btree ("user_id","target_id") WHERE "charges"."type" in ('feed', 'video', 'gallery') and "charges"."status" = 'success';--> statement-breakpoint
CREATE INDEX "charges_target" ON "charges" USING btree ("target_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_refunds_gateway" ON "payment_refunds" USING btree ("payment_id","gateway_refund_id");--> statement-breakpoint
CREATE INDEX "performers_popularity" ON "performers" USING btree ("popularity","account_id");--> statement-breakpoint
-- Who subscribes follows, and so do those who subscribed before one could follow.
INSERT INTO "follows" ("id", "follower_id", "performer_id", "created_at") SELECT gen_random_uuid(), "user_id", "performer_id", "created_at" FROM "subscriptions" ON CONFLICT DO NOTHING;--> statement-breakpoint
UPDATE "performers" SET "followers" = (SELECT count(*) FROM "follows" WHERE "follows"."performer_id" = "performers"."account_id");
