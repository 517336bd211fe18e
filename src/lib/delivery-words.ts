/** How far an order is, in words, each with how it should look. */
import type { DeliveryStatus } from '@contract/values';

interface Word {
  word: string;
  tone: 'ok' | 'warn' | 'danger' | 'quiet';
}

export const deliveryStates: Record<DeliveryStatus, Word> = {
  processing: { word: 'Processing', tone: 'warn' },
  shipping: { word: 'Shipping', tone: 'warn' },
  delivered: { word: 'Delivered', tone: 'ok' },
  refunded: { word: 'Refunded', tone: 'quiet' },
};
