/** The wallet: what a fan pays from her balance, and what she has paid. */
import { z } from 'zod';
import { Message } from '../talk/chat';
import { BoughtItem, Feed, Gallery, Video } from '../content/content';
import { endpoints } from '../endpoint';
import { Person } from '../kernel/entities';
import * as limits from '../kernel/limits';
import { Charge } from './money';
import { Order } from '../content/store';
import { Amount, fromQuery, Id, IdParam, Instant, pageOf, pageQuery, Phone, Text } from '../kernel/shapes';
import { chargeStatuses, chargeTypes, unlockTypes } from '../values';

export const DateRange = z.object(pageQuery([]).pick({ fromDate: true, toDate: true }).shape);
const Expected = z.object({ expectedPrice: Amount.optional() });
const unlockFails = [
  'blocked_by_performer',
  'insufficient_balance',
  'spending_limit_reached',
  'price_changed',
  'own_item',
  'not_for_sale',
  'purchase_withheld',
] as const;

const Quantity = z.number().int().min(1).max(limits.quantityMax);
/** Where an order goes and what its seller should know. `expectedPrice` is the sum that the buyer has seen. */
const Delivery = z.object({
  deliveryAddressId: Id.optional(),
  phoneNumber: Phone.optional(),
  userNote: Text(limits.orderNoteLengthMax).default(''),
});
const buyFails = [
  'product_not_found',
  'blocked_by_performer',
  'insufficient_balance',
  'spending_limit_reached',
  'price_changed',
  'own_item',
  'already_so',
  'out_of_stock',
  'address_required',
  'address_not_found',
] as const;

export default endpoints({
  'POST /wallet/charges/tip/:id': {
    does: 'Send a tip to a performer.',
    access: 'user',
    params: IdParam,
    body: z.object({
      price: Amount,
      text: Text(limits.tipTextLengthMax).default(''),
      /** The own conversation with her in which it is told. */
      conversationId: Id.optional(),
      /** The running show of hers in which it is told, and what of its menu it is for. */
      streamId: Id.optional(),
      menuItemId: Id.optional(),
    }),
    answer: Charge,
    idempotent: true,
    rate: 'charge',
    fails: [
      'performer_not_found',
      'blocked_by_performer',
      'price_out_of_range',
      'insufficient_balance',
      'spending_limit_reached',
      'conversation_not_found',
      'stream_not_found',
      'stream_offline',
      'content_locked',
      'subscription_required',
      'menu_item_price',
    ],
  },
  'POST /wallet/charges/feed/:id': {
    does: 'Buy a post. Bought before: the first charge again, and nothing is paid.',
    access: 'user',
    params: IdParam,
    body: Expected,
    answer: Charge.extend({ item: Feed }),
    idempotent: true,
    rate: 'charge',
    fails: ['feed_not_found', ...unlockFails],
  },
  'POST /wallet/charges/video/:id': {
    does: 'Buy a video. Bought before: the first charge again, and nothing is paid.',
    access: 'user',
    params: IdParam,
    body: Expected,
    answer: Charge.extend({ item: Video }),
    idempotent: true,
    rate: 'charge',
    fails: ['video_not_found', ...unlockFails],
  },
  'POST /wallet/charges/gallery/:id': {
    does: 'Buy a gallery. Bought before: the first charge again, and nothing is paid.',
    access: 'user',
    params: IdParam,
    body: Expected,
    answer: Charge.extend({ item: Gallery }),
    idempotent: true,
    rate: 'charge',
    fails: ['gallery_not_found', ...unlockFails],
  },
  'POST /wallet/charges/product/:id': {
    does: 'Buy a product. A file is bought once; what is posted needs an address and a phone number.',
    access: 'user',
    params: IdParam,
    body: Delivery.extend({ quantity: Quantity.default(1), ...Expected.shape }),
    answer: Charge.extend({ order: Order }),
    idempotent: true,
    rate: 'charge',
    fails: buyFails,
  },
  'POST /wallet/charges/cart': {
    does: 'Buy several products at once: all of them, or none. What is wrong with a line is said at its place.',
    access: 'user',
    body: Delivery.extend({
      lines: z
        .array(z.object({ productId: Id, quantity: Quantity }))
        .min(1)
        .max(limits.cartLinesMax)
        .refine((lines) => new Set(lines.map(({ productId }) => productId)).size === lines.length, 'Name each product once.'),
      ...Expected.shape,
    }),
    answer: z.object({ charges: z.array(Charge), orders: z.array(Order) }),
    idempotent: true,
    rate: 'charge',
    fails: buyFails,
  },
  'POST /wallet/charges/message/:id': {
    does: 'Open a priced message.',
    access: 'user',
    params: IdParam,
    body: Expected,
    answer: Charge.extend({ item: Message }),
    idempotent: true,
    rate: 'charge',
    fails: ['message_not_found', ...unlockFails],
  },
  'POST /wallet/charges/stream/:id': {
    does: 'Pay the entry of a running show, for this session of it. Paid before: the first charge again, and nothing is paid.',
    access: 'user',
    params: IdParam,
    body: Expected,
    answer: Charge,
    idempotent: true,
    rate: 'charge',
    fails: ['stream_not_found', 'stream_offline', ...unlockFails],
  },
  'GET /wallet/charges/search': {
    does: 'What the caller has paid from the wallet.',
    access: 'user',
    query: pageQuery(['price']).extend({
      type: fromQuery(z.enum(chargeTypes)),
      status: fromQuery(z.enum(chargeStatuses)),
      performerId: fromQuery(Id),
    }),
    answer: pageOf(Charge),
  },
  'GET /wallet/purchases': {
    does: 'What the caller has bought to keep, as it is now: also what its performer has taken from everybody else.',
    access: 'user',
    query: pageQuery(['price']).extend({ type: fromQuery(z.enum(unlockTypes)), performerId: fromQuery(Id) }),
    answer: pageOf(
      z.object({
        _id: Id,
        type: z.enum(unlockTypes),
        performer: Person,
        price: Amount,
        status: z.enum(chargeStatuses),
        /** Whether it stays closed until the caller has settled what they owe. */
        isWithheld: z.boolean(),
        /** Null when it was refunded and cannot be seen any more. */
        item: BoughtItem.nullable(),
        createdAt: Instant,
      }),
    ),
  },
  'GET /wallet/statement': {
    does: "Every entry of the caller's wallet in a range of days, with the running balance, as a file.",
    access: 'user',
    query: DateRange,
    answer: z.string(),
    streams: 'csv',
  },
  'GET /wallet/spending': {
    does: 'What the caller has spent this month, and the limit that they have set.',
    access: 'user',
    /** `reserved` is set aside for a private show, and counts towards the limit; `owed` is taken from the next top-up. */
    answer: z.object({ spent: Amount, reserved: Amount, owed: Amount, limit: Amount.nullable(), from: Instant, until: Instant }),
  },
});
