/** Unlocking a priced message. It is bought once, and the buyer keeps it when its sender deletes it. */
import { and, eq } from 'drizzle-orm';
import type { Context } from '../../platform/context';
import { messages } from '../../platform/db/schema/messages';
import { charges } from '../../platform/db/schema/money';
import { fail } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import { conversationLink, tokensText } from '../../platform/notification-texts';
import { isBlockedForVisitor, visitorOf } from '../../people/blocking/blocking';
import { messageResponses, type MessageResponse } from '../../talk/messages/rows';
import { publishToParticipants } from '../../talk/messages/add';
import { notify } from '../../people/notifications/notify';
import { isPagePublic } from '../../people/performers/view';
import { charge } from '../../money/charges/charge';
import { chargeResponses, type ChargeResponse } from '../../money/charges/rows';

type MessageRow = typeof messages.$inferSelect;

/** The earlier charge, if there is one. Rejects with purchase_withheld while the fan owes its price. */
async function existingCharge(tx: Context, userId: string, messageId: string): Promise<ChargeResponse | null> {
  const [row] = await tx.db
    .select({ id: charges.id, withheldAt: charges.withheldAt })
    .from(charges)
    .where(and(eq(charges.userId, userId), eq(charges.targetId, messageId), eq(charges.type, 'message'), eq(charges.status, 'success')));
  if (row && row.withheldAt !== null) fail('purchase_withheld');
  return row ? ((await chargeResponses(tx, [row.id], 'buyer')).get(row.id) ?? null) : null;
}

/** Rejects with own_item, with message_not_found if the sender's page is closed, and with blocked_by_performer. */
async function assertMayBuy(tx: Context, fan: Actor, client: Client, { senderId }: MessageRow): Promise<void> {
  if (senderId === fan.id) fail('own_item');
  if (!(await isPagePublic(tx, senderId))) fail('message_not_found');
  if (await isBlockedForVisitor(tx, visitorOf(fan, client), senderId)) fail('blocked_by_performer');
}

async function buy(tx: Context, fan: Actor, client: Client, row: MessageRow, expected_cents: bigint | undefined): Promise<ChargeResponse> {
  await assertMayBuy(tx, fan, client, row);
  const existing = await existingCharge(tx, fan.id, row.id);
  if (existing) return existing;
  if (row.deletedAt !== null) return fail('message_not_found');
  const price_cents = row.priceCents ?? fail('not_for_sale');
  if (expected_cents !== undefined && expected_cents !== price_cents) fail('price_changed');
  const paid = await charge(tx, fan.id, {
    type: 'message',
    targetId: row.id,
    performerId: row.senderId,
    price_cents,
    quantity: 1,
    text: '',
  });
  await publishToParticipants(tx, 'message/changed', row.id, row);
  await notify(tx, row.senderId, {
    type: 'item_sold',
    actorId: fan.id,
    text: `bought your message for ${tokensText(price_cents)}.`,
    link: conversationLink(row.conversationId),
    event: `item_sold:${paid._id}`,
  });
  return paid;
}

/**
 * Buys a message that was sent to this fan, in the transaction of `tx`, and returns it unlocked. If it was bought before, it returns that
 * charge without a payment. Rejects with message_not_found, own_item, not_for_sale, blocked_by_performer, price_changed,
 * purchase_withheld, insufficient_balance and spending_limit_reached.
 */
export async function unlockMessage(
  tx: Context,
  fan: Actor,
  client: Client,
  id: string,
  expected_cents: bigint | undefined,
): Promise<ChargeResponse & { item: MessageResponse }> {
  // Locked: concurrent purchases and a deletion wait for the first request.
  const [row] = await tx.db.select().from(messages).where(eq(messages.id, id)).for('update');
  if (!row || (row.receiverId !== fan.id && row.senderId !== fan.id)) return fail('message_not_found');
  const paid = await buy(tx, fan, client, row, expected_cents);
  const item = (await messageResponses(tx, fan.id, [id])).get(id) ?? fail('message_not_found');
  return { ...paid, item };
}
