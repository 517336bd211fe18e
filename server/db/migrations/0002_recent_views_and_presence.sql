DROP INDEX "performers_views";--> statement-breakpoint
ALTER TABLE "open_sockets" DROP CONSTRAINT "open_sockets_pkey";--> statement-breakpoint
ALTER TABLE "open_sockets" ADD CONSTRAINT "open_sockets_socket_id_account_id_pk" PRIMARY KEY("socket_id","account_id");--> statement-breakpoint
ALTER TABLE "performers" ADD COLUMN "recent_views" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
DELETE FROM "performer_views" WHERE "day" <= current_date - 30;--> statement-breakpoint
UPDATE "performers" SET "recent_views" = "seen"."views" FROM (SELECT "performer_id", count(*)::int AS "views" FROM "performer_views" WHERE "day" > current_date - 30 GROUP BY 1) AS "seen" WHERE "account_id" = "seen"."performer_id";--> statement-breakpoint
ALTER TABLE "open_sockets" ADD COLUMN "closed_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "accounts_performers_updated" ON "accounts" USING btree ("updated_at","id") WHERE "accounts"."is_performer";--> statement-breakpoint
CREATE INDEX "accounts_performers_created" ON "accounts" USING btree ("created_at","id") WHERE "accounts"."is_performer";--> statement-breakpoint
CREATE INDEX "accounts_performers_name" ON "accounts" USING btree ("name","id") WHERE "accounts"."is_performer";--> statement-breakpoint
CREATE INDEX "accounts_performers_online" ON "accounts" USING btree (("is_online" and "show_online"),"id") WHERE "accounts"."is_performer";--> statement-breakpoint
CREATE INDEX "performers_recent_views" ON "performers" USING btree ("recent_views","account_id");--> statement-breakpoint
CREATE INDEX "performers_views" ON "performers" USING btree ("views","account_id");