/** API queries and labels of the webhooks screen. */
import { deliveryStates, webhookEvents, type DeliveryState, type WebhookEvent } from '@contract/kernel/values/console';
import { optionAt, pageAt, type UrlQuery } from '@web/lib/table-query';
import type { StateLabel } from '@web/lib/wording/state-label';

export const deliverySorts = ['createdAt', 'updatedAt'] as const;
export const deliveriesRequest = (address: UrlQuery) => ({
  query: {
    ...pageAt(address, deliverySorts),
    state: optionAt(address, 'state', deliveryStates),
    event: optionAt(address, 'event', webhookEvents),
  },
});

export const eventLabels: Readonly<Record<WebhookEvent, string>> = {
  'payment.settled': 'A payment arrived',
  'subscription.started': 'A subscription began',
  'subscription.ended': 'A subscription ended',
  'payout.done': 'A payout was paid',
  'performer.verified': 'A performer was approved',
  'contact.received': 'Somebody wrote to the site',
  'report.filed': 'Somebody reported something',
};
export const deliveryStatusTags: Readonly<Record<DeliveryState, StateLabel>> = {
  pending: { label: 'Pending', tone: 'warn' },
  delivered: { label: 'Delivered', tone: 'ok' },
  failed: { label: 'Failed', tone: 'danger' },
};
