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
      <ProductControls searchLabel={`Search the store of ${performer.name}`} />
      <ProductGrid
        query={productsOfRequest(performer._id, query).query}
        hidesName
        empty={
          isNarrowed(query) ? (
            <EmptyState
              title="No product matches"
              text="Try fewer or other words, or look at all of them."
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
  if (!isOwner) return <EmptyState title="No products yet" text={`Follow ${name} to hear of the first.`} />;
  return (
    <EmptyState
      title="No products yet"
      text="Sell prints, files or anything that fits into a parcel. Visitors see this tab once something is for sale."
      action={
        <Button kind="primary" href="/creator/products/new">
          Add product
        </Button>
      }
    />
  );
}
