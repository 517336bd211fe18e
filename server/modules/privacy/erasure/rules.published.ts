/** Of an erasure: what she published. What nobody bought goes with all its parts; the rest is its buyers', without her. */
import { and, eq, not, sql } from 'drizzle-orm';
import * as t from '../../../platform/db/schema/schema';
import { isSold, names, sinceThen, type Rule, type Where } from './rule';

const ofItsItem = 'A part of an item: it goes with it, or is what its buyers bought.';
const hers: Where = ({ id }) => eq(t.items.performerId, id);

export const published: readonly Rule[] = [
  // Before the items, by whose words they are known.
  { table: t.itemWords, goes: names(t.itemWords.performerId) },
  {
    table: t.searchWords,
    goes: ({
      id,
    }) => sql`${t.searchWords.word} in (select word from items i, unnest(words_of(i.search_text, i.tags)) word where i.performer_id = ${id})
      and not exists (select from item_words w where w.word_id = ${t.searchWords.id})`,
    stays: { word: 'A word by which the items of others are found.' },
  },
  {
    table: t.items,
    goes: (her) => and(hers(her), not(isSold(t.items.id))),
    emptied: [
      { where: hers, set: ({ at }) => ({ isListed: false, isPinned: false, comments: 0, deletedAt: sinceThen(t.items.deletedAt, at) }) },
    ],
    stays: {
      ...{ kind: 'What it is.', feedType: 'What it is.', status: 'A state.', readiness: 'A state.', audience: 'For whom it was.' },
      ...{
        slug: 'Where its buyers find it.',
        title: 'What its buyers bought.',
        body: 'What its buyers bought.',
        tags: 'What its buyers bought.',
      },
      searchText: 'A copy of the words that its buyers bought.',
    },
  },
  {
    table: t.polls,
    goes: ({ id }) => and(eq(t.polls.performerId, id), sql`not exists (select from feeds f where f.poll_id = ${t.polls.id})`),
    stays: { question: 'A part of a post that its buyers bought.' },
  },
  { table: t.pollVotes, goes: names(t.pollVotes.accountId) },
  { table: t.videoParticipants, goes: names(t.videoParticipants.performerId) },
  { table: t.promotions, goes: names(t.promotions.performerId) },
  ...[t.feeds, t.feedFiles, t.videos, t.galleries, t.photos, t.products, t.productImages, t.pollOptions, t.itemViews].map(
    (table): Rule => ({ table, stays: { '*': ofItsItem } }),
  ),
  {
    table: t.files,
    // Those that go were removed from the storage before.
    emptied: [{ where: names(t.files.ownerId), set: { name: 'file' } }],
    stays: {
      ...{ type: 'What it is.', mimeType: 'What it is.', status: 'A state.', failure: 'A state.', attachedTo: 'The id of what uses it.' },
      ...{ original: 'Places in the storage.', variants: 'Places in the storage.', blur: 'A part of what its buyers bought.' },
    },
  },
  { table: t.fileHolds, goes: ({ id }) => sql`${t.fileHolds.fileId} in (select f.id from files f where f.owner_id = ${id})` },
];
