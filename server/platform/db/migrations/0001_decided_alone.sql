ALTER TABLE "ledger_adjustments" DROP CONSTRAINT "ledger_adjustments_two_persons";--> statement-breakpoint
ALTER TABLE "ledger_adjustments" ADD COLUMN "decided_alone" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "ledger_adjustments" ADD CONSTRAINT "ledger_adjustments_two_persons" CHECK (status <> 'approved' or decided_alone or decided_by <> proposed_by);