CREATE TABLE "payout_batches" (
	"id" uuid PRIMARY KEY NOT NULL,
	"format" text NOT NULL,
	"currency" text NOT NULL,
	"made_by_id" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payout_sales" (
	"payout_id" uuid NOT NULL,
	"earning_id" uuid NOT NULL,
	"cents" bigint NOT NULL,
	CONSTRAINT "payout_sales_payout_id_earning_id_pk" PRIMARY KEY("payout_id","earning_id"),
	CONSTRAINT "payout_sales_some" CHECK ("payout_sales"."cents" > 0)
);
--> statement-breakpoint
ALTER TABLE "earnings" ADD COLUMN "paid_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payout_requests" ADD COLUMN "batch_id" uuid;--> statement-breakpoint
ALTER TABLE "performers" ADD COLUMN "clearing_days" integer;--> statement-breakpoint
ALTER TABLE "payout_batches" ADD CONSTRAINT "payout_batches_made_by_id_accounts_id_fk" FOREIGN KEY ("made_by_id") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_sales" ADD CONSTRAINT "payout_sales_payout_id_payout_requests_id_fk" FOREIGN KEY ("payout_id") REFERENCES "public"."payout_requests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_sales" ADD CONSTRAINT "payout_sales_earning_id_earnings_id_fk" FOREIGN KEY ("earning_id") REFERENCES "public"."earnings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payout_batches_updated" ON "payout_batches" USING btree ("updated_at","id");--> statement-breakpoint
CREATE INDEX "payout_batches_created" ON "payout_batches" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "payout_sales_earning" ON "payout_sales" USING btree ("earning_id");--> statement-breakpoint
ALTER TABLE "payout_requests" ADD CONSTRAINT "payout_requests_batch_id_payout_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."payout_batches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "earnings_unpaid" ON "earnings" USING btree ("performer_id","available_at","id") WHERE "earnings"."status" = 'available' and "earnings"."paid_cents" < "earnings"."net_cents";--> statement-breakpoint
CREATE INDEX "payout_requests_batch" ON "payout_requests" USING btree ("batch_id");--> statement-breakpoint
-- What was paid out before is what was earned first.
WITH paid AS (
	SELECT performer_id, sum(amount_cents - reversed_cents) AS cents FROM payout_requests WHERE status <> 'rejected' GROUP BY performer_id
), kept AS (
	SELECT e.id, e.performer_id, e.available_at, e.net_cents - coalesce((SELECT sum(r.net_cents) FROM refunds r WHERE r.earning_id = e.id), 0) AS cents
	FROM earnings e JOIN paid ON paid.performer_id = e.performer_id
), running AS (
	SELECT id, performer_id, cents, sum(cents) OVER (PARTITION BY performer_id ORDER BY available_at, id) - cents AS before FROM kept
)
UPDATE earnings SET paid_cents = least(running.cents, paid.cents - running.before)
FROM running JOIN paid ON paid.performer_id = running.performer_id
WHERE earnings.id = running.id AND running.cents > 0 AND running.before < paid.cents;
