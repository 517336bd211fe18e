CREATE TABLE "mail_returns" (
	"id" uuid PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"address" text NOT NULL,
	"kind" text NOT NULL,
	"reason" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "returned_addresses" (
	"id" uuid PRIMARY KEY NOT NULL,
	"address" text NOT NULL,
	"undeliverable_since" timestamp (3) with time zone,
	"reason" text,
	"proven_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "mail_returns_key" ON "mail_returns" USING btree ("key");--> statement-breakpoint
CREATE INDEX "mail_returns_address" ON "mail_returns" USING btree ("address","kind","created_at");--> statement-breakpoint
CREATE INDEX "mail_returns_created" ON "mail_returns" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "returned_addresses_address" ON "returned_addresses" USING btree ("address");--> statement-breakpoint
CREATE INDEX "returned_addresses_marked" ON "returned_addresses" USING btree ("updated_at","id") WHERE undeliverable_since is not null;