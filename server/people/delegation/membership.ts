/** How somebody becomes a helper and ceases to be one. Each change leaves an entry in its transaction and holds at once. */
import { and, eq, gt, isNotNull, or, type SQL } from 'drizzle-orm';
import { helperRights, type HelperRight } from '@contract/kernel/delegate-rights';
import * as limits from '@contract/kernel/limits';
import { audit } from '../../platform/audit/audit';
import { inTransaction, type Context } from '../../platform/context';
import { performerHelpers } from '../../platform/db/schema/schema';
import { fail, failAt } from '../../kernel/api-error';
import { digestOf, type Actor } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import { sendMail } from '../../mail/mail';
import { findAccount, lockAccount, nameOf, peopleByIds, type AccountRow } from '../../modules/people/people';
import { assertProven, endHelping } from '../sessions/sessions';
import { helpedBy, helperAt, rightsOfHelp, type Helper, type HelperRow, type Helping, type Invitation } from './rows';

interface Wish {
  email: string;
  rights: readonly HelperRight[];
}

const once = (rights: readonly HelperRight[]): HelperRight[] => [...new Set(rights)];

/** Puts an invitation in the place of an older one, and answers the token of its link. */
async function addInvitation(tx: Context, performerId: string, { email, rights }: Wish): Promise<{ id: string; token: string }> {
  const [known] = await tx.db
    .select()
    .from(performerHelpers)
    .where(and(eq(performerHelpers.performerId, performerId), eq(performerHelpers.email, email)));
  if (known?.acceptedAt) failAt('email', 'already_so');
  if (known) await tx.db.delete(performerHelpers).where(eq(performerHelpers.id, known.id));
  if ((await tx.db.$count(performerHelpers, eq(performerHelpers.performerId, performerId))) >= limits.helpersMax) fail('helper_limit');
  const [id, token, now] = [tx.chance.id(), tx.chance.secret(), tx.clock.now()];
  await tx.db.insert(performerHelpers).values({
    ...{ id, performerId, email, rights: once(rights), tokenHash: digestOf(token), invitedAt: now, updatedAt: now },
    expiresAt: new Date(now.getTime() + limits.helperInvitation_s * 1000),
  });
  return { id, token };
}

/**
 * Invites whoever has this address, in the transaction of `tx`; a new invitation takes the place of an old one. Answers the token
 * that was mailed. Refuses with reauthentication_required, self_not_allowed, already_so who helps already, and with helper_limit.
 */
export async function invite(tx: Context, actor: Actor, client: Client, { email, rights }: Wish): Promise<{ id: string; token: string }> {
  await assertProven(tx, actor);
  const performer = (await lockAccount(tx, actor.id)) ?? fail('session_ended');
  if (performer.email === email) failAt('email', 'self_not_allowed');
  const added = await addInvitation(tx, actor.id, { email, rights });
  await audit(tx, actor, client, { action: 'helping.invite', targetType: 'account', targetId: actor.id, after: { email, rights } });
  await sendMail(tx, 'helper-invited', email, {
    by: nameOf(performer),
    may: once(rights).map((right) => helperRights[right].may),
    link: `${tx.config.siteUrl}/helping?token=${added.token}`,
  });
  return added;
}

/** The same, and answers what the performer sees of it. */
export const inviteHelper = (ctx: Context, actor: Actor, client: Client, wish: Wish): Promise<Helper> =>
  inTransaction(ctx, async (tx) => helperAt(tx, actor.id, (await invite(tx, actor, client, wish)).id));

/** The invitation of a token that still opens. */
const invitationOf = ({ db, clock }: Context, token: string) =>
  db
    .select()
    .from(performerHelpers)
    .where(and(eq(performerHelpers.tokenHash, digestOf(token)), gt(performerHelpers.expiresAt, clock.now())));

/** The invitation, where it is for this account. */
function meantFor(account: AccountRow | null, invitation: HelperRow | undefined): HelperRow {
  if (account?.role === 'operator') fail('operator_cannot_help');
  if (account && invitation?.performerId === account.id) fail('self_not_allowed');
  return invitation && invitation.email === account?.email ? invitation : fail('link_invalid');
}

/** Who invites, and to what. Refuses with link_invalid, self_not_allowed and operator_cannot_help. */
export async function viewInvitation(ctx: Context, actor: Actor, token: string): Promise<Invitation> {
  const [invitation] = await invitationOf(ctx, token);
  const row = meantFor(await findAccount(ctx, actor.id), invitation);
  const performer = (await peopleByIds(ctx, [row.performerId])).get(row.performerId);
  if (!performer || !row.expiresAt) return fail('link_invalid');
  return { performer, rights: rightsOfHelp(row), expiresAt: row.expiresAt };
}

/**
 * Takes an invitation. Refuses with link_invalid, also whom it was not sent to, with self_not_allowed, operator_cannot_help, and
 * with already_so who helps this performer already or helps as many as one can.
 */
export function acceptHelp(ctx: Context, actor: Actor, client: Client, token: string): Promise<Helping> {
  return inTransaction(ctx, async (tx) => {
    const account = await lockAccount(tx, actor.id);
    const [found] = await invitationOf(tx, token).for('update');
    const invitation = meantFor(account, found);
    const helped = await helpedBy(tx, actor.id);
    if (helped.length >= limits.helpedMax || helped.some(({ performer }) => performer._id === invitation.performerId)) fail('already_so');
    const now = tx.clock.now();
    const taken = { accountId: actor.id, tokenHash: null, expiresAt: null, acceptedAt: now, updatedAt: now };
    await tx.db.update(performerHelpers).set(taken).where(eq(performerHelpers.id, invitation.id));
    const { performerId, rights } = invitation;
    await audit(tx, actor, client, { action: 'helping.join', targetType: 'account', targetId: performerId, after: { rights } });
    return (await helpedBy(tx, actor.id)).find(({ _id }) => _id === invitation.id) ?? fail('link_invalid');
  });
}

/** A help of this side's own, held until the transaction of `tx` ends. Refuses with helper_not_found. */
async function lockHelp(tx: Context, id: string, isOwn: SQL): Promise<HelperRow> {
  const [row] = await tx.db
    .select()
    .from(performerHelpers)
    .where(and(eq(performerHelpers.id, id), isOwn))
    .for('update');
  return row ?? fail('helper_not_found');
}

/** Changes what a helper may do; sessions with the old rights end. Refuses with reauthentication_required and helper_not_found. */
export async function changeHelper(
  ctx: Context,
  actor: Actor,
  client: Client,
  id: string,
  rights: readonly HelperRight[],
): Promise<Helper> {
  await assertProven(ctx, actor);
  return inTransaction(ctx, async (tx) => {
    const row = await lockHelp(tx, id, eq(performerHelpers.performerId, actor.id));
    await tx.db
      .update(performerHelpers)
      .set({ rights: once(rights), updatedAt: tx.clock.now() })
      .where(eq(performerHelpers.id, id));
    await endHelping(tx, [id]);
    const [before, after] = [row.rights, once(rights)].map((held) => ({ helperId: row.accountId, rights: held }));
    await audit(tx, actor, client, { action: 'helping.change', targetType: 'account', targetId: actor.id, before, after });
    return helperAt(tx, actor.id, id);
  });
}

async function end(tx: Context, row: HelperRow): Promise<void> {
  // The sessions first, so that their sockets are told: the database would take them along in silence.
  await endHelping(tx, [row.id]);
  await tx.db.delete(performerHelpers).where(eq(performerHelpers.id, row.id));
}

/** Removes a helper, or takes an invitation back. Refuses with helper_not_found. */
export function removeHelper(ctx: Context, actor: Actor, client: Client, id: string): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const row = await lockHelp(tx, id, eq(performerHelpers.performerId, actor.id));
    await end(tx, row);
    const before = { helperId: row.accountId, email: row.email, rights: row.rights };
    return audit(tx, actor, client, { action: 'helping.remove', targetType: 'account', targetId: actor.id, before });
  });
}

/** Ends one's own help. Refuses with helper_not_found. */
export function leaveHelp(ctx: Context, actor: Actor, client: Client, id: string): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const row = await lockHelp(tx, id, eq(performerHelpers.accountId, actor.id));
    await end(tx, row);
    const { performerId, rights } = row;
    return audit(tx, actor, client, { action: 'helping.leave', targetType: 'account', targetId: performerId, before: { rights } });
  });
}

/** Ends the sessions by which somebody works for others, and others for her: she is about to be what nobody helps. */
export async function stopHelping(tx: Context, accountId: string): Promise<void> {
  const rows = await tx.db
    .select({ id: performerHelpers.id })
    .from(performerHelpers)
    .where(
      and(
        or(eq(performerHelpers.performerId, accountId), eq(performerHelpers.accountId, accountId)),
        isNotNull(performerHelpers.acceptedAt),
      ),
    );
  await endHelping(
    tx,
    rows.map(({ id }) => id),
  );
}
