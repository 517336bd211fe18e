/** Everybody's products: a tab of the explore page. What is looked for lives in the address. */
import { useRouter } from 'next/router';
import { Button } from '@web/ui/actions/button';
import { Empty } from '@web/ui/feedback/states';
import { useAddressKeys } from '@web/ui/core/use-address-keys';
import { allProducts, isNarrowed, ProductControls } from './product-controls';
import { ProductGrid } from './product-grid';
import { foundProductsRead } from '../../store/reads';

export function ExploreProducts() {
  const { query } = useRouter();
  const change = useAddressKeys();
  return (
    <>
      <ProductControls searchLabel="Search products" />
      <ProductGrid
        query={foundProductsRead(query).query}
        inView={4}
        empty={
          isNarrowed(query) ? (
            <Empty
              title="No product matches"
              text="Try other words, or look at all of them."
              action={<Button onPress={() => change(allProducts)}>Show all products</Button>}
            />
          ) : (
            <Empty title="No products yet" text="They show here as soon as performers put something into their stores." />
          )
        }
      />
    </>
  );
}
