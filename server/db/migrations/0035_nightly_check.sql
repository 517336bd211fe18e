CREATE TABLE "book_checks" (
	"night" text PRIMARY KEY NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone NOT NULL,
	"ok" boolean NOT NULL,
	"broken" jsonb NOT NULL
);
