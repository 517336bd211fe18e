/** Polls as API responses. The votes per option are returned once they can no longer influence the viewer. */
import { and, asc, eq, inArray } from 'drizzle-orm';
import type { z } from 'zod';
import type { Poll } from '@contract/content/content';
import type { Context } from '../../platform/context';
import { pollOptions, polls, pollVotes } from '../../platform/db/schema/polls';
import type { ItemViewer } from './rows';

export type PollResponse = z.output<typeof Poll>;

/** Polls by id, with three queries for all of them. `isManaged` is whether the viewer manages the post. */
export async function pollResponses(
  ctx: Context,
  viewer: ItemViewer,
  requested: readonly { pollId: string; isManaged: boolean }[],
): Promise<Map<string, PollResponse>> {
  const ids = requested.map(({ pollId }) => pollId);
  if (ids.length === 0) return new Map();
  const rows = await ctx.db.select().from(polls).where(inArray(polls.id, ids));
  const options = await ctx.db.select().from(pollOptions).where(inArray(pollOptions.pollId, ids)).orderBy(asc(pollOptions.ordering));
  const votes =
    viewer === null
      ? []
      : await ctx.db
          .select()
          .from(pollVotes)
          .where(and(eq(pollVotes.accountId, viewer.id), inArray(pollVotes.pollId, ids)));
  const managed = new Set(requested.filter(({ isManaged }) => isManaged).map(({ pollId }) => pollId));
  const now = ctx.clock.now();
  return new Map(
    rows.map((row) => {
      const votedOptionId = votes.find(({ pollId }) => pollId === row.id)?.optionId ?? null;
      const isClosed = row.expiresAt !== null && row.expiresAt <= now;
      const showsVotes = isClosed || votedOptionId !== null || managed.has(row.id);
      const response: PollResponse = {
        _id: row.id,
        question: row.question,
        expiresAt: row.expiresAt,
        isClosed,
        totalVotes: row.totalVotes,
        votedOptionId,
        options: options
          .filter(({ pollId }) => pollId === row.id)
          .map((option) => ({ _id: option.id, text: option.text, totalVotes: showsVotes ? option.votes : null })),
      };
      return [row.id, response] as const;
    }),
  );
}
