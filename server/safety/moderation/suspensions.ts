/** Suspending an account and giving it back. Its person hears of both by mail: she cannot sign in to read it. */
import { eq } from 'drizzle-orm';
import type { Context } from '../../platform/context';
import { accounts } from '../../platform/db/schema/schema';
import { fail } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import { sendMail } from '../../mail/mail';
import { appealAddress, endSuspensions, noteDecision } from './moderation';
import { notify } from '../../people/notifications/notifications';
import { nameOf, type AccountRow } from '../../modules/people/people';
import { endSessions } from '../../people/sessions/sessions';
import { assertOwnerStays } from '../../people/team/team';
import { changed, changing, type AdminUserDetail } from '../../people/admin/users';

async function suspend(tx: Context, actor: Actor, row: AccountRow, reason: string): Promise<void> {
  await assertOwnerStays(tx, row.id);
  const now = tx.clock.now();
  await tx.db
    .update(accounts)
    .set({ status: 'suspended', suspendedReason: reason, suspendedAt: now, updatedAt: now })
    .where(eq(accounts.id, row.id));
  await endSessions(tx, row.id, { reason: 'suspended' });
  const about = { accountId: row.id, target: 'account', targetId: row.id, title: nameOf(row) } as const;
  const decisionId = await noteDecision(tx, { ...about, action: 'suspend', reason, operatorId: actor.id });
  if (row.email !== null)
    await sendMail(tx, 'account-suspended', row.email, { name: nameOf(row), reason, link: appealAddress(tx, decisionId) });
}

/** Suspends an account: its sessions end and its person is told why. Refuses with last_operator and already_so. */
export function suspendUser(ctx: Context, actor: Actor, client: Client, id: string, reason: string): Promise<AdminUserDetail> {
  return changing(ctx, actor, client, id, 'users.suspend', async (tx, row) => {
    if (row.status === 'suspended') fail('already_so');
    await suspend(tx, actor, row, reason);
  });
}

/** The same in the transaction of something else that an operator decides; twice is once. Refuses with user_not_found, last_operator and stronger_operator. */
export async function suspendWithin(tx: Context, actor: Actor, client: Client, id: string, reason: string): Promise<void> {
  await changed(tx, actor, client, id, 'users.suspend', async (within, row) => {
    if (row.status !== 'suspended') await suspend(within, actor, row, reason);
  });
}

/** `words`: what the operator wrote to the person; empty where she wrote nothing. */
async function restore(tx: Context, row: AccountRow, words: string): Promise<void> {
  const now = tx.clock.now();
  await tx.db
    .update(accounts)
    .set({ status: row.deletesAt === null ? 'active' : 'deleting', suspendedReason: null, suspendedAt: null, updatedAt: now })
    .where(eq(accounts.id, row.id));
  await endSuspensions(tx, row.id);
  await notify(tx, row.id, {
    ...{ type: 'moderation', actorId: null, text: `Your account is restored. ${words}`.trim(), link: '/home' },
    event: `account-restored:${tx.chance.id()}`,
  });
  if (row.email !== null)
    await sendMail(tx, 'account-restored', row.email, { name: nameOf(row), words, link: `${tx.config.siteUrl}/auth/login` });
}

/** Ends a suspension, and tells its person. Refuses with already_so when there is none. */
export function restoreUser(ctx: Context, actor: Actor, client: Client, id: string): Promise<AdminUserDetail> {
  return changing(ctx, actor, client, id, 'users.restore', async (tx, row) => {
    if (row.status !== 'suspended') fail('already_so');
    await restore(tx, row, '');
  });
}

/** The same in the transaction of an appeal that is lifted; twice is once. Refuses with user_not_found and stronger_operator. */
export async function restoreWithin(tx: Context, actor: Actor, client: Client, id: string, words: string): Promise<void> {
  await changed(tx, actor, client, id, 'users.restore', async (within, row) => {
    if (row.status === 'suspended') await restore(within, row, words);
  });
}
