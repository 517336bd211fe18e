CREATE TABLE "refused_visits" (
	"day" date NOT NULL,
	"code" text NOT NULL,
	"visits" integer NOT NULL,
	CONSTRAINT "refused_visits_day_code_pk" PRIMARY KEY("day","code")
);
