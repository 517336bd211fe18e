/** Products for tests, made, bought and sent through the doors that everybody uses. */
import type { AnswerOf, BodyOf } from '@web/services/call';
import { inTransaction } from '@server/platform/context';
import { products } from '@server/platform/db/schema/schema';
import { createItem, relist } from '@server/modules/items/items';
import { centsOf, type DeliveryStatus } from '@contract/values';
import { homeOf } from '../people/addresses';
import { fillWallet } from '../../support/books';
import type { World } from '../host/test-host';

export type Product = AnswerOf<'POST /performer/performer-assets/products'>;
type NewProduct = BodyOf<'POST /performer/performer-assets/products'>;

interface Somebody {
  id: string;
  token: string;
}

/** A small file of any kind, as a browser would send it. */
export const someFile = (name = 'sketches.zip', content = 'Forty pages of sketches.'): File =>
  new File([content], name, { type: 'application/zip' });

interface Files {
  image?: Blob;
  digitalFile?: Blob;
}

/** Puts something into a store: five prints at 12.50, unless it says otherwise. A digital product has a file unless it is a draft. */
export async function addProduct(
  world: World,
  { token }: { token: string },
  body: Partial<NewProduct> = {},
  { image, digitalFile }: Files = {},
): Promise<Product> {
  const isFileNeeded = body.type === 'digital' && body.status !== 'draft';
  const stock = body.type === 'digital' ? {} : { stock: 5 };
  const { status, data, refusal } = await world.call(
    'POST /performer/performer-assets/products',
    {
      files: { image, digitalFile: digitalFile ?? (isFileNeeded ? someFile() : undefined) },
      body: { name: 'A print', type: 'physical', price: 12.5, ...stock, ...body },
    },
    { token },
  );
  if (status >= 400) throw new Error(`no product: ${JSON.stringify(refusal)}`);
  return data;
}

/** Fills a store with so many prints, as rows alone; answers their ids. */
export function fillStore(world: World, { id: performerId }: { id: string }, count: number): Promise<string[]> {
  return inTransaction(world.ctx, async (tx) => {
    const ids: string[] = [];
    for (let index = 0; index < count; index += 1) {
      const made = { performerId, title: `Print ${String(index)}`, body: '', readiness: 'ready', isPinned: false } as const;
      const { id } = await createItem(tx, { ...made, kind: 'product', price_cents: 1250n, changes: { audience: 'public' } });
      await tx.db.insert(products).values({ itemId: id, type: 'physical', stock: 5 });
      await relist(tx, id);
      ids.push(id);
    }
    return ids;
  });
}

/** Lets a fan buy one piece from a wallet that is filled for it; answers the order's id. */
export async function buyOne(world: World, fan: Somebody, { _id, type, price }: Pick<Product, '_id' | 'type' | 'price'>): Promise<string> {
  await fillWallet(world, fan.id, centsOf(price) ?? 0n);
  const body = type === 'physical' ? { deliveryAddressId: await homeOf(world, fan), phoneNumber: '+49 30 1234' } : {};
  const { status, data, refusal } = await world.call(
    'POST /wallet/charges/product/:id',
    { params: { id: _id }, body },
    { token: fan.token },
  );
  if (status >= 400) throw new Error(`nothing was bought: ${JSON.stringify(refusal)}`);
  return data.order._id;
}

/** Lets the seller say where an order is now. */
export async function tellOrder(world: World, { token }: { token: string }, id: string, deliveryStatus: DeliveryStatus): Promise<void> {
  const { status, refusal } = await world.call('PUT /orders/:id/update', { params: { id }, body: { deliveryStatus } }, { token });
  if (status >= 400) throw new Error(`the order stays where it is: ${JSON.stringify(refusal)}`);
}
