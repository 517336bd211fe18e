/** An infinite list: a column, or the layout of `className`. */
import type { ReactNode } from 'react';
import { LoadMore } from './load-more';
import { ErrorState } from '../feedback/states';
import styles from './infinite-list.module.css';

export interface InfiniteListProps<Item> {
  items: readonly Item[];
  keyOf: (item: Item) => string;
  render: (item: Item, index: number) => ReactNode;
  hasMore: boolean;
  isLoadingMore: boolean;
  onMore: () => void;
  /** The accessible label. */
  label: string;
  /** Shown when there are no items. */
  empty: ReactNode;
  /** Why the next page could not be loaded. No more pages are fetched until a retry. */
  error?: unknown;
  onRetry?: () => void;
  /** The class of the `<ul>`; a column by default. */
  className?: string | undefined;
}

export function InfiniteList<Item>({
  items,
  keyOf,
  render,
  hasMore,
  isLoadingMore,
  onMore,
  label,
  empty,
  error,
  onRetry,
  className = styles.column,
}: InfiniteListProps<Item>) {
  if (items.length === 0) return empty;
  return (
    <>
      <ul className={className} aria-label={label}>
        {items.map((item, index) => (
          <li key={keyOf(item)} className={styles.item}>
            {render(item, index)}
          </li>
        ))}
      </ul>
      {error ? <ErrorState error={error} {...(onRetry ? { onRetry } : {})} /> : null}
      {hasMore && !error ? <LoadMore busy={isLoadingMore} onMore={onMore} /> : null}
    </>
  );
}
