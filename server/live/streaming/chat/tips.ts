/** What is given in a show: a tip that is told in its chat, and its entry. Whoever charges the wallet asks here first, and tells it afterwards. */
import { eq } from 'drizzle-orm';
import type { Context } from '../../../platform/context';
import { streamSessions } from '../../../platform/db/schema/schema';
import { fail } from '../../../kernel/api-error';
import type { Actor } from '../../../platform/http/actor';
import type { Client } from '../../../platform/http/client';
import { addToChat } from './chat';
import { tellSaid } from './chat-rows';
import { assertMayWatch, assertRunning, findShow, showOf, showToSee, type Running } from '../find';
import { isOnSale, publishInfo, roleOf } from '../rows';

/** A running show with what of its menu a tip is for. */
export interface TipPlace {
  show: Running;
  menuItem: string | null;
}

/**
 * That somebody may tip in this show of this performer's. Refuses with stream_not_found, stream_offline, content_locked and
 * subscription_required where she may not watch, and with menu_item_price when the menu says another price or has no such thing.
 */
export async function assertMayTip(
  tx: Context,
  fan: Actor,
  client: Client,
  { streamId, performerId, menuItemId, price }: { streamId: string; performerId: string; menuItemId: string | undefined; price: bigint },
): Promise<TipPlace> {
  const shown = await showToSee(tx, fan, client, await findShow(tx, fan, streamId));
  if (shown.stream.id !== streamId || shown.stream.performerId !== performerId) return fail('stream_not_found');
  const show = assertRunning(shown);
  await assertMayWatch(tx, fan, client, showOf(show));
  if (menuItemId === undefined) return { show, menuItem: null };
  const item = show.stream.tipMenu.find(({ id }) => id === menuItemId);
  return item && BigInt(item.cents) === price ? { show, menuItem: item.title } : fail('menu_item_price');
}

/** Tells in the chat of a show what a charge has paid, in its transaction: the message bears the charge's id, and there is no other way to make one. */
export async function tellTip(
  tx: Context,
  fan: Actor,
  { show, menuItem }: TipPlace,
  { chargeId, price, text }: { chargeId: string; price: bigint; text: string },
): Promise<void> {
  const said = { id: chargeId, senderId: fan.id, senderRole: roleOf(fan, show), clientKey: null, type: 'tip', text } as const;
  const row = await addToChat(tx, show, { ...said, tipCents: price, menuItem });
  if (row) await tellSaid(tx, show.stream.id, row);
  await publishInfo(tx, show.stream.id);
}

/** What an entry costs. */
export interface Entry {
  sessionId: string;
  performerId: string;
  title: string;
  /** Null where nothing is sold: the show is free to subscribers, or whoever asks runs it. */
  price_cents: bigint | null;
}

/**
 * The entry of the running show, held until it is paid: its price stays meanwhile. Refuses with stream_not_found,
 * blocked_by_performer and stream_offline.
 */
export async function entryOf(tx: Context, fan: Actor, client: Client, streamId: string): Promise<Entry> {
  const shown = await showToSee(tx, fan, client, await findShow(tx, fan, streamId));
  if (shown.stream.id !== streamId || shown.stream.type !== 'public') return fail('stream_not_found');
  const { session } = assertRunning(shown);
  const [held] = await tx.db.select().from(streamSessions).where(eq(streamSessions.id, session.id)).for('share');
  if (!held || !isOnSale(held)) return fail('stream_offline');
  const { id: sessionId, performerId, title, isFree, priceCents } = held;
  return { sessionId, performerId, title, price_cents: isFree ? null : priceCents };
}
