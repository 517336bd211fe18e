/** Stripe.js, from Stripe's own domain: loaded only when a card is entered or a bank asks for authentication. */
import { loadStripe } from '@stripe/stripe-js/pure';
import type { Stripe } from '@stripe/stripe-js';

const loading = new Map<string, Promise<Stripe | null>>();

/** Stripe.js for this key, loaded once. Rejects when Stripe cannot be reached; the next call then retries. */
export async function stripeFor(publishableKey: string): Promise<Stripe> {
  const pending = loading.get(publishableKey) ?? loadStripe(publishableKey);
  loading.set(publishableKey, pending);
  try {
    const stripe = await pending;
    if (stripe !== null) return stripe;
  } catch {
    // Handled below, with our own message.
  }
  loading.delete(publishableKey);
  throw new Error('The card form could not be loaded. Check your connection and try again.');
}
