/** The first matching products, on the search page. */
import { useEndpoint } from '@web/services/use-endpoint';
import { ErrorState, Skeleton } from '@web/ui/feedback/states';
import { ProductCard } from './product-card';
import { itemPreviewRequest } from '@web/lib/item-requests';
import styles from './products.module.css';

export function FoundProducts({ searchText }: { searchText: string }) {
  const { data, error, mutate } = useEndpoint('GET /performer-assets/products/search', itemPreviewRequest(searchText));
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
