ALTER TABLE "payment_disputes" ADD COLUMN "id" uuid DEFAULT gen_random_uuid() NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_disputes" ADD COLUMN "claimed_cents" bigint;--> statement-breakpoint
ALTER TABLE "payment_disputes" ADD COLUMN "currency" text;--> statement-breakpoint
ALTER TABLE "payment_disputes" ADD COLUMN "evidence_due_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "payment_disputes" ADD COLUMN "looked_up_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "payment_disputes" ADD COLUMN "answer" text DEFAULT 'none' NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_disputes" ADD COLUMN "answer_key" text;--> statement-breakpoint
ALTER TABLE "payment_disputes" ADD COLUMN "answered_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "payment_disputes" ADD COLUMN "failure" text;--> statement-breakpoint
ALTER TABLE "payment_disputes" ADD COLUMN "submitted_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "payment_disputes" ADD COLUMN "draft" jsonb;--> statement-breakpoint
ALTER TABLE "payment_disputes" ADD COLUMN "sent" jsonb;--> statement-breakpoint
ALTER TABLE "payment_disputes" ADD COLUMN "reminded_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE UNIQUE INDEX "payment_disputes_id" ON "payment_disputes" USING btree ("id");--> statement-breakpoint
CREATE INDEX "payment_disputes_due" ON "payment_disputes" USING btree ("evidence_due_at");--> statement-breakpoint
CREATE INDEX "payment_disputes_answering" ON "payment_disputes" USING btree ("answered_at") WHERE "payment_disputes"."answer" in ('submitting', 'accepting');--> statement-breakpoint
CREATE INDEX "payment_disputes_unasked" ON "payment_disputes" USING btree ("created_at") WHERE "payment_disputes"."looked_up_at" is null;--> statement-breakpoint
-- What the bank claims stands in the event by which the dispute was heard of. Events of people who were erased are empty: there,
-- what was taken back stands for it until the gateway is asked.
UPDATE "payment_disputes" d SET "claimed_cents" = (e.payload->>'amount_cents')::bigint, "currency" = e.payload->>'currency'
FROM "gateway_events" e WHERE e.gateway = d.gateway AND e.payload->>'disputeId' = d.dispute_id AND e.payload ? 'amount_cents';--> statement-breakpoint
UPDATE "payment_disputes" d SET "claimed_cents" = d.amount_cents, "currency" = p.currency
FROM "payments" p WHERE p.id = d.payment_id AND d.claimed_cents IS NULL;--> statement-breakpoint
-- A dispute that is open was never told further than this. The gateway is asked for the rest: "looked_up_at" is empty.
UPDATE "payment_disputes" SET "status" = 'needs_response' WHERE "status" = 'opened';--> statement-breakpoint
ALTER TABLE "payment_disputes" ALTER COLUMN "claimed_cents" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_disputes" ALTER COLUMN "currency" SET NOT NULL;
