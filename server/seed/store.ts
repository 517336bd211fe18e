/** Demo stores: products, and a first order on its way. */
import { inTransaction, type Context } from '../platform/context';
import type { IncomingFile } from '../platform/media/files';
import { addAddress } from '../people/addresses/addresses';
import { buyProducts } from '../flows/purchases/buy';
import { lockOrder, updateOrderStatus } from '../content/orders/change';
import { addProduct } from '../content/products/products';
import { addReaction } from '../content/reactions/reactions';
import { withAudio } from './clips';
import { asPerformer, inOneTransaction, type Publisher } from './content';
import { storePhotos } from './art';
import { withPhotos } from './pictures';
import { actorOf, seedClient } from './accounts';

/** The people of the demo stores: a seller with many products, a musician who sells a tune, and fans; the first one has tokens. */
export interface StoreCast {
  seller: Publisher;
  musician: Publisher;
  fans: readonly [string, ...string[]];
}

const tune_s = 20;

const home = {
  name: 'Finn Baker',
  country: 'US',
  state: 'Oregon',
  city: 'Portland',
  district: '',
  ward: '',
  streetAddress: 'NW Lovejoy Street',
  streetNumber: '1221',
  zipCode: '97209',
  note: '',
};

const products = [
  {
    name: 'Signed print, A3',
    description: 'The lighthouse, second act. Heavy paper, numbered by hand.',
    type: 'physical',
    price: 2400n,
    stock: 12,
    deliveryNote: 'Sent within three days, rolled, in a tube.',
  },
  {
    name: 'Enamel pin: four chairs',
    description: 'Two centimetres of the set, for your coat.',
    type: 'physical',
    price: 650n,
    stock: 2,
    deliveryNote: 'Sent every Friday.',
  },
  {
    name: 'Rehearsal scarf',
    description: 'Knitted in the wings. There was only ever a handful.',
    type: 'physical',
    price: 3200n,
    stock: 0,
    deliveryNote: 'Sent within a week.',
  },
] as const;

interface ProductIds {
  print: string;
  sketch: string;
}

async function fillStore(ctx: Context, publisher: Publisher): Promise<ProductIds> {
  const ada = asPerformer(ctx, publisher);
  return withPhotos(storePhotos.ada, async (photos) => {
    const created: string[] = [];
    for (const [index, fields] of products.entries()) {
      const image = photos[index];
      created.push((await addProduct(ctx, ada, image ? { image } : {}, { ...fields }, inOneTransaction(ctx)))._id);
    }
    const [image, digitalFile] = photos.slice(products.length) as [IncomingFile, IncomingFile];
    const sketch = await addProduct(
      ctx,
      ada,
      { image, digitalFile: { ...digitalFile, name: 'four-chairs-sketch.webp' } },
      {
        name: 'The sketch, full size',
        description: 'As it hangs in the studio, ready to be printed.',
        type: 'digital',
        price: 400n,
        stock: null,
      },
      inOneTransaction(ctx),
    );
    return { print: created[0] ?? '', sketch: sketch._id };
  });
}

async function sellTune(ctx: Context, publisher: Publisher): Promise<void> {
  await withPhotos(storePhotos.bruno, ([image]) =>
    withAudio(ctx, tune_s, async (tune) => {
      await addProduct(
        ctx,
        asPerformer(ctx, publisher),
        { ...(image && { image }), digitalFile: { ...tune, name: 'neighbour-loop.wav' } },
        { name: 'The loop, to play along', description: 'Twenty seconds that go round.', type: 'digital', price: 250n, stock: null },
        inOneTransaction(ctx),
      );
    }),
  );
}

/** Fills the stores; in the sandbox the first fan orders, and the order is shipped. Files are stored, so it runs outside a transaction. */
export async function seedStores(ctx: Context, { seller, musician, fans: [first, ...rest] }: StoreCast): Promise<void> {
  const { print, sketch } = await fillStore(ctx, seller);
  await sellTune(ctx, musician);
  for (const id of rest) await addReaction(ctx, id, { objectType: 'product', objectId: print, action: 'bookmark' });
  const address = await addAddress(ctx, first, home);
  if (ctx.gateways.sandbox === null) return;
  const lines = [print, sketch].map((productId) => ({ productId, quantity: 1 }));
  const delivery = { deliveryAddressId: address._id, phoneNumber: '+1 503 555 0142', userNote: 'The bell does not work, please knock.' };
  const { orders } = await inTransaction(ctx, (tx) =>
    buyProducts(tx, actorOf(ctx, first, 'user'), seedClient, { lines, ...delivery }, (index) => `lines.${String(index)}`),
  );
  const shippedOrder = orders.find(({ product }) => product.type === 'physical');
  if (!shippedOrder) throw new Error('nothing was ordered');
  await inTransaction(ctx, async (tx) => {
    const row = await lockOrder(tx, shippedOrder._id);
    if (row)
      await updateOrderStatus(tx, row, { status: 'shipping', shippingCode: 'FL-0142-US', note: '', actor: asPerformer(ctx, seller) });
  });
}
