/** Fixtures of products, addresses, orders and purchases as the API returns them, for tests of screens. */
import type { ResponseOf } from '@web/services/call';
import { performer } from './accounts';
import { author } from './content';
import { tip } from './payments';

type Product = ResponseOf<'GET /performer-assets/products/:id'>;
type Address = ResponseOf<'POST /addresses/create'>;
type Order = ResponseOf<'GET /orders/:id'>;
type CartPurchase = ResponseOf<'POST /wallet/charges/cart'>;

const at = '2026-05-01T10:00:00.000Z';

/** An id that ends in `end`, two hexadecimal digits. */
const idOf = (end: string): string => `0198c0de-0000-7000-8000-0000000d00${end}`;

/** A mug of Ada's, with ten in stock. */
export const mug = (changes: Partial<Product> = {}): Product => ({
  _id: idOf('01'),
  kind: 'product',
  slug: 'mug',
  name: 'Mug',
  description: 'Holds tea.',
  type: 'physical',
  status: 'active',
  state: 'published',
  price: 12.5,
  stock: 10,
  deliveryNote: '',
  image: null,
  images: [],
  stats: { views: 0, likes: 0, bookmarks: 0, comments: 0 },
  performer: author(),
  isLiked: false,
  isBookmarked: false,
  isBought: false,
  publishedAt: at,
  totalSold: null,
  participants: [],
  people: null,
  digitalFile: null,
  createdAt: at,
  updatedAt: at,
  ...changes,
});

/** A song of Ada's: a file with unlimited stock. */
export const song = (changes: Partial<Product> = {}): Product =>
  mug({ _id: idOf('02'), slug: 'song', name: 'Song', type: 'digital', price: 20, stock: null, ...changes });

/** Another product, of another performer. */
export const scarf = (changes: Partial<Product> = {}): Product =>
  mug({
    _id: idOf('03'),
    slug: 'scarf',
    name: 'Scarf',
    price: 30,
    performer: author({ _id: idOf('b1'), name: 'Bruno', username: 'bruno', commissionRate: 0.1 }),
    ...changes,
  });

/** Finn's delivery address. */
export const deliveryAddress = (changes: Partial<Address> = {}): Address => ({
  _id: idOf('a1'),
  name: 'Finn Miller',
  country: 'AT',
  state: 'Vienna',
  city: 'Vienna',
  district: '',
  ward: '',
  streetAddress: 'Ringstrasse',
  streetNumber: '5',
  zipCode: '1010',
  note: '',
  createdAt: at,
  updatedAt: at,
  ...changes,
});

/** An order of `quantity` units of `product`. */
export function orderOf(product: Product, quantity = 1): Order {
  const charge = tip(product.price * quantity);
  const { _id, slug, name, type, image, price } = product;
  return {
    _id: `0198c0de-0000-7000-8000-0000000e${_id.slice(-4)}`,
    orderNumber: `A-${_id.slice(-2)}`,
    receiptNumber: 'R-1',
    chargeId: charge._id,
    product: { _id, slug, name, type, image },
    user: charge.user,
    performer: { ...charge.performer, _id: performer()._id },
    quantity,
    unitPrice: price,
    totalPrice: price * quantity,
    commission: 0,
    earning: price * quantity,
    refunded: 0,
    deliveryStatus: type === 'digital' ? 'delivered' : 'processing',
    isWithheld: false,
    deliveryAddress: null,
    phoneNumber: null,
    userNote: '',
    shippingCode: '',
    totalDownloads: 0,
    history: [],
    createdAt: at,
    updatedAt: at,
  };
}

/** The response to paying for `orders`, with the balance that is left. */
export function cartPurchase(orders: Order[], balanceAfter: number): CartPurchase {
  return {
    charges: orders.map(({ product, totalPrice }) => tip(totalPrice, { type: 'product', targetId: product._id, balanceAfter })),
    orders,
  };
}
