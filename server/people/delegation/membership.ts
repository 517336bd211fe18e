/** How a delegate is invited, joins and leaves. Each change is audited in its transaction and takes effect immediately. */
import { and, eq, gt, isNotNull, or, type SQL } from 'drizzle-orm';
import { delegateRights, type DelegateRight } from '@contract/kernel/delegate-rights';
import * as limits from '@contract/kernel/limits';
import { audit } from '../../platform/audit/audit';
import { inTransaction, type Context } from '../../platform/context';
import { performerHelpers } from '../../platform/db/schema/accounts';
import { fail, failAt } from '../../kernel/api-error';
import { digestOf, type Actor } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import { sendMail } from '../../platform/mail/mail';
import { findAccount, lockAccount, nameOf, peopleByIds, type AccountRow } from '../people/rows';
import { assertReauthenticated, revokeSessionsOfDelegations } from '../sessions/sessions';
import {
  acceptedDelegations,
  findDelegate,
  rightsOfDelegation,
  type Delegate,
  type DelegationRow,
  type Delegation,
  type Invitation,
} from './rows';

interface InvitationInput {
  email: string;
  rights: readonly DelegateRight[];
}

const withoutDuplicates = (rights: readonly DelegateRight[]): DelegateRight[] => [...new Set(rights)];

/** Replaces an earlier invitation to the address. Returns the token of the new link. */
async function addInvitation(tx: Context, performerId: string, { email, rights }: InvitationInput): Promise<{ id: string; token: string }> {
  const [existing] = await tx.db
    .select()
    .from(performerHelpers)
    .where(and(eq(performerHelpers.performerId, performerId), eq(performerHelpers.email, email)));
  if (existing?.acceptedAt) failAt('email', 'already_so');
  if (existing) await tx.db.delete(performerHelpers).where(eq(performerHelpers.id, existing.id));
  if ((await tx.db.$count(performerHelpers, eq(performerHelpers.performerId, performerId))) >= limits.delegatesMax) fail('helper_limit');
  const [id, token, now] = [tx.random.id(), tx.random.secret(), tx.clock.now()];
  await tx.db.insert(performerHelpers).values({
    id,
    performerId,
    email,
    rights: withoutDuplicates(rights),
    tokenHash: digestOf(token),
    invitedAt: now,
    updatedAt: now,
    expiresAt: new Date(now.getTime() + limits.delegateInvitation_s * 1000),
  });
  return { id, token };
}

/**
 * Invites the owner of an address, in the transaction of `tx`. Replaces an earlier invitation. Returns the mailed token. Rejects with
 * reauthentication_required, self_not_allowed, helper_limit, and already_so if the person is already a delegate.
 */
export async function createDelegateInvitation(
  tx: Context,
  actor: Actor,
  client: Client,
  { email, rights }: InvitationInput,
): Promise<{ id: string; token: string }> {
  await assertReauthenticated(tx, actor);
  const performer = (await lockAccount(tx, actor.id)) ?? fail('session_ended');
  if (performer.email === email) failAt('email', 'self_not_allowed');
  const added = await addInvitation(tx, actor.id, { email, rights });
  await audit(tx, actor, client, { action: 'helping.invite', targetType: 'account', targetId: actor.id, after: { email, rights } });
  await sendMail(tx, 'helper-invited', email, {
    inviter: nameOf(performer),
    rights: withoutDuplicates(rights).map((right) => delegateRights[right].description),
    link: `${tx.config.siteUrl}/helping?token=${added.token}`,
  });
  return added;
}

/** Invites a delegate in a new transaction; returns the invitation as the performer sees it. */
export const inviteDelegate = (ctx: Context, actor: Actor, client: Client, input: InvitationInput): Promise<Delegate> =>
  inTransaction(ctx, async (tx) => findDelegate(tx, actor.id, (await createDelegateInvitation(tx, actor, client, input)).id));

/** The unexpired invitation of a token. */
const invitationOf = ({ db, clock }: Context, token: string) =>
  db
    .select()
    .from(performerHelpers)
    .where(and(eq(performerHelpers.tokenHash, digestOf(token)), gt(performerHelpers.expiresAt, clock.now())));

/** The invitation, if it was sent to this account's address. Throws link_invalid, self_not_allowed and operator_cannot_help. */
function assertRecipient(account: AccountRow | null, invitation: DelegationRow | undefined): DelegationRow {
  if (account?.role === 'operator') fail('operator_cannot_help');
  if (account && invitation?.performerId === account.id) fail('self_not_allowed');
  return invitation && invitation.email === account?.email ? invitation : fail('link_invalid');
}

/** The performer and rights of an invitation. Rejects with link_invalid, self_not_allowed and operator_cannot_help. */
export async function viewInvitation(ctx: Context, actor: Actor, token: string): Promise<Invitation> {
  const [invitation] = await invitationOf(ctx, token);
  const row = assertRecipient(await findAccount(ctx, actor.id), invitation);
  const performer = (await peopleByIds(ctx, [row.performerId])).get(row.performerId);
  if (!performer || !row.expiresAt) return fail('link_invalid');
  return { performer, rights: rightsOfDelegation(row), expiresAt: row.expiresAt };
}

/**
 * Accepts an invitation. Rejects with link_invalid, including for other recipients; self_not_allowed; operator_cannot_help; and already_so
 * if the account is already a delegate of the performer or has reached the limit.
 */
export function acceptDelegation(ctx: Context, actor: Actor, client: Client, token: string): Promise<Delegation> {
  return inTransaction(ctx, async (tx) => {
    const account = await lockAccount(tx, actor.id);
    const [found] = await invitationOf(tx, token).for('update');
    const invitation = assertRecipient(account, found);
    const delegations = await acceptedDelegations(tx, actor.id);
    if (delegations.length >= limits.delegationsMax || delegations.some(({ performer }) => performer._id === invitation.performerId))
      fail('already_so');
    const now = tx.clock.now();
    const accepted = { accountId: actor.id, tokenHash: null, expiresAt: null, acceptedAt: now, updatedAt: now };
    await tx.db.update(performerHelpers).set(accepted).where(eq(performerHelpers.id, invitation.id));
    const { performerId, rights } = invitation;
    await audit(tx, actor, client, { action: 'helping.join', targetType: 'account', targetId: performerId, after: { rights } });
    return (await acceptedDelegations(tx, actor.id)).find(({ _id }) => _id === invitation.id) ?? fail('link_invalid');
  });
}

/** Locks a delegation of the caller until the transaction of `tx` ends. Rejects with helper_not_found. */
async function lockDelegation(tx: Context, id: string, isOwn: SQL): Promise<DelegationRow> {
  const [row] = await tx.db
    .select()
    .from(performerHelpers)
    .where(and(eq(performerHelpers.id, id), isOwn))
    .for('update');
  return row ?? fail('helper_not_found');
}

/** Changes the rights of a delegate and ends sessions with the old rights. Rejects with reauthentication_required and helper_not_found. */
export async function changeDelegate(
  ctx: Context,
  actor: Actor,
  client: Client,
  id: string,
  rights: readonly DelegateRight[],
): Promise<Delegate> {
  await assertReauthenticated(ctx, actor);
  return inTransaction(ctx, async (tx) => {
    const row = await lockDelegation(tx, id, eq(performerHelpers.performerId, actor.id));
    await tx.db
      .update(performerHelpers)
      .set({ rights: withoutDuplicates(rights), updatedAt: tx.clock.now() })
      .where(eq(performerHelpers.id, id));
    await revokeSessionsOfDelegations(tx, [id]);
    const [before, after] = [row.rights, withoutDuplicates(rights)].map((granted) => ({ helperId: row.accountId, rights: granted }));
    await audit(tx, actor, client, { action: 'helping.change', targetType: 'account', targetId: actor.id, before, after });
    return findDelegate(tx, actor.id, id);
  });
}

async function endDelegation(tx: Context, row: DelegationRow): Promise<void> {
  // End the sessions first, so that their sockets are notified: the cascade of the database would delete them without an event.
  await revokeSessionsOfDelegations(tx, [row.id]);
  await tx.db.delete(performerHelpers).where(eq(performerHelpers.id, row.id));
}

/** Removes a delegate or withdraws an invitation. Rejects with helper_not_found. */
export function removeDelegate(ctx: Context, actor: Actor, client: Client, id: string): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const row = await lockDelegation(tx, id, eq(performerHelpers.performerId, actor.id));
    await endDelegation(tx, row);
    const before = { helperId: row.accountId, email: row.email, rights: row.rights };
    return audit(tx, actor, client, { action: 'helping.remove', targetType: 'account', targetId: actor.id, before });
  });
}

/** Ends one of the caller's own delegations. Rejects with helper_not_found. */
export function leaveDelegation(ctx: Context, actor: Actor, client: Client, id: string): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const row = await lockDelegation(tx, id, eq(performerHelpers.accountId, actor.id));
    await endDelegation(tx, row);
    const { performerId, rights } = row;
    return audit(tx, actor, client, { action: 'helping.leave', targetType: 'account', targetId: performerId, before: { rights } });
  });
}

/** Ends all sessions in which an account acts as a delegate or is acted for, as it loses the right to both. */
export async function endDelegateSessions(tx: Context, accountId: string): Promise<void> {
  const rows = await tx.db
    .select({ id: performerHelpers.id })
    .from(performerHelpers)
    .where(
      and(
        or(eq(performerHelpers.performerId, accountId), eq(performerHelpers.accountId, accountId)),
        isNotNull(performerHelpers.acceptedAt),
      ),
    );
  await revokeSessionsOfDelegations(
    tx,
    rows.map(({ id }) => id),
  );
}
