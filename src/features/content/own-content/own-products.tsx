/** What the owner sells: how many are left, changed in place, and what keeps something from being bought. */
import { productTypeWords } from '@web/lib/wording/product-labels';
import { services } from '@web/services/services';
import { useEndpoint } from '@web/services/use-endpoint';
import { Tokens } from '@web/ui/display/tokens';
import type { TableColumn } from '@web/ui/lists/query-table';
import { useTable } from '@web/ui/lists/use-table';
import { useMemo } from 'react';
import { asksAgain } from '../asks-again';
import { ownProductsRead, productSorts } from './requests';
import { ContentTable } from './content-table';
import { optionsOf, stateWords } from '../content-words';
import type { Desk } from './content-lists';
import { ProductStock, unchangedFiles } from './product-stock';
import type { Product } from './product-stock';

/** Products are for everybody, from the moment they are published until they are hidden. */
const terms = { audience: 'public', scheduledAt: null, expiresAt: null } as const;
type Row = Product & typeof terms;

const desk: Desk<Row> = {
  noun: { one: 'product', many: 'products' },
  nameOf: ({ name }) => name,
  noteOf: ({ type }) => productTypeWords[type],
  pictureOf: ({ image }) => image?.thumbnailUrl ?? image?.url ?? null,
  terms: { key: 'price', title: 'Price', align: 'end', sortable: true, render: ({ price }) => <Tokens amount={price} /> },
  filesOf: ({ digitalFile }) => (digitalFile === null ? [] : [digitalFile]),
  editOf: ({ _id }) => `/creator/products/${_id}`,
  setStatus: (id, status) =>
    services.products['PUT /performer/performer-assets/products/:id']({ params: { id }, files: unchangedFiles, body: { status } }),
  remove: (id) => services.products['DELETE /performer/performer-assets/products/:id']({ params: { id } }),
};

const choices = [
  { key: 'type', label: 'Kind', any: 'Any kind', options: optionsOf(productTypeWords) },
  { key: 'state', label: 'State', any: 'Any state', options: optionsOf(stateWords) },
];

export function ProductsDesk() {
  const place = useTable(productSorts, [...choices, { key: 'from' }, { key: 'to' }], ['tab', 'kind']);
  const found = useEndpoint('GET /performer/performer-assets/products/search', ownProductsRead(place.address), {
    keepPreviousData: true,
    ...asksAgain(),
  });
  const { data, mutate } = found;
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
      desk={desk}
      place={place}
      choices={choices}
      found={{ ...found, data: rows }}
      columns={columns}
      create={{ label: 'New product', href: '/creator/products/new' }}
    />
  );
}
