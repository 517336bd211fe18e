CREATE TABLE "conversation_members" (
	"conversation_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"other_id" uuid NOT NULL,
	"last_message_at" timestamp (3) with time zone NOT NULL,
	"unread" integer DEFAULT 0 NOT NULL,
	"seen_seq" integer DEFAULT 0 NOT NULL,
	"seen_at" timestamp (3) with time zone,
	"delivered_seq" integer DEFAULT 0 NOT NULL,
	"delivered_at" timestamp (3) with time zone,
	"is_muted" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "conversation_members_conversation_id_account_id_pk" PRIMARY KEY("conversation_id","account_id")
);
--> statement-breakpoint
CREATE TABLE "conversations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"last_seq" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "fan_list_people" (
	"list_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "fan_list_people_list_id_account_id_pk" PRIMARY KEY("list_id","account_id")
);
--> statement-breakpoint
CREATE TABLE "fan_lists" (
	"id" uuid PRIMARY KEY NOT NULL,
	"performer_id" uuid NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "fan_notes" (
	"performer_id" uuid NOT NULL,
	"fan_id" uuid NOT NULL,
	"text" text NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "fan_notes_performer_id_fan_id_pk" PRIMARY KEY("performer_id","fan_id")
);
--> statement-breakpoint
CREATE TABLE "mass_message_files" (
	"mass_id" uuid NOT NULL,
	"file_id" uuid NOT NULL,
	"ordering" integer NOT NULL,
	CONSTRAINT "mass_message_files_mass_id_file_id_pk" PRIMARY KEY("mass_id","file_id")
);
--> statement-breakpoint
CREATE TABLE "mass_messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"performer_id" uuid NOT NULL,
	"text" text NOT NULL,
	"price_cents" bigint,
	"include" jsonb NOT NULL,
	"exclude" jsonb NOT NULL,
	"status" text NOT NULL,
	"scheduled_at" timestamp (3) with time zone,
	"recipients" integer DEFAULT 0 NOT NULL,
	"sent" integer DEFAULT 0 NOT NULL,
	"last_receiver_id" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "message_files" (
	"message_id" uuid NOT NULL,
	"file_id" uuid NOT NULL,
	"receiver_id" uuid NOT NULL,
	"ordering" integer NOT NULL,
	CONSTRAINT "message_files_message_id_file_id_pk" PRIMARY KEY("message_id","file_id")
);
--> statement-breakpoint
CREATE TABLE "messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"conversation_id" uuid NOT NULL,
	"seq" integer NOT NULL,
	"sender_id" uuid NOT NULL,
	"receiver_id" uuid NOT NULL,
	"client_key" text,
	"type" text NOT NULL,
	"text" text NOT NULL,
	"price_cents" bigint,
	"tip_cents" bigint,
	"reply_to_id" uuid,
	"mass_id" uuid,
	"deleted_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "messages_tip" CHECK (("messages"."type" = 'tip') = ("messages"."tip_cents" is not null))
);
--> statement-breakpoint
CREATE TABLE "notification_preferences" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"types" jsonb NOT NULL,
	"quiet_hours" jsonb,
	"digest" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"type" text NOT NULL,
	"event" text NOT NULL,
	"group" text,
	"actor_id" uuid,
	"count" integer DEFAULT 1 NOT NULL,
	"text" text NOT NULL,
	"link" text NOT NULL,
	"is_listed" boolean NOT NULL,
	"read_at" timestamp (3) with time zone,
	"mail_due_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "push_devices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"endpoint" text NOT NULL,
	"p256dh" text NOT NULL,
	"auth" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "push_devices_endpoint_unique" UNIQUE("endpoint")
);
--> statement-breakpoint
DROP INDEX "charges_bought_once";--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "read_receipts" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "show_typing" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "conversation_members" ADD CONSTRAINT "conversation_members_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversation_members" ADD CONSTRAINT "conversation_members_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversation_members" ADD CONSTRAINT "conversation_members_other_id_accounts_id_fk" FOREIGN KEY ("other_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fan_list_people" ADD CONSTRAINT "fan_list_people_list_id_fan_lists_id_fk" FOREIGN KEY ("list_id") REFERENCES "public"."fan_lists"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fan_list_people" ADD CONSTRAINT "fan_list_people_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fan_lists" ADD CONSTRAINT "fan_lists_performer_id_accounts_id_fk" FOREIGN KEY ("performer_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fan_notes" ADD CONSTRAINT "fan_notes_performer_id_accounts_id_fk" FOREIGN KEY ("performer_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fan_notes" ADD CONSTRAINT "fan_notes_fan_id_accounts_id_fk" FOREIGN KEY ("fan_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mass_message_files" ADD CONSTRAINT "mass_message_files_mass_id_mass_messages_id_fk" FOREIGN KEY ("mass_id") REFERENCES "public"."mass_messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mass_message_files" ADD CONSTRAINT "mass_message_files_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mass_messages" ADD CONSTRAINT "mass_messages_performer_id_accounts_id_fk" FOREIGN KEY ("performer_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_files" ADD CONSTRAINT "message_files_message_id_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_files" ADD CONSTRAINT "message_files_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_files" ADD CONSTRAINT "message_files_receiver_id_accounts_id_fk" FOREIGN KEY ("receiver_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_sender_id_accounts_id_fk" FOREIGN KEY ("sender_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_receiver_id_accounts_id_fk" FOREIGN KEY ("receiver_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_mass_id_mass_messages_id_fk" FOREIGN KEY ("mass_id") REFERENCES "public"."mass_messages"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_preferences" ADD CONSTRAINT "notification_preferences_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_actor_id_accounts_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_devices" ADD CONSTRAINT "push_devices_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "conversation_members_pair" ON "conversation_members" USING btree ("account_id","other_id");--> statement-breakpoint
CREATE INDEX "conversation_members_last" ON "conversation_members" USING btree ("account_id","last_message_at","conversation_id");--> statement-breakpoint
CREATE INDEX "conversation_members_created" ON "conversation_members" USING btree ("account_id","created_at","conversation_id");--> statement-breakpoint
CREATE INDEX "conversation_members_unread" ON "conversation_members" USING btree ("account_id","last_message_at","conversation_id") WHERE "conversation_members"."unread" > 0;--> statement-breakpoint
CREATE INDEX "conversation_members_other" ON "conversation_members" USING btree ("other_id");--> statement-breakpoint
CREATE INDEX "fan_list_people_account" ON "fan_list_people" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "fan_lists_performer" ON "fan_lists" USING btree ("performer_id","created_at","id");--> statement-breakpoint
CREATE INDEX "fan_notes_fan" ON "fan_notes" USING btree ("fan_id");--> statement-breakpoint
CREATE INDEX "mass_message_files_file" ON "mass_message_files" USING btree ("file_id");--> statement-breakpoint
CREATE INDEX "mass_messages_updated" ON "mass_messages" USING btree ("performer_id","updated_at","id");--> statement-breakpoint
CREATE INDEX "mass_messages_created" ON "mass_messages" USING btree ("performer_id","created_at","id");--> statement-breakpoint
CREATE INDEX "mass_messages_due" ON "mass_messages" USING btree ("scheduled_at") WHERE "mass_messages"."status" in ('scheduled', 'sending');--> statement-breakpoint
CREATE INDEX "message_files_file" ON "message_files" USING btree ("file_id","receiver_id");--> statement-breakpoint
CREATE UNIQUE INDEX "messages_place" ON "messages" USING btree ("conversation_id","seq");--> statement-breakpoint
CREATE UNIQUE INDEX "messages_client_key" ON "messages" USING btree ("conversation_id","sender_id","client_key") WHERE "messages"."client_key" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "messages_mass" ON "messages" USING btree ("mass_id","receiver_id") WHERE "messages"."mass_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "notifications_event" ON "notifications" USING btree ("account_id","event");--> statement-breakpoint
CREATE UNIQUE INDEX "notifications_group" ON "notifications" USING btree ("account_id","group") WHERE "notifications"."group" is not null and "notifications"."read_at" is null;--> statement-breakpoint
CREATE INDEX "notifications_updated" ON "notifications" USING btree ("account_id","updated_at","id") WHERE "notifications"."is_listed";--> statement-breakpoint
CREATE INDEX "notifications_created" ON "notifications" USING btree ("account_id","created_at","id") WHERE "notifications"."is_listed";--> statement-breakpoint
CREATE INDEX "notifications_unread" ON "notifications" USING btree ("account_id") WHERE "notifications"."is_listed" and "notifications"."read_at" is null;--> statement-breakpoint
CREATE INDEX "notifications_mail" ON "notifications" USING btree ("mail_due_at") WHERE "notifications"."mail_due_at" is not null;--> statement-breakpoint
CREATE INDEX "notifications_old" ON "notifications" USING btree ("updated_at");--> statement-breakpoint
CREATE INDEX "push_devices_account" ON "push_devices" USING btree ("account_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "charges_bought_once" ON "charges" USING btree ("user_id","target_id") WHERE "charges"."type" in ('feed', 'video', 'gallery', 'message') and "charges"."status" = 'success';--> statement-breakpoint
-- What a message is found by: its words, as far as whoever has not paid may read them, its conversation and its two people. The
-- space is in no word that a text is taken apart into.
ALTER TABLE "messages" ADD COLUMN "search" tsvector GENERATED ALWAYS AS (
  to_tsvector('simple'::regconfig, case when price_cents is null then text else left(text, 120) end) ||
  array_to_tsvector(array['c ' || conversation_id::text, 'p ' || sender_id::text, 'p ' || receiver_id::text])
) STORED;
--> statement-breakpoint
CREATE INDEX "messages_search" ON "messages" USING gin ("search");
--> statement-breakpoint
-- Who subscribed before there were conversations has one with the performer.
with pairs as (
  select distinct user_id as fan, performer_id as performer from subscriptions where status not in ('expired', 'pending')
), made as (
  select gen_random_uuid() as id, fan, performer, now() as at from pairs
), stored as (
  insert into conversations (id, created_at) select id, at from made returning id
)
insert into conversation_members (conversation_id, account_id, other_id, last_message_at, created_at)
select id, fan, performer, at, at from made union all select id, performer, fan, at, at from made;
