CREATE TABLE "photos_taken_out" (
	"item_id" uuid NOT NULL,
	"gallery_id" uuid NOT NULL,
	"ordering" integer NOT NULL,
	"taken_out_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "photos_taken_out_item_id_gallery_id_pk" PRIMARY KEY("item_id","gallery_id")
);
--> statement-breakpoint
ALTER TABLE "photos" DROP CONSTRAINT "photos_gallery_id_galleries_item_id_fk";
--> statement-breakpoint
ALTER TABLE "photos_taken_out" ADD CONSTRAINT "photos_taken_out_item_id_photos_item_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."photos"("item_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "photos_taken_out" ADD CONSTRAINT "photos_taken_out_gallery_id_galleries_item_id_fk" FOREIGN KEY ("gallery_id") REFERENCES "public"."galleries"("item_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "photos_taken_out_gallery" ON "photos_taken_out" USING btree ("gallery_id","item_id");--> statement-breakpoint
ALTER TABLE "photos" ADD CONSTRAINT "photos_gallery_id_galleries_item_id_fk" FOREIGN KEY ("gallery_id") REFERENCES "public"."galleries"("item_id") ON DELETE set null ON UPDATE no action;