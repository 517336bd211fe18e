-- Until now a show was free for subscribers, or had a price for everyone. The columns keep what they said, and say it by name.
ALTER TABLE "stream_sessions" DROP CONSTRAINT "stream_sessions_price";--> statement-breakpoint
ALTER TABLE "stream_sessions" ALTER COLUMN "is_free" TYPE text USING case when "is_free" then 'subscribers' else 'paid' end;--> statement-breakpoint
ALTER TABLE "stream_sessions" RENAME COLUMN "is_free" TO "audience";--> statement-breakpoint
ALTER TABLE "stream_sessions" ADD CONSTRAINT "stream_sessions_price" CHECK ("stream_sessions"."audience" <> 'paid' or "stream_sessions"."price_cents" is not null);--> statement-breakpoint
ALTER TABLE "streams" ALTER COLUMN "is_free" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "streams" ALTER COLUMN "is_free" TYPE text USING case when "is_free" then 'subscribers' else 'paid' end;--> statement-breakpoint
ALTER TABLE "streams" RENAME COLUMN "is_free" TO "audience";--> statement-breakpoint
ALTER TABLE "streams" ALTER COLUMN "audience" SET DEFAULT 'subscribers';
