CREATE INDEX "files_types" ON "files" USING btree ("type","size");--> statement-breakpoint
CREATE INDEX "orders_delivery" ON "orders" USING btree ("delivery_status");--> statement-breakpoint
CREATE INDEX "subscriptions_status" ON "subscriptions" USING btree ("status");