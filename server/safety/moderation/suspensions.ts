/** Suspending and restoring accounts. People are notified by mail, because they cannot log in. */
import { eq } from 'drizzle-orm';
import type { Context } from '../../platform/context';
import { accounts } from '../../platform/db/schema/accounts';
import { fail } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import { sendMail } from '../../platform/mail/mail';
import { endSuspensions, recordDecision } from './decide';
import { appealUrl } from '../../people/appeal-links/appeal-links';
import { notify } from '../../people/notifications/notify';
import { nameOf, type AccountRow } from '../../people/people/rows';
import { revokeSessions } from '../../people/sessions/sessions';
import { assertOwnerRemains } from '../../people/team/grant-guard';
import { changeWithAudit, changeWithAuditInTransaction, type AdminUserDetail } from '../../people/admin/users';

async function suspend(tx: Context, actor: Actor, row: AccountRow, reason: string): Promise<void> {
  await assertOwnerRemains(tx, row.id);
  const now = tx.clock.now();
  await tx.db
    .update(accounts)
    .set({ status: 'suspended', suspendedReason: reason, suspendedAt: now, updatedAt: now })
    .where(eq(accounts.id, row.id));
  await revokeSessions(tx, row.id, { reason: 'suspended' });
  const about = { accountId: row.id, target: 'account', targetId: row.id, title: nameOf(row) } as const;
  const decisionId = await recordDecision(tx, { ...about, action: 'suspend', reason, operatorId: actor.id });
  if (row.email !== null)
    await sendMail(tx, 'account-suspended', row.email, { name: nameOf(row), reason, link: appealUrl(tx, decisionId) });
}

/** Suspends an account, ends its sessions and mails the reason. Rejects with last_operator and already_so. */
export function suspendUser(ctx: Context, actor: Actor, client: Client, id: string, reason: string): Promise<AdminUserDetail> {
  return changeWithAuditInTransaction(ctx, actor, client, id, 'users.suspend', async (tx, row) => {
    if (row.status === 'suspended') fail('already_so');
    await suspend(tx, actor, row, reason);
  });
}

/** Suspends an account in the transaction of `tx`. Idempotent. Rejects with user_not_found, last_operator and stronger_operator. */
export async function ensureSuspended(tx: Context, actor: Actor, client: Client, id: string, reason: string): Promise<void> {
  await changeWithAudit(tx, actor, client, id, 'users.suspend', async (innerTx, row) => {
    if (row.status !== 'suspended') await suspend(innerTx, actor, row, reason);
  });
}

/** Restores a suspended account. `note` is the operator's message to the person, and may be empty. */
async function restore(tx: Context, row: AccountRow, note: string): Promise<void> {
  const now = tx.clock.now();
  await tx.db
    .update(accounts)
    .set({ status: row.deletesAt === null ? 'active' : 'deleting', suspendedReason: null, suspendedAt: null, updatedAt: now })
    .where(eq(accounts.id, row.id));
  await endSuspensions(tx, row.id);
  await notify(tx, row.id, {
    type: 'moderation',
    actorId: null,
    text: `We restored your account. ${note}`.trim(),
    link: '/home',
    event: `account-restored:${tx.random.id()}`,
  });
  if (row.email !== null)
    await sendMail(tx, 'account-restored', row.email, { name: nameOf(row), note, link: `${tx.config.siteUrl}/auth/login` });
}

/** Ends a suspension and notifies the person. Rejects with already_so if there is none. */
export function restoreUser(ctx: Context, actor: Actor, client: Client, id: string): Promise<AdminUserDetail> {
  return changeWithAuditInTransaction(ctx, actor, client, id, 'users.restore', async (tx, row) => {
    if (row.status !== 'suspended') fail('already_so');
    await restore(tx, row, '');
  });
}

/** Ends a suspension in the transaction of `tx`. Idempotent. Rejects with user_not_found and stronger_operator. */
export async function ensureRestored(tx: Context, actor: Actor, client: Client, id: string, note: string): Promise<void> {
  await changeWithAudit(tx, actor, client, id, 'users.restore', async (innerTx, row) => {
    if (row.status === 'suspended') await restore(innerTx, row, note);
  });
}
