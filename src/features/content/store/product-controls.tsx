/** The filters of a list of products, and its order. All of them are in the URL. */
import { productTypes } from '@contract/kernel/values/store';
import { useRouter } from 'next/router';
import { textAt } from '@web/lib/table-query';
import type { UrlQuery } from '@web/lib/table-query';
import { productTypeLabels } from '@web/lib/wording/product-labels';
import { Chip } from '@web/ui/actions/chips';
import { ListControls } from '@web/ui/lists/list-controls';
import { useQueryParameters } from '@web/ui/core/use-address-keys';
import { orderAt } from '@web/lib/item-requests';
import type { ItemOrder } from '@web/lib/item-requests';
import { isInStockAt, typeAt } from './requests';

/** Labels of the sort orders, the default first. */
const orders: readonly { value: ItemOrder; label: string }[] = [
  { value: 'new', label: 'Newest' },
  { value: 'popular', label: 'Most popular' },
  { value: 'price', label: 'Lowest price' },
];

/** The value for `useQueryParameters` that clears all filters. */
export const allProducts = { q: '', type: '', stock: '' } as const;

/** Whether the URL has any filter. */
export const isNarrowed = (address: UrlQuery): boolean => Object.keys(allProducts).some((key) => textAt(address, key) !== undefined);

export function ProductControls({ searchLabel }: { searchLabel: string }) {
  const { query } = useRouter();
  const change = useQueryParameters();
  const chosen = typeAt(query);
  const isInStock = isInStockAt(query);
  return (
    <ListControls searchLabel={searchLabel} orders={orders} order={orderAt(query)}>
      {productTypes.map((type) => (
        <Chip key={type} chosen={type === chosen} onToggle={() => change({ type: type === chosen ? '' : type })}>
          {productTypeLabels[type]}
        </Chip>
      ))}
      <Chip chosen={isInStock} onToggle={() => change({ stock: isInStock ? '' : '1' })}>
        In stock
      </Chip>
    </ListControls>
  );
}
