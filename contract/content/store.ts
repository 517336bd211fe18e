/** What answers about orders are made of. */
import { z } from 'zod';
import { File, Person } from '../kernel/entities';
import { Amount, Country, Id, Instant } from '../kernel/shapes';
import { deliveryStatuses, productTypes } from '../values';

/** Where something is sent. */
const Place = z.object({
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

/** A place of somebody's address book. */
export const Address = Place.extend({ _id: Id, createdAt: Instant, updatedAt: Instant });

/** One product of one purchase, on its way from its seller to its buyer. */
export const Order = z.object({
  _id: Id,
  orderNumber: z.string(),
  /** The same for all that was paid at once. */
  receiptNumber: z.string(),
  chargeId: Id,
  /** As it was called when it was bought. */
  product: z.object({ _id: Id, slug: z.string(), name: z.string(), type: z.enum(productTypes), image: File.nullable() }),
  user: Person,
  performer: Person,
  quantity: z.number(),
  unitPrice: Amount,
  totalPrice: Amount,
  commission: Amount,
  earning: Amount,
  /** What was given back of the price so far. */
  refunded: Amount,
  deliveryStatus: z.enum(deliveryStatuses),
  /** As it was; null for files. */
  deliveryAddress: Place.nullable(),
  phoneNumber: z.string().nullable(),
  userNote: z.string(),
  shippingCode: z.string(),
  /** How often its buyer has asked for the file. */
  totalDownloads: z.number(),
  /** What became of it, the first first. */
  history: z.array(z.object({ status: z.enum(deliveryStatuses), note: z.string(), by: Person.nullable(), at: Instant })),
  createdAt: Instant,
  updatedAt: Instant,
});
