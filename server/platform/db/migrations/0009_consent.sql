CREATE TABLE "appearances" (
	"id" uuid PRIMARY KEY NOT NULL,
	"item_id" uuid NOT NULL,
	"person_id" uuid,
	"release_id" uuid,
	"ordering" integer NOT NULL,
	"consent" text DEFAULT 'asked' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"asked_at" timestamp (3) with time zone NOT NULL,
	"answered_at" timestamp (3) with time zone,
	"removed_at" timestamp (3) with time zone,
	"history" jsonb NOT NULL,
	CONSTRAINT "appearances_one" CHECK ("appearances"."person_id" is null or "appearances"."release_id" is null)
);
--> statement-breakpoint
CREATE TABLE "releases" (
	"id" uuid PRIMARY KEY NOT NULL,
	"performer_id" uuid NOT NULL,
	"name" text NOT NULL,
	"date_of_birth" date NOT NULL,
	"signed_on" date NOT NULL,
	"form_id" uuid NOT NULL,
	"identity_id" uuid NOT NULL,
	"status" text DEFAULT 'waiting' NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"decided_by" uuid,
	"decided_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "items" ADD COLUMN "consent" text DEFAULT 'given' NOT NULL;--> statement-breakpoint
ALTER TABLE "appearances" ADD CONSTRAINT "appearances_item_id_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "appearances" ADD CONSTRAINT "appearances_person_id_accounts_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "appearances" ADD CONSTRAINT "appearances_release_id_releases_id_fk" FOREIGN KEY ("release_id") REFERENCES "public"."releases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "releases" ADD CONSTRAINT "releases_performer_id_accounts_id_fk" FOREIGN KEY ("performer_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "appearances_person" ON "appearances" USING btree ("item_id","person_id");--> statement-breakpoint
CREATE UNIQUE INDEX "appearances_release" ON "appearances" USING btree ("item_id","release_id");--> statement-breakpoint
CREATE INDEX "appearances_of" ON "appearances" USING btree ("person_id","asked_at","id") WHERE "appearances"."removed_at" is null and "appearances"."person_id" is not null;--> statement-breakpoint
CREATE INDEX "appearances_by_release" ON "appearances" USING btree ("release_id") WHERE "appearances"."release_id" is not null;--> statement-breakpoint
CREATE INDEX "releases_performer" ON "releases" USING btree ("performer_id","created_at","id");--> statement-breakpoint
CREATE INDEX "releases_status" ON "releases" USING btree ("status","created_at","id");--> statement-breakpoint
-- Who was named before was never asked: the name is out of sight until they accept, what is published stays.
INSERT INTO "appearances" ("id", "item_id", "person_id", "ordering", "asked_at", "history")
SELECT gen_random_uuid(), "item_id", "performer_id", "ordering", now(),
	jsonb_build_array(jsonb_build_object('event', 'asked', 'at', to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))
FROM "video_participants";--> statement-breakpoint
DROP TABLE "video_participants";
