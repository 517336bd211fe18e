/** Tips and paid entries of a show. The charges module checks here before charging the wallet and reports the tip afterwards. */
import { eq } from 'drizzle-orm';
import type { Context } from '../../../platform/context';
import { streamSessions } from '../../../platform/db/schema/streaming';
import { fail } from '../../../kernel/api-error';
import type { Actor } from '../../../platform/http/actor';
import type { Client } from '../../../platform/http/client';
import { addToChat } from './chat';
import { publishChatMessage } from './chat-rows';
import { assertMayWatch, assertActive, findShow, showOf, assertMaySeeShow, type ActiveShow } from '../find';
import { isOnSale, publishInfo, roleOf } from '../rows';

/** The active show and the menu item that a tip is for. */
export interface TipTarget {
  show: ActiveShow;
  menuItem: string | null;
}

/**
 * Asserts that the fan may tip in this show of this performer. Rejects with stream_not_found, blocked_by_performer, stream_offline,
 * content_locked, follow_required and subscription_required when they may not watch, and with menu_item_price when the menu item has
 * another price or does not exist.
 */
export async function assertMayTip(
  tx: Context,
  fan: Actor,
  client: Client,
  { streamId, performerId, menuItemId, price }: { streamId: string; performerId: string; menuItemId: string | undefined; price: bigint },
): Promise<TipTarget> {
  const visibleShow = await assertMaySeeShow(tx, fan, client, await findShow(tx, fan, streamId));
  if (visibleShow.stream.id !== streamId || visibleShow.stream.performerId !== performerId) return fail('stream_not_found');
  const show = assertActive(visibleShow);
  await assertMayWatch(tx, fan, client, showOf(show));
  if (menuItemId === undefined) return { show, menuItem: null };
  const item = show.stream.tipMenu.find(({ id }) => id === menuItemId);
  return item && BigInt(item.cents) === price ? { show, menuItem: item.title } : fail('menu_item_price');
}

/**
 * Posts a tip in the chat of a show, in the transaction of its charge. The message has the charge's id, so only a charge can create one.
 */
export async function publishTip(
  tx: Context,
  fan: Actor,
  { show, menuItem }: TipTarget,
  { chargeId, price, text }: { chargeId: string; price: bigint; text: string },
): Promise<void> {
  const message = { id: chargeId, senderId: fan.id, senderRole: roleOf(fan, show), clientKey: null, type: 'tip', text } as const;
  const row = await addToChat(tx, show, { ...message, tipCents: price, menuItem });
  if (row) await publishChatMessage(tx, show.stream.id, row);
  await publishInfo(tx, show.stream.id);
}

/** A show session that an entry is bought for, with its price. */
export interface ShowEntry {
  sessionId: string;
  performerId: string;
  title: string;
  /** Null when the show is free. */
  price_cents: bigint | null;
}

/**
 * The entry of the active show. The session is locked, so its price cannot change before the payment. Rejects with stream_not_found,
 * blocked_by_performer and stream_offline.
 */
export async function lockShowEntry(tx: Context, fan: Actor, client: Client, streamId: string): Promise<ShowEntry> {
  const visibleShow = await assertMaySeeShow(tx, fan, client, await findShow(tx, fan, streamId));
  if (visibleShow.stream.id !== streamId || visibleShow.stream.type !== 'public') return fail('stream_not_found');
  const { session } = assertActive(visibleShow);
  const [locked] = await tx.db.select().from(streamSessions).where(eq(streamSessions.id, session.id)).for('share');
  if (!locked || !isOnSale(locked)) return fail('stream_offline');
  const { id: sessionId, performerId, title, audience, priceCents } = locked;
  return { sessionId, performerId, title, price_cents: audience === 'paid' ? priceCents : null };
}
