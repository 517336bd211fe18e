/** Polls: created before the post that uses them, one vote per person, and deleted after a day if no post uses them. */
import { and, eq, inArray, lt, sql } from 'drizzle-orm';
import type { Parsed } from '@contract/kernel/endpoint';
import type feedsContract from '@contract/content/feeds';
import * as limits from '@contract/kernel/limits';
import { inTransaction, type Context } from '../../platform/context';
import { feeds } from '../../platform/db/schema/content';
import { pollOptions, polls, pollVotes } from '../../platform/db/schema/polls';
import { fail, failAt } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import { itemLink } from '../../platform/notification-texts';
import { assertMayPublish } from '../items/publishing-options';
import { feedOfPoll } from '../items/feed-rows';
import { findItem } from '../items/access';
import { pollResponses, type PollResponse } from '../items/poll-rows';
import { notify } from '../../people/notifications/notify';
import { reportFlaggedAuthor } from '../../people/flagging/flagging';
import { hasRight } from '../../platform/rights';

type NewPoll = Parsed<(typeof feedsContract)['POST /performer/feeds/polls']>['body'];

const second_ms = 1000;
/** Polls deleted per transaction. */
const batchSize = 200;

/** The time `span_s` seconds from now; a negative span is in the past. */
const fromNow = (ctx: Pick<Context, 'clock'>, span_s: number): Date => new Date(ctx.clock.now().getTime() + span_s * second_ms);

/** When the poll ends. Rejects with schedule_in_past, or with invalid_request if the end is too near or too far. */
function endOf(ctx: Context, requested: Date | null | undefined): Date | null {
  if (requested === null) return null;
  if (requested === undefined) return fromNow(ctx, limits.poll_s.default);
  if (requested <= ctx.clock.now()) return failAt('expiresAt', 'schedule_in_past');
  if (requested >= fromNow(ctx, limits.poll_s.min) && requested <= fromNow(ctx, limits.poll_s.max)) return requested;
  return fail('invalid_request', { issues: [{ path: 'expiresAt', message: 'Choose an end between 1 hour and 60 days from now.' }] });
}

/** Creates a poll, to be used by a post within a day. Rejects with performer_not_verified and schedule_in_past. */
export async function createPoll(ctx: Context, performer: Actor, { question, options, expiresAt }: NewPoll): Promise<PollResponse> {
  await assertMayPublish(ctx, performer.id);
  const id = ctx.random.id();
  const end = endOf(ctx, expiresAt);
  await inTransaction(ctx, async (tx) => {
    await tx.db.insert(polls).values({ id, performerId: performer.id, question, expiresAt: end, createdAt: tx.clock.now() });
    const rows = options.map((text, ordering) => ({ id: tx.random.id(), pollId: id, text, ordering }));
    await tx.db.insert(pollOptions).values(rows);
    await reportFlaggedAuthor(tx, performer.id, 'Poll');
  });
  return (await pollResponses(ctx, performer, [{ pollId: id, isManaged: true }])).get(id) ?? fail('internal_error');
}

async function lockPoll(tx: Context, performerId: string, id: string) {
  const [poll] = await tx.db
    .select()
    .from(polls)
    .where(and(eq(polls.id, id), eq(polls.performerId, performerId)))
    .for('update');
  return poll;
}

/** Reserves the performer's poll for a post, in the transaction of `tx`. Rejects with poll_not_found, also when another post has it. */
export async function claimPoll(tx: Context, performerId: string, pollId: string): Promise<void> {
  const poll = await lockPoll(tx, performerId, pollId);
  // `sweepPolls` may be deleting it at this moment.
  if (!poll || poll.createdAt <= fromNow(tx, -limits.unattachedFileRetention_s)) return fail('poll_not_found');
  if ((await feedOfPoll(tx, pollId)) !== null) fail('poll_not_found');
}

/** Asserts that a poll has no votes, and locks it so that none are added until the transaction ends. Rejects with poll_has_votes. */
export async function assertNoVotes(tx: Context, performerId: string, pollId: string): Promise<void> {
  const poll = await lockPoll(tx, performerId, pollId);
  if (poll && poll.totalVotes > 0) fail('poll_has_votes');
}

/** Deletes a poll that no post uses anymore. */
export async function dropPoll(tx: Context, pollId: string): Promise<void> {
  await tx.db.delete(polls).where(eq(polls.id, pollId));
}

/**
 * Votes for an option, and notifies the owner of the poll. Vote and counters change in one transaction, so that concurrent votes are
 * counted correctly and each person only once.
 * Rejects with option_not_found, blocked_by_performer, content_locked, poll_closed and already_voted.
 */
export async function vote(ctx: Context, voter: Actor, client: Client, optionId: string): Promise<PollResponse> {
  const [option] = await ctx.db.select({ pollId: pollOptions.pollId }).from(pollOptions).where(eq(pollOptions.id, optionId));
  const feedId = option ? await feedOfPoll(ctx, option.pollId) : null;
  const post = feedId === null ? null : await findItem(ctx, voter, client, 'feed', feedId);
  if (!option || !post) return fail('option_not_found');
  if (post.entitlement.state === 'locked') fail('content_locked');
  const { pollId } = option;
  await inTransaction(ctx, async (tx) => {
    const [poll] = await tx.db.select({ expiresAt: polls.expiresAt }).from(polls).where(eq(polls.id, pollId)).for('no key update');
    if (!poll) return fail('option_not_found');
    if (poll.expiresAt !== null && poll.expiresAt <= tx.clock.now()) fail('poll_closed');
    const [inserted] = await tx.db
      .insert(pollVotes)
      .values({ pollId, accountId: voter.id, optionId, createdAt: tx.clock.now() })
      .onConflictDoNothing()
      .returning({ pollId: pollVotes.pollId });
    if (!inserted) fail('already_voted');
    await tx.db
      .update(pollOptions)
      .set({ votes: sql`${pollOptions.votes} + 1` })
      .where(eq(pollOptions.id, optionId));
    await tx.db
      .update(polls)
      .set({ totalVotes: sql`${polls.totalVotes} + 1` })
      .where(eq(polls.id, pollId));
    await notify(tx, post.row.performerId, {
      type: 'vote',
      actorId: voter.id,
      text: 'voted in your poll.',
      link: itemLink('feed', post.row.id),
      event: `vote:${pollId}:${voter.id}`,
      group: `vote:${pollId}`,
    });
  });
  const isManaged = post.row.performerId === voter.id || hasRight(voter, 'content.moderate');
  return (await pollResponses(ctx, voter, [{ pollId, isManaged }])).get(pollId) ?? fail('option_not_found');
}

/** Deletes polls that no post used within a day. Returns how many. */
export async function sweepPolls(ctx: Context): Promise<number> {
  const deletedCount = await inTransaction(ctx, async (tx) => {
    const isUnused = sql`not exists (select 1 from ${feeds} where ${feeds.pollId} = ${polls.id})`;
    const old = await tx.db
      .select({ id: polls.id })
      .from(polls)
      .where(and(lt(polls.createdAt, fromNow(tx, -limits.unattachedFileRetention_s)), isUnused))
      .limit(batchSize)
      .for('update', { skipLocked: true });
    if (old.length === 0) return 0;
    const ids = old.map(({ id }) => id);
    // Checked again now that they are locked: a post may have used one in between.
    const deleted = await tx.db
      .delete(polls)
      .where(and(inArray(polls.id, ids), isUnused))
      .returning({ id: polls.id });
    return deleted.length;
  });
  return deletedCount === batchSize ? deletedCount + (await sweepPolls(ctx)) : deletedCount;
}
