/** The chat of a stream: its rules, who may write in it, and who keeps order. */
import { and, eq, inArray, notInArray } from 'drizzle-orm';
import type { z } from 'zod';
import type { StreamConversation } from '@contract/live/live';
import { Id } from '@contract/kernel/shapes';
import type { ChatAudience, ChatRole, WriteWay } from '@contract/values';
import { inTransaction, type Context } from '../../../platform/context';
import { accounts, streamModerators, streams } from '../../../platform/db/schema/schema';
import { fail } from '../../../kernel/api-error';
import type { Actor } from '../../../platform/http/actor';
import type { Client } from '../../../platform/http/client';
import { peopleByIds } from '../../../modules/people/people';
import { assertMaySee, idByUsername } from '../../../modules/performers/performers';
import { flag } from '../../../safety/reports/reports';
import { muteOf, publishInfo, roleOf, showsWhere, type Shown, type Viewer } from '../rows';

export type StreamConversationAnswer = z.output<typeof StreamConversation>;

/** What is wanting to write in a chat of this audience, for somebody who is no more than a viewer. */
export function chatNeeds(audience: ChatAudience, { isFollowed, isSubscribed }: Pick<Shown, 'isFollowed' | 'isSubscribed'>): WriteWay[] {
  if (audience === 'followers') return isFollowed ? [] : ['follow'];
  if (audience === 'subscribers') return isSubscribed ? [] : ['subscribe'];
  return [];
}

/** Whether somebody of this role keeps order. */
export const keepsOrder = (role: ChatRole): boolean => role !== 'viewer';

async function answerOf(ctx: Context, viewer: Viewer, row: Shown): Promise<StreamConversationAnswer> {
  const { stream } = row;
  const role = roleOf(viewer, row);
  const { isMuted, until } = muteOf(row, ctx.clock.now());
  const writeNeeds = viewer === null || keepsOrder(role) ? [] : chatNeeds(stream.chatAudience, row);
  const moderators = keepsOrder(role) ? await moderatorsOf(ctx, stream.id) : [];
  const people = await peopleByIds(ctx, moderators);
  return {
    ...{ _id: stream.conversationId, type: 'stream', name: stream.name, streamId: stream.id, performerId: stream.performerId },
    ...{ slowModeSeconds: stream.slowMode_s, chatAudience: stream.chatAudience, role, writeNeeds, isMuted, mutedUntil: until },
    canWrite: viewer !== null && !isMuted && writeNeeds.length === 0 && row.session !== null && row.session.status !== 'ended',
    words: keepsOrder(role) ? stream.words : [],
    moderators: moderators.flatMap((id) => people.get(id) ?? []),
    ...{ createdAt: stream.createdAt, updatedAt: stream.updatedAt },
  };
}

/** Who moderates a stream, by id. */
export async function moderatorsOf(ctx: Pick<Context, 'db'>, streamId: string): Promise<string[]> {
  const rows = await ctx.db
    .select({ id: streamModerators.accountId })
    .from(streamModerators)
    .where(eq(streamModerators.streamId, streamId))
    .orderBy(streamModerators.accountId);
  return rows.map(({ id }) => id);
}

/** The chat of a stream as somebody sees it. Refuses with stream_not_found. */
export async function conversationOf(ctx: Context, viewer: Viewer, streamId: string): Promise<StreamConversationAnswer> {
  const [row] = await showsWhere(ctx, viewer, eq(streams.id, streamId));
  return row ? answerOf(ctx, viewer, row) : fail('stream_not_found');
}

/**
 * The chat of a performer's shows, by her id or username. Refuses with performer_not_found, blocked_by_performer and, where she has
 * never set one up, stream_not_found.
 */
export async function conversationOfPerformer(
  ctx: Context,
  actor: Actor | null,
  client: Client,
  idOrName: string,
): Promise<StreamConversationAnswer> {
  const id = Id.safeParse(idOrName);
  const performerId = id.success ? id.data : ((await idByUsername(ctx, idOrName)) ?? fail('performer_not_found'));
  if (actor?.id !== performerId) await assertMaySee(ctx, actor, client, performerId);
  const isPublic = and(eq(streams.performerId, performerId), eq(streams.type, 'public'));
  const [row] = await showsWhere(ctx, actor, isPublic);
  return row ? answerOf(ctx, actor, row) : fail('stream_not_found');
}

/** The stream of a chat with what somebody is to it. Refuses with conversation_not_found, also where she has no part in it. */
export async function chatFor(ctx: Context, viewer: Viewer, conversationId: string): Promise<Shown> {
  const [row] = await showsWhere(ctx, viewer, eq(streams.conversationId, conversationId));
  if (!row) return fail('conversation_not_found');
  const { type, performerId, userId } = row.stream;
  const isTheirs = viewer !== null && (viewer.id === performerId || viewer.id === userId);
  return type === 'private' && !isTheirs ? fail('conversation_not_found') : row;
}

/** The same for who keeps order in it. Refuses with conversation_not_found and not_owner. */
export async function chatToKeep(ctx: Context, viewer: Viewer, conversationId: string): Promise<Shown & { role: ChatRole }> {
  const row = await chatFor(ctx, viewer, conversationId);
  const role = roleOf(viewer, row);
  return keepsOrder(role) ? { ...row, role } : fail('not_owner');
}

/** Replaces who moderates. Refuses with user_not_found. */
async function setModerators(tx: Context, { id, performerId }: Shown['stream'], moderatorIds: readonly string[]): Promise<void> {
  const ids = [...new Set(moderatorIds)].filter((one) => one !== performerId);
  const known =
    ids.length === 0
      ? 0
      : await tx.db.$count(accounts, and(inArray(accounts.id, ids), notInArray(accounts.status, ['deleting', 'deleted'])));
  if (known < ids.length) fail('user_not_found');
  await tx.db.delete(streamModerators).where(eq(streamModerators.streamId, id));
  if (ids.length > 0) await tx.db.insert(streamModerators).values(ids.map((accountId) => ({ streamId: id, accountId })));
}

export interface RuleChanges {
  name?: string | undefined;
  slowModeSeconds?: number | undefined;
  chatAudience?: ChatAudience | undefined;
  words?: string[] | undefined;
  moderatorIds?: string[] | undefined;
}

/**
 * Changes the rules of a chat: what is absent stays; who moderates is for its owner to say. Refuses with conversation_not_found,
 * not_owner and user_not_found.
 */
export function changeRules(ctx: Context, actor: Actor, conversationId: string, changes: RuleChanges): Promise<StreamConversationAnswer> {
  return inTransaction(ctx, async (tx) => {
    const { stream, role } = await chatToKeep(tx, actor, conversationId);
    const { name, slowModeSeconds, chatAudience, words, moderatorIds } = changes;
    if (role === 'operator' || (moderatorIds !== undefined && role !== 'owner')) fail('not_owner');
    await tx.db.select({ id: streams.id }).from(streams).where(eq(streams.id, stream.id)).for('no key update');
    if (moderatorIds !== undefined) await setModerators(tx, stream, moderatorIds);
    await tx.db
      .update(streams)
      .set({
        ...{ name, chatAudience, slowMode_s: slowModeSeconds, updatedAt: tx.clock.now() },
        ...(words && { words: [...new Set(words.map((word) => word.toLowerCase()))] }),
      })
      .where(eq(streams.id, stream.id));
    await publishInfo(tx, stream.id);
    await flag(tx, { target: 'stream', targetId: stream.id, ownerId: stream.performerId });
    return conversationOf(tx, actor, stream.id);
  });
}
