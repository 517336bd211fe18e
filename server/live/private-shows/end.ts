/** Ends private shows: releases the rest of the hold and mails both people a receipt. */
import type { PrivateShowEndReason } from '@contract/kernel/values/live';
import { inTransaction, type Context } from '../../platform/context';
import { fail } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import { heldFor, walletOf } from '../../money/ledger/chart';
import { balanceOf, release } from '../../money/ledger/ledger';
import { sendMail } from '../../platform/mail/mail';
import { findAccount, nameOf } from '../../people/people/rows';
import { endSession, lockSession } from '../streaming/state';
import { publishPauseState } from '../streaming/rows';
import { changeRequest, lockRequest, requestResponse, publishRequest, type RequestResponse, type RequestRow } from './rows';

/** The end reason of the stream session for each end reason of the show; `owner` stands for any regular end. */
const sessionEndReasons = { left: 'owner', spent: 'owner', lost: 'lost', operator: 'operator' } as const;

/** Mails the fan the cost of the show, and the performer their earnings. */
async function sendReceipts(
  tx: Context,
  { id, userId, performerId, minuteCents, minutesBilled, ...row }: RequestRow,
  released_cents: bigint,
): Promise<void> {
  const [fan, performer] = [await findAccount(tx, userId), await findAccount(tx, performerId)];
  if (!fan || !performer || row.startedAt === null) return;
  const bill = { receiptNumber: id, at: row.startedAt, minutes: minutesBilled, minute_cents: minuteCents, total_cents: row.billedCents };
  if (fan.email)
    await sendMail(tx, 'show-receipt', fan.email, {
      ...bill,
      name: nameOf(fan),
      performer: nameOf(performer),
      released_cents,
      link: `${tx.config.siteUrl}/wallet`,
    });
  if (performer.email)
    await sendMail(tx, 'show-earned', performer.email, {
      ...bill,
      name: nameOf(performer),
      fan: nameOf(fan),
      commission_cents: row.commissionCents,
      earning_cents: row.earningCents,
      link: `${tx.config.siteUrl}/${performer.id}?tab=earnings`,
    });
}

/** Ends an active show whose request is locked. Idempotent. */
export async function endLockedShow(tx: Context, row: RequestRow, reason: PrivateShowEndReason): Promise<void> {
  if (row.status !== 'accepted') return;
  const { id, userId } = row;
  const remaining_cents = await balanceOf(tx, heldFor(id));
  if (remaining_cents > 0n)
    await release(tx, { to: walletOf(userId), subject: id, cents: remaining_cents, reason: 'show_release', key: `show_release:${id}` });
  const ended = await changeRequest(tx, id, {
    status: 'ended',
    endedAt: tx.clock.now(),
    endReason: reason,
    nextMinuteAt: null,
    awayAt: null,
  });
  const session = row.sessionId === null ? null : await lockSession(tx, row.sessionId);
  if (session) await endSession(tx, session, sessionEndReasons[reason]);
  await publishPauseState(tx, row.performerId);
  await sendReceipts(tx, ended, remaining_cents);
  await publishRequest(tx, 'private-request/ended', id);
}

/**
 * Ends a show for one of its two participants and returns its bill. Idempotent. Rejects with private_request_not_found and
 * private_request_decided.
 */
export function endShowAsParticipant(ctx: Context, actor: Actor, id: string): Promise<RequestResponse> {
  return inTransaction(ctx, async (tx) => {
    const row = await lockRequest(tx, id);
    if (!row || (actor.id !== row.userId && actor.id !== row.performerId)) return fail('private_request_not_found');
    if (row.status !== 'accepted' && row.status !== 'ended') fail('private_request_decided');
    await endLockedShow(tx, row, 'left');
    return requestResponse(tx, id);
  });
}
