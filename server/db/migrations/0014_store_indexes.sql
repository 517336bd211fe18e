CREATE INDEX "items_named" ON "items" USING btree ("kind","title","id") WHERE "items"."is_listed" and "items"."kind" = 'product';--> statement-breakpoint
CREATE INDEX "product_images_file" ON "product_images" USING btree ("file_id");--> statement-breakpoint
CREATE INDEX "products_file" ON "products" USING btree ("file_id");