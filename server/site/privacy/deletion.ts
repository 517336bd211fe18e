/**
 * Deleting one's account, and undoing that. After the request the account is hidden from everyone by its status alone: its data
 * is not touched during the waiting period, so canceling the deletion restores everything.
 */
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { z } from 'zod';
import * as limits from '@contract/kernel/limits';
import type { Deletion as DeletionSchema } from '@contract/site/privacy';
import type { DeletionObstacle } from '@contract/kernel/values/people';
import { audit } from '../../platform/audit/audit';
import { inTransaction, type Context } from '../../platform/context';
import { accounts } from '../../platform/db/schema/accounts';
import { payoutRequests } from '../../platform/db/schema/money';
import { payments } from '../../platform/db/schema/payments';
import { orders } from '../../platform/db/schema/store';
import { fail, failAt, ApiError } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import { earningsOf, receivableOf } from '../../money/ledger/chart';
import { balanceOf, balancesOf } from '../../money/ledger/ledger';
import { unsettledStatuses } from '../../money/payments/rows';
import { sendMail } from '../../platform/mail/mail';
import { notifySecurity } from '../../people/notifications/security';
import { verifyPassword } from '../../people/passwords/passwords';
import { accountPath } from '../../people/people/change';
import { balanceAccountOf, findAccount, lockAccount, nameOf, type AccountRow } from '../../people/people/rows';
import { assertReauthenticated, revokeSessions } from '../../people/sessions/sessions';
import { assertOwnerRemains } from '../../people/team/grant-guard';
import { instantAfter } from './export-state';

export type Deletion = z.output<typeof DeletionSchema>;

type Counts = Pick<Deletion, 'renewals' | 'orders' | 'subscribers' | 'items' | 'itemsSold'>;

async function countsOf({ db }: Pick<Context, 'db'>, accountId: string): Promise<Counts> {
  const { rows } = await db.execute<Counts & Record<string, unknown>>(sql`select
    (select count(*)::int from subscriptions where user_id = ${accountId} and is_renewing and status in ('active', 'past_due')) as renewals,
    (select count(*)::int from orders where user_id = ${accountId} and delivery_status in ('processing', 'shipping')) as orders,
    (select count(*)::int from subscriptions where performer_id = ${accountId} and status <> 'expired') as subscribers,
    (select count(*)::int from items where performer_id = ${accountId} and is_listed and kind <> 'photo') as items,
    (select count(distinct target_id)::int from charges where performer_id = ${accountId} and status = 'success'
      and type in ('feed', 'video', 'gallery', 'product', 'message')) as "itemsSold"`);
  const [row] = rows;
  if (!row) throw new Error('a select of counts answers one row');
  return row;
}

const hasDebt = async (tx: Pick<Context, 'db'>, id: string): Promise<boolean> =>
  [...(await balancesOf(tx, [receivableOf(id), earningsOf(id)])).values()].some((balance) => balance < 0n);

/** What the account or others still wait for: money in transit, goods that were paid for, and debts to the site. */
const unsettled: readonly [DeletionObstacle, (tx: Pick<Context, 'db'>, accountId: string) => Promise<number>][] = [
  // Banks may take days. What settles after the deletion would have no wallet to go to.
  ['payment_pending', (tx, id) => tx.db.$count(payments, and(eq(payments.userId, id), inArray(payments.status, unsettledStatuses)))],
  [
    'payout_pending',
    (tx, id) =>
      tx.db.$count(payoutRequests, and(eq(payoutRequests.performerId, id), inArray(payoutRequests.status, ['pending', 'approved']))),
  ],
  [
    'orders_open',
    (tx, id) => tx.db.$count(orders, and(eq(orders.performerId, id), inArray(orders.deliveryStatus, ['processing', 'shipping']))),
  ],
  ['account_in_debt', async (tx, id) => Number(await hasDebt(tx, id))],
];

async function isLastOwner(ctx: Context, accountId: string): Promise<boolean> {
  try {
    await inTransaction(ctx, (tx) => assertOwnerRemains(tx, accountId));
    return false;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'last_operator') return true;
    throw error;
  }
}

/** What prevents an account from being deleted. */
export async function obstaclesOf(ctx: Context, accountId: string): Promise<DeletionObstacle[]> {
  const found: DeletionObstacle[] = [];
  for (const [obstacle, count] of unsettled) if ((await count(ctx, accountId)) > 0) found.push(obstacle);
  return (await isLastOwner(ctx, accountId)) ? [...found, 'last_operator'] : found;
}

/** What is lost with the account, and when it is erased. */
export async function deletionOf(ctx: Context, actor: Actor): Promise<Deletion> {
  const row = (await findAccount(ctx, actor.id)) ?? fail('account_not_found');
  return {
    deletesAt: row.deletesAt,
    obstacles: row.deletesAt === null ? await obstaclesOf(ctx, row.id) : [],
    balance: await balanceOf(ctx, balanceAccountOf(row)),
    ...(await countsOf(ctx, row.id)),
  };
}

/** Rejects with wrong_password, and with reauthentication_required if no password was given, or the password does not suffice. */
async function assertIdentity(ctx: Context, actor: Actor, currentPassword: string | undefined): Promise<void> {
  const account = await findAccount(ctx, actor.id);
  if (currentPassword === undefined || actor.hasTwoFactor || !account?.passwordHash) await assertReauthenticated(ctx, actor);
  else if (!(await verifyPassword(ctx, account.passwordHash, currentPassword))) failAt('currentPassword', 'wrong_password');
}

/** Audits only operators: what other people do with their own accounts is not audited. */
async function auditOperator(tx: Context, actor: Actor, client: Client, action: string, after: Record<string, unknown>): Promise<void> {
  if (actor.role !== 'operator') return;
  await audit(tx, actor, client, { action, targetType: 'account', targetId: actor.id, after });
}

const deletionNotice = 'Your account will be deleted, as you requested. Log in to keep it.';

/** Called before the status changes, because accounts in deletion get no notifications. Its holder sees it after signing in again. */
async function notifyOfDeletion(tx: Context, row: AccountRow, deletesAt: Date): Promise<void> {
  await notifySecurity(tx, row, { text: deletionNotice, section: 'export', event: `deletion:${deletesAt.toISOString()}` });
  if (row.email === null) return;
  await sendMail(tx, 'account-deletion', row.email, { name: nameOf(row), deletesAt, loginLink: `${tx.config.siteUrl}/auth/login` });
}

/**
 * Schedules the deletion after the waiting period and returns its time. All sessions of the account end. Rejects with wrong_password,
 * reauthentication_required, payment_pending, payout_pending, orders_open, account_in_debt and last_operator.
 */
export async function requestDeletion(ctx: Context, actor: Actor, client: Client, currentPassword?: string): Promise<Date> {
  await assertIdentity(ctx, actor, currentPassword);
  return inTransaction(ctx, async (tx) => {
    const row = (await lockAccount(tx, actor.id)) ?? fail('account_not_found');
    // Of two concurrent requests, the first one counts.
    if (row.deletesAt !== null) return row.deletesAt;
    for (const [obstacle, count] of unsettled) if ((await count(tx, row.id)) > 0) fail(obstacle, obstacleMessages[obstacle]);
    await assertOwnerRemains(tx, row.id);
    const deletesAt = instantAfter(tx, limits.deletionGrace_s * 1000);
    await notifyOfDeletion(tx, row, deletesAt);
    await tx.db
      .update(accounts)
      .set({ status: 'deleting', deletesAt, isOnline: false, updatedAt: tx.clock.now() })
      .where(eq(accounts.id, row.id));
    await revokeSessions(tx, row.id, { reason: 'deleting' });
    await auditOperator(tx, actor, client, 'account.delete', { deletesAt });
    return deletesAt;
  });
}

/** Messages for deletion; the errors' default messages are about other actions. */
const obstacleMessages: Partial<Record<DeletionObstacle, { message: string }>> = {
  payment_pending: { message: 'You have a payment in progress. Wait until it completes or fails.' },
  payout_pending: { message: 'You have a pending payout. Wait until it’s been approved and paid.' },
  orders_open: { message: 'You have open orders from fans. Deliver or refund them first.' },
};

/** Cancels the deletion. Rejects with already_so when none was requested, and with deletion_begun when it is too late. */
export async function cancelDeletion(ctx: Context, actor: Actor, client: Client): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const row = (await lockAccount(tx, actor.id)) ?? fail('account_not_found');
    if (row.deletesAt === null) return fail('already_so');
    if (row.status !== 'deleting' || row.deletesAt <= tx.clock.now()) return fail('deletion_begun');
    await tx.db.update(accounts).set({ status: 'active', deletesAt: null, updatedAt: tx.clock.now() }).where(eq(accounts.id, row.id));
    const event = `deletion-cancelled:${row.deletesAt.toISOString()}`;
    await notifySecurity(tx, row, { text: 'Your account won’t be deleted.', section: 'export', event });
    const securityLink = `${tx.config.siteUrl}${accountPath(row)}?section=security`;
    if (row.email !== null) await sendMail(tx, 'account-kept', row.email, { name: nameOf(row), securityLink });
    await auditOperator(tx, actor, client, 'account.keep', {});
  });
}
