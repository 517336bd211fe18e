/** A performer's store on her page, as visitors see it. */
import { useRouter } from 'next/router';
import type { PerformerLine } from '@web/lib/performer-line';
import { Button } from '@web/ui/actions/button';
import { Empty } from '@web/ui/feedback/states';
import { useAddressKeys } from '@web/ui/core/use-address-keys';
import { allProducts, isNarrowed, ProductControls } from './product-controls';
import { ProductGrid } from './product-grid';
import { productsOfRead } from '../../store/reads';

interface ProfileStoreProps {
  performer: PerformerLine;
  isOwner: boolean;
}

export function ProfileStore({ performer, isOwner }: ProfileStoreProps) {
  const { query } = useRouter();
  const change = useAddressKeys();
  return (
    <>
      <ProductControls searchLabel={`Search the store of ${performer.name}`} />
      <ProductGrid
        query={productsOfRead(performer._id, query).query}
        hidesName
        empty={
          isNarrowed(query) ? (
            <Empty
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
  if (!isOwner) return <Empty title="No products yet" text={`Follow ${name} to hear of the first.`} />;
  return (
    <Empty
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
