/** Telling other programs of the operators what happens: where to, of what, and what became of each message. */
import { z } from 'zod';
import { endpoints } from '../endpoint';
import * as limits from '../kernel/limits';
import { fromQuery, Id, IdParam, Instant, pageOf, pageQuery } from '../kernel/shapes';
import { deliveryStates, webhookEvents } from '../values';

const Webhook = z.object({
  _id: Id,
  url: z.string(),
  events: z.array(z.enum(webhookEvents)),
  isActive: z.boolean(),
  /** Since when nothing arrives there; after a day it is switched off. */
  failingSince: Instant.nullable(),
  lastDeliveredAt: Instant.nullable(),
  createdAt: Instant,
  updatedAt: Instant,
});

const Delivery = z.object({
  _id: Id,
  webhookId: Id,
  url: z.string(),
  event: z.enum(webhookEvents),
  state: z.enum(deliveryStates),
  tries: z.number(),
  /** What the last try came to, in words; null before the first. */
  outcome: z.string().nullable(),
  /** When it is tried next; null when it is not. */
  runsAt: Instant.nullable(),
  /** The text that is sent. */
  body: z.string(),
  createdAt: Instant,
  updatedAt: Instant,
});

const Wish = z.object({
  url: z.url().max(limits.webhookUrlLengthMax),
  events: z.array(z.enum(webhookEvents)).min(1).max(webhookEvents.length),
});

export default endpoints({
  'GET /admin/webhooks': {
    does: 'Where other programs are told of what happens.',
    access: 'operator',
    right: 'webhooks.change',
    answer: z.array(Webhook),
  },
  'POST /admin/webhooks': {
    does: 'Tell another program from now on. The secret that signs the messages is answered here and never again.',
    access: 'operator',
    right: 'webhooks.change',
    body: Wish,
    answer: Webhook.extend({ secret: z.string() }),
    fails: ['webhook_address_closed', 'webhook_limit'],
  },
  'PUT /admin/webhooks/:id': {
    does: 'Change where to and of what, and switch it off or on again.',
    access: 'operator',
    right: 'webhooks.change',
    params: IdParam,
    body: Wish.partial().extend({ isActive: z.boolean().optional() }),
    answer: Webhook,
    fails: ['webhook_not_found', 'webhook_address_closed'],
  },
  'DELETE /admin/webhooks/:id': {
    does: 'Tell it no more; what was on its way is dropped.',
    access: 'operator',
    right: 'webhooks.change',
    params: IdParam,
    answer: z.object({ deleted: z.literal(true) }),
    fails: ['webhook_not_found'],
  },
  'GET /admin/webhooks/deliveries/search': {
    does: 'Messages to other programs, and what became of them. They are kept for 30 days.',
    access: 'operator',
    right: 'webhooks.change',
    query: pageQuery([]).extend({
      webhookId: fromQuery(Id),
      state: fromQuery(z.enum(deliveryStates)),
      event: fromQuery(z.enum(webhookEvents)),
    }),
    answer: pageOf(Delivery),
  },
  'POST /admin/webhooks/deliveries/:id/replay': {
    does: 'Send a message once more, as a new delivery of the same event.',
    access: 'operator',
    right: 'webhooks.change',
    params: IdParam,
    answer: Delivery,
    fails: ['delivery_not_found', 'already_so', 'webhook_off'],
  },
});
