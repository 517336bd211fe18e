/** The first matching products: a part of the search page. */
import { useEndpoint } from '@web/services/use-endpoint';
import { ErrorState, Skeleton } from '@web/ui/feedback/states';
import { ProductCard } from './product-card';
import { firstItemsRequest } from '@web/lib/item-requests';
import styles from './products.module.css';

export function FoundProducts({ words }: { words: string }) {
  const { data, error, mutate } = useEndpoint('GET /performer-assets/products/search', firstItemsRequest(words));
  if (error && data === undefined) return <ErrorState error={error} onRetry={() => void mutate()} />;
  if (data === undefined) return <Skeleton shape="card" count={4} label="Loading products…" />;
  return (
    <ul className={styles.grid} aria-label="Matching products">
      {data.data.map((product) => (
        <li key={product._id}>
          <ProductCard product={product} />
        </li>
      ))}
    </ul>
  );
}
