/**
 * The single statement that moves money. The transfer, its entries, the balances and the outbox events are written together or not
 * at all, in one round trip, inside the caller's transaction or without one.
 */
import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { TransferReason } from '@contract/kernel/values/money';
import type { Context } from '../../platform/context';
import { causesOf, databaseCode } from '../../platform/db/db';
import { prepared } from '../../platform/db/prepared';
import { fail } from '../../kernel/api-error';
import { publishSql } from '../../platform/outbox/publish';
import type { AccountId } from './chart';

/** What a transfer does to one account, in hundredths. Positive amounts are credits. */
export interface TransferEntry {
  account: AccountId;
  cents: bigint;
}

export interface Transfer {
  reason: TransferReason;
  subject: string;
  key: string;
  /** The same key with another payload is rejected. */
  idempotencyPayload: unknown;
  entries: readonly TransferEntry[];
  covered: readonly AccountId[];
  reversalOf: string | null;
  metadata: Record<string, unknown>;
}

export type Balances = Partial<Record<AccountId, bigint>>;

export interface PostedTransfer {
  transferId: string;
  /** The key was used before: nothing moved now, and this is the first result. */
  isReplayed: boolean;
  /** Balances after the transfer, of each account in it. On a replay, accounts without a floor have their current balance. */
  balances: Balances;
}

interface Row {
  transfer_id: string;
  is_replayed: boolean;
  account_id: AccountId;
  balance_cents: string;
}

const param = (name: string) => sql.placeholder(name);

const balanceEvents = sql`
  select notified.event_id as id, array['account:' || split_part(notified.account, ':', 2)] as rooms, jsonb_build_object(
    'change', posted.change_cents / 100.0, 'balance', posted.balance_cents / 100.0, 'reason', ${param('reason')}::text, 'subjectId', ${param('subject')}::text
  ) as payload
  from posted join unnest(${param('eventIds')}::uuid[], ${param('notifiedAccounts')}::text[]) as notified(event_id, account) on notified.account = posted.account_id
  where not posted.is_replayed`;

interface Values {
  id: string;
  reason: string;
  subject: string;
  key: string;
  digest: string;
  reversalOf: string | null;
  at: string;
  metadata: string;
  accounts: string[];
  amounts: string[];
  covered: readonly string[];
  eventIds: string[];
  notifiedAccounts: string[];
}

const statement = prepared<Values, Row>(
  'ledger_post',
  sql`
    with posted as materialized (
      select * from ledger_post(${param('id')}, ${param('reason')}, ${param('subject')}, ${param('key')}, ${param('digest')}, ${param('reversalOf')},
        ${param('at')}, ${param('metadata')}, ${param('accounts')}, ${param('amounts')}, ${param('covered')})
    ), published as (${publishSql('wallet/balance-changed', balanceEvents, sql`${param('at')}::timestamptz`)})
    select transfer_id, is_replayed, account_id, balance_cents from posted`,
);

/** Accounts whose holder gets an event for each change. */
const isNotified = (account: AccountId): boolean => account.startsWith('wallet:') || account.startsWith('earnings:');

/**
 * Posts `transfer` once per key. Rejects with insufficient_balance when an account would fall below its floor or a covered one
 * below zero, with idempotency_key_reused, and with already_refunded when a reversal exceeds what is left. Each of these errors
 * aborts the caller's transaction.
 */
export async function postTransfer(ctx: Context, transfer: Transfer): Promise<PostedTransfer> {
  const entries = merged(transfer.entries);
  const notifiedAccounts = entries.map(({ account }) => account).filter(isNotified);
  const rows = await statement(ctx.db, {
    id: ctx.random.id(),
    reason: transfer.reason,
    subject: transfer.subject,
    key: transfer.key,
    digest: digestOf(transfer.idempotencyPayload),
    reversalOf: transfer.reversalOf,
    at: ctx.clock.now().toISOString(),
    metadata: JSON.stringify(transfer.metadata),
    accounts: entries.map(({ account }) => account),
    amounts: entries.map(({ cents }) => String(cents)),
    covered: transfer.covered,
    eventIds: notifiedAccounts.map(() => ctx.random.id()),
    notifiedAccounts,
  }).catch(rejectWithApiError);
  const [first] = rows;
  if (!first) throw new Error('a posting answered nothing');
  if (notifiedAccounts.length > 0 && !first.is_replayed) ctx.afterCommit(ctx.outboxNotifier.notify);
  return {
    transferId: first.transfer_id,
    isReplayed: first.is_replayed,
    balances: Object.fromEntries(rows.map((row) => [row.account_id, BigInt(row.balance_cents)])),
  };
}

/** One entry per account, without zero entries. */
function merged(entries: readonly TransferEntry[]): TransferEntry[] {
  const sums = new Map<AccountId, bigint>();
  for (const { account, cents } of entries) sums.set(account, (sums.get(account) ?? 0n) + cents);
  return [...sums].map(([account, cents]) => ({ account, cents })).filter(({ cents }) => cents !== 0n);
}

function rejectWithApiError(error: unknown): never {
  const code = databaseCode(error);
  if (code === 'LG001') fail('idempotency_key_reused');
  if (code === 'LG002') fail('insufficient_balance');
  if (code === 'LG003') fail('already_refunded');
  for (const { constraint } of causesOf(error)) if (constraint === 'ledger_balances_floor') fail('insufficient_balance');
  throw error;
}

/** Equal payloads have the same digest, in any order of their keys. */
function digestOf(payload: unknown): string {
  const withSortedKeys = (_key: string, part: unknown): unknown => {
    if (typeof part === 'bigint') return `${part}n`;
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part;
    return Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)));
  };
  return createHash('sha256').update(JSON.stringify(payload, withSortedKeys)).digest('base64url');
}
