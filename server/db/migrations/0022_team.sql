CREATE TABLE "team_members" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"bundle" text,
	"rights" text[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "team_members" ADD CONSTRAINT "team_members_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- Whoever ran the site until now could do everything, and goes on so.
insert into team_members (account_id, bundle, created_at, updated_at)
  select id, 'owner', created_at, now() from accounts where role = 'operator';
