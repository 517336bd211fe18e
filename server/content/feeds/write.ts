/** Writing, changing and deleting posts. */
import { and, eq, ne } from 'drizzle-orm';
import type { Parsed } from '@contract/endpoint';
import type feedsContract from '@contract/content/feeds';
import * as limits from '@contract/kernel/limits';
import type { FeedType, ItemStatus } from '@contract/values';
import { inTransaction, type Context } from '../../platform/context';
import { feeds, items } from '../../platform/db/schema/schema';
import { takeTurn } from '../../platform/db/advisory-lock';
import { fail, failAt, type Issue } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import { removeFile } from '../../platform/media/files';
import {
  assertMayPublish,
  createItem,
  feedAnswers,
  hideForGood,
  isSold,
  lockOwnItem,
  ownItems,
  setReadiness,
  updateItem,
  type FeedAnswer,
} from '../../modules/items/items';
import {
  claimFeedFiles,
  describeFiles,
  dropFeedFiles,
  filesOfFeed,
  holdFeedFiles,
  keepFeedFiles,
  readinessOf,
  thumbnailOfFrame,
  type FeedFiles,
} from './files';
import { assertNoVotes, dropPoll, takePoll } from './polls';
import { planShow } from './planned-shows';

type Contract = typeof feedsContract;
type NewFeed = Parsed<Contract['POST /performer/feeds']>['body'];
type FeedChanges = Parsed<Contract['PUT /performer/feeds/:id']>['body'];

const nothing: FeedFiles = { fileIds: [], thumbnailId: null, teaserId: null };

const filesAfter = (before: FeedFiles, { fileIds, thumbnailId, teaserId }: FeedChanges): FeedFiles => ({
  fileIds: fileIds === undefined ? before.fileIds : [...new Set(fileIds)],
  thumbnailId: thumbnailId === undefined ? before.thumbnailId : thumbnailId,
  teaserId: teaserId === undefined ? before.teaserId : teaserId,
});

interface Whole {
  text: string;
  fileIds: readonly string[];
  streamScheduledAt: Date | null;
}

function missingOf(type: FeedType, { text, fileIds, streamScheduledAt }: Whole): Issue[] {
  if (type === 'text') return text === '' ? [{ path: 'text', message: 'Write something.' }] : [];
  if (type !== 'scheduled-stream') return fileIds.length === 0 ? [{ path: 'fileIds', message: 'Add a file.' }] : [];
  return streamScheduledAt === null ? [{ path: 'streamScheduledAt', message: 'Say when the show begins.' }] : [];
}

/** That nothing is missing of a post; a draft may be unfinished. Refuses with invalid_request, in words. */
function assertWhole(type: FeedType, status: ItemStatus, whole: Whole): void {
  const issues = status === 'draft' ? [] : missingOf(type, whole);
  if (issues.length > 0) fail('invalid_request', { issues });
}

/** Three posts are pinned at the most. A fourth is refused instead of a choice for its performer. Refuses with invalid_request, in words. */
async function assertPinFree(tx: Context, performerId: string, exceptId: string | null): Promise<void> {
  // Two at once come one after the other.
  await takeTurn(tx.db, `pins of ${performerId}`);
  const others = exceptId === null ? undefined : ne(items.id, exceptId);
  const isPinned = and(ownItems(performerId), eq(items.kind, 'feed'), eq(items.isPinned, true), others);
  if ((await tx.db.$count(items, isPinned)) < limits.pinnedFeedsMax) return;
  const message = `${String(limits.pinnedFeedsMax)} posts are pinned already. Unpin one of them first.`;
  fail('invalid_request', { message, issues: [{ path: 'isPinned', message }] });
}

function assertStreamAhead(ctx: Context, at: Date | null | undefined, before: Date | null): void {
  if (at && at.getTime() !== before?.getTime() && at <= ctx.clock.now()) failAt('streamScheduledAt', 'schedule_in_past');
}

/** What is asked for, with the picture made that `thumbnailFrame` asks for. Refuses with file_not_found, and as `storeImage`. */
async function withThumbnail<T extends FeedChanges>(ctx: Context, performerId: string, present: FeedFiles, body: T): Promise<T> {
  if (body.thumbnailFrame === undefined) return body;
  const { fileIds } = filesAfter(present, body);
  return { ...body, thumbnailId: await thumbnailOfFrame(ctx, performerId, fileIds, body.thumbnailFrame) };
}

async function answerOf(ctx: Context, performer: Actor, id: string): Promise<FeedAnswer> {
  return (await feedAnswers(ctx, performer, [id])).get(id) ?? fail('feed_not_found');
}

/**
 * Publishes a post, or keeps it as a draft or for later; it is shown once its files are ready. Refuses with
 * performer_not_verified, file_not_found, file_already_used, file_type_mismatch, quota_exceeded, price_out_of_range,
 * schedule_in_past, poll_not_found, and with invalid_request what is unfinished or a fourth to be pinned.
 */
export async function createFeed(ctx: Context, performer: Actor, { type, ...asked }: NewFeed): Promise<FeedAnswer> {
  await assertMayPublish(ctx, performer.id);
  const body = await withThumbnail(ctx, performer.id, nothing, asked);
  const { title = '', text = '', isPinned = false, streamScheduledAt = null, pollId = null } = body;
  const files = filesAfter(nothing, body);
  assertWhole(type, body.status ?? 'active', { text, fileIds: files.fileIds, streamScheduledAt });
  assertStreamAhead(ctx, streamScheduledAt, null);
  const id = await inTransaction(ctx, async (tx) => {
    if (isPinned) await assertPinFree(tx, performer.id, null);
    const item = await createItem(tx, {
      kind: 'feed',
      feedType: type,
      performerId: performer.id,
      title,
      body: text,
      changes: body,
      readiness: 'processing',
      isPinned,
    });
    const claimed = await claimFeedFiles(tx, { ...item, type }, nothing, files);
    if (pollId !== null) await takePoll(tx, performer.id, pollId);
    const { thumbnailId, teaserId } = files;
    await tx.db.insert(feeds).values({ itemId: item.id, thumbnailId, teaserId, pollId, streamScheduledAt });
    await planShow(tx, item.id, null, streamScheduledAt);
    await keepFeedFiles(tx, item.id, files, claimed.keys(), 'none');
    await describeFiles(tx, item.id, body.altTexts ?? []);
    await setReadiness(tx, item.id, readinessOf(files, claimed));
    return item.id;
  });
  return answerOf(ctx, performer, id);
}

async function ownFeedRow(tx: Pick<Context, 'db'>, performerId: string, id: string) {
  const [row] = await tx.db
    .select({ type: items.feedType, pollId: feeds.pollId, streamScheduledAt: feeds.streamScheduledAt })
    .from(items)
    .innerJoin(feeds, eq(feeds.itemId, items.id))
    .where(and(eq(items.id, id), ownItems(performerId)));
  return row?.type ? { ...row, type: row.type } : fail('feed_not_found');
}

/** Gives a held post another poll, or none. Refuses with poll_not_found, and with poll_has_votes where people have voted. */
async function changePoll(tx: Context, performerId: string, feedId: string, before: string | null, after: string | null): Promise<void> {
  if (before === after) return;
  if (before !== null) await assertNoVotes(tx, performerId, before);
  if (after !== null) await takePoll(tx, performerId, after);
  await tx.db.update(feeds).set({ pollId: after }).where(eq(feeds.itemId, feedId));
  if (before !== null) await dropPoll(tx, before);
}

async function changeIn(tx: Context, performerId: string, id: string, body: FeedChanges): Promise<string[]> {
  if (body.isPinned === true) await assertPinFree(tx, performerId, id);
  const { type } = await ownFeedRow(tx, performerId, id);
  const present = await filesOfFeed(tx, id);
  const claimed = await claimFeedFiles(tx, { id, performerId, type }, present, filesAfter(present, body));
  const before = (await lockOwnItem(tx, performerId, 'feed', id)) ?? fail('feed_not_found');
  // Read again: whoever held the post before may have changed it.
  const { pollId, streamScheduledAt } = await ownFeedRow(tx, performerId, id);
  const files = filesAfter(await filesOfFeed(tx, id), body);
  const streamAt = body.streamScheduledAt === undefined ? streamScheduledAt : body.streamScheduledAt;
  assertStreamAhead(tx, streamAt, streamScheduledAt);
  const whole = { text: body.text ?? before.body, fileIds: files.fileIds, streamScheduledAt: streamAt };
  assertWhole(type, body.status ?? before.status, whole);
  await changePoll(tx, performerId, id, pollId, body.pollId === undefined ? pollId : body.pollId);
  const { thumbnailId, teaserId } = files;
  await tx.db.update(feeds).set({ thumbnailId, teaserId, streamScheduledAt: streamAt }).where(eq(feeds.itemId, id));
  await planShow(tx, id, streamScheduledAt, streamAt);
  const unused = await keepFeedFiles(tx, id, files, claimed.keys(), (await isSold(tx, id)) ? 'some' : 'none');
  await describeFiles(tx, id, body.altTexts ?? []);
  const { title, text, isPinned } = body;
  await updateItem(tx, before, { title, body: text, isPinned, readiness: readinessOf(files, claimed), changes: body });
  return unused;
}

/** Removes files after the transaction that let go of them. */
async function removeFiles(ctx: Context, ids: readonly string[]): Promise<void> {
  for (const id of ids) await removeFile(ctx, id);
}

/**
 * Changes an own post: what is absent stays. Files taken out are removed, unless somebody has bought the post. Refuses as
 * `createFeed`, and with feed_not_found and poll_has_votes.
 */
export async function changeFeed(ctx: Context, performer: Actor, id: string, asked: FeedChanges): Promise<FeedAnswer> {
  await assertMayPublish(ctx, performer.id);
  if (asked.thumbnailFrame !== undefined) await ownFeedRow(ctx, performer.id, id);
  const body = await withThumbnail(ctx, performer.id, await filesOfFeed(ctx, id), asked);
  const unused = await inTransaction(ctx, (tx) => changeIn(tx, performer.id, id, body));
  await removeFiles(ctx, unused);
  return answerOf(ctx, performer, id);
}

/** Deletes an own post, with its files unless somebody has bought it. Refuses with feed_not_found. */
export async function removeFeed(ctx: Context, performerId: string, id: string): Promise<void> {
  await removeFiles(ctx, await inTransaction(ctx, (tx) => dropFeed(tx, performerId, id)));
}

/** The same in the transaction of `tx`; answers the files that nothing uses any more, to be removed after it. */
export async function dropFeed(tx: Context, performerId: string, id: string): Promise<string[]> {
  await holdFeedFiles(tx, performerId, id);
  const feed = (await lockOwnItem(tx, performerId, 'feed', id)) ?? fail('feed_not_found');
  const dropped = (await isSold(tx, id)) ? [] : await dropFeedFiles(tx, id);
  await hideForGood(tx, [feed], id);
  return dropped;
}
