/** An infinite list, as a column or with the grid of `className`. */
import type { ReactNode } from 'react';
import { MoreBelow } from './more-below';
import { ErrorState } from '../feedback/states';
import styles from './endless-list.module.css';

export interface EndlessListProps<Item> {
  items: readonly Item[];
  keyOf: (item: Item) => string;
  render: (item: Item, index: number) => ReactNode;
  hasMore: boolean;
  isLoadingMore: boolean;
  onMore: () => void;
  /** The accessible label. */
  label: string;
  /** Shown without items. */
  empty: ReactNode;
  /** The error of the next page. No more pages are fetched until a retry. */
  error?: unknown;
  onRetry?: () => void;
  /** The class of the list; a column by default. */
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
}: EndlessListProps<Item>) {
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
      {hasMore && !error ? <MoreBelow busy={isLoadingMore} onMore={onMore} /> : null}
    </>
  );
}
