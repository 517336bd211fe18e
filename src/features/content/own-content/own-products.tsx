/** The owner's products: their stock, edited in place, and what prevents sales. */
import { productTypeLabels } from '@web/lib/wording/product-labels';
import { optionsOf } from '@web/lib/wording/state-label';
import { services } from '@web/services/services';
import { useEndpoint } from '@web/services/use-endpoint';
import { Tokens } from '@web/ui/display/tokens';
import type { TableColumn } from '@web/ui/lists/query-table';
import { useTable } from '@web/ui/lists/use-table';
import { useMemo } from 'react';
import { pollWhileProcessing } from './poll-while-processing';
import { ownProductsRequest, productSorts } from './requests';
import { ContentTable } from './content-table';
import { itemStateTags } from './content-labels';
import type { ContentList } from './content-lists';
import { ProductStock, unchangedFiles } from './product-stock';
import type { Product } from './product-stock';

/** Products are public from publication until they are hidden. */
const terms = { audience: 'public', scheduledAt: null, expiresAt: null } as const;
type Row = Product & typeof terms;

const list: ContentList<Row> = {
  noun: { one: 'product', many: 'products' },
  nameOf: ({ name }) => name,
  noteOf: ({ type }) => productTypeLabels[type],
  pictureOf: ({ image }) => image?.thumbnailUrl ?? image?.url ?? null,
  termsColumn: { key: 'price', title: 'Price', align: 'end', sortable: true, render: ({ price }) => <Tokens amount={price} /> },
  filesOf: ({ digitalFile }) => (digitalFile === null ? [] : [digitalFile]),
  editHrefOf: ({ _id }) => `/creator/products/${_id}`,
  setStatus: (id, status) =>
    services.products['PUT /performer/performer-assets/products/:id']({ params: { id }, files: unchangedFiles, body: { status } }),
  remove: (id) => services.products['DELETE /performer/performer-assets/products/:id']({ params: { id } }),
};

const filters = [
  { key: 'type', label: 'Type', anyLabel: 'Any type', options: optionsOf(productTypeLabels) },
  { key: 'state', label: 'Status', anyLabel: 'Any status', options: optionsOf(itemStateTags) },
];

export function OwnProducts() {
  const table = useTable(productSorts, [...filters, { key: 'from' }, { key: 'to' }], ['tab', 'kind']);
  const result = useEndpoint('GET /performer/performer-assets/products/search', ownProductsRequest(table.urlQuery), {
    keepPreviousData: true,
    ...pollWhileProcessing(),
  });
  const { data, mutate } = result;
  const rows = useMemo(() => data && { ...data, data: data.data.map((product): Row => ({ ...product, ...terms })) }, [data]);
  const columns: readonly TableColumn<Row>[] = [
    {
      key: 'stock',
      title: 'Stock',
      sortable: true,
      render: (product) => <ProductStock product={product} onChanged={() => mutate()} />,
    },
  ];
  return (
    <ContentTable<Row>
      list={list}
      table={table}
      filters={filters}
      result={{ ...result, data: rows }}
      columns={columns}
      create={{ label: 'New product', href: '/creator/products/new' }}
    />
  );
}
