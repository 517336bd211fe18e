/** Products of all performers: a tab of the explore page. The search is in the URL. */
import { useRouter } from 'next/router';
import { Button } from '@web/ui/actions/button';
import { EmptyState } from '@web/ui/feedback/states';
import { useQueryParameters } from '@web/ui/core/use-query-parameters';
import { clearedFilters, isFiltered, ProductControls } from './product-controls';
import { ProductGrid } from './product-grid';
import { productSearchRequest } from './requests';

export function ExploreProducts() {
  const { query } = useRouter();
  const change = useQueryParameters();
  return (
    <>
      <ProductControls searchLabel="Search products" />
      <ProductGrid
        query={productSearchRequest(query).query}
        inView={4}
        empty={
          isFiltered(query) ? (
            <EmptyState
              title="No matching products"
              text="Try a different search or clear your filters."
              action={<Button onPress={() => change(clearedFilters)}>Show all products</Button>}
            />
          ) : (
            <EmptyState title="No products yet" text="New products from creators’ stores appear here." />
          )
        }
      />
    </>
  );
}
