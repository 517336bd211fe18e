/** Orders of products, and their delivery. */
import * as z from 'zod';
import { endpoints } from '../kernel/endpoint';
import * as limits from '../kernel/limits';
import { fromQuery, Id, IdParam, Instant, pageOf, pageQuery, Text } from '../kernel/shapes';
import { Order } from './store';
import { deliveryStatuses, productTypes } from '../kernel/values/store';

const filters = { deliveryStatus: fromQuery(z.enum(deliveryStatuses)), type: fromQuery(z.enum(productTypes)) };

export default endpoints({
  'GET /orders/search': {
    summary: "Orders for the caller's products.",
    access: 'performer',
    query: pageQuery(['totalPrice']).extend({ ...filters, productId: fromQuery(Id) }),
    response: pageOf(Order),
  },
  'GET /orders/users/search': {
    summary: 'Orders that the caller placed.',
    access: 'user',
    query: pageQuery(['totalPrice']).extend({ ...filters, performerId: fromQuery(Id) }),
    response: pageOf(Order),
  },
  'GET /admin/orders/search': {
    summary: 'All orders.',
    access: 'operator',
    right: 'orders.change',
    query: pageQuery(['totalPrice']).extend({ ...filters, performerId: fromQuery(Id), userId: fromQuery(Id) }),
    response: pageOf(Order),
  },
  'GET /orders/:id': {
    summary: 'One order, for its buyer, its seller and operators.',
    access: 'member',
    params: IdParam,
    response: Order,
    errors: ['order_not_found'],
  },
  'PUT /orders/:id/update': {
    summary: 'Change the delivery status of an order, or refund it. A refund returns the price to the buyer and restores the stock.',
    access: ['performer', 'operator'],
    right: 'orders.change',
    params: IdParam,
    body: z.object({
      deliveryStatus: z.enum(deliveryStatuses).optional(),
      shippingCode: Text(limits.shippingCodeLengthMax).optional(),
      note: Text(limits.orderNoteLengthMax).default(''),
      /** Optimistic lock: rejected with order_changed when the order has another status. */
      expectedStatus: z.enum(deliveryStatuses).optional(),
    }),
    response: Order,
    idempotent: 'money',
    errors: ['order_not_found', 'order_changed', 'transition_not_allowed', 'order_withheld', 'refund_not_covered'],
  },
  'PUT /orders/:id/update/delivery-address': {
    summary: "Change the delivery address of one of the caller's orders, until it is shipped.",
    access: 'user',
    params: IdParam,
    body: z.object({ deliveryAddressId: Id }),
    response: Order,
    errors: ['order_not_found', 'address_not_found', 'order_changed'],
  },
  'GET /performer-assets/products/:id/download-link': {
    summary: 'A download link for the file of a product. It works only for the caller and expires after a few minutes.',
    access: 'member',
    params: IdParam,
    response: z.object({ downloadLink: z.string(), expiresAt: Instant }),
    errors: ['product_not_found', 'purchase_required', 'purchase_withheld', 'not_digital'],
  },
});
