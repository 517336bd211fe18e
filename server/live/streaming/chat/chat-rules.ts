/** Chat rules of a stream: settings, who may write, and who moderates. */
import { and, eq, inArray, notInArray } from 'drizzle-orm';
import type { z } from 'zod';
import type { StreamConversation } from '@contract/live/live';
import { Id } from '@contract/kernel/shapes';
import type { ChatAudience, ChatRole } from '@contract/kernel/values/live';
import type { MessagingRequirement } from '@contract/kernel/values/messages';
import { inTransaction, type Context } from '../../../platform/context';
import { accounts } from '../../../platform/db/schema/accounts';
import { streamModerators, streams } from '../../../platform/db/schema/streaming';
import { fail } from '../../../kernel/api-error';
import type { Actor } from '../../../platform/http/actor';
import type { Client } from '../../../platform/http/client';
import { peopleByIds } from '../../../people/people/rows';
import { assertCanSeePage, idByUsername } from '../../../people/performers/view';
import { reportFlaggedWords } from '../../../people/flagging/flagging';
import { muteOf, publishInfo, roleOf, showsWhere, type ShowForViewer, type Viewer } from '../rows';

export type StreamConversationResponse = z.output<typeof StreamConversation>;

/** What a viewer without another role still needs to write in a chat of this audience. */
export function chatWriteNeeds(
  audience: ChatAudience,
  { isFollowed, isSubscribed }: Pick<ShowForViewer, 'isFollowed' | 'isSubscribed'>,
): MessagingRequirement[] {
  if (audience === 'followers') return isFollowed ? [] : ['follow'];
  if (audience === 'subscribers') return isSubscribed ? [] : ['subscribe'];
  return [];
}

/** Whether this role may moderate. */
export const canModerate = (role: ChatRole): boolean => role !== 'viewer';

async function responseOf(ctx: Context, viewer: Viewer, row: ShowForViewer): Promise<StreamConversationResponse> {
  const { stream } = row;
  const role = roleOf(viewer, row);
  const { isMuted, until } = muteOf(row, ctx.clock.now());
  const writeNeeds = viewer === null || canModerate(role) ? [] : chatWriteNeeds(stream.chatAudience, row);
  const moderators = canModerate(role) ? await moderatorsOf(ctx, stream.id) : [];
  const people = await peopleByIds(ctx, moderators);
  return {
    _id: stream.conversationId,
    type: 'stream',
    name: stream.name,
    streamId: stream.id,
    performerId: stream.performerId,
    slowModeSeconds: stream.slowMode_s,
    chatAudience: stream.chatAudience,
    role,
    writeNeeds,
    isMuted,
    mutedUntil: until,
    canWrite: viewer !== null && !isMuted && writeNeeds.length === 0 && row.session !== null && row.session.status !== 'ended',
    words: canModerate(role) ? stream.words : [],
    moderators: moderators.flatMap((id) => people.get(id) ?? []),
    createdAt: stream.createdAt,
    updatedAt: stream.updatedAt,
  };
}

/** The account ids of a stream's moderators. */
export async function moderatorsOf(ctx: Pick<Context, 'db'>, streamId: string): Promise<string[]> {
  const rows = await ctx.db
    .select({ id: streamModerators.accountId })
    .from(streamModerators)
    .where(eq(streamModerators.streamId, streamId))
    .orderBy(streamModerators.accountId);
  return rows.map(({ id }) => id);
}

/** The chat of a stream for this viewer. Rejects with stream_not_found. */
export async function conversationOf(ctx: Context, viewer: Viewer, streamId: string): Promise<StreamConversationResponse> {
  const [row] = await showsWhere(ctx, viewer, eq(streams.id, streamId));
  return row ? responseOf(ctx, viewer, row) : fail('stream_not_found');
}

/**
 * The chat of a performer's shows, by their id or username. Rejects with performer_not_found, blocked_by_performer and, before their stream
 * exists, stream_not_found.
 */
export async function conversationOfPerformer(
  ctx: Context,
  actor: Actor | null,
  client: Client,
  idOrName: string,
): Promise<StreamConversationResponse> {
  const id = Id.safeParse(idOrName);
  const performerId = id.success ? id.data : ((await idByUsername(ctx, idOrName)) ?? fail('performer_not_found'));
  if (actor?.id !== performerId) await assertCanSeePage(ctx, actor, client, performerId);
  const isPublic = and(eq(streams.performerId, performerId), eq(streams.type, 'public'));
  const [row] = await showsWhere(ctx, actor, isPublic);
  return row ? responseOf(ctx, actor, row) : fail('stream_not_found');
}

/** The stream of a chat with the viewer's relation to it. Rejects with conversation_not_found, also for private shows of others. */
export async function chatFor(ctx: Context, viewer: Viewer, conversationId: string): Promise<ShowForViewer> {
  const [row] = await showsWhere(ctx, viewer, eq(streams.conversationId, conversationId));
  if (!row) return fail('conversation_not_found');
  const { type, performerId, userId } = row.stream;
  const isParticipant = viewer !== null && (viewer.id === performerId || viewer.id === userId);
  return type === 'private' && !isParticipant ? fail('conversation_not_found') : row;
}

/** The stream of a chat for one of its moderators, with their role. Rejects with conversation_not_found and not_owner. */
export async function chatForModerator(ctx: Context, viewer: Viewer, conversationId: string): Promise<ShowForViewer & { role: ChatRole }> {
  const row = await chatFor(ctx, viewer, conversationId);
  const role = roleOf(viewer, row);
  return canModerate(role) ? { ...row, role } : fail('not_owner');
}

/** Replaces the moderators. Rejects with user_not_found. */
async function setModerators(tx: Context, { id, performerId }: ShowForViewer['stream'], moderatorIds: readonly string[]): Promise<void> {
  const ids = [...new Set(moderatorIds)].filter((accountId) => accountId !== performerId);
  const existing =
    ids.length === 0
      ? 0
      : await tx.db.$count(accounts, and(inArray(accounts.id, ids), notInArray(accounts.status, ['deleting', 'deleted'])));
  if (existing < ids.length) fail('user_not_found');
  await tx.db.delete(streamModerators).where(eq(streamModerators.streamId, id));
  if (ids.length > 0) await tx.db.insert(streamModerators).values(ids.map((accountId) => ({ streamId: id, accountId })));
}

export interface ChatRuleChanges {
  name?: string | undefined;
  slowModeSeconds?: number | undefined;
  chatAudience?: ChatAudience | undefined;
  words?: string[] | undefined;
  moderatorIds?: string[] | undefined;
}

/**
 * Changes the rules of a chat. Absent fields stay unchanged. Only the owner can change the moderators. Rejects with conversation_not_found,
 * not_owner and user_not_found.
 */
export function changeChatRules(
  ctx: Context,
  actor: Actor,
  conversationId: string,
  changes: ChatRuleChanges,
): Promise<StreamConversationResponse> {
  return inTransaction(ctx, async (tx) => {
    const { stream, role } = await chatForModerator(tx, actor, conversationId);
    const { name, slowModeSeconds, chatAudience, words, moderatorIds } = changes;
    if (role === 'operator' || (moderatorIds !== undefined && role !== 'owner')) fail('not_owner');
    await tx.db.select({ id: streams.id }).from(streams).where(eq(streams.id, stream.id)).for('no key update');
    if (moderatorIds !== undefined) await setModerators(tx, stream, moderatorIds);
    await tx.db
      .update(streams)
      .set({
        name,
        chatAudience,
        slowMode_s: slowModeSeconds,
        updatedAt: tx.clock.now(),
        ...(words && { words: [...new Set(words.map((word) => word.toLowerCase()))] }),
      })
      .where(eq(streams.id, stream.id));
    await publishInfo(tx, stream.id);
    await reportFlaggedWords(tx, { target: 'stream', targetId: stream.id, ownerId: stream.performerId });
    return conversationOf(tx, actor, stream.id);
  });
}
