/**
 * Public API of the ledger: the only way in which money moves. README.md has the invariants, the accounts and worked examples.
 * Amounts are whole hundredths. Each function joins the transaction of its context, if there is one.
 */
import { inArray, ne, sum } from 'drizzle-orm';
import type { TransferReason } from '@contract/kernel/values/money';
import type { Context } from '../../platform/context';
import { ledgerBalances } from '../../platform/db/schema/ledger';
import { heldFor, type AccountId, type Earnings, type Wallet } from './chart';
import { postTransfer, type Balances, type TransferEntry, type PostedTransfer } from './post';

interface TransferDetails {
  reason: TransferReason;
  /** The id of what the money moves for. It is part of the events, and transfers can be found by it. */
  subject: string;
  /** The idempotency key of this operation, built from ids that a retry also has. At most 400 characters. */
  key: string;
  /** Stored with the transfer and part of the idempotency payload: a retry must send the same. */
  metadata?: Record<string, unknown>;
}

export interface Posting extends TransferDetails {
  /** Entries add up to zero. Entries of the same account are merged, and zero entries are dropped. */
  entries: readonly TransferEntry[];
  /** Accounts without a floor that this transfer must not leave below zero. */
  covered?: readonly AccountId[];
}

/**
 * Moves money, once per key: a retry moves nothing and returns the first result. Emits `wallet/balance-changed` to the holders of
 * wallets and earnings after commit. Rejects with insufficient_balance when a wallet, a hold or a covered account has too little,
 * and with idempotency_key_reused when the key was used with another payload. Either error aborts the caller's transaction.
 */
export async function post(ctx: Context, posting: Posting): Promise<PostedTransfer> {
  const { reason, subject, key, entries, covered = [], metadata = {} } = posting;
  const idempotencyPayload = { reason, subject, entries: entries.map(({ account, cents }) => `${account} ${cents}`).sort(), metadata };
  if (entries.reduce((total, { cents }) => total + cents, 0n) !== 0n) throw new Error(`the entries of ${key} do not add up to zero`);
  return postTransfer(ctx, { reason, subject, key, idempotencyPayload, entries, covered, reversalOf: null, metadata });
}

export interface Hold extends TransferDetails {
  from: Wallet | Earnings;
  cents: bigint;
}

/** Holds money for the subject until it is settled or released. Rejects with insufficient_balance, for earnings too. */
export function hold(ctx: Context, { from, cents, ...details }: Hold): Promise<PostedTransfer> {
  const entries = [
    { account: from, cents: -positive(cents) },
    { account: heldFor(details.subject), cents },
  ];
  return post(ctx, { ...details, entries, covered: [from] });
}

export interface Settlement extends TransferDetails {
  /** The accounts that receive the subject's hold, and how much. */
  to: readonly TransferEntry[];
}

/** Pays from the subject's hold. Rejects with insufficient_balance when less is held. */
export function settle(ctx: Context, { to, ...details }: Settlement): Promise<PostedTransfer> {
  const paid = positive(to.reduce((total, { cents }) => total + cents, 0n));
  return post(ctx, { ...details, entries: [{ account: heldFor(details.subject), cents: -paid }, ...to] });
}

export interface Release extends TransferDetails {
  to: Wallet | Earnings;
  cents: bigint;
}

/** Releases the subject's hold, in whole or in part. Rejects with insufficient_balance when less is held. */
export function release(ctx: Context, { to, cents, ...details }: Release): Promise<PostedTransfer> {
  return settle(ctx, { ...details, to: [{ account: to, cents }] });
}

function positive(cents: bigint): bigint {
  if (cents <= 0n) throw new RangeError(`an amount of ${cents} cannot move`);
  return cents;
}

/** An account's balance after the transfer. */
export function balanceAfter({ balances }: { balances: Balances }, account: AccountId): bigint {
  const balance = balances[account];
  if (balance === undefined) throw new Error(`${account} is not part of this transfer`);
  return balance;
}

/** The balances of several accounts, read in one snapshot. An account without entries has zero. */
export async function balancesOf<A extends AccountId>(ctx: Pick<Context, 'db'>, accounts: readonly A[]): Promise<ReadonlyMap<A, bigint>> {
  const rows = await ctx.db
    .select({ account: ledgerBalances.accountId, cents: sum(ledgerBalances.balance_cents) })
    .from(ledgerBalances)
    .where(inArray(ledgerBalances.accountId, [...accounts]))
    .groupBy(ledgerBalances.accountId);
  const balances = new Map(rows.map(({ account, cents }) => [account, BigInt(cents ?? 0)]));
  return new Map(accounts.map((account) => [account, balances.get(account) ?? 0n]));
}

/** The balance of an account; zero when it has no entries. */
export async function balanceOf(ctx: Pick<Context, 'db'>, account: AccountId): Promise<bigint> {
  return (await balancesOf(ctx, [account])).get(account) ?? 0n;
}

/** Whether any account has a balance other than zero. */
export async function hasNonZeroBalance(ctx: Pick<Context, 'db'>): Promise<boolean> {
  const isNonZero = ne(ledgerBalances.balance_cents, 0n);
  const [found] = await ctx.db.select({ account: ledgerBalances.accountId }).from(ledgerBalances).where(isNonZero).limit(1);
  return found !== undefined;
}
