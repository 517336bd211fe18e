/**
 * The outcome of a show with tickets: it takes place, ends in its first minutes, is not held, or is canceled. It is set once. When
 * the show took place, its earnings start to clear; otherwise a job refunds every ticket.
 */
import { and, eq, isNotNull, isNull, lte, ne, or, sql } from 'drizzle-orm';
import * as limits from '@contract/kernel/limits';
import { minute_ms } from '@contract/kernel/units';
import type { ShowOutcome } from '@contract/kernel/values/live';
import { inTransaction, type Context } from '../../platform/context';
import { accounts } from '../../platform/db/schema/accounts';
import { feeds, items } from '../../platform/db/schema/content';
import { charges } from '../../platform/db/schema/money';
import { type streamSessions } from '../../platform/db/schema/streaming';
import { fail } from '../../kernel/api-error';
import { itemLink } from '../../platform/notification-texts';
import { hasBlocked } from '../../people/blocking/blocking';
import { beginClearing } from '../earnings/clearing';
import { notify } from '../../people/notifications/notify';
import { lockShowOfSession, lockTicketedShow, type TicketedShow } from './rows';

/** Shows settled per batch. */
const batchSize = 50;

const notificationTexts = {
  not_held: (title: string) => `Your stream “${title}” didn’t start in time. We’re refunding its tickets.`,
  broken_off: (title: string) => `Your stream “${title}” ended within its first minutes. We’re refunding its tickets.`,
} as const;

/** Sets the outcome of a locked show, in the transaction of `tx`. */
async function settle(tx: Context, show: TicketedShow, outcome: ShowOutcome): Promise<void> {
  const { id, performerId, title, sold } = show;
  await tx.db.update(feeds).set({ showOutcome: outcome }).where(eq(feeds.itemId, id));
  if (outcome === 'held') {
    await beginClearing(tx, performerId, id);
    return;
  }
  await tx.jobs.enqueue(tx.db, 'charges/refund-tickets', { showId: id, chargeId: null, cause: outcome });
  if (outcome === 'canceled' || sold === 0) return;
  await notify(tx, performerId, {
    type: 'refund',
    actorId: null,
    link: itemLink('feed', id),
    event: `tickets:${outcome}:${id}`,
    text: notificationTexts[outcome](title),
  });
}

/** The time from which a show that has not started counts as not held. */
export const notHeldFrom = (ctx: Pick<Context, 'settings'>, startsAt: Date): Date =>
  new Date(startsAt.getTime() + ctx.settings.values().ticketRefundMinutes * minute_ms);

/**
 * Starts a show as a live session, in the transaction that creates the session. Rejects with feed_not_found when the creator sells
 * no tickets by this post, and with show_not_open when it is already live, is over, or it is too early or too late.
 */
export async function startTicketedShow(tx: Context, performerId: string, id: string, sessionId: string): Promise<void> {
  const show = await lockTicketedShow(tx, id);
  if (show?.performerId !== performerId || show.isUnavailable) return fail('feed_not_found');
  if (show.outcome !== null || show.sessionId !== null || show.startsAt === null) return fail('show_not_open');
  const now = tx.clock.now().getTime();
  const early_min = limits.ticket.startsEarly_min;
  if (now < show.startsAt.getTime() - early_min * minute_ms)
    fail('show_not_open', { message: `You can start a ticketed stream up to ${String(early_min)} minutes early.` });
  if (now >= notHeldFrom(tx, show.startsAt).getTime())
    fail('show_not_open', { message: 'It’s too late to start this stream. We’re refunding its tickets.' });
  await tx.db.update(feeds).set({ showSessionId: sessionId }).where(eq(feeds.itemId, id));
}

/** Sets the outcome of a session's show, in the transaction that ends the session. A show that never had video can be started again. */
export async function endTicketedShow(
  tx: Context,
  { id, liveAt, duration_s }: Pick<typeof streamSessions.$inferSelect, 'id' | 'liveAt' | 'duration_s'>,
): Promise<void> {
  const show = await lockShowOfSession(tx, id);
  if (show?.outcome !== null) return;
  if (liveAt === null) await tx.db.update(feeds).set({ showSessionId: null }).where(eq(feeds.itemId, show.id));
  else await settle(tx, show, duration_s < tx.settings.values().entryRefundMinutes * 60 ? 'broken_off' : 'held');
}

/**
 * Cancels a show in the transaction of `tx`. Idempotent. Rejects with feed_not_found, and with show_not_open when it is live or
 * over.
 */
export async function cancelTicketedShow(tx: Context, performerId: string, id: string): Promise<void> {
  const show = await lockTicketedShow(tx, id);
  if (show?.performerId !== performerId || show.isUnavailable) return fail('feed_not_found');
  if (show.outcome === 'canceled') return;
  if (show.outcome !== null || show.sessionId !== null) fail('show_not_open');
  await settle(tx, show, 'canceled');
}

/** Cancels the show of a deleted post, unless it is live: then its end sets the outcome. */
export async function cancelShowOfDeletedPost(tx: Context, id: string): Promise<void> {
  const show = await lockTicketedShow(tx, id);
  if (show?.outcome === null && show.sessionId === null) await settle(tx, show, 'canceled');
}

/** Settles shows whose start is overdue, and cancels shows of creators who were suspended or deleted their account. */
async function settleDue(ctx: Context): Promise<void> {
  const now = ctx.clock.now();
  const latest = new Date(now.getTime() - ctx.settings.values().ticketRefundMinutes * minute_ms);
  const due = await ctx.db
    .select({ id: feeds.itemId })
    .from(feeds)
    .innerJoin(items, eq(items.id, feeds.itemId))
    .innerJoin(accounts, eq(accounts.id, items.performerId))
    .where(
      and(
        ...[isNotNull(feeds.ticketCents), isNull(feeds.showOutcome), isNull(feeds.showSessionId)],
        or(lte(feeds.streamScheduledAt, latest), ne(accounts.status, 'active'), isNotNull(items.deletedAt)),
      ),
    )
    .limit(batchSize);
  for (const { id } of due)
    await inTransaction(ctx, async (tx) => {
      const show = await lockTicketedShow(tx, id);
      // Another run may have settled it, or its creator may have just started or rescheduled it.
      if (show?.outcome !== null || show.sessionId !== null) return;
      const isLate = show.startsAt !== null && notHeldFrom(tx, show.startsAt) <= tx.clock.now();
      const [creator] = await tx.db.select({ status: accounts.status }).from(accounts).where(eq(accounts.id, show.performerId));
      if (creator?.status !== 'active' || (show.isUnavailable && !isLate)) await settle(tx, show, 'canceled');
      else if (isLate) await settle(tx, show, 'not_held');
    });
  if (due.length === batchSize) await settleDue(ctx);
}

/** Refunds the tickets of fans that the creator has blocked since. */
async function refundBlockedFans(ctx: Context): Promise<void> {
  const blocked = await ctx.db
    .select({ id: charges.id, showId: charges.targetId })
    .from(charges)
    .innerJoin(feeds, eq(feeds.itemId, charges.targetId))
    .where(
      and(
        ...[eq(charges.type, 'ticket'), eq(charges.status, 'success'), isNotNull(feeds.ticketCents), isNull(feeds.showOutcome)],
        hasBlocked(sql`${charges.performerId}`, sql`${charges.userId}`),
      ),
    );
  for (const { id, showId } of blocked)
    await ctx.jobs.enqueue(ctx.db, 'charges/refund-tickets', { showId, chargeId: id, cause: 'blocked' });
}

/** Settles overdue shows and refunds blocked fans. Run every minute. */
export async function reconcileTickets(ctx: Context): Promise<void> {
  await settleDue(ctx);
  await refundBlockedFans(ctx);
}
