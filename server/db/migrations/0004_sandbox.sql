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
CREATE INDEX "sandbox_acts_changed" ON "sandbox_acts" USING btree ("changed_at");