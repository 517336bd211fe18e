/** Orders: what was bought of products, and how it reaches its buyer. */
import { z } from 'zod';
import { endpoints } from '../endpoint';
import * as limits from '../kernel/limits';
import { fromQuery, Id, IdParam, Instant, pageOf, pageQuery, Text } from '../kernel/shapes';
import { Order } from './store';
import { deliveryStatuses, productTypes } from '../values';

const filters = { deliveryStatus: fromQuery(z.enum(deliveryStatuses)), type: fromQuery(z.enum(productTypes)) };

export default endpoints({
  'GET /orders/search': {
    does: "Orders of the caller's products.",
    access: 'performer',
    query: pageQuery(['totalPrice']).extend({ ...filters, productId: fromQuery(Id) }),
    answer: pageOf(Order),
  },
  'GET /orders/users/search': {
    does: 'What the caller has ordered.',
    access: 'user',
    query: pageQuery(['totalPrice']).extend({ ...filters, performerId: fromQuery(Id) }),
    answer: pageOf(Order),
  },
  'GET /admin/orders/search': {
    does: 'Orders of everybody.',
    access: 'operator',
    right: 'orders.change',
    query: pageQuery(['totalPrice']).extend({ ...filters, performerId: fromQuery(Id), userId: fromQuery(Id) }),
    answer: pageOf(Order),
  },
  'GET /orders/:id': {
    does: 'One order, for its buyer, its seller and operators.',
    access: 'member',
    params: IdParam,
    answer: Order,
    fails: ['order_not_found'],
  },
  'PUT /orders/:id/update': {
    does: 'Say how far an order is, or give it back: the price returns to the buyer and the pieces to the store.',
    access: ['performer', 'operator'],
    right: 'orders.change',
    params: IdParam,
    body: z.object({
      deliveryStatus: z.enum(deliveryStatuses).optional(),
      shippingCode: Text(limits.shippingCodeLengthMax).optional(),
      note: Text(limits.orderNoteLengthMax).default(''),
      /** Where the caller believes it to be. */
      expectedStatus: z.enum(deliveryStatuses).optional(),
    }),
    answer: Order,
    idempotent: true,
    fails: ['order_not_found', 'order_changed', 'transition_not_allowed', 'refund_not_covered'],
  },
  'PUT /orders/:id/update/delivery-address': {
    does: 'Send an own order to another address, while nothing of it has been sent.',
    access: 'user',
    params: IdParam,
    body: z.object({ deliveryAddressId: Id }),
    answer: Order,
    fails: ['order_not_found', 'address_not_found', 'order_changed'],
  },
  'GET /performer-assets/products/:id/download-link': {
    does: 'A link that gives the file of a product to the caller alone, for some minutes.',
    access: 'member',
    params: IdParam,
    answer: z.object({ downloadLink: z.string(), expiresAt: Instant }),
    fails: ['product_not_found', 'purchase_required', 'purchase_withheld', 'not_digital'],
  },
});
