CREATE TABLE "ledger_balances" (
	"account_id" text NOT NULL,
	"slot" smallint NOT NULL,
	"balance_cents" bigint NOT NULL,
	"keeps_floor" boolean GENERATED ALWAYS AS (account_id like 'wallet:%' or account_id like 'held:%') STORED NOT NULL,
	CONSTRAINT "ledger_balances_account_id_slot_pk" PRIMARY KEY("account_id","slot"),
	CONSTRAINT "ledger_balances_floor" CHECK (not keeps_floor or (slot = 0 and balance_cents >= 0)),
	CONSTRAINT "ledger_balances_chart" CHECK (account_id ~ '^(wallet|earnings|held|receivable|platform|gateway|payouts):.')
);
--> statement-breakpoint
CREATE TABLE "ledger_entries" (
	"transfer_id" uuid NOT NULL,
	"account_id" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"balance_after_cents" bigint,
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "ledger_entries_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "ledger_entries_transfer_id_account_id_pk" PRIMARY KEY("transfer_id","account_id"),
	CONSTRAINT "ledger_entries_amount" CHECK (amount_cents <> 0)
);
--> statement-breakpoint
CREATE TABLE "ledger_transfers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"reason" text NOT NULL,
	"subject" text NOT NULL,
	"key" text NOT NULL,
	"digest" text NOT NULL,
	"reversal_of" uuid,
	"amount_cents" bigint NOT NULL,
	"metadata" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "ledger_transfers_amount" CHECK (amount_cents > 0),
	CONSTRAINT "ledger_transfers_key_length" CHECK (length(key) between 1 and 400)
);
--> statement-breakpoint
DROP INDEX "outbox_order";--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "seq" bigint NOT NULL GENERATED ALWAYS AS IDENTITY (sequence name "outbox_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1);--> statement-breakpoint
ALTER TABLE "ledger_transfers" ADD CONSTRAINT "ledger_transfers_reversal_of_ledger_transfers_id_fk" FOREIGN KEY ("reversal_of") REFERENCES "public"."ledger_transfers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ledger_entries_statement" ON "ledger_entries" USING btree ("account_id","created_at","seq");--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_transfers_key" ON "ledger_transfers" USING btree ("key");--> statement-breakpoint
CREATE INDEX "ledger_transfers_subject" ON "ledger_transfers" USING btree ("subject");--> statement-breakpoint
CREATE INDEX "ledger_transfers_reversals" ON "ledger_transfers" USING btree ("reversal_of") WHERE reversal_of is not null;--> statement-breakpoint
CREATE INDEX "outbox_order" ON "outbox" USING btree ("seq");