/**
 * The door of the ledger: the only way in which money moves. Laws, accounts and worked examples stand in README.md.
 * Amounts are whole hundredths. Each function takes part in the transaction of its context, where there is one.
 */
import { inArray, ne, sum } from 'drizzle-orm';
import type { TransferReason } from '@contract/values';
import type { Context } from '../../platform/context';
import { ledgerBalances } from '../../platform/db/schema/ledger';
import { heldFor, type AccountId, type Earnings, type Wallet } from './chart';
import { postTransfer, type Balances, type Entry, type Posted } from './post';

interface Named {
  reason: TransferReason;
  /** The id of what the money moves for: events carry it, and it finds the transfer again. */
  subject: string;
  /** The caller's name for this one intention, made from ids that a retry knows too. At most 400 characters. */
  key: string;
  /** Kept with the transfer and part of what the key stands for: a retry says the same. */
  metadata?: Record<string, unknown>;
}

export interface Posting extends Named {
  /** They add up to zero. Several of one account count as one, and those of nothing not at all. */
  entries: readonly Entry[];
  /** Accounts without a floor of their own that must not be left below zero by this transfer. */
  covered?: readonly AccountId[];
}

/**
 * Moves money, once for the key: a repetition moves nothing and tells of the first time. The holders of wallets and earnings
 * hear `wallet/balance-changed` after commit. Refuses with insufficient_balance when a wallet, a hold or a covered account
 * has too little, and with idempotency_key_reused when the key stood for something else; either ends the caller's transaction.
 */
export async function post(ctx: Context, posting: Posting): Promise<Posted> {
  const { reason, subject, key, entries, covered = [], metadata = {} } = posting;
  const content = { reason, subject, entries: entries.map(({ account, cents }) => `${account} ${cents}`).sort(), metadata };
  if (entries.reduce((total, { cents }) => total + cents, 0n) !== 0n) throw new Error(`the entries of ${key} do not add up to zero`);
  return postTransfer(ctx, { reason, subject, key, content, entries, covered, reversalOf: null, metadata });
}

export interface Hold extends Named {
  from: Wallet | Earnings;
  cents: bigint;
}

/** Sets money aside for the subject until it is settled or released. Refuses with insufficient_balance, for earnings too. */
export function hold(ctx: Context, { from, cents, ...named }: Hold): Promise<Posted> {
  const entries = [
    { account: from, cents: -positive(cents) },
    { account: heldFor(named.subject), cents },
  ];
  return post(ctx, { ...named, entries, covered: [from] });
}

export interface Settlement extends Named {
  /** Who receives what of the subject's hold. */
  to: readonly Entry[];
}

/** Pays from what is held for the subject. Refuses with insufficient_balance when less is held. */
export function settle(ctx: Context, { to, ...named }: Settlement): Promise<Posted> {
  const paid = positive(to.reduce((total, { cents }) => total + cents, 0n));
  return post(ctx, { ...named, entries: [{ account: heldFor(named.subject), cents: -paid }, ...to] });
}

export interface Release extends Named {
  to: Wallet | Earnings;
  cents: bigint;
}

/** Gives back what is held for the subject, whole or in part. Refuses with insufficient_balance when less is held. */
export function release(ctx: Context, { to, cents, ...named }: Release): Promise<Posted> {
  return settle(ctx, { ...named, to: [{ account: to, cents }] });
}

function positive(cents: bigint): bigint {
  if (cents <= 0n) throw new RangeError(`an amount of ${cents} cannot move`);
  return cents;
}

/** What one account of a transfer held after it. */
export function balanceAfter({ balances }: { balances: Balances }, account: AccountId): bigint {
  const balance = balances[account];
  if (balance === undefined) throw new Error(`${account} is not part of this transfer`);
  return balance;
}

/** What each account holds, all at one instant. An account that nothing has moved holds nothing. */
export async function balancesOf<A extends AccountId>(ctx: Pick<Context, 'db'>, accounts: readonly A[]): Promise<ReadonlyMap<A, bigint>> {
  const rows = await ctx.db
    .select({ account: ledgerBalances.accountId, cents: sum(ledgerBalances.balance_cents) })
    .from(ledgerBalances)
    .where(inArray(ledgerBalances.accountId, [...accounts]))
    .groupBy(ledgerBalances.accountId);
  const held = new Map(rows.map(({ account, cents }) => [account, BigInt(cents ?? 0)]));
  return new Map(accounts.map((account) => [account, held.get(account) ?? 0n]));
}

/** What an account holds; nothing when nothing has moved it yet. */
export async function balanceOf(ctx: Pick<Context, 'db'>, account: AccountId): Promise<bigint> {
  return (await balancesOf(ctx, [account])).get(account) ?? 0n;
}

/** Whether any account holds or owes something. */
export async function holdsAnything(ctx: Pick<Context, 'db'>): Promise<boolean> {
  const isNotEmpty = ne(ledgerBalances.balance_cents, 0n);
  const [held] = await ctx.db.select({ account: ledgerBalances.accountId }).from(ledgerBalances).where(isNotEmpty).limit(1);
  return held !== undefined;
}
