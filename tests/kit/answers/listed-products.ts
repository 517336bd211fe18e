/** Products as lists, product pages and editors show them: the fixtures of `store` under other names. */
import { mug, song } from './store';

type Changes = Parameters<typeof mug>[0];

const stats = { likes: 3, bookmarks: 0, comments: 0, views: 10 };

/** A physical product, with ten in stock. */
export const product = (changes: Changes = {}) =>
  mug({ slug: 'first-print', name: 'First print', description: '', price: 12.5, stock: 10, stats, ...changes });

/** A file to download, with unlimited stock. */
export const digitalProduct = (changes: Changes = {}) =>
  song({ slug: 'first-preset', name: 'First preset', description: '', stats, ...changes });
