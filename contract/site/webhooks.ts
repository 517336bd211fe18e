/** Webhooks: notifying the operators' other programs of events, and the deliveries of each webhook. */
import * as z from 'zod';
import { endpoints } from '../kernel/endpoint';
import * as limits from '../kernel/limits';
import { fromQuery, Id, IdParam, Instant, pageOf, pageQuery } from '../kernel/shapes';
import { deliveryStates, webhookEvents } from '../kernel/values/console';

const Webhook = z.object({
  _id: Id,
  url: z.string(),
  events: z.array(z.enum(webhookEvents)),
  isActive: z.boolean(),
  /** Since when no delivery has succeeded; after a day it is switched off. */
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
  /** The result of the last try, in words; null before the first. */
  outcome: z.string().nullable(),
  /** When the next try is due; null when there is none. */
  runsAt: Instant.nullable(),
  /** The body that is sent. */
  body: z.string(),
  createdAt: Instant,
  updatedAt: Instant,
});

const NewWebhook = z.object({
  url: z.url().max(limits.webhookUrlLengthMax),
  events: z.array(z.enum(webhookEvents)).min(1).max(webhookEvents.length),
});

export default endpoints({
  'GET /admin/webhooks': {
    summary: 'The registered webhooks.',
    access: 'operator',
    right: 'webhooks.change',
    response: z.array(Webhook),
  },
  'POST /admin/webhooks': {
    summary: 'Register a webhook. The signing secret is returned only once.',
    access: 'operator',
    right: 'webhooks.change',
    body: NewWebhook,
    response: Webhook.extend({ secret: z.string() }),
    errors: ['webhook_address_closed', 'webhook_limit'],
  },
  'PUT /admin/webhooks/:id': {
    summary: 'Change the URL or the events of a webhook, or enable or disable it.',
    access: 'operator',
    right: 'webhooks.change',
    params: IdParam,
    body: NewWebhook.partial().extend({ isActive: z.boolean().optional() }),
    response: Webhook,
    errors: ['webhook_not_found', 'webhook_address_closed'],
  },
  'DELETE /admin/webhooks/:id': {
    summary: 'Delete a webhook. Pending deliveries are canceled.',
    access: 'operator',
    right: 'webhooks.change',
    params: IdParam,
    response: z.object({ deleted: z.literal(true) }),
    errors: ['webhook_not_found'],
  },
  'GET /admin/webhooks/deliveries/search': {
    summary: 'Webhook deliveries and their status. They are stored for 30 days.',
    access: 'operator',
    right: 'webhooks.change',
    query: pageQuery([]).extend({
      webhookId: fromQuery(Id),
      state: fromQuery(z.enum(deliveryStates)),
      event: fromQuery(z.enum(webhookEvents)),
    }),
    response: pageOf(Delivery),
  },
  'POST /admin/webhooks/deliveries/:id/replay': {
    summary: 'Resend a webhook event as a new delivery.',
    access: 'operator',
    right: 'webhooks.change',
    params: IdParam,
    response: Delivery,
    errors: ['delivery_not_found', 'already_so', 'webhook_off'],
  },
});
