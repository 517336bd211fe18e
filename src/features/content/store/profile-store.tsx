/** A performer's store on their public page. */
import { useRouter } from 'next/router';
import type { PerformerSummary } from '@web/lib/wording/performer-summary';
import { Button } from '@web/ui/actions/button';
import { EmptyState } from '@web/ui/feedback/states';
import { useQueryParameters } from '@web/ui/core/use-query-parameters';
import { clearedFilters, isFiltered, ProductControls } from './product-controls';
import { ProductGrid } from './product-grid';
import { performerProductsRequest } from './requests';

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
        query={performerProductsRequest(performer._id, query).query}
        hidesName
        empty={
          isFiltered(query) ? (
            <EmptyState
              title="No matching products"
              text="Try a different search or clear your filters."
              action={<Button onPress={() => change(clearedFilters)}>Show all products</Button>}
            />
          ) : (
            <NoProductsYet name={performer.name} isOwner={isOwner} />
          )
        }
      />
    </>
  );
}

function NoProductsYet({ name, isOwner }: { name: string; isOwner: boolean }) {
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
