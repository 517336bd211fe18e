-- `attached_to` was one text: the kind, a colon, the id.
DROP INDEX "files_unattached";--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "attached_kind" text;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "attached_id" text;--> statement-breakpoint
update "files" set "attached_kind" = split_part("attached_to", ':', 1), "attached_id" = substr("attached_to", strpos("attached_to", ':') + 1)
  where "attached_to" is not null;--> statement-breakpoint
ALTER TABLE "files" DROP COLUMN "attached_to";--> statement-breakpoint
CREATE INDEX "files_attached" ON "files" USING btree ("attached_kind","attached_id");--> statement-breakpoint
CREATE INDEX "files_unattached" ON "files" USING btree ("created_at") WHERE "files"."attached_kind" is null;--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_attached_to" CHECK (("files"."attached_kind" is null) = ("files"."attached_id" is null));
