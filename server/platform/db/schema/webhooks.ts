/** Webhooks and their deliveries. */
import { sql } from 'drizzle-orm';
import { boolean, customType, index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { DeliveryState, WebhookEvent } from '@contract/kernel/values/console';
import { instant } from './columns';

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

export const webhooks = pgTable('webhooks', {
  id: uuid().primaryKey(),
  url: text().notNull(),
  events: text().array().$type<WebhookEvent[]>().notNull(),
  /** The signing secret, encrypted. */
  secret: bytes().notNull(),
  isActive: boolean().notNull(),
  failingSince: timestamp(instant),
  lastDeliveredAt: timestamp(instant),
  createdAt: timestamp(instant).notNull(),
  updatedAt: timestamp(instant).notNull(),
});

/** Deliveries, stored for some weeks. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    id: uuid().primaryKey(),
    webhookId: uuid()
      .notNull()
      .references(() => webhooks.id, { onDelete: 'cascade' }),
    event: text().$type<WebhookEvent>().notNull(),
    /** The request body, with the event's id: a retry sends the same body. */
    body: text().notNull(),
    state: text().$type<DeliveryState>().notNull(),
    tries: integer().notNull(),
    outcome: text(),
    runsAt: timestamp(instant),
    createdAt: timestamp(instant).notNull(),
    updatedAt: timestamp(instant).notNull(),
  },
  (table) => [
    index('webhook_deliveries_updated').on(table.updatedAt, table.id),
    index('webhook_deliveries_created').on(table.createdAt, table.id),
    index('webhook_deliveries_webhook').on(table.webhookId, table.updatedAt),
    index('webhook_deliveries_due')
      .on(table.runsAt)
      .where(sql`state = 'pending'`),
  ],
);
