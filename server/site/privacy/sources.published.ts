/** Archive sources: what a person publishes. */
import type { PgColumn } from 'drizzle-orm/pg-core';
import * as t from '../../platform/db/schema/schema';
import { ownedThrough, type ExportSource } from './source';

const ofItem = (column: PgColumn) => ownedThrough(column, t.items, t.items.id, t.items.performerId);

export const contentSources: readonly ExportSource[] = [
  {
    name: 'items',
    title: 'Posts, videos, galleries, photos and products',
    about: 'What you published or prepared.',
    table: t.items,
    owners: [t.items.performerId],
    without: ['searchText'],
  },
  { name: 'posts', title: 'Parts of posts', about: 'What only posts have.', table: t.feeds, owners: [], of: ofItem(t.feeds.itemId) },
  {
    name: 'post-files',
    title: 'Files of posts',
    about: 'Which files stand in which post.',
    table: t.feedFiles,
    owners: [],
    of: ofItem(t.feedFiles.itemId),
  },
  { name: 'videos', title: 'Parts of videos', about: 'What only videos have.', table: t.videos, owners: [], of: ofItem(t.videos.itemId) },
  {
    name: 'appearances',
    title: 'What shows you',
    about: 'Where you are named, and what you said about it.',
    table: t.appearances,
    owners: [t.appearances.personId],
    people: ['personId'],
  },
  {
    name: 'releases',
    title: 'Releases',
    about: 'Signed consent of people in what you publish.',
    table: t.releases,
    owners: [t.releases.performerId],
  },
  {
    name: 'galleries',
    title: 'Parts of galleries',
    about: 'What only galleries have.',
    table: t.galleries,
    owners: [],
    of: ofItem(t.galleries.itemId),
  },
  { name: 'photos', title: 'Parts of photos', about: 'What only photos have.', table: t.photos, owners: [], of: ofItem(t.photos.itemId) },
  {
    name: 'photos-taken-out',
    title: 'Photos taken out of galleries',
    about: 'Photos that left a gallery which people had bought, and stay theirs.',
    table: t.removedPhotos,
    owners: [],
    of: ofItem(t.removedPhotos.itemId),
  },
  {
    name: 'products',
    title: 'Parts of products',
    about: 'What only products have.',
    table: t.products,
    owners: [],
    of: ofItem(t.products.itemId),
  },
  {
    name: 'product-pictures',
    title: 'Pictures of products',
    about: 'Which pictures show which product.',
    table: t.productImages,
    owners: [],
    of: ofItem(t.productImages.itemId),
  },
  { name: 'polls', title: 'Polls', about: 'What you asked.', table: t.polls, owners: [t.polls.performerId] },
  {
    name: 'poll-options',
    title: 'Answers of polls',
    about: 'The answers that could be chosen, with their votes.',
    table: t.pollOptions,
    owners: [],
    of: ownedThrough(t.pollOptions.pollId, t.polls, t.polls.id, t.polls.performerId),
  },
  {
    name: 'streams',
    title: 'Streams',
    about: 'Your streams and the rules of their chats.',
    table: t.streams,
    owners: [t.streams.performerId, t.streams.userId],
    people: ['performerId', 'userId'],
  },
  { name: 'shows', title: 'Shows', about: 'Each show that you gave.', table: t.streamSessions, owners: [t.streamSessions.performerId] },
  {
    name: 'promotions',
    title: 'Offers',
    about: 'Bundles and discounts of your subscription.',
    table: t.promotions,
    owners: [t.promotions.performerId],
  },
];
