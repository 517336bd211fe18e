/** What the screen of webhooks asks the host, and its words. */
import { deliveryStates, webhookEvents, type DeliveryState, type WebhookEvent } from '@contract/values';
import { oneAt, pageAt, type AddressQuery } from '@web/lib/table-query';
import type { StateTone } from '@web/ui/feedback/state-mark';

export const deliverySorts = ['createdAt', 'updatedAt'] as const;
export const deliveriesRead = (address: AddressQuery) => ({
  query: {
    ...pageAt(address, deliverySorts),
    state: oneAt(address, 'state', deliveryStates),
    event: oneAt(address, 'event', webhookEvents),
  },
});

export const eventWords: Readonly<Record<WebhookEvent, string>> = {
  'payment.settled': 'A payment arrived',
  'subscription.started': 'A subscription began',
  'subscription.ended': 'A subscription ended',
  'payout.done': 'A payout was paid',
  'performer.verified': 'A performer was approved',
  'contact.received': 'Somebody wrote to the site',
  'report.filed': 'Somebody reported something',
};
export const deliveryWords: Readonly<Record<DeliveryState, { word: string; tone: StateTone }>> = {
  pending: { word: 'On its way', tone: 'warn' },
  delivered: { word: 'Delivered', tone: 'ok' },
  failed: { word: 'Given up', tone: 'danger' },
};
