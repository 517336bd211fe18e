/** What performers sell, as lists, pages and editors of products show it: the things of `store-things` under names of their own. */
import { mug, song } from './store';

type Changes = Parameters<typeof mug>[0];

const stats = { likes: 3, bookmarks: 0, comments: 0, views: 10 };

/** Something that is sent by post, with enough in stock. */
export const product = (changes: Changes = {}) =>
  mug({ slug: 'first-print', name: 'First print', description: '', price: 12.5, stock: 10, stats, ...changes });

/** A file to download, of which there is no end. */
export const digitalProduct = (changes: Changes = {}) =>
  song({ slug: 'first-preset', name: 'First preset', description: '', stats, ...changes });
