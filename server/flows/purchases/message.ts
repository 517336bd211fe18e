/** Unlocking a priced message: bought once, and kept, also when its sender deletes it. */
import { and, eq } from 'drizzle-orm';
import type { Context } from '../../platform/context';
import { charges, massMessages, messages } from '../../platform/db/schema/schema';
import { fail } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import { conversationLink, tokensText } from '../../platform/notification-texts';
import { isKeptOut, visitorOf } from '../../people/blocking/blocking';
import { messageAnswers, tellBoth, withdraw, type MessageAnswer } from '../../modules/messages/messages';
import { notify } from '../../people/notifications/notifications';
import { isPageOpen } from '../../modules/performers/performers';
import { charge } from '../../money/charges/charge';
import { chargeAnswers, type ChargeAnswer } from '../../money/charges/rows';

type MessageRow = typeof messages.$inferSelect;

/** Refuses with purchase_withheld while the fan owes its price. */
async function chargeBefore(tx: Context, userId: string, messageId: string): Promise<ChargeAnswer | null> {
  const [row] = await tx.db
    .select({ id: charges.id, withheldAt: charges.withheldAt })
    .from(charges)
    .where(and(eq(charges.userId, userId), eq(charges.targetId, messageId), eq(charges.type, 'message'), eq(charges.status, 'success')));
  if (row && row.withheldAt !== null) fail('purchase_withheld');
  return row ? ((await chargeAnswers(tx, [row.id], 'buyer')).get(row.id) ?? null) : null;
}

/** A message that was given back is locked again, and gone where it was taken back from all others: both see it so. In the transaction of the refund. */
export async function relockMessage(tx: Context, id: string): Promise<void> {
  const [found] = await tx.db
    .select({ row: messages, massStatus: massMessages.status })
    .from(messages)
    .leftJoin(massMessages, eq(massMessages.id, messages.massId))
    .where(eq(messages.id, id))
    .for('update', { of: messages });
  if (!found) return;
  if (found.massStatus === 'unsent') await withdraw(tx, found.row);
  else await tellBoth(tx, 'message/changed', id, found.row);
}

/** Refuses with own_item, message_not_found where its performer has gone, and blocked_by_performer. */
async function assertReached(tx: Context, fan: Actor, client: Client, { senderId }: MessageRow): Promise<void> {
  if (senderId === fan.id) fail('own_item');
  if (!(await isPageOpen(tx, senderId))) fail('message_not_found');
  if (await isKeptOut(tx, visitorOf(fan, client), senderId)) fail('blocked_by_performer');
}

async function buy(tx: Context, fan: Actor, client: Client, row: MessageRow, expected_cents: bigint | undefined): Promise<ChargeAnswer> {
  await assertReached(tx, fan, client, row);
  const before = await chargeBefore(tx, fan.id, row.id);
  if (before) return before;
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
  await tellBoth(tx, 'message/changed', row.id, row);
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
 * Buys a message that was sent to this fan, in the transaction of `tx`, and answers it open. Bought before: the first charge
 * again, and nothing is paid. Refuses with message_not_found, own_item, not_for_sale, blocked_by_performer, price_changed, purchase_withheld,
 * insufficient_balance and spending_limit_reached.
 */
export async function unlockMessage(
  tx: Context,
  fan: Actor,
  client: Client,
  id: string,
  expected_cents: bigint | undefined,
): Promise<ChargeAnswer & { item: MessageAnswer }> {
  // Copies of one wish wait for the first of them; so does whoever deletes it.
  const [row] = await tx.db.select().from(messages).where(eq(messages.id, id)).for('update');
  if (!row || (row.receiverId !== fan.id && row.senderId !== fan.id)) return fail('message_not_found');
  const paid = await buy(tx, fan, client, row, expected_cents);
  const item = (await messageAnswers(tx, fan.id, [id])).get(id) ?? fail('message_not_found');
  return { ...paid, item };
}
