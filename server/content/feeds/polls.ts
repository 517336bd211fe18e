/** Polls: made before the post that takes them, voted in once by each person, and gone after a day that no post took them in. */
import { and, eq, inArray, lt, sql } from 'drizzle-orm';
import type { Parsed } from '@contract/endpoint';
import type feedsContract from '@contract/content/feeds';
import * as limits from '@contract/kernel/limits';
import { inTransaction, type Context } from '../../platform/context';
import { feeds, pollOptions, polls, pollVotes } from '../../platform/db/schema/schema';
import { fail, failAt } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import { itemLink } from '../../platform/notification-texts';
import { assertMayPublish, feedOfPoll, findItem, pollAnswers, type PollAnswer } from '../../modules/items/items';
import { notify } from '../../people/notifications/notifications';
import { flagPerson } from '../../safety/reports/reports';
import { mayDo } from '../../platform/rights';

type NewPoll = Parsed<(typeof feedsContract)['POST /performer/feeds/polls']>['body'];

const second_ms = 1000;
/** Dropped at a time. */
const batch = 200;

const after = (ctx: Pick<Context, 'clock'>, span_s: number): Date => new Date(ctx.clock.now().getTime() + span_s * second_ms);

/** When the poll ends. Refuses with schedule_in_past, and an end too near or too far with invalid_request. */
function endOf(ctx: Context, wanted: Date | null | undefined): Date | null {
  if (wanted === null) return null;
  if (wanted === undefined) return after(ctx, limits.poll_s.standard);
  if (wanted <= ctx.clock.now()) return failAt('expiresAt', 'schedule_in_past');
  if (wanted >= after(ctx, limits.poll_s.min) && wanted <= after(ctx, limits.poll_s.max)) return wanted;
  return fail('invalid_request', { issues: [{ path: 'expiresAt', message: 'A poll lasts between an hour and 60 days.' }] });
}

/** Makes a poll, to be taken by a post within a day. Refuses with performer_not_verified and schedule_in_past. */
export async function createPoll(ctx: Context, performer: Actor, { question, options, expiresAt }: NewPoll): Promise<PollAnswer> {
  await assertMayPublish(ctx, performer.id);
  const id = ctx.chance.id();
  const end = endOf(ctx, expiresAt);
  await inTransaction(ctx, async (tx) => {
    await tx.db.insert(polls).values({ id, performerId: performer.id, question, expiresAt: end, createdAt: tx.clock.now() });
    const rows = options.map((text, ordering) => ({ id: tx.chance.id(), pollId: id, text, ordering }));
    await tx.db.insert(pollOptions).values(rows);
    await flagPerson(tx, performer.id, 'a poll');
  });
  return (await pollAnswers(ctx, performer, [{ pollId: id, isRun: true }])).get(id) ?? fail('internal_error');
}

async function lockPoll(tx: Context, performerId: string, id: string) {
  const [poll] = await tx.db
    .select()
    .from(polls)
    .where(and(eq(polls.id, id), eq(polls.performerId, performerId)))
    .for('update');
  return poll;
}

/** Takes an own poll for a post, in the transaction of `tx`. Refuses with poll_not_found, also when another post has it. */
export async function takePoll(tx: Context, performerId: string, pollId: string): Promise<void> {
  const poll = await lockPoll(tx, performerId, pollId);
  // The sweep may be dropping it this moment.
  if (!poll || poll.createdAt <= after(tx, -limits.unattachedFileKept_s)) return fail('poll_not_found');
  if ((await feedOfPoll(tx, pollId)) !== null) fail('poll_not_found');
}

/** That nobody has voted in a poll; nobody will until the transaction ends. Refuses with poll_has_votes. */
export async function assertNoVotes(tx: Context, performerId: string, pollId: string): Promise<void> {
  const poll = await lockPoll(tx, performerId, pollId);
  if (poll && poll.totalVotes > 0) fail('poll_has_votes');
}

/** Removes a poll that no post has any more. */
export async function dropPoll(tx: Context, pollId: string): Promise<void> {
  await tx.db.delete(polls).where(eq(polls.id, pollId));
}

/**
 * Votes for an answer, and tells whose poll it is. Vote and counters move together: fifty votes of fifty people count fifty, those
 * of one person one.
 * Refuses with option_not_found, blocked_by_performer, content_locked, poll_closed and already_voted.
 */
export async function vote(ctx: Context, voter: Actor, client: Client, optionId: string): Promise<PollAnswer> {
  const [option] = await ctx.db.select({ pollId: pollOptions.pollId }).from(pollOptions).where(eq(pollOptions.id, optionId));
  const feedId = option ? await feedOfPoll(ctx, option.pollId) : null;
  const seen = feedId === null ? null : await findItem(ctx, voter, client, 'feed', feedId);
  if (!option || !seen) return fail('option_not_found');
  if (seen.entitlement.state === 'locked') fail('content_locked');
  const { pollId } = option;
  await inTransaction(ctx, async (tx) => {
    const [poll] = await tx.db.select({ expiresAt: polls.expiresAt }).from(polls).where(eq(polls.id, pollId)).for('no key update');
    if (!poll) return fail('option_not_found');
    if (poll.expiresAt !== null && poll.expiresAt <= tx.clock.now()) fail('poll_closed');
    const [counted] = await tx.db
      .insert(pollVotes)
      .values({ pollId, accountId: voter.id, optionId, createdAt: tx.clock.now() })
      .onConflictDoNothing()
      .returning({ pollId: pollVotes.pollId });
    if (!counted) fail('already_voted');
    await tx.db
      .update(pollOptions)
      .set({ votes: sql`${pollOptions.votes} + 1` })
      .where(eq(pollOptions.id, optionId));
    await tx.db
      .update(polls)
      .set({ totalVotes: sql`${polls.totalVotes} + 1` })
      .where(eq(polls.id, pollId));
    await notify(tx, seen.row.performerId, {
      type: 'vote',
      actorId: voter.id,
      text: 'voted in your poll.',
      link: itemLink('feed', seen.row.id),
      event: `vote:${pollId}:${voter.id}`,
      group: `vote:${pollId}`,
    });
  });
  const isRun = seen.row.performerId === voter.id || mayDo(voter, 'content.moderate');
  return (await pollAnswers(ctx, voter, [{ pollId, isRun }])).get(pollId) ?? fail('option_not_found');
}

/** Drops polls that no post took within a day. Answers how many. */
export async function sweepPolls(ctx: Context): Promise<number> {
  const dropped = await inTransaction(ctx, async (tx) => {
    const isUntaken = sql`not exists (select 1 from ${feeds} where ${feeds.pollId} = ${polls.id})`;
    const old = await tx.db
      .select({ id: polls.id })
      .from(polls)
      .where(and(lt(polls.createdAt, after(tx, -limits.unattachedFileKept_s)), isUntaken))
      .limit(batch)
      .for('update', { skipLocked: true });
    if (old.length === 0) return 0;
    const ids = old.map(({ id }) => id);
    // Asked again now that they are held: a post may have taken one meanwhile.
    const gone = await tx.db
      .delete(polls)
      .where(and(inArray(polls.id, ids), isUntaken))
      .returning({ id: polls.id });
    return gone.length;
  });
  return dropped === batch ? dropped + (await sweepPolls(ctx)) : dropped;
}
