/** Tickets for scheduled shows as API responses, with the posts that sell them. */
import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { z } from 'zod';
import type { Tickets } from '@contract/content/content';
import type { TicketState } from '@contract/kernel/values/live';
import type { Context } from '../../platform/context';
import { items, type feeds } from '../../platform/db/schema/content';
import { streamSessions } from '../../platform/db/schema/streaming';
import { purchaseTimes } from '../entitlements/entitlements';
import { isOwnerOrModerator, type ViewableItem, type ItemViewer } from './rows';

type TicketsResponse = z.output<typeof Tickets>;
type FeedRow = typeof feeds.$inferSelect;
type TicketedPost = Pick<ViewableItem, 'id' | 'performerId' | 'sales' | 'isBought'> & { feed: FeedRow };

/** The ticket state of a post at a point in time. `sold` does not include refunded tickets. */
export function ticketStateOf(
  feed: Pick<FeedRow, 'showOutcome' | 'showSessionId' | 'streamScheduledAt' | 'ticketCapacity'>,
  sold: number,
  now: Date,
): TicketState {
  if (feed.showOutcome !== null) return feed.showOutcome;
  if (feed.showSessionId !== null) return 'started';
  if (feed.streamScheduledAt === null || feed.streamScheduledAt <= now) return 'closed';
  return feed.ticketCapacity !== null && sold >= feed.ticketCapacity ? 'sold_out' : 'on_sale';
}

/** The recordings of shows that took place, by session, if they can be watched. */
async function recordingsOf(ctx: Pick<Context, 'db'>, sessionIds: readonly string[]) {
  if (sessionIds.length === 0) return new Map<string, { _id: string; slug: string }>();
  const rows = await ctx.db
    .select({ sessionId: streamSessions.id, id: items.id, slug: items.slug })
    .from(streamSessions)
    .innerJoin(items, eq(items.id, streamSessions.videoId))
    .where(
      and(
        inArray(streamSessions.id, [...sessionIds]),
        eq(items.readiness, 'ready'),
        ...[isNull(items.deletedAt), isNull(items.hiddenAt), eq(items.consent, 'given')],
      ),
    );
  return new Map(rows.map(({ sessionId, id, slug }) => [sessionId, { _id: id, slug: slug ?? id }]));
}

/** The tickets of posts for a viewer, by post id. At most two queries, and none if no post sells tickets. */
export async function ticketResponses(
  ctx: Context,
  viewer: ItemViewer,
  rows: readonly TicketedPost[],
): Promise<Map<string, TicketsResponse>> {
  const ticketed = rows.filter(({ feed }) => feed.ticketCents !== null);
  const rescheduled = ticketed.filter(({ isBought, feed }) => isBought && feed.showMovedAt !== null).map(({ id }) => id);
  const purchasedAt =
    viewer === null || rescheduled.length === 0 ? new Map<string, Date>() : await purchaseTimes(ctx, viewer.id, rescheduled);
  const mayWatch = ticketed.filter((row) => row.isBought || isOwnerOrModerator(viewer, row));
  const recordings = await recordingsOf(
    ctx,
    mayWatch.flatMap(({ feed }) => (feed.showOutcome === 'held' && feed.showSessionId !== null ? [feed.showSessionId] : [])),
  );
  const watchable = new Set(mayWatch.map(({ id }) => id));
  const now = ctx.clock.now();
  return new Map(
    ticketed.flatMap(({ id, sales, feed }) => {
      if (feed.ticketCents === null) return [];
      const at = purchasedAt.get(id);
      const isUpcoming = feed.showOutcome === null && feed.showSessionId === null;
      const response = {
        price: feed.ticketCents,
        capacity: feed.ticketCapacity,
        state: ticketStateOf(feed, sales, now),
        mayReturn: isUpcoming && at !== undefined && feed.showMovedAt !== null && at < feed.showMovedAt,
        recording: watchable.has(id) ? (recordings.get(feed.showSessionId ?? '') ?? null) : null,
      };
      return [[id, response] as const];
    }),
  );
}
