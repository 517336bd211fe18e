/** Products in a grid as long as one likes to scroll. */
import type { ReactNode } from 'react';
import { foundWords } from '@web/lib/i18n/counts';
import type { QueryOf } from '@web/services/call';
import { useEndpointPages } from '@web/services/use-endpoint-pages';
import { EndlessList } from '@web/ui/lists/endless-list';
import { Fault, Skeleton } from '@web/ui/feedback/states';
import { ProductCard } from './product-card';
import styles from './products.module.css';

interface ProductGridProps {
  query: QueryOf<'GET /performer-assets/products/search'>;
  /** What stands there when nothing is found. */
  empty: ReactNode;
  hidesName?: boolean;
  /** So many pictures are in view at first, and load at once. */
  inView?: number;
}

export function ProductGrid({ query, empty, hidesName = false, inView = 0 }: ProductGridProps) {
  const { items, total, hasMore, isLoadingMore, error, more, retry } = useEndpointPages('GET /performer-assets/products/search', query);
  if (items === undefined) {
    if (error) return <Fault error={error} onRetry={retry} />;
    return <Skeleton shape="card" count={6} label="Loading products…" />;
  }
  return (
    <>
      <h2 className="visually-hidden">Products</h2>
      {items.length > 0 ? (
        <p className={styles.total} role="status">
          {foundWords(total, 'product')}
        </p>
      ) : null}
      <EndlessList
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
