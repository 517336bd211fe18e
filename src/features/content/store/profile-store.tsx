/** A performer's store on their public page. */
import { useRouter } from 'next/router';
import type { PerformerSummary } from '@web/lib/wording/performer-line';
import { Button } from '@web/ui/actions/button';
import { EmptyState } from '@web/ui/feedback/states';
import { useQueryParameters } from '@web/ui/core/use-address-keys';
import { allProducts, isNarrowed, ProductControls } from './product-controls';
import { ProductGrid } from './product-grid';
import { productsOfRequest } from './requests';

interface ProfileStoreProps {
  performer: PerformerSummary;
  isOwner: boolean;
}

export function ProfileStore({ performer, isOwner }: ProfileStoreProps) {
  const { query } = useRouter();
  const change = useQueryParameters();
  return (
    <>
      <ProductControls searchLabel={`Search ${performer.name}’s store`} />
      <ProductGrid
        query={productsOfRequest(performer._id, query).query}
        hidesName
        empty={
          isNarrowed(query) ? (
            <EmptyState
              title="No matching products"
              text="Try a different search or clear your filters."
              action={<Button onPress={() => change(allProducts)}>Show all products</Button>}
            />
          ) : (
            <NothingYet name={performer.name} isOwner={isOwner} />
          )
        }
      />
    </>
  );
}

function NothingYet({ name, isOwner }: { name: string; isOwner: boolean }) {
  if (!isOwner) return <EmptyState title="No products yet" text={`Follow ${name} so you don’t miss anything.`} />;
  return (
    <EmptyState
      title="No products yet"
      text="Sell prints, files or anything you can ship. Visitors see this tab once you have something for sale."
      action={
        <Button kind="primary" href="/creator/products/new">
          Add product
        </Button>
      }
    />
  );
}
