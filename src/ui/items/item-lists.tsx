/** Lists of items: an infinite grid, the first search results, and more items of a performer. */
import type { ReactNode } from 'react';
import { countFoundWords } from '@web/lib/i18n/counts';
import type { EndpointPages } from '@web/services/use-endpoint-pages';
import { InfiniteList } from '../lists/infinite-list';
import { ErrorState, Skeleton } from '../feedback/states';
import styles from './item-lists.module.css';

/** Singular and plural of the items: `video` and `videos`. */
export interface ItemNoun {
  one: string;
  many: string;
}

interface Identified {
  _id: string;
}

interface ItemListProps<Item> {
  noun: ItemNoun;
  card: (item: Item, index: number) => ReactNode;
  /** The columns of the grid. */
  className: string | undefined;
}

/** `videos` as a title. */
export const titleWord = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** An infinite grid; `empty` is shown without results. */
export function ItemGrid<Item extends Identified>({
  pages: { items, total, hasMore, isLoadingMore, error, more, retry },
  noun,
  card,
  className,
  empty,
}: ItemListProps<Item> & { pages: EndpointPages<Item>; empty: ReactNode }) {
  if (items === undefined) {
    if (error) return <ErrorState error={error} onRetry={retry} />;
    return <Skeleton shape="card" count={6} label={`Loading ${noun.many}…`} />;
  }
  return (
    <>
      <h2 className="visually-hidden">{titleWord(noun.many)}</h2>
      {items.length > 0 ? (
        <p className={styles.total} role="status">
          {countFoundWords(total, noun.one, noun.many)}
        </p>
      ) : null}
      <InfiniteList
        label={titleWord(noun.many)}
        className={className}
        items={items}
        keyOf={({ _id }) => _id}
        render={card}
        hasMore={hasMore}
        isLoadingMore={isLoadingMore}
        onMore={more}
        error={error}
        onRetry={retry}
        empty={empty}
      />
    </>
  );
}

interface EndpointResponse<Item> {
  data: { data: readonly Item[] } | undefined;
  error: unknown;
  mutate: () => unknown;
}

/** The first results, for the search page. */
export function FirstItems<Item extends Identified>({
  response: { data, error, mutate },
  noun,
  card,
  className,
}: ItemListProps<Item> & { response: EndpointResponse<Item> }) {
  if (error && data === undefined) return <ErrorState error={error} onRetry={() => void mutate()} />;
  if (data === undefined) return <Skeleton shape="card" count={4} label={`Loading ${noun.many}…`} />;
  return (
    <ul className={className} aria-label={`${titleWord(noun.many)} found`}>
      {data.data.map((item, index) => (
        <li key={item._id}>{card(item, index)}</li>
      ))}
    </ul>
  );
}

/** More items of a performer, below one of them. Renders nothing on failure. */
export function MoreItems<Item extends Identified>({
  name,
  items,
  card,
  className,
}: Omit<ItemListProps<Item>, 'noun'> & { name: string; items: readonly Item[] | undefined }) {
  if (items === undefined || items.length === 0) return null;
  return (
    <aside className={styles.more} aria-labelledby="related">
      <h2 id="related" className={styles.heading}>
        More from {name}
      </h2>
      <ul className={className}>
        {items.map((item, index) => (
          <li key={item._id}>{card(item, index)}</li>
        ))}
      </ul>
    </aside>
  );
}
