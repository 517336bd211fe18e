/** All parts of an archive: rows of tables, and the few parts that are assembled. */
import { amountOf } from '@contract/kernel/values/amounts';
import type { Context } from '../../platform/context';
import { earningsOf, receivableOf, walletOf } from '../../money/ledger/chart';
import { streamEntries } from '../../money/ledger/entries';
import { decryptPayoutDetails } from '../../people/performers/payout';
import { readSource, type PlainRow } from './rows';
import { sources } from './sources';

export interface Part {
  name: string;
  title: string;
  about: string;
  /** Its rows, in batches. Call it in a transaction. */
  rows(tx: Context, accountId: string): AsyncGenerator<PlainRow[]>;
}

const batchSize = 500;

async function* balances(tx: Context, accountId: string): AsyncGenerator<PlainRow[]> {
  for (const [name, account] of [
    ['wallet', walletOf(accountId)],
    ['earnings', earningsOf(accountId)],
    ['owed', receivableOf(accountId)],
  ] as const) {
    let rows: PlainRow[] = [];
    for await (const { createdAt, reason, subject, cents, balance_cents } of streamEntries(tx, account, {})) {
      rows.push({
        account: name,
        at: createdAt.toISOString(),
        reason,
        reference: subject,
        change: amountOf(cents),
        balance: amountOf(balance_cents),
      });
      if (rows.length === batchSize) {
        yield rows;
        rows = [];
      }
    }
    if (rows.length > 0) yield rows;
  }
}

async function* payoutDetails(tx: Context, accountId: string): AsyncGenerator<PlainRow[]> {
  const rows = await decryptPayoutDetails(tx, accountId);
  if (rows.length > 0) yield rows.map((row) => ({ ...row }));
}

/** In the order of the first page. */
export const parts: readonly Part[] = [
  ...sources.map((source) => ({ ...source, rows: (tx: Context, accountId: string) => readSource(tx, source, accountId) })),
  { name: 'balance', title: 'Balance', about: 'Every change to your wallet and your earnings, as recorded in the ledger.', rows: balances },
  { name: 'payout-details', title: 'Payout details', about: 'The bank account and PayPal address you entered.', rows: payoutDetails },
];
