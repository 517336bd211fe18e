/** The state of the sandbox gateway: the provider's side of payments, separate from ours as with a real provider. */
import { bigint, index, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core';
import type { TestCardToken } from '@contract/money/test-cards';
import { instant } from './columns';

/** One row per object at the gateway, by the idempotency key of its request. */
export const sandboxObjects = pgTable(
  'sandbox_acts',
  {
    key: text().primaryKey(),
    /** The gateway's id of the object. */
    id: text().notNull(),
    kind: text().$type<'customer' | 'card' | 'charge' | 'refund' | 'account' | 'payout' | 'dispute_answer'>().notNull(),
    /** Digest of the request: the same key with another request is rejected. */
    digest: text().notNull(),
    status: text()
      .$type<
        | 'kept'
        | 'removed'
        | 'succeeded'
        | 'processing'
        | 'requires_action'
        | 'declined'
        | 'canceled'
        | 'open'
        | 'ready'
        | 'submitted'
        | 'accepted'
      >()
      .notNull(),
    /** For cards and charges. */
    customer: text(),
    token: text().$type<TestCardToken>(),
    /** The charge of a refund or dispute answer, or the account of a payout. */
    parent: text(),
    /** For declined charges: the decline code. */
    decline: text(),
    /** The client secret, with which the test bank's page confirms a charge. */
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
