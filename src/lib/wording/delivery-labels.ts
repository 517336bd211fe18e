/** Labels and tones of delivery states. */
import type { DeliveryStatus } from '@contract/kernel/values/store';
import type { StateLabel } from './state-label';

export const deliveryStates: Record<DeliveryStatus, StateLabel> = {
  processing: { label: 'Processing', tone: 'warn' },
  shipping: { label: 'Shipped', tone: 'warn' },
  delivered: { label: 'Delivered', tone: 'ok' },
  refunded: { label: 'Refunded', tone: 'quiet' },
};
