/** The end of a private show: what is left of the hold returns, and both get a receipt. */
import type { ShowEndReason } from '@contract/values';
import { inTransaction, type Context } from '../../platform/context';
import { fail } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import { heldFor, walletOf } from '../../money/ledger/chart';
import { balanceOf, release } from '../../money/ledger/ledger';
import { sendMail } from '../../mail/mail';
import { findAccount, nameOf } from '../../modules/people/people';
import { endSession, lockSession, publishPause } from '../streaming/streaming';
import { changeRequest, lockRequest, requestAnswer, tellRequest, type RequestAnswer, type RequestRow } from './rows';

const sessionReason = { left: 'owner', spent: 'owner', lost: 'lost', operator: 'operator' } as const;

/** Mails both what the show has cost, and what of it the performer receives. */
async function sendReceipts(
  tx: Context,
  { id, userId, performerId, minuteCents, minutesBilled, ...row }: RequestRow,
  released: bigint,
): Promise<void> {
  const [fan, performer] = [await findAccount(tx, userId), await findAccount(tx, performerId)];
  if (!fan || !performer || row.startedAt === null) return;
  const bill = { receiptNumber: id, at: row.startedAt, minutes: minutesBilled, minute_cents: minuteCents, total_cents: row.billedCents };
  if (fan.email)
    await sendMail(tx, 'show-receipt', fan.email, {
      ...{ ...bill, name: nameOf(fan), performer: nameOf(performer), released_cents: released, link: `${tx.config.siteUrl}/wallet` },
    });
  if (performer.email)
    await sendMail(tx, 'show-earned', performer.email, {
      ...{ ...bill, name: nameOf(performer), fan: nameOf(fan), commission_cents: row.commissionCents, earning_cents: row.earningCents },
      link: `${tx.config.siteUrl}/${performer.id}?tab=earnings`,
    });
}

/** Ends a running show that is held, once. */
export async function endHeld(tx: Context, row: RequestRow, reason: ShowEndReason): Promise<void> {
  if (row.status !== 'accepted') return;
  const { id, userId } = row;
  const left = await balanceOf(tx, heldFor(id));
  if (left > 0n) await release(tx, { to: walletOf(userId), subject: id, cents: left, reason: 'show_release', key: `show_release:${id}` });
  const ended = await changeRequest(tx, id, {
    status: 'ended',
    endedAt: tx.clock.now(),
    endReason: reason,
    nextMinuteAt: null,
    awayAt: null,
  });
  const session = row.sessionId === null ? null : await lockSession(tx, row.sessionId);
  if (session) await endSession(tx, session, sessionReason[reason]);
  await publishPause(tx, row.performerId);
  await sendReceipts(tx, ended, left);
  await tellRequest(tx, 'private-request/ended', id);
}

/** Ends a show for one of its two; ended before, its bill. Refuses with private_request_not_found and private_request_decided. */
export function endFor(ctx: Context, actor: Actor, id: string): Promise<RequestAnswer> {
  return inTransaction(ctx, async (tx) => {
    const row = await lockRequest(tx, id);
    if (!row || (actor.id !== row.userId && actor.id !== row.performerId)) return fail('private_request_not_found');
    if (row.status !== 'accepted' && row.status !== 'ended') fail('private_request_decided');
    await endHeld(tx, row, 'left');
    return requestAnswer(tx, id);
  });
}
