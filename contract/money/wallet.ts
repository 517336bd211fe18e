/** The wallet: what a fan buys with their balance, and what they have paid. */
import * as z from 'zod';
import { Message } from '../talk/chat';
import { BoughtItem, Feed, Gallery, Video } from '../content/content';
import { endpoints } from '../kernel/endpoint';
import { Person } from '../kernel/entities';
import * as limits from '../kernel/limits';
import { Charge } from './money';
import { Order } from '../content/store';
import { Amount, ExpectedPrice, fromQuery, Id, IdParam, Instant, pageOf, pageQuery, Phone, Text } from '../kernel/shapes';
import { chargeStatuses, chargeTypes, purchaseTypes } from '../kernel/values/money';

export const DateRange = z.object(pageQuery([]).pick({ fromDate: true, toDate: true }).shape);
const Purchase = z.object({ expectedPrice: ExpectedPrice });
const unlockErrors = [
  'blocked_by_performer',
  'insufficient_balance',
  'spending_limit_reached',
  'price_changed',
  'own_item',
  'not_for_sale',
  'purchase_withheld',
] as const;

const Quantity = z.number().int().min(1).max(limits.quantityMax);
/** The delivery details of an order. */
const Delivery = z.object({
  deliveryAddressId: Id.optional(),
  phoneNumber: Phone.optional(),
  userNote: Text(limits.orderNoteLengthMax).default(''),
});
const buyErrors = [
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
    summary: 'Send a tip to a performer.',
    access: 'user',
    params: IdParam,
    body: z.object({
      price: Amount,
      text: Text(limits.tipTextLengthMax).default(''),
      /** The caller's conversation with the performer, where the tip is shown. */
      conversationId: Id.optional(),
      /** The performer's live show where the tip is shown, and the tip menu item that it pays for. */
      streamId: Id.optional(),
      menuItemId: Id.optional(),
    }),
    response: Charge,
    idempotent: 'money',
    rateLimit: 'charge',
    errors: [
      'performer_not_found',
      'blocked_by_performer',
      'price_out_of_range',
      'insufficient_balance',
      'spending_limit_reached',
      'conversation_not_found',
      'stream_not_found',
      'stream_offline',
      'content_locked',
      'follow_required',
      'subscription_required',
      'menu_item_price',
    ],
  },
  'POST /wallet/charges/feed/:id': {
    summary: 'Buy a post. If already bought, returns the original charge and charges nothing.',
    access: 'user',
    params: IdParam,
    body: Purchase,
    response: Charge.extend({ item: Feed }),
    idempotent: 'money',
    rateLimit: 'charge',
    errors: ['feed_not_found', ...unlockErrors],
  },
  'POST /wallet/charges/video/:id': {
    summary: 'Buy a video. If already bought, returns the original charge and charges nothing.',
    access: 'user',
    params: IdParam,
    body: Purchase,
    response: Charge.extend({ item: Video }),
    idempotent: 'money',
    rateLimit: 'charge',
    errors: ['video_not_found', ...unlockErrors],
  },
  'POST /wallet/charges/gallery/:id': {
    summary: 'Buy a gallery. If already bought, returns the original charge and charges nothing.',
    access: 'user',
    params: IdParam,
    body: Purchase,
    response: Charge.extend({ item: Gallery }),
    idempotent: 'money',
    rateLimit: 'charge',
    errors: ['gallery_not_found', ...unlockErrors],
  },
  'POST /wallet/charges/product/:id': {
    summary: 'Buy a product. A digital product can be bought once; a physical product requires a delivery address and a phone number.',
    access: 'user',
    params: IdParam,
    body: Delivery.extend({ quantity: Quantity.default(1), ...Purchase.shape }),
    response: Charge.extend({ order: Order }),
    idempotent: 'money',
    rateLimit: 'charge',
    errors: buyErrors,
  },
  'POST /wallet/charges/cart': {
    summary: 'Buy several products at once: all or none. Errors are reported per line.',
    access: 'user',
    body: Delivery.extend({
      lines: z
        .array(z.object({ productId: Id, quantity: Quantity }))
        .min(1)
        .max(limits.cartLinesMax)
        .refine((lines) => new Set(lines.map(({ productId }) => productId)).size === lines.length, 'List each product only once.'),
      ...Purchase.shape,
    }),
    response: z.object({ charges: z.array(Charge), orders: z.array(Order) }),
    idempotent: 'money',
    rateLimit: 'charge',
    errors: buyErrors,
  },
  'POST /wallet/charges/message/:id': {
    summary: 'Unlock a priced message.',
    access: 'user',
    params: IdParam,
    body: Purchase,
    response: Charge.extend({ item: Message }),
    idempotent: 'money',
    rateLimit: 'charge',
    errors: ['message_not_found', ...unlockErrors],
  },
  'POST /wallet/charges/stream/:id': {
    summary:
      'Pay for admission to the current session of a show. If already paid, or covered by a ticket, returns the original charge and charges nothing.',
    access: 'user',
    params: IdParam,
    body: Purchase,
    response: Charge,
    idempotent: 'money',
    rateLimit: 'charge',
    errors: ['stream_not_found', 'stream_offline', 'tickets_sold_out', ...unlockErrors],
  },
  'POST /wallet/charges/ticket/:id': {
    summary: 'Buy a ticket for a planned show, by its post. If already bought, returns the original charge and charges nothing.',
    access: 'user',
    params: IdParam,
    body: Purchase,
    response: Charge.extend({ item: Feed }),
    idempotent: 'money',
    rateLimit: 'charge',
    errors: ['feed_not_found', 'content_locked', 'tickets_sold_out', ...unlockErrors],
  },
  'POST /wallet/charges/ticket/:id/return': {
    summary: 'Return a ticket for a show that was rescheduled after the purchase and has not started. The price is refunded to the wallet.',
    access: 'user',
    params: IdParam,
    response: Charge.extend({ item: Feed }),
    idempotent: 'money',
    rateLimit: 'charge',
    errors: ['feed_not_found', 'blocked_by_performer', 'ticket_not_returnable'],
  },
  'GET /wallet/charges/search': {
    summary: "The charges to the caller's wallet.",
    access: 'user',
    query: pageQuery(['price']).extend({
      type: fromQuery(z.enum(chargeTypes)),
      status: fromQuery(z.enum(chargeStatuses)),
      performerId: fromQuery(Id),
    }),
    response: pageOf(Charge),
  },
  'GET /wallet/purchases': {
    summary: "The caller's purchases and tickets with their current content, including items that the performer has since unpublished.",
    access: 'user',
    query: pageQuery(['price']).extend({ type: fromQuery(z.enum(purchaseTypes)), performerId: fromQuery(Id) }),
    response: pageOf(
      z.object({
        _id: Id,
        type: z.enum(purchaseTypes),
        performer: Person,
        price: Amount,
        status: z.enum(chargeStatuses),
        /** Whether it stays locked until the caller has settled their debt. */
        isWithheld: z.boolean(),
        /** Null when it was refunded and can no longer be seen; the post of a refunded ticket stays visible. */
        item: BoughtItem.nullable(),
        createdAt: Instant,
      }),
    ),
  },
  'GET /wallet/statement': {
    summary: "The entries of the caller's wallet in a range of days as CSV, with the running balance.",
    access: 'user',
    query: DateRange,
    response: z.string(),
    responseFormat: 'csv',
  },
  'GET /wallet/spending': {
    summary: "The caller's spending this month, and their limit.",
    access: 'user',
    /** `reserved` is held for a private show and counts towards the limit. `owed` is taken from the next top-up. */
    response: z.object({ spent: Amount, reserved: Amount, owed: Amount, limit: Amount.nullable(), from: Instant, until: Instant }),
  },
});
