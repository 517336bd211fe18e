/** Response shapes of orders. */
import * as z from 'zod';
import { File, Person } from '../kernel/entities';
import { Amount, Country, Id, Instant } from '../kernel/shapes';
import { deliveryStatuses, productTypes } from '../kernel/values/store';

const PostalAddress = z.object({
  name: z.string(),
  country: Country,
  state: z.string(),
  city: z.string(),
  district: z.string(),
  ward: z.string(),
  streetAddress: z.string(),
  streetNumber: z.string(),
  zipCode: z.string(),
  note: z.string(),
});

/** An address in the caller's address book. */
export const Address = PostalAddress.extend({ _id: Id, createdAt: Instant, updatedAt: Instant });

/** One product of one purchase, and its delivery. */
export const Order = z.object({
  _id: Id,
  orderNumber: z.string(),
  /** The same for everything that was paid together. */
  receiptNumber: z.string(),
  chargeId: Id,
  /** The product as it was when it was bought. */
  product: z.object({ _id: Id, slug: z.string(), name: z.string(), type: z.enum(productTypes), image: File.nullable() }),
  user: Person,
  performer: Person,
  quantity: z.number(),
  unitPrice: Amount,
  totalPrice: Amount,
  commission: Amount,
  earning: Amount,
  /** The part of the price that was refunded so far. */
  refunded: Amount,
  deliveryStatus: z.enum(deliveryStatuses),
  /** Whether the buyer still owes tokens for it: it is not shipped until they have paid. */
  isWithheld: z.boolean(),
  /** The address when the order was placed; null for digital products. */
  deliveryAddress: PostalAddress.nullable(),
  phoneNumber: z.string().nullable(),
  userNote: z.string(),
  shippingCode: z.string(),
  /** How often the buyer requested a download link. */
  totalDownloads: z.number(),
  /** Status changes, oldest first. */
  history: z.array(z.object({ status: z.enum(deliveryStatuses), note: z.string(), by: Person.nullable(), at: Instant })),
  createdAt: Instant,
  updatedAt: Instant,
});
