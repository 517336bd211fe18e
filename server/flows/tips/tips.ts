/** Tips: the fan chooses the amount. */
import { errors } from '@contract/kernel/errors';
import { centsOf } from '@contract/kernel/values/amounts';
import type { Context } from '../../platform/context';
import { fail } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import { lockConversation } from '../../talk/conversations/rows';
import { addMessage } from '../../talk/messages/add';
import { profileTabLink, quoteExcerpt, tokensText } from '../../platform/notification-texts';
import { notify } from '../../people/notifications/notify';
import { assertCanSeePage } from '../../people/performers/view';
import { reportFlaggedAuthor } from '../../people/flagging/flagging';
import { assertMayTip, publishTip } from '../../live/streaming/chat/tips';
import { charge } from '../../money/charges/charge';
import type { ChargeResponse } from '../../money/charges/rows';

export interface Tip {
  price: bigint;
  text: string;
  /** The conversation in which the tip is shown, if any. */
  conversationId?: string | undefined;
  /** The live show in which the tip is shown, and the item of its tip menu. */
  streamId?: string | undefined;
  menuItemId?: string | undefined;
}

/** Rejects with price_out_of_range and a message that names the limits. */
function assertPrice(ctx: Context, price: bigint): void {
  const { minimumTipPrice: min, maximumTipPrice: max } = ctx.settings.values();
  if (price >= (centsOf(min) ?? 0n) && price <= (centsOf(max) ?? 0n)) return;
  const message = `Enter a tip between ${String(min)} and ${String(max)} tokens.`;
  fail('price_out_of_range', { message, issues: [{ path: 'price', message: errors.price_out_of_range[1] }] });
}

/** Asserts that the conversation is between the fan and the performer. Rejects with conversation_not_found. Locks it before the wallet. */
async function assertConversationWith(tx: Context, fan: Actor, client: Client, performerId: string, conversationId: string): Promise<void> {
  const participant = { id: fan.id, isPerformer: fan.isPerformer, country: client.country };
  if ((await lockConversation(tx, participant, conversationId))?.otherId !== performerId) fail('conversation_not_found');
}

/**
 * Sends a tip in the transaction of `tx`, and notifies the performer. Rejects with performer_not_found, blocked_by_performer,
 * price_out_of_range, insufficient_balance, spending_limit_reached and conversation_not_found; in a show also with the errors of
 * `assertMayTip`.
 */
export async function tip(
  tx: Context,
  fan: Actor,
  client: Client,
  performerId: string,
  { price, text, conversationId, streamId, menuItemId }: Tip,
): Promise<ChargeResponse> {
  assertPrice(tx, price);
  await assertCanSeePage(tx, fan, client, performerId);
  if (conversationId !== undefined) await assertConversationWith(tx, fan, client, performerId, conversationId);
  const liveTip = streamId === undefined ? null : await assertMayTip(tx, fan, client, { streamId, performerId, menuItemId, price });
  const paid = await charge(tx, fan.id, {
    type: 'tip',
    targetId: performerId,
    performerId,
    price_cents: price,
    quantity: 1,
    text,
    ...(liveTip && { sessionId: liveTip.show.session.id }),
  });
  if (liveTip) await publishTip(tx, fan, liveTip, { chargeId: paid._id, price, text });
  if (conversationId === undefined) await reportFlaggedAuthor(tx, fan.id, 'Tip');
  else
    await addMessage(tx, {
      id: paid._id,
      conversationId,
      senderId: fan.id,
      receiverId: performerId,
      clientKey: null,
      replyToId: null,
      type: 'tip',
      text,
      fileIds: [],
      priceCents: null,
      tipCents: price,
    });
  await notify(tx, performerId, {
    type: 'tip',
    actorId: fan.id,
    text: `sent you a tip of ${tokensText(price)}${text === '' ? '.' : `: ${quoteExcerpt(text)}`}`,
    link: profileTabLink(performerId, 'earnings'),
    event: `tip:${paid._id}`,
  });
  return paid;
}
