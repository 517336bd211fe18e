/** A tip: the fan names the price. */
import { errors } from '@contract/kernel/errors';
import { centsOf } from '@contract/values';
import type { Context } from '../../platform/context';
import { fail } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import { holdConversation } from '../../talk/conversations/conversations';
import { addMessage } from '../../modules/messages/messages';
import { ownTabLink, quoted, tokensText } from '../../platform/notification-texts';
import { notify } from '../../people/notifications/notifications';
import { assertMaySee } from '../../modules/performers/performers';
import { flagPerson } from '../../safety/reports/reports';
import { assertMayTip, tellTip } from '../../live/streaming/streaming';
import { charge } from '../../money/charges/charge';
import type { ChargeAnswer } from '../../money/charges/rows';

export interface Tip {
  price: bigint;
  text: string;
  /** Where it is told, or nowhere. */
  conversationId?: string | undefined;
  /** The running show in which it is told, and what of its menu it is for. */
  streamId?: string | undefined;
  menuItemId?: string | undefined;
}

/** Refuses with price_out_of_range, in words that name the limits. */
function assertPrice(ctx: Context, price: bigint): void {
  const { minimumTipPrice: min, maximumTipPrice: max } = ctx.settings.values();
  if (price >= (centsOf(min) ?? 0n) && price <= (centsOf(max) ?? 0n)) return;
  const message = `A tip is between ${String(min)} and ${String(max)} tokens.`;
  fail('price_out_of_range', { message, issues: [{ path: 'price', message: errors.price_out_of_range[1] }] });
}

/** Refuses with conversation_not_found one that is not the fan's with this performer; it is held before the wallet. */
async function assertTalksWith(tx: Context, fan: Actor, client: Client, performerId: string, conversationId: string): Promise<void> {
  const reader = { id: fan.id, isPerformer: fan.isPerformer, country: client.country };
  if ((await holdConversation(tx, reader, conversationId))?.otherId !== performerId) fail('conversation_not_found');
}

/**
 * Sends a tip, in the transaction of `tx`, and tells the performer. Refuses with performer_not_found, blocked_by_performer,
 * price_out_of_range, insufficient_balance, spending_limit_reached and conversation_not_found; in a show as `assertMayTip`.
 */
export async function tip(
  tx: Context,
  fan: Actor,
  client: Client,
  performerId: string,
  { price, text, conversationId, streamId, menuItemId }: Tip,
): Promise<ChargeAnswer> {
  assertPrice(tx, price);
  await assertMaySee(tx, fan, client, performerId);
  if (conversationId !== undefined) await assertTalksWith(tx, fan, client, performerId, conversationId);
  const place = streamId === undefined ? null : await assertMayTip(tx, fan, client, { streamId, performerId, menuItemId, price });
  const paid = await charge(tx, fan.id, {
    ...{ type: 'tip', targetId: performerId, performerId, price_cents: price, quantity: 1, text },
    ...(place && { sessionId: place.show.session.id }),
  });
  if (place) await tellTip(tx, fan, place, { chargeId: paid._id, price, text });
  if (conversationId === undefined) await flagPerson(tx, fan.id, 'a tip');
  else
    await addMessage(tx, {
      ...{ id: paid._id, conversationId, senderId: fan.id, receiverId: performerId, clientKey: null, replyToId: null },
      ...{ type: 'tip', text, fileIds: [], priceCents: null, tipCents: price },
    });
  await notify(tx, performerId, {
    type: 'tip',
    actorId: fan.id,
    text: `sent you a tip of ${tokensText(price)}${text === '' ? '.' : `: ${quoted(text)}`}`,
    link: ownTabLink(performerId, 'earnings'),
    event: `tip:${paid._id}`,
  });
  return paid;
}
