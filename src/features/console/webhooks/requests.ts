/** API queries and labels of the webhooks screen. */
import { deliveryStates, webhookEvents, type DeliveryState, type WebhookEvent } from '@contract/kernel/values/console';
import { optionAt, pageAt, type UrlQuery } from '@web/lib/table-query';
import type { StateLabel } from '@web/lib/wording/state-label';

export const deliverySorts = ['createdAt', 'updatedAt'] as const;
export const deliveriesRequest = (urlQuery: UrlQuery) => ({
  query: {
    ...pageAt(urlQuery, deliverySorts),
    state: optionAt(urlQuery, 'state', deliveryStates),
    event: optionAt(urlQuery, 'event', webhookEvents),
  },
});

export const eventLabels: Readonly<Record<WebhookEvent, string>> = {
  'payment.settled': 'Payment received',
  'subscription.started': 'Subscription started',
  'subscription.ended': 'Subscription ended',
  'payout.done': 'Payout paid',
  'performer.verified': 'Creator approved',
  'contact.received': 'Contact message received',
  'report.filed': 'Report received',
};
export const deliveryStatusTags: Readonly<Record<DeliveryState, StateLabel>> = {
  pending: { label: 'Pending', tone: 'warn' },
  delivered: { label: 'Delivered', tone: 'ok' },
  failed: { label: 'Failed', tone: 'danger' },
};
