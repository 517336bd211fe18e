/** The filters of a list of products, and its order. All of them are in the URL. */
import { productTypes } from '@contract/kernel/values/store';
import { useRouter } from 'next/router';
import { textAt } from '@web/lib/table-query';
import type { UrlQuery } from '@web/lib/table-query';
import { productTypeLabels } from '@web/lib/wording/product-labels';
import { Chip } from '@web/ui/actions/chips';
import { ListControls } from '@web/ui/lists/list-controls';
import { useQueryParameters } from '@web/ui/core/use-query-parameters';
import { orderAt } from '@web/lib/item-requests';
import type { ItemOrder } from '@web/lib/item-requests';
import { inStockFilterOf, typeFilterOf } from './requests';

/** Labels of the sort orders, the default first. */
const sortOptions: readonly { value: ItemOrder; label: string }[] = [
  { value: 'new', label: 'Newest' },
  { value: 'popular', label: 'Most popular' },
  { value: 'price', label: 'Lowest price' },
];

/** The value for `useQueryParameters` that clears all filters. */
export const clearedFilters = { q: '', type: '', stock: '' } as const;

/** Whether the URL has any filter. */
export const isFiltered = (urlQuery: UrlQuery): boolean => Object.keys(clearedFilters).some((key) => textAt(urlQuery, key) !== undefined);

export function ProductControls({ searchLabel }: { searchLabel: string }) {
  const { query } = useRouter();
  const change = useQueryParameters();
  const selectedType = typeFilterOf(query);
  const isInStock = inStockFilterOf(query);
  return (
    <ListControls searchLabel={searchLabel} orders={sortOptions} order={orderAt(query)}>
      {productTypes.map((type) => (
        <Chip key={type} chosen={type === selectedType} onToggle={() => change({ type: type === selectedType ? '' : type })}>
          {productTypeLabels[type]}
        </Chip>
      ))}
      <Chip chosen={isInStock} onToggle={() => change({ stock: isInStock ? '' : '1' })}>
        In stock
      </Chip>
    </ListControls>
  );
}
