/** Polls as they leave the host. How an answer stands is told once there is nothing left to influence. */
import { and, asc, eq, inArray } from 'drizzle-orm';
import type { z } from 'zod';
import type { Poll } from '@contract/content/content';
import type { Context } from '../../platform/context';
import { pollOptions, polls, pollVotes } from '../../platform/db/schema/schema';
import type { Reader } from '../../modules/items/rows';

export type PollAnswer = z.output<typeof Poll>;

/** Polls by id, three queries for all of them; `isRun` says whether the reader runs the post. */
export async function pollAnswers(
  ctx: Context,
  reader: Reader,
  asked: readonly { pollId: string; isRun: boolean }[],
): Promise<Map<string, PollAnswer>> {
  const ids = asked.map(({ pollId }) => pollId);
  if (ids.length === 0) return new Map();
  const rows = await ctx.db.select().from(polls).where(inArray(polls.id, ids));
  const options = await ctx.db.select().from(pollOptions).where(inArray(pollOptions.pollId, ids)).orderBy(asc(pollOptions.ordering));
  const votes =
    reader === null
      ? []
      : await ctx.db
          .select()
          .from(pollVotes)
          .where(and(eq(pollVotes.accountId, reader.id), inArray(pollVotes.pollId, ids)));
  const run = new Set(asked.filter(({ isRun }) => isRun).map(({ pollId }) => pollId));
  const now = ctx.clock.now();
  return new Map(
    rows.map((row) => {
      const votedOptionId = votes.find(({ pollId }) => pollId === row.id)?.optionId ?? null;
      const isClosed = row.expiresAt !== null && row.expiresAt <= now;
      const isTold = isClosed || votedOptionId !== null || run.has(row.id);
      const answer: PollAnswer = {
        _id: row.id,
        question: row.question,
        expiresAt: row.expiresAt,
        isClosed,
        totalVotes: row.totalVotes,
        votedOptionId,
        options: options
          .filter(({ pollId }) => pollId === row.id)
          .map((option) => ({ _id: option.id, text: option.text, totalVotes: isTold ? option.votes : null })),
      };
      return [row.id, answer] as const;
    }),
  );
}
