/** Where the parts of a copy are found: files by what uses them, polls, and what was written in the chat of a show. */
import { asc, desc, eq, inArray } from 'drizzle-orm';
import * as limits from '@contract/kernel/limits';
import type { ItemKind } from '@contract/values';
import type { Context } from '../../platform/context';
import { accounts, feeds, files, photos, pollOptions, polls, streamMessages } from '../../platform/db/schema/schema';
import type { KeptEvidence } from '../../platform/db/schema/safety';

type World = Pick<Context, 'db'>;

const titleMax = 80;

/** The first words of a text, on one line: what a report is called by. */
export const beginningOf = (words: string): string => Array.from(words.replaceAll(/\s+/g, ' ').trim()).slice(0, titleMax).join('');

/** The ids of the files that something uses. */
export async function attachedTo(tx: World, uses: readonly string[]): Promise<string[]> {
  if (uses.length === 0) return [];
  const rows = await tx.db
    .select({ id: files.id })
    .from(files)
    .where(inArray(files.attachedTo, [...uses]))
    .orderBy(asc(files.createdAt), asc(files.id));
  return rows.map(({ id }) => id);
}

/** The files of an item; a gallery's are its photos'. */
export async function filesOfItem(tx: World, kind: ItemKind, id: string): Promise<string[]> {
  if (kind !== 'gallery') return attachedTo(tx, [`${kind}:${id}`]);
  const inside = await tx.db.select({ id: photos.itemId }).from(photos).where(eq(photos.galleryId, id));
  return attachedTo(
    tx,
    inside.map((photo) => `photo:${photo.id}`),
  );
}

/** What a post asks, with its answers. */
export async function pollOf(tx: World, feedId: string): Promise<KeptEvidence['facts']> {
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

/** The last that was written in the chat of a show, the oldest first. */
export async function chatOf(tx: World, sessionId: string | null): Promise<KeptEvidence['lines']> {
  if (sessionId === null) return [];
  const rows = await tx.db
    .select({ author: accounts.username, text: streamMessages.text, at: streamMessages.createdAt })
    .from(streamMessages)
    .innerJoin(accounts, eq(accounts.id, streamMessages.senderId))
    .where(eq(streamMessages.sessionId, sessionId))
    .orderBy(desc(streamMessages.createdAt), desc(streamMessages.id))
    .limit(limits.evidenceLinesMax);
  return rows.reverse().flatMap(({ author, text, at }) => (text === '' ? [] : [{ author: author ?? '', text, at: at.toISOString() }]));
}
