/** A grid of products with infinite scrolling. */
import type { ReactNode } from 'react';
import { countFoundWords } from '@web/lib/i18n/counts';
import type { QueryOf } from '@web/services/call';
import { useEndpointPages } from '@web/services/use-endpoint-pages';
import { InfiniteList } from '@web/ui/lists/infinite-list';
import { ErrorState, Skeleton } from '@web/ui/feedback/states';
import { ProductCard } from './product-card';
import styles from './products.module.css';

interface ProductGridProps {
  query: QueryOf<'GET /performer-assets/products/search'>;
  /** The empty state. */
  empty: ReactNode;
  hidesName?: boolean;
  /** The number of pictures above the fold, which are loaded eagerly. */
  inView?: number;
}

export function ProductGrid({ query, empty, hidesName = false, inView = 0 }: ProductGridProps) {
  const { items, total, hasMore, isLoadingMore, error, more, retry } = useEndpointPages('GET /performer-assets/products/search', query);
  if (items === undefined) {
    if (error) return <ErrorState error={error} onRetry={retry} />;
    return <Skeleton shape="card" count={6} label="Loading products…" />;
  }
  return (
    <>
      <h2 className="visually-hidden">Products</h2>
      {items.length > 0 ? (
        <p className={styles.total} role="status">
          {countFoundWords(total, 'product')}
        </p>
      ) : null}
      <InfiniteList
        label="Products"
        className={styles.grid}
        items={items}
        keyOf={({ _id }) => _id}
        render={(product, index) => <ProductCard product={product} hidesName={hidesName} first={index < inView} />}
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
