/**
 * The one statement that moves money: the transfer, its entries, the balances and the events that tell of them take effect
 * together or not at all, in one round trip, inside the caller's transaction or alone.
 */
import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { TransferReason } from '@contract/values';
import type { Context } from '../../platform/context';
import { causesOf, databaseCode } from '../../platform/db/db';
import { prepared } from '../../platform/db/prepared';
import { fail } from '../../kernel/api-error';
import { publishing } from '../../platform/outbox/publish';
import type { AccountId } from './chart';

/** What a transfer does to one account, in hundredths: what it receives is above zero. */
export interface Entry {
  account: AccountId;
  cents: bigint;
}

export interface Transfer {
  reason: TransferReason;
  subject: string;
  key: string;
  /** What the key stands for: the same key with another content is refused. */
  content: unknown;
  entries: readonly Entry[];
  covered: readonly AccountId[];
  reversalOf: string | null;
  metadata: Record<string, unknown>;
}

export type Balances = Partial<Record<AccountId, bigint>>;

export interface Posted {
  transferId: string;
  /** The key came before: nothing moved now, and this tells of the first time. */
  isReplayed: boolean;
  /** After the transfer, of each account that it moved. On a replay, of accounts without a floor what they hold now. */
  balances: Balances;
}

interface Row {
  transfer_id: string;
  is_replayed: boolean;
  account_id: AccountId;
  balance_cents: string;
}

const value = (name: string) => sql.placeholder(name);

const told = sql`
  select tell.id, array['account:' || split_part(tell.account, ':', 2)] as rooms, jsonb_build_object(
    'change', posted.change_cents / 100.0, 'balance', posted.balance_cents / 100.0, 'reason', ${value('reason')}::text, 'subjectId', ${value('subject')}::text
  ) as payload
  from posted join unnest(${value('eventIds')}::uuid[], ${value('toldAccounts')}::text[]) as tell(id, account) on tell.account = posted.account_id
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
  toldAccounts: string[];
}

const statement = prepared<Values, Row>(
  'ledger_post',
  sql`
    with posted as materialized (
      select * from ledger_post(${value('id')}, ${value('reason')}, ${value('subject')}, ${value('key')}, ${value('digest')}, ${value('reversalOf')},
        ${value('at')}, ${value('metadata')}, ${value('accounts')}, ${value('amounts')}, ${value('covered')})
    ), told as (${publishing('wallet/balance-changed', told, sql`${value('at')}::timestamptz`)})
    select transfer_id, is_replayed, account_id, balance_cents from posted`,
);

/** Whose holder hears of each change. */
const isTold = (account: AccountId): boolean => account.startsWith('wallet:') || account.startsWith('earnings:');

/**
 * Posts `transfer` once for its key. Refuses with insufficient_balance when an account would fall below its floor, or a
 * covered one below zero, with idempotency_key_reused, and with already_refunded when a reversal is more than is left. After
 * a refusal the caller's transaction is over.
 */
export async function postTransfer(ctx: Context, transfer: Transfer): Promise<Posted> {
  const entries = merged(transfer.entries);
  const toldAccounts = entries.map(({ account }) => account).filter(isTold);
  const rows = await statement(ctx.db, {
    id: ctx.chance.id(),
    reason: transfer.reason,
    subject: transfer.subject,
    key: transfer.key,
    digest: digestOf(transfer.content),
    reversalOf: transfer.reversalOf,
    at: ctx.clock.now().toISOString(),
    metadata: JSON.stringify(transfer.metadata),
    accounts: entries.map(({ account }) => account),
    amounts: entries.map(({ cents }) => String(cents)),
    covered: transfer.covered,
    eventIds: toldAccounts.map(() => ctx.chance.id()),
    toldAccounts,
  }).catch(refuse);
  const [first] = rows;
  if (!first) throw new Error('a posting answered nothing');
  if (toldAccounts.length > 0 && !first.is_replayed) ctx.afterCommit(ctx.bell.ring);
  return {
    transferId: first.transfer_id,
    isReplayed: first.is_replayed,
    balances: Object.fromEntries(rows.map((row) => [row.account_id, BigInt(row.balance_cents)])),
  };
}

/** One entry for each account, none of zero. */
function merged(entries: readonly Entry[]): Entry[] {
  const sums = new Map<AccountId, bigint>();
  for (const { account, cents } of entries) sums.set(account, (sums.get(account) ?? 0n) + cents);
  return [...sums].map(([account, cents]) => ({ account, cents })).filter(({ cents }) => cents !== 0n);
}

function refuse(error: unknown): never {
  const code = databaseCode(error);
  if (code === 'LG001') fail('idempotency_key_reused');
  if (code === 'LG002') fail('insufficient_balance');
  if (code === 'LG003') fail('already_refunded');
  for (const { constraint } of causesOf(error)) if (constraint === 'ledger_balances_floor') fail('insufficient_balance');
  throw error;
}

/** The same for contents that say the same, whatever the order of their keys. */
function digestOf(content: unknown): string {
  const inOrder = (_key: string, part: unknown): unknown => {
    if (typeof part === 'bigint') return `${part}n`;
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part;
    return Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)));
  };
  return createHash('sha256').update(JSON.stringify(content, inOrder)).digest('base64url');
}
