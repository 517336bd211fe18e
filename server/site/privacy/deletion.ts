/**
 * Deleting the own account, and taking that back. From the moment she asks she is gone for everybody, by her status alone:
 * nothing of hers is touched before her time is over, so that everything is there again when she stays.
 */
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { z } from 'zod';
import * as limits from '@contract/kernel/limits';
import type { Deletion as DeletionSchema } from '@contract/privacy';
import type { DeletionObstacle } from '@contract/values';
import { audit } from '../../platform/audit/audit';
import { inTransaction, type Context } from '../../platform/context';
import { accounts, orders, payoutRequests } from '../../platform/db/schema/schema';
import { fail, failAt, Refusal } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import { earningsOf, receivableOf } from '../../money/ledger/chart';
import { balanceOf, balancesOf } from '../../money/ledger/ledger';
import { sendMail } from '../../mail/mail';
import { notifySecurity } from '../../people/notifications/notifications';
import { isPassword } from '../../people/passwords/passwords';
import { accountPath, balanceAccountOf, findAccount, lockAccount, nameOf, type AccountRow } from '../../modules/people/people';
import { assertProven, endSessions } from '../../people/sessions/sessions';
import { assertOwnerStays } from '../../people/team/team';
import { after } from '../../modules/privacy/export-state';

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

const isOwing = async (tx: Pick<Context, 'db'>, id: string): Promise<boolean> =>
  [...(await balancesOf(tx, [receivableOf(id), earningsOf(id)])).values()].some((balance) => balance < 0n);

/** What others still wait for: money that is on its way, goods that were paid for, and what is owed to the site. */
const unsettled: readonly [DeletionObstacle, (tx: Pick<Context, 'db'>, accountId: string) => Promise<number>][] = [
  [
    'payout_pending',
    (tx, id) =>
      tx.db.$count(payoutRequests, and(eq(payoutRequests.performerId, id), inArray(payoutRequests.status, ['pending', 'approved']))),
  ],
  [
    'orders_open',
    (tx, id) => tx.db.$count(orders, and(eq(orders.performerId, id), inArray(orders.deliveryStatus, ['processing', 'shipping']))),
  ],
  ['account_in_debt', async (tx, id) => Number(await isOwing(tx, id))],
];

async function isLastOwner(ctx: Context, accountId: string): Promise<boolean> {
  try {
    await inTransaction(ctx, (tx) => assertOwnerStays(tx, accountId));
    return false;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'last_operator') return true;
    throw error;
  }
}

/** What keeps an account from being deleted. */
export async function obstaclesOf(ctx: Context, accountId: string): Promise<DeletionObstacle[]> {
  const found: DeletionObstacle[] = [];
  for (const [obstacle, count] of unsettled) if ((await count(ctx, accountId)) > 0) found.push(obstacle);
  return (await isLastOwner(ctx, accountId)) ? [...found, 'last_operator'] : found;
}

/** What would go with the account, and when it goes. */
export async function deletionOf(ctx: Context, actor: Actor): Promise<Deletion> {
  const row = (await findAccount(ctx, actor.id)) ?? fail('account_not_found');
  return {
    deletesAt: row.deletesAt,
    obstacles: row.deletesAt === null ? await obstaclesOf(ctx, row.id) : [],
    balance: await balanceOf(ctx, balanceAccountOf(row)),
    ...(await countsOf(ctx, row.id)),
  };
}

/** Refuses with wrong_password, and with reauthentication_required where there is no password to ask for, or not by it alone. */
async function assertHerself(ctx: Context, actor: Actor, currentPassword: string | undefined): Promise<void> {
  const known = await findAccount(ctx, actor.id);
  if (currentPassword === undefined || actor.hasTwoFactor || !known?.passwordHash) await assertProven(ctx, actor);
  else if (!(await isPassword(ctx, known.passwordHash, currentPassword))) failAt('currentPassword', 'wrong_password');
}

/** Of operators alone: what people do with their own accounts is nobody else's to read. */
async function noteOperator(tx: Context, actor: Actor, client: Client, action: string, after_: Record<string, unknown>): Promise<void> {
  if (actor.role !== 'operator') return;
  await audit(tx, actor, client, { action, targetType: 'account', targetId: actor.id, after: after_ });
}

const words = 'Your account will be deleted, because you asked for it. You can keep it by logging in.';

/** Told before the status changes: who is leaving is told of nothing any more. She reads it when she comes back. */
async function tellLeaving(tx: Context, row: AccountRow, deletesAt: Date): Promise<void> {
  await notifySecurity(tx, row, { text: words, section: 'export', event: `deletion:${deletesAt.toISOString()}` });
  if (row.email === null) return;
  await sendMail(tx, 'account-deletion', row.email, { name: nameOf(row), deletesAt, loginLink: `${tx.config.siteUrl}/auth/login` });
}

/**
 * Has the account deleted when its time is over; answers when that is. All its sessions end. Refuses with wrong_password,
 * reauthentication_required, payout_pending, orders_open, account_in_debt and last_operator.
 */
export async function askForDeletion(ctx: Context, actor: Actor, client: Client, currentPassword?: string): Promise<Date> {
  await assertHerself(ctx, actor, currentPassword);
  return inTransaction(ctx, async (tx) => {
    const row = (await lockAccount(tx, actor.id)) ?? fail('account_not_found');
    // Asked twice at once: the first answer holds.
    if (row.deletesAt !== null) return row.deletesAt;
    for (const [obstacle, count] of unsettled) if ((await count(tx, row.id)) > 0) fail(obstacle, obstacleWords[obstacle]);
    await assertOwnerStays(tx, row.id);
    const deletesAt = after(tx, limits.deletionGrace_s * 1000);
    await tellLeaving(tx, row, deletesAt);
    await tx.db
      .update(accounts)
      .set({ status: 'deleting', deletesAt, isOnline: false, updatedAt: tx.clock.now() })
      .where(eq(accounts.id, row.id));
    await endSessions(tx, row.id, { reason: 'deleting' });
    await noteOperator(tx, actor, client, 'account.delete', { deletesAt });
    return deletesAt;
  });
}

/** The refusals' own sentences speak of other acts. */
const obstacleWords: Partial<Record<DeletionObstacle, { message: string }>> = {
  payout_pending: { message: 'A payout of yours is open. Delete the account when it was decided and paid.' },
  orders_open: { message: 'Orders of your fans are still on their way. Deliver them or give the money back first.' },
};

/** Keeps the account after all. Refuses with already_so when nobody asked for its end, and with deletion_begun when it is too late. */
export async function keepAccount(ctx: Context, actor: Actor, client: Client): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const row = (await lockAccount(tx, actor.id)) ?? fail('account_not_found');
    if (row.deletesAt === null) return fail('already_so');
    if (row.status !== 'deleting' || row.deletesAt <= tx.clock.now()) return fail('deletion_begun');
    await tx.db.update(accounts).set({ status: 'active', deletesAt: null, updatedAt: tx.clock.now() }).where(eq(accounts.id, row.id));
    const event = `deletion-cancelled:${row.deletesAt.toISOString()}`;
    await notifySecurity(tx, row, { text: 'Your account stays: it is not deleted.', section: 'export', event });
    const securityLink = `${tx.config.siteUrl}${accountPath(row)}?section=security`;
    if (row.email !== null) await sendMail(tx, 'account-kept', row.email, { name: nameOf(row), securityLink });
    await noteOperator(tx, actor, client, 'account.keep', {});
  });
}
