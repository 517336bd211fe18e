/** Products, delivery addresses and orders. */
import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, jsonb, pgSequence, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { DeliveryStatus, ProductType } from '@contract/kernel/values/store';
import { accounts } from './accounts';
import { cents, instant } from './columns';
import { items } from './content';
import { files } from './files';
import { charges } from './money';

const itemId = () =>
  uuid()
    .notNull()
    .references(() => items.id, { onDelete: 'cascade' });
const person = () =>
  uuid()
    .notNull()
    .references(() => accounts.id);

/** Fields of products. Name, description and price are in `items`. */
export const products = pgTable(
  'products',
  {
    itemId: itemId().primaryKey(),
    type: text().$type<ProductType>().notNull(),
    /** Pieces left; null: unlimited. */
    stock: integer(),
    /** The file of a digital product. */
    fileId: uuid().references(() => files.id, { onDelete: 'set null' }),
    deliveryNote: text().notNull().default(''),
  },
  (table) => [
    index('products_file').on(table.fileId),
    check('products_stock', sql`${table.stock} >= 0`),
    check('products_counted', sql`${table.type} = 'digital' or ${table.stock} is not null`),
  ],
);

export const productImages = pgTable(
  'product_images',
  {
    itemId: itemId(),
    fileId: uuid()
      .notNull()
      .references(() => files.id, { onDelete: 'cascade' }),
    ordering: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.itemId, table.fileId] }), index('product_images_file').on(table.fileId)],
);

/** A postal address. */
export interface StoredAddress {
  name: string;
  country: string;
  state: string;
  city: string;
  district: string;
  ward: string;
  streetAddress: string;
  streetNumber: string;
  zipCode: string;
  note: string;
}

export const addresses = pgTable(
  'addresses',
  {
    id: uuid().primaryKey(),
    accountId: uuid()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    place: jsonb().$type<StoredAddress>().notNull(),
    createdAt: timestamp(instant).notNull(),
    updatedAt: timestamp(instant).notNull(),
  },
  (table) => [
    index('addresses_updated').on(table.accountId, table.updatedAt, table.id),
    index('addresses_created').on(table.accountId, table.createdAt, table.id),
  ],
);

/** Receipt numbers: one per checkout. */
export const orderReceipts = pgSequence('order_receipts');

/** One product of a purchase. The agreed name and price are copied, because the product may change. */
export const orders = pgTable(
  'orders',
  {
    id: uuid().primaryKey(),
    orderNumber: integer().generatedAlwaysAsIdentity().unique('orders_number'),
    /** The same for all orders of a checkout. */
    receiptNumber: integer().notNull(),
    chargeId: uuid()
      .notNull()
      .unique()
      .references(() => charges.id),
    productId: uuid()
      .notNull()
      .references(() => items.id),
    productName: text().notNull(),
    productType: text().$type<ProductType>().notNull(),
    userId: person(),
    performerId: person(),
    quantity: integer().notNull(),
    unitPriceCents: bigint(cents).notNull(),
    totalPriceCents: bigint(cents).notNull(),
    deliveryStatus: text().$type<DeliveryStatus>().notNull(),
    deliveryAddress: jsonb().$type<StoredAddress>(),
    phoneNumber: text(),
    userNote: text().notNull().default(''),
    shippingCode: text().notNull().default(''),
    downloads: integer().notNull().default(0),
    createdAt: timestamp(instant).notNull(),
    updatedAt: timestamp(instant).notNull(),
  },
  (table) => [
    index('orders_user_updated').on(table.userId, table.updatedAt, table.id),
    index('orders_user_created').on(table.userId, table.createdAt, table.id),
    index('orders_performer_updated').on(table.performerId, table.updatedAt, table.id),
    index('orders_performer_created').on(table.performerId, table.createdAt, table.id),
    index('orders_updated').on(table.updatedAt, table.id),
    index('orders_created').on(table.createdAt, table.id),
    index('orders_delivery').on(table.deliveryStatus),
    index('orders_product').on(table.productId, table.userId),
    check('orders_price', sql`${table.totalPriceCents} = ${table.unitPriceCents} * ${table.quantity}`),
    check('orders_place', sql`(${table.productType} = 'physical') = (${table.deliveryAddress} is not null)`),
  ],
);

/** The history of an order: append-only. */
export const orderEvents = pgTable(
  'order_events',
  {
    id: uuid().primaryKey(),
    orderId: uuid()
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    status: text().$type<DeliveryStatus>().notNull(),
    note: text().notNull().default(''),
    byId: uuid().references(() => accounts.id, { onDelete: 'set null' }),
    at: timestamp(instant).notNull(),
  },
  (table) => [index('order_events_order').on(table.orderId, table.at, table.id)],
);
