/** What the sandbox gateway remembers: the provider's side of payments, kept apart from ours as a real provider would. */
import { bigint, index, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core';
import type { TestCardToken } from '@contract/money/test-cards';
import { instant } from './columns';

/** One row for each act, under the key that the host gave it. */
export const sandboxActs = pgTable(
  'sandbox_acts',
  {
    key: text().primaryKey(),
    /** The sandbox's own id of what the act made. */
    id: text().notNull(),
    kind: text().$type<'customer' | 'card' | 'charge' | 'refund' | 'account' | 'payout'>().notNull(),
    /** Of the order: the same key with another order is refused. */
    digest: text().notNull(),
    status: text()
      .$type<'kept' | 'removed' | 'succeeded' | 'processing' | 'requires_action' | 'declined' | 'canceled' | 'open' | 'ready'>()
      .notNull(),
    /** Of cards and charges. */
    customer: text(),
    token: text().$type<TestCardToken>(),
    /** The charge of a refund, the account of a payout. */
    parent: text(),
    /** Of declined charges. */
    decline: text(),
    /** Opens a charge to the test bank's answer. */
    secret: text(),
    amount_cents: bigint({ mode: 'bigint' }),
    refunded_cents: bigint({ mode: 'bigint' }),
    currency: text(),
    createdAt: timestamp(instant).notNull(),
    changedAt: timestamp(instant).notNull(),
  },
  (table) => [
    uniqueIndex('sandbox_acts_id').on(table.id),
    uniqueIndex('sandbox_acts_secret').on(table.secret),
    index('sandbox_acts_changed').on(table.changedAt),
  ],
);
