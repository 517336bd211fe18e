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
ALTER TABLE "sessions" ADD COLUMN "helping_id" uuid;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "begun_by_id" uuid;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "by_id" uuid;--> statement-breakpoint
ALTER TABLE "performer_helpers" ADD CONSTRAINT "performer_helpers_performer_id_accounts_id_fk" FOREIGN KEY ("performer_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "performer_helpers" ADD CONSTRAINT "performer_helpers_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "helper_acts" ADD CONSTRAINT "helper_acts_performer_id_accounts_id_fk" FOREIGN KEY ("performer_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "helper_acts" ADD CONSTRAINT "helper_acts_helper_id_accounts_id_fk" FOREIGN KEY ("helper_id") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "performer_helpers_email" ON "performer_helpers" USING btree ("performer_id","email");--> statement-breakpoint
CREATE UNIQUE INDEX "performer_helpers_account" ON "performer_helpers" USING btree ("performer_id","account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "performer_helpers_token" ON "performer_helpers" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "performer_helpers_of" ON "performer_helpers" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "helper_acts_performer" ON "helper_acts" USING btree ("performer_id","created_at","id");--> statement-breakpoint
CREATE INDEX "helper_acts_helper" ON "helper_acts" USING btree ("helper_id","created_at");--> statement-breakpoint
CREATE INDEX "helper_acts_target" ON "helper_acts" USING btree ("target_id");--> statement-breakpoint
CREATE INDEX "helper_acts_age" ON "helper_acts" USING btree ("created_at");--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_helping_id_performer_helpers_id_fk" FOREIGN KEY ("helping_id") REFERENCES "public"."performer_helpers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_begun_by_id_sessions_id_fk" FOREIGN KEY ("begun_by_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_by_id_accounts_id_fk" FOREIGN KEY ("by_id") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sessions_helping" ON "sessions" USING btree ("helping_id");--> statement-breakpoint
CREATE INDEX "sessions_begun_by" ON "sessions" USING btree ("begun_by_id");