/** Products for tests: created, bought and shipped through the public API. */
import type { ResponseOf, BodyOf } from '@web/services/call';
import { inTransaction } from '@server/platform/context';
import { products } from '@server/platform/db/schema/store';
import { createItem } from '@server/content/items/write';
import { syncListing } from '@server/content/items/listing';
import { centsOf } from '@contract/kernel/values/amounts';
import { type DeliveryStatus } from '@contract/kernel/values/store';
import { addAddress } from '../people/addresses';
import { fillWallet } from '../money/ledger';
import type { TestHost } from '../host/test-host';

export type Product = ResponseOf<'POST /performer/performer-assets/products'>;
type NewProduct = BodyOf<'POST /performer/performer-assets/products'>;

interface AccountRef {
  id: string;
  token: string;
}

/** A small file of any type, as a browser would send it. */
export const sampleFile = (name = 'sketches.zip', content = 'Forty pages of sketches.'): File =>
  new File([content], name, { type: 'application/zip' });

interface Files {
  image?: Blob;
  digitalFile?: Blob;
}

/** Adds a product to a store: five prints at 12.50 by default. A digital product gets a file unless it is a draft. */
export async function addProduct(
  testHost: TestHost,
  { token }: { token: string },
  body: Partial<NewProduct> = {},
  { image, digitalFile }: Files = {},
): Promise<Product> {
  const needsFile = body.type === 'digital' && body.status !== 'draft';
  const stock = body.type === 'digital' ? {} : { stock: 5 };
  const { status, data, errorBody } = await testHost.call(
    'POST /performer/performer-assets/products',
    {
      files: { image, digitalFile: digitalFile ?? (needsFile ? sampleFile() : undefined) },
      body: { name: 'A print', type: 'physical', price: 12.5, ...stock, ...body },
    },
    { token },
  );
  if (status >= 400) throw new Error(`no product: ${JSON.stringify(errorBody)}`);
  return data;
}

/** Adds `count` prints to a store as rows; returns their ids. */
export function fillStore(testHost: TestHost, { id: performerId }: { id: string }, count: number): Promise<string[]> {
  return inTransaction(testHost.ctx, async (tx) => {
    const ids: string[] = [];
    for (let index = 0; index < count; index += 1) {
      const base = { performerId, title: `Print ${String(index)}`, body: '', readiness: 'ready', isPinned: false } as const;
      const { id } = await createItem(tx, { ...base, kind: 'product', price_cents: 1250n, changes: { audience: 'public' } });
      await tx.db.insert(products).values({ itemId: id, type: 'physical', stock: 5 });
      await syncListing(tx, id);
      ids.push(id);
    }
    return ids;
  });
}

/** Fills the fan's wallet and buys one unit; returns the order's id. */
export async function buyOne(
  testHost: TestHost,
  fan: AccountRef,
  { _id, type, price }: Pick<Product, '_id' | 'type' | 'price'>,
): Promise<string> {
  await fillWallet(testHost, fan.id, centsOf(price) ?? 0n);
  const body = type === 'physical' ? { deliveryAddressId: await addAddress(testHost, fan), phoneNumber: '+49 30 1234' } : {};
  const { status, data, errorBody } = await testHost.call(
    'POST /wallet/charges/product/:id',
    { params: { id: _id }, body },
    { token: fan.token },
  );
  if (status >= 400) throw new Error(`nothing was bought: ${JSON.stringify(errorBody)}`);
  return data.order._id;
}

/** Sets the delivery status of an order as its seller. */
export async function setOrderStatus(
  testHost: TestHost,
  { token }: { token: string },
  id: string,
  deliveryStatus: DeliveryStatus,
): Promise<void> {
  const { status, errorBody } = await testHost.call('PUT /orders/:id/update', { params: { id }, body: { deliveryStatus } }, { token });
  if (status >= 400) throw new Error(`the order was not updated: ${JSON.stringify(errorBody)}`);
}
