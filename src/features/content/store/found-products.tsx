/** The first products that fit some words: a part of the search page. */
import { useEndpoint } from '@web/services/use-endpoint';
import { Fault, Skeleton } from '@web/ui/feedback/states';
import { ProductCard } from './product-card';
import { firstItemsRead } from '@web/lib/item-reads';
import styles from './products.module.css';

export function FoundProducts({ words }: { words: string }) {
  const { data, error, mutate } = useEndpoint('GET /performer-assets/products/search', firstItemsRead(words));
  if (error && data === undefined) return <Fault error={error} onRetry={() => void mutate()} />;
  if (data === undefined) return <Skeleton shape="card" count={4} label="Loading products…" />;
  return (
    <ul className={styles.grid} aria-label="Products found">
      {data.data.map((product) => (
        <li key={product._id}>
          <ProductCard product={product} />
        </li>
      ))}
    </ul>
  );
}
