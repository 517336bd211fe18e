ALTER TABLE "charges" ADD COLUMN "withheld_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "withheld_at" timestamp (3) with time zone;