/** Creating, changing and deleting posts. */
import { and, eq, ne } from 'drizzle-orm';
import type { Parsed } from '@contract/kernel/endpoint';
import type feedsContract from '@contract/content/feeds';
import * as limits from '@contract/kernel/limits';
import type { ItemStatus } from '@contract/kernel/values/content';
import type { FeedType } from '@contract/kernel/values/feeds';
import { inTransaction, type Context } from '../../platform/context';
import { feeds, items } from '../../platform/db/schema/content';
import { takeAdvisoryLock } from '../../platform/db/advisory-lock';
import { fail, failAt, type Issue } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import { removeFile } from '../../platform/media/files';
import { assertMayPublish, lockOwnItem } from '../items/publishing-options';
import { createItem, deleteItems, isSold, setReadiness, updateItem } from '../items/write';
import { feedResponses, type FeedResponse } from '../items/feed-rows';
import { ownItems } from '../items/visible';
import {
  claimFeedFiles,
  setAltTexts,
  dropFeedFiles,
  filesOfFeed,
  lockFeedFiles,
  storeFeedFiles,
  readinessOf,
  createThumbnail,
  type FeedFiles,
} from './files';
import { assertNoVotes, dropPoll, claimPoll } from './polls';
import { assertSellable, changeTicketedShow, ticketColumns } from '../../money/tickets/terms';
import { cancelTicketedShow, cancelShowOfDeletedPost } from '../../money/tickets/settle';
import { scheduleShowNotification } from './planned-shows';

type Contract = typeof feedsContract;
type NewFeed = Parsed<Contract['POST /performer/feeds']>['body'];
type FeedChanges = Parsed<Contract['PUT /performer/feeds/:id']>['body'];

const noFiles: FeedFiles = { fileIds: [], thumbnailId: null, teaserId: null };

const filesAfter = (before: FeedFiles, { fileIds, thumbnailId, teaserId }: FeedChanges): FeedFiles => ({
  fileIds: fileIds === undefined ? before.fileIds : [...new Set(fileIds)],
  thumbnailId: thumbnailId === undefined ? before.thumbnailId : thumbnailId,
  teaserId: teaserId === undefined ? before.teaserId : teaserId,
});

/** The ids of all files of a post. */
const idsOf = ({ fileIds, thumbnailId, teaserId }: FeedFiles): string[] =>
  [...fileIds, thumbnailId, teaserId].filter((file) => file !== null);

interface PostContent {
  text: string;
  fileIds: readonly string[];
  streamScheduledAt: Date | null;
}

function missingContentIssues(type: FeedType, { text, fileIds, streamScheduledAt }: PostContent): Issue[] {
  if (type === 'text') return text === '' ? [{ path: 'text', message: 'Write something.' }] : [];
  if (type !== 'scheduled-stream') return fileIds.length === 0 ? [{ path: 'fileIds', message: 'Add a file.' }] : [];
  return streamScheduledAt === null ? [{ path: 'streamScheduledAt', message: 'Choose a start time.' }] : [];
}

/** Asserts that a post is complete; a draft may be incomplete. Rejects with invalid_request and a message for the user. */
function assertComplete(type: FeedType, status: ItemStatus, content: PostContent): void {
  const issues = status === 'draft' ? [] : missingContentIssues(type, content);
  if (issues.length > 0) fail('invalid_request', { issues });
}

/**
 * At most three posts are pinned. A fourth is rejected, rather than unpinning one automatically. Rejects with invalid_request and a
 * message for the user.
 */
async function assertPinAvailable(tx: Context, performerId: string, exceptId: string | null): Promise<void> {
  // Serializes concurrent pins of one performer.
  await takeAdvisoryLock(tx.db, `pins of ${performerId}`);
  const others = exceptId === null ? undefined : ne(items.id, exceptId);
  const isPinned = and(ownItems(performerId), eq(items.kind, 'feed'), eq(items.isPinned, true), others);
  if ((await tx.db.$count(items, isPinned)) < limits.pinnedFeedsMax) return;
  const message = `You can pin up to ${String(limits.pinnedFeedsMax)} posts. Unpin one to pin another.`;
  fail('invalid_request', { message, issues: [{ path: 'isPinned', message }] });
}

function assertStreamInFuture(ctx: Context, at: Date | null | undefined, before: Date | null): void {
  if (at && at.getTime() !== before?.getTime() && at <= ctx.clock.now()) failAt('streamScheduledAt', 'schedule_in_past');
}

/** The request with the thumbnail that `thumbnailFrame` asks for. Rejects with file_not_found, and with the errors of `storeImage`. */
async function withThumbnail<T extends FeedChanges>(ctx: Context, performerId: string, current: FeedFiles, body: T): Promise<T> {
  if (body.thumbnailFrame === undefined) return body;
  const { fileIds } = filesAfter(current, body);
  return { ...body, thumbnailId: await createThumbnail(ctx, performerId, fileIds, body.thumbnailFrame) };
}

async function responseOf(ctx: Context, performer: Actor, id: string): Promise<FeedResponse> {
  return (await feedResponses(ctx, performer, [id])).get(id) ?? fail('feed_not_found');
}

/**
 * Creates a post: published, scheduled or as a draft. It is shown once its files are ready. Rejects with performer_not_verified,
 * file_not_found, file_already_used, file_type_mismatch, quota_exceeded, price_out_of_range, schedule_in_past, poll_not_found, and with
 * invalid_request if it is incomplete, would be the fourth pinned post, or if its tickets cannot be sold.
 */
export async function createFeed(ctx: Context, performer: Actor, { type, ...request }: NewFeed): Promise<FeedResponse> {
  await assertMayPublish(ctx, performer.id);
  const body = await withThumbnail(ctx, performer.id, noFiles, request);
  const { title = '', text = '', isPinned = false, streamScheduledAt = null, pollId = null } = body;
  const files = filesAfter(noFiles, body);
  assertComplete(type, body.status ?? 'active', { text, fileIds: files.fileIds, streamScheduledAt });
  assertStreamInFuture(ctx, streamScheduledAt, null);
  const tickets = ticketColumns(body);
  const id = await inTransaction(ctx, async (tx) => {
    if (isPinned) await assertPinAvailable(tx, performer.id, null);
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
    assertSellable(tickets.ticketCents, type, item.audience);
    const claimed = await claimFeedFiles(tx, { ...item, type }, noFiles, files);
    if (pollId !== null) await claimPoll(tx, performer.id, pollId);
    const { thumbnailId, teaserId } = files;
    await tx.db.insert(feeds).values({ itemId: item.id, thumbnailId, teaserId, pollId, streamScheduledAt, ...tickets });
    await scheduleShowNotification(tx, item.id, null, streamScheduledAt);
    await storeFeedFiles(tx, item.id, files, claimed.keys(), 'none');
    await setAltTexts(tx, item.id, body.altTexts ?? []);
    await setReadiness(tx, item.id, readinessOf(files, claimed));
    return item.id;
  });
  return responseOf(ctx, performer, id);
}

async function ownFeedRow(tx: Pick<Context, 'db'>, performerId: string, id: string) {
  const [row] = await tx.db
    .select({ type: items.feedType, pollId: feeds.pollId, streamScheduledAt: feeds.streamScheduledAt })
    .from(items)
    .innerJoin(feeds, eq(feeds.itemId, items.id))
    .where(and(eq(items.id, id), ownItems(performerId)));
  return row?.type ? { ...row, type: row.type } : fail('feed_not_found');
}

/** Replaces or removes the poll of a locked post. Rejects with poll_not_found, and with poll_has_votes if there are votes. */
async function changePoll(tx: Context, performerId: string, feedId: string, before: string | null, after: string | null): Promise<void> {
  if (before === after) return;
  if (before !== null) await assertNoVotes(tx, performerId, before);
  if (after !== null) await claimPoll(tx, performerId, after);
  await tx.db.update(feeds).set({ pollId: after }).where(eq(feeds.itemId, feedId));
  if (before !== null) await dropPoll(tx, before);
}

async function applyChanges(tx: Context, performerId: string, id: string, body: FeedChanges): Promise<string[]> {
  if (body.isPinned === true) await assertPinAvailable(tx, performerId, id);
  const { type } = await ownFeedRow(tx, performerId, id);
  const current = await filesOfFeed(tx, id);
  const claimed = await claimFeedFiles(tx, { id, performerId, type }, current, filesAfter(current, body));
  const before = (await lockOwnItem(tx, performerId, 'feed', id)) ?? fail('feed_not_found');
  // Read again: a concurrent transaction may have changed the post before it was locked.
  const { pollId, streamScheduledAt } = await ownFeedRow(tx, performerId, id);
  const filesBefore = await filesOfFeed(tx, id);
  const files = filesAfter(filesBefore, body);
  const streamAt = body.streamScheduledAt === undefined ? streamScheduledAt : body.streamScheduledAt;
  assertStreamInFuture(tx, streamAt, streamScheduledAt);
  const content = { text: body.text ?? before.body, fileIds: files.fileIds, streamScheduledAt: streamAt };
  assertComplete(type, body.status ?? before.status, content);
  await changePoll(tx, performerId, id, pollId, body.pollId === undefined ? pollId : body.pollId);
  const { thumbnailId, teaserId } = files;
  await changeTicketedShow(tx, id, body, streamAt);
  await tx.db.update(feeds).set({ thumbnailId, teaserId, streamScheduledAt: streamAt }).where(eq(feeds.itemId, id));
  await scheduleShowNotification(tx, id, streamScheduledAt, streamAt);
  const unused = await storeFeedFiles(tx, id, files, claimed.keys(), (await isSold(tx, id)) ? 'some' : 'none');
  await setAltTexts(tx, id, body.altTexts ?? []);
  const { title, text, isPinned } = body;
  const hasChangedFiles = idsOf(files).some((file) => !idsOf(filesBefore).includes(file));
  await updateItem(tx, before, { title, body: text, isPinned, hasChangedFiles, readiness: readinessOf(files, claimed), changes: body });
  const [after] = await tx.db
    .select({ audience: items.audience, ticketCents: feeds.ticketCents })
    .from(items)
    .innerJoin(feeds, eq(feeds.itemId, items.id))
    .where(eq(items.id, id));
  if (after) assertSellable(after.ticketCents, type, after.audience);
  return unused;
}

/** Deletes files after the transaction that detached them. */
async function removeFiles(ctx: Context, ids: readonly string[]): Promise<void> {
  for (const id of ids) await removeFile(ctx, id);
}

/**
 * Changes one of the performer's posts; absent fields are unchanged. Removed files are deleted, unless the post was sold. Rejects with
 * the errors of `createFeed`, and with feed_not_found, poll_has_votes and show_not_open.
 */
export async function changeFeed(ctx: Context, performer: Actor, id: string, request: FeedChanges): Promise<FeedResponse> {
  await assertMayPublish(ctx, performer.id);
  if (request.thumbnailFrame !== undefined) await ownFeedRow(ctx, performer.id, id);
  const body = await withThumbnail(ctx, performer.id, await filesOfFeed(ctx, id), request);
  const unused = await inTransaction(ctx, (tx) => applyChanges(tx, performer.id, id, body));
  await removeFiles(ctx, unused);
  return responseOf(ctx, performer, id);
}

/** Deletes one of the performer's posts, with its files unless it was sold. Rejects with feed_not_found. */
export async function removeFeed(ctx: Context, performerId: string, id: string): Promise<void> {
  await removeFiles(ctx, await inTransaction(ctx, (tx) => dropFeed(tx, performerId, id)));
}

/** The same in the transaction of `tx`. Returns the files that are no longer used, to be deleted after the transaction. */
export async function dropFeed(tx: Context, performerId: string, id: string): Promise<string[]> {
  await lockFeedFiles(tx, performerId, id);
  const feed = (await lockOwnItem(tx, performerId, 'feed', id)) ?? fail('feed_not_found');
  await cancelShowOfDeletedPost(tx, id);
  const dropped = (await isSold(tx, id)) ? [] : await dropFeedFiles(tx, id);
  await deleteItems(tx, [feed], id);
  return dropped;
}

/** Cancels the show that one of the performer's posts sells tickets for. Idempotent. Rejects with feed_not_found and show_not_open. */
export async function cancelShow(ctx: Context, performer: Actor, id: string): Promise<FeedResponse> {
  await inTransaction(ctx, (tx) => cancelTicketedShow(tx, performer.id, id));
  return responseOf(ctx, performer, id);
}
