-- `held_by` was the text "report:" and the report's id.
ALTER TABLE "file_holds" ADD COLUMN "report_id" uuid;--> statement-breakpoint
update "file_holds" set "report_id" = substr("held_by", length('report:') + 1)::uuid;--> statement-breakpoint
ALTER TABLE "file_holds" DROP CONSTRAINT "file_holds_file_id_held_by_pk";--> statement-breakpoint
DROP INDEX "file_holds_by";--> statement-breakpoint
ALTER TABLE "file_holds" DROP COLUMN "held_by";--> statement-breakpoint
ALTER TABLE "file_holds" ALTER COLUMN "report_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "file_holds" ADD CONSTRAINT "file_holds_file_id_report_id_pk" PRIMARY KEY ("file_id","report_id");--> statement-breakpoint
CREATE INDEX "file_holds_report" ON "file_holds" USING btree ("report_id");
