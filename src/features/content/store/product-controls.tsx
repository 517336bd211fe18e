/** What narrows a list of products, and its order. The address keeps all of it. */
import { productTypes } from '@contract/values';
import { useRouter } from 'next/router';
import { textAt } from '@web/lib/table-query';
import type { AddressQuery } from '@web/lib/table-query';
import { productTypeWords } from '@web/lib/wording/product-labels';
import { Chip } from '@web/ui/actions/chips';
import { ListControls } from '@web/ui/lists/list-controls';
import { useAddressKeys } from '@web/ui/core/use-address-keys';
import { orderAt } from '@web/lib/item-reads';
import type { ItemOrder } from '@web/lib/item-reads';
import { isInStockAt, typeAt } from '../../store/reads';

/** The orders of products in words, the usual one first. */
const orders: readonly { value: ItemOrder; label: string }[] = [
  { value: 'new', label: 'Newest' },
  { value: 'popular', label: 'Most popular' },
  { value: 'price', label: 'Lowest price' },
];

/** What `useAddressKeys` takes to show everything again. */
export const allProducts = { q: '', type: '', stock: '' } as const;

/** Whether an address leaves anything out. */
export const isNarrowed = (address: AddressQuery): boolean => Object.keys(allProducts).some((key) => textAt(address, key) !== undefined);

export function ProductControls({ searchLabel }: { searchLabel: string }) {
  const { query } = useRouter();
  const change = useAddressKeys();
  const chosen = typeAt(query);
  const isInStock = isInStockAt(query);
  return (
    <ListControls searchLabel={searchLabel} orders={orders} order={orderAt(query)}>
      {productTypes.map((type) => (
        <Chip key={type} chosen={type === chosen} onToggle={() => change({ type: type === chosen ? '' : type })}>
          {productTypeWords[type]}
        </Chip>
      ))}
      <Chip chosen={isInStock} onToggle={() => change({ stock: isInStock ? '' : '1' })}>
        In stock
      </Chip>
    </ListControls>
  );
}
