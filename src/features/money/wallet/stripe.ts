/** Stripe's own program, from Stripe's own address: loaded when a card is entered or a bank asks, and not before. */
import { loadStripe } from '@stripe/stripe-js/pure';
import type { Stripe } from '@stripe/stripe-js';

const loading = new Map<string, Promise<Stripe | null>>();

/** The program for this key, loaded once. Rejects when Stripe cannot be reached; the next call then tries again. */
export async function stripeFor(publishableKey: string): Promise<Stripe> {
  const wanted = loading.get(publishableKey) ?? loadStripe(publishableKey);
  loading.set(publishableKey, wanted);
  try {
    const stripe = await wanted;
    if (stripe !== null) return stripe;
  } catch {
    // Answered below, in our words.
  }
  loading.delete(publishableKey);
  throw new Error('The card form could not be loaded. Check your connection and try again.');
}
