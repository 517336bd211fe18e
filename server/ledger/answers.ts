/** Entries as they leave the host. */
import type { z } from 'zod';
import type { LedgerEntry } from '@contract/money/money';
import type { AccountEntry } from '../money/ledger/entries';

export type EntryAnswer = z.output<typeof LedgerEntry>;

/** One line of an account's history. */
export const entryAnswer = ({ transferId, reason, subject, cents, balance_cents, createdAt }: AccountEntry): EntryAnswer => ({
  transferId,
  reason,
  subject,
  change: cents,
  balance: balance_cents,
  createdAt,
});
