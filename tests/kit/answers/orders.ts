/** Fixtures of orders as the API returns them, for tests of screens. */
import type { ResponseOf } from '@web/services/call';
import { fan, performer } from './accounts';

type Order = ResponseOf<'GET /orders/:id'>;
type Person = Order['user'];

const at = '2026-05-01T10:00:00.000Z';

const personOf = ({ _id, username, name, avatar, isPerformer }: ReturnType<typeof fan> | ReturnType<typeof performer>): Person => ({
  _id,
  username,
  name,
  avatar,
  isPerformer,
  isVerified: isPerformer,
  isOnline: false,
});

const finn = personOf(fan());
const ada = personOf(performer());

/** An order by Finn of two of Ada's mugs; nothing has been shipped yet. */
export const order = (changes: Partial<Order> = {}): Order => ({
  _id: '0198c0de-0000-7000-8000-0000000000a1',
  orderNumber: 'O-1001',
  receiptNumber: 'R-77',
  chargeId: '0198c0de-0000-7000-8000-0000000000a2',
  product: { _id: '0198c0de-0000-7000-8000-0000000000a3', slug: 'mug', name: 'Mug', type: 'physical', image: null },
  user: finn,
  performer: ada,
  quantity: 2,
  unitPrice: 10,
  totalPrice: 20,
  commission: 4,
  earning: 16,
  refunded: 0,
  deliveryStatus: 'processing',
  isWithheld: false,
  deliveryAddress: {
    name: 'Finn Fan',
    country: 'DE',
    state: '',
    city: 'Berlin',
    district: 'Mitte',
    ward: '',
    streetAddress: 'Long Street',
    streetNumber: '5',
    zipCode: '10115',
    note: 'Second floor',
  },
  phoneNumber: '+49301234567',
  userNote: 'Ring twice',
  shippingCode: '',
  totalDownloads: 0,
  history: [{ status: 'processing', note: '', by: finn, at }],
  createdAt: at,
  updatedAt: at,
  ...changes,
});

/** The order once it has been shipped, with a note of the seller. */
export const shippedOrder = (changes: Partial<Order> = {}): Order =>
  order({
    deliveryStatus: 'shipping',
    shippingCode: 'PARCEL-9',
    history: [...order().history, { status: 'shipping', note: 'Well wrapped', by: ada, at: '2026-05-02T10:00:00.000Z' }],
    ...changes,
  });

/** An order of a file, which is delivered immediately. */
export const fileOrder = (changes: Partial<Order> = {}): Order =>
  order({
    orderNumber: 'O-2001',
    product: { _id: '0198c0de-0000-7000-8000-0000000000a4', slug: 'songs', name: 'Songs', type: 'digital', image: null },
    quantity: 1,
    unitPrice: 20,
    deliveryStatus: 'delivered',
    deliveryAddress: null,
    phoneNumber: null,
    userNote: '',
    history: [{ status: 'delivered', note: '', by: null, at }],
    ...changes,
  });
