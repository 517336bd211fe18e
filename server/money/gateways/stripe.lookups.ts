/** What Stripe knows of an act of ours, by its id or by the key that stands in its metadata. */
import type Stripe from 'stripe';
import { gatewayRefused, isRefused, type Call, type Refused } from './stripe.calls';
import { keyField } from './stripe.outcomes';

export const pageSize = 100;
export const listedMax = 1_000;

export function knownOrNull<T>(answer: T | Refused): T | null {
  if (!isRefused(answer)) return answer;
  if (answer.code === 'resource_missing') return null;
  throw gatewayRefused(answer);
}

/** The look-ups of one account at Stripe; each answers null, or nothing, for what it does not know. */
export function stripeLookUps(stripe: Stripe) {
  const intentOf = async (call: Call, chargeId: string): Promise<Stripe.PaymentIntent | null> =>
    knownOrNull(await call.ask(() => stripe.paymentIntents.retrieve(chargeId)));

  /** The list is up to date at once; Stripe's search, which could ask for the key, lags behind by a minute. */
  const intentUnder = async (call: Call, key: string, listed: Stripe.PaymentIntentListParams): Promise<Stripe.PaymentIntent | null> => {
    const intents = await call.need(() =>
      stripe.paymentIntents.list({ ...listed, limit: pageSize }).autoPagingToArray({ limit: listedMax }),
    );
    return intents.find(({ metadata }) => metadata[keyField] === key) ?? null;
  };

  const refundUnder = async (call: Call, key: string, chargeId: string): Promise<Stripe.Refund | null> =>
    (await listRefunds(call, chargeId)).find(({ metadata }) => metadata?.[keyField] === key) ?? null;

  const transferUnder = async (call: Call, key: string, destination: string): Promise<Stripe.Transfer | null> => {
    const { data } = await call.need(() => stripe.transfers.list({ destination, transfer_group: key, limit: 1 }));
    return data[0] ?? null;
  };

  /** The newest first. */
  const listRefunds = async (call: Call, chargeId: string): Promise<Stripe.Refund[]> =>
    knownOrNull(
      await call.ask(() => stripe.refunds.list({ payment_intent: chargeId, limit: pageSize }).autoPagingToArray({ limit: listedMax })),
    ) ?? [];

  return { intentOf, intentUnder, refundUnder, transferUnder, listRefunds };
}
