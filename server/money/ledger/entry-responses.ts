/** Ledger entries as API responses. */
import type { z } from 'zod';
import type { LedgerEntry } from '@contract/money/money';
import type { AccountEntry } from './entries';

export type EntryResponse = z.output<typeof LedgerEntry>;

/** One entry of an account's history. */
export const entryResponse = ({ transferId, reason, subject, cents, balance_cents, createdAt }: AccountEntry): EntryResponse => ({
  transferId,
  reason,
  subject,
  change: cents,
  balance: balance_cents,
  createdAt,
});
