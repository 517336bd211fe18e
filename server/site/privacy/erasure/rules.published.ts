/**
 * Erasure rules: what the account published. Unsold items are deleted with all their parts; sold ones stay for their buyers, without
 * personal data.
 */
import { and, eq, isNull, not, sql } from 'drizzle-orm';
import * as t from '../../../platform/db/schema/schema';
import { isSold, mentionsId, coalesceInstant, type ErasureRule, type SubjectCondition } from './rule';

const partOfItem = 'A part of an item: it is deleted with it, or its buyers keep it.';
const ofAccount: SubjectCondition = ({ id }) => eq(t.items.performerId, id);

export const contentRules: readonly ErasureRule[] = [
  // Must precede the rule for items, whose text identifies the words.
  { table: t.itemWords, deletedRows: mentionsId(t.itemWords.performerId) },
  {
    table: t.searchWords,
    deletedRows: ({
      id,
    }) => sql`${t.searchWords.word} in (select word from items i, unnest(words_of(i.search_text, i.tags)) word where i.performer_id = ${id})
      and not exists (select from item_words w where w.word_id = ${t.searchWords.id})`,
    keepReasons: { word: "A search word of other people's items." },
  },
  {
    table: t.items,
    deletedRows: (subject) => and(ofAccount(subject), not(isSold(t.items.id))),
    emptied: [
      {
        where: ofAccount,
        set: ({ at }) => ({ isListed: false, isPinned: false, comments: 0, deletedAt: coalesceInstant(t.items.deletedAt, at) }),
      },
    ],
    keepReasons: {
      kind: 'The kind.',
      feedType: 'The kind.',
      status: 'A state.',
      readiness: 'A state.',
      audience: 'A setting.',
      consent: 'A state.',
      slug: 'Its buyers find it there.',
      title: 'What its buyers bought.',
      body: 'What its buyers bought.',
      tags: 'What its buyers bought.',
      searchText: 'A copy of the text that its buyers bought.',
    },
  },
  {
    table: t.polls,
    deletedRows: ({ id }) => and(eq(t.polls.performerId, id), sql`not exists (select from feeds f where f.poll_id = ${t.polls.id})`),
    keepReasons: { question: 'A part of a post that its buyers bought.' },
  },
  { table: t.pollVotes, deletedRows: mentionsId(t.pollVotes.accountId) },
  {
    table: t.appearances,
    // People named for the next show of a deleted creator: it does not take place.
    deletedRows: ({ id }) =>
      and(isNull(t.appearances.sessionId), sql`${t.appearances.streamId} in (select id from ${t.streams} where performer_id = ${id})`),
    // A refusal stays valid without the account; an approval is the proof that the item may be shown.
    emptied: [{ where: mentionsId(t.appearances.personId), set: { personId: null } }],
    keepReasons: { consent: 'A state.', history: 'States and times, which prove what was asked and answered.' },
  },
  {
    table: t.releases,
    deletedRows: (subject) =>
      and(eq(t.releases.performerId, subject.id), sql`not exists (select from appearances a where a.release_id = ${t.releases.id})`),
    keepReasons: {
      name: 'Proof of consent of a person shown in something that was bought.',
      note: 'The reason for an operator’s decision.',
      status: 'A state.',
      dateOfBirth: 'Proof of age, with the name.',
      signedOn: 'The day on which they agreed.',
    },
  },
  { table: t.promotions, deletedRows: mentionsId(t.promotions.performerId) },
  ...[t.feeds, t.feedFiles, t.videos, t.galleries, t.photos, t.removedPhotos, t.products, t.productImages, t.pollOptions, t.itemViews].map(
    (table): ErasureRule => ({ table, keepReasons: { '*': partOfItem } }),
  ),
  {
    table: t.files,
    // The files of deleted items have already been removed from the storage.
    emptied: [{ where: mentionsId(t.files.ownerId), set: { name: 'file' } }],
    keepReasons: {
      type: 'What it is.',
      mimeType: 'What it is.',
      status: 'A state.',
      failure: 'A state.',
      attachedKind: 'What uses it.',
      attachedId: 'The id of what uses it.',
      original: 'Storage keys.',
      variants: 'Storage keys.',
      blur: 'A part of what its buyers bought.',
    },
  },
  { table: t.fileHolds, deletedRows: ({ id }) => sql`${t.fileHolds.fileId} in (select f.id from files f where f.owner_id = ${id})` },
];
