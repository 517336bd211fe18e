CREATE TABLE "notification_events" (
	"account_id" uuid NOT NULL,
	"event" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "notification_events_account_id_event_pk" PRIMARY KEY("account_id","event")
);
--> statement-breakpoint
DROP INDEX "notifications_event";--> statement-breakpoint
ALTER TABLE "notification_events" ADD CONSTRAINT "notification_events_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notification_events_old" ON "notification_events" USING btree ("created_at");