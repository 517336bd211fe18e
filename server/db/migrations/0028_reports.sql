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
CREATE TABLE "file_holds" (
	"file_id" uuid NOT NULL,
	"held_by" text NOT NULL,
	"until" timestamp (3) with time zone,
	CONSTRAINT "file_holds_file_id_held_by_pk" PRIMARY KEY("file_id","held_by")
);
--> statement-breakpoint
CREATE TABLE "reports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"target" text NOT NULL,
	"target_id" uuid NOT NULL,
	"owner_id" uuid NOT NULL,
	"reporter_id" uuid NOT NULL,
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
ALTER TABLE "items" ADD COLUMN "hidden_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "comments" ADD COLUMN "hidden_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_operator_id_accounts_id_fk" FOREIGN KEY ("operator_id") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "file_holds" ADD CONSTRAINT "file_holds_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_owner_id_accounts_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_reporter_id_accounts_id_fk" FOREIGN KEY ("reporter_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_taken_by_id_accounts_id_fk" FOREIGN KEY ("taken_by_id") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_decided_by_id_accounts_id_fk" FOREIGN KEY ("decided_by_id") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "decisions_account" ON "decisions" USING btree ("account_id","created_at","id");--> statement-breakpoint
CREATE INDEX "decisions_target" ON "decisions" USING btree ("target_id","created_at");--> statement-breakpoint
CREATE INDEX "file_holds_by" ON "file_holds" USING btree ("held_by");--> statement-breakpoint
CREATE UNIQUE INDEX "reports_open_once" ON "reports" USING btree ("reporter_id","target","target_id") WHERE "reports"."status" = 'open';--> statement-breakpoint
CREATE INDEX "reports_updated" ON "reports" USING btree ("status","updated_at","id");--> statement-breakpoint
CREATE INDEX "reports_created" ON "reports" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "reports_target" ON "reports" USING btree ("target_id","status");--> statement-breakpoint
CREATE INDEX "reports_owner" ON "reports" USING btree ("owner_id","created_at","id");--> statement-breakpoint
CREATE INDEX "reports_reporter" ON "reports" USING btree ("reporter_id","created_at","id");--> statement-breakpoint
CREATE INDEX "items_hidden" ON "items" USING btree ("kind","updated_at","id") WHERE "items"."hidden_at" is not null;