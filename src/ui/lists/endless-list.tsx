/** A list without an end: its items one below the other, or in the grid that its owner gives it, and the way to more of them. */
import type { ReactNode } from 'react';
import { MoreBelow } from './more-below';
import { Fault } from '../feedback/states';
import styles from './endless-list.module.css';

export interface EndlessListProps<Item> {
  items: readonly Item[];
  keyOf: (item: Item) => string;
  render: (item: Item, index: number) => ReactNode;
  hasMore: boolean;
  isLoadingMore: boolean;
  onMore: () => void;
  /** Spoken name of the list. */
  label: string;
  /** What stands in its place when it has no items. */
  empty: ReactNode;
  /** Why the next page did not come; nothing more is fetched until somebody tries again. */
  error?: unknown;
  onRetry?: () => void;
  /** The layout of the items, in place of a column. */
  className?: string | undefined;
}

export function EndlessList<Item>({
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
      {error ? <Fault error={error} {...(onRetry ? { onRetry } : {})} /> : null}
      {hasMore && !error ? <MoreBelow busy={isLoadingMore} onMore={onMore} /> : null}
    </>
  );
}
