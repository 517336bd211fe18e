/** Evidence of a report: the files attached to its target, polls, and recent chat messages of a show. */
import { and, asc, desc, eq, inArray } from 'drizzle-orm';
import * as limits from '@contract/kernel/limits';
import type { ItemKind } from '@contract/kernel/values/content';
import type { Context } from '../../platform/context';
import { accounts } from '../../platform/db/schema/accounts';
import { feeds, photos } from '../../platform/db/schema/content';
import { files } from '../../platform/db/schema/files';
import { pollOptions, polls } from '../../platform/db/schema/polls';
import { streamMessages } from '../../platform/db/schema/streaming';
import type { FileUseKind } from '../../platform/db/schema/files';
import type { EvidenceSnapshot } from '../../platform/db/schema/safety';

type WithDb = Pick<Context, 'db'>;

const titleMax = 80;

/** The beginning of a text on one line, as the title of a report. */
export const titleFrom = (text: string): string => Array.from(text.replaceAll(/\s+/g, ' ').trim()).slice(0, titleMax).join('');

/** The ids of the files attached to the given objects of one kind. */
export async function fileIdsAttachedTo(tx: WithDb, kind: FileUseKind, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await tx.db
    .select({ id: files.id })
    .from(files)
    .where(and(eq(files.attachedKind, kind), inArray(files.attachedId, [...ids])))
    .orderBy(asc(files.createdAt), asc(files.id));
  return rows.map(({ id }) => id);
}

/** The files of an item; for a gallery the files of its photos. */
export async function filesOfItem(tx: WithDb, kind: ItemKind, id: string): Promise<string[]> {
  if (kind !== 'gallery') return fileIdsAttachedTo(tx, kind, [id]);
  const galleryPhotos = await tx.db.select({ id: photos.itemId }).from(photos).where(eq(photos.galleryId, id));
  return fileIdsAttachedTo(
    tx,
    'photo',
    galleryPhotos.map((photo) => photo.id),
  );
}

/** The question and options of a post's poll. */
export async function pollOf(tx: WithDb, feedId: string): Promise<EvidenceSnapshot['facts']> {
  const rows = await tx.db
    .select({ question: polls.question, option: pollOptions.text })
    .from(feeds)
    .innerJoin(polls, eq(polls.id, feeds.pollId))
    .innerJoin(pollOptions, eq(pollOptions.pollId, polls.id))
    .where(eq(feeds.itemId, feedId))
    .orderBy(asc(pollOptions.ordering));
  const [first] = rows;
  return first ? [{ label: 'Poll', value: `${first.question} ${rows.map(({ option }) => option).join(' / ')}` }] : [];
}

/** The latest chat messages of a show, oldest first. */
export async function recentChatOf(tx: WithDb, sessionId: string | null): Promise<EvidenceSnapshot['lines']> {
  if (sessionId === null) return [];
  const rows = await tx.db
    .select({ author: accounts.username, text: streamMessages.text, at: streamMessages.createdAt })
    .from(streamMessages)
    .innerJoin(accounts, eq(accounts.id, streamMessages.senderId))
    .where(eq(streamMessages.sessionId, sessionId))
    .orderBy(desc(streamMessages.createdAt), desc(streamMessages.id))
    .limit(limits.evidenceMessagesMax);
  return rows.reverse().flatMap(({ author, text, at }) => (text === '' ? [] : [{ author: author ?? '', text, at: at.toISOString() }]));
}
