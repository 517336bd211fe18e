/** Videos and galleries in lists: an endless grid of what is found, the first few that fit some words, and more of one performer. */
import type { ReactNode } from 'react';
import { foundWords } from '@web/lib/i18n/counts';
import type { EndpointPages } from '@web/services/use-endpoint-pages';
import { EndlessList } from '../lists/endless-list';
import { Fault, Skeleton } from '../feedback/states';
import styles from './item-lists.module.css';

/** What the things of a list are called: `video` and `videos`. */
export interface ItemNoun {
  one: string;
  many: string;
}

interface Thing {
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

/** As long as one likes to scroll. `empty` stands there when nothing is found. */
export function ItemGrid<Item extends Thing>({
  pages: { items, total, hasMore, isLoadingMore, error, more, retry },
  noun,
  card,
  className,
  empty,
}: ItemListProps<Item> & { pages: EndpointPages<Item>; empty: ReactNode }) {
  if (items === undefined) {
    if (error) return <Fault error={error} onRetry={retry} />;
    return <Skeleton shape="card" count={6} label={`Loading ${noun.many}…`} />;
  }
  return (
    <>
      <h2 className="visually-hidden">{titleWord(noun.many)}</h2>
      {items.length > 0 ? (
        <p className={styles.total} role="status">
          {foundWords(total, noun.one, noun.many)}
        </p>
      ) : null}
      <EndlessList
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

interface Answer<Item> {
  data: { data: readonly Item[] } | undefined;
  error: unknown;
  mutate: () => unknown;
}

/** The first that fit some words: a part of the search page. */
export function FirstItems<Item extends Thing>({
  answer: { data, error, mutate },
  noun,
  card,
  className,
}: ItemListProps<Item> & { answer: Answer<Item> }) {
  if (error && data === undefined) return <Fault error={error} onRetry={() => void mutate()} />;
  if (data === undefined) return <Skeleton shape="card" count={4} label={`Loading ${noun.many}…`} />;
  return (
    <ul className={className} aria-label={`${titleWord(noun.many)} found`}>
      {data.data.map((item, index) => (
        <li key={item._id}>{card(item, index)}</li>
      ))}
    </ul>
  );
}

/** More of a performer below one of her things. What is not there is not missed: a failure says nothing. */
export function MoreItems<Item extends Thing>({
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
