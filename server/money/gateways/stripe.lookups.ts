/** Finds our objects at Stripe, by id or by the key in their metadata. */
import type Stripe from 'stripe';
import { toGatewayError, isStripeFailure, type Call, type StripeFailure } from './stripe.calls';
import { keyField } from './stripe.outcomes';

export const pageSize = 100;
export const listMax = 1_000;

/** A result of `send`, or null if the object does not exist. Throws GatewayRejected for any other error of Stripe. */
export function nullIfMissing<T>(result: T | StripeFailure): T | null {
  if (!isStripeFailure(result)) return result;
  if (result.code === 'resource_missing') return null;
  throw toGatewayError(result);
}

/** The lookups of one Stripe account. Each returns null or an empty list for unknown objects. */
export function stripeLookups(stripe: Stripe) {
  const findIntent = async (call: Call, chargeId: string): Promise<Stripe.PaymentIntent | null> =>
    nullIfMissing(await call.send(() => stripe.paymentIntents.retrieve(chargeId)));

  /** Lists are current. Stripe's search could query by key, but lags by a minute. */
  const findIntentByKey = async (
    call: Call,
    key: string,
    listParams: Stripe.PaymentIntentListParams,
  ): Promise<Stripe.PaymentIntent | null> => {
    const intents = await call.sendOrThrow(() =>
      stripe.paymentIntents.list({ ...listParams, limit: pageSize }).autoPagingToArray({ limit: listMax }),
    );
    return intents.find(({ metadata }) => metadata[keyField] === key) ?? null;
  };

  const findRefundByKey = async (call: Call, key: string, chargeId: string): Promise<Stripe.Refund | null> =>
    (await listRefunds(call, chargeId)).find(({ metadata }) => metadata?.[keyField] === key) ?? null;

  const findTransferByKey = async (call: Call, key: string, destination: string): Promise<Stripe.Transfer | null> => {
    const { data } = await call.sendOrThrow(() => stripe.transfers.list({ destination, transfer_group: key, limit: 1 }));
    return data[0] ?? null;
  };

  /** Newest first. */
  const listRefunds = async (call: Call, chargeId: string): Promise<Stripe.Refund[]> =>
    nullIfMissing(
      await call.send(() => stripe.refunds.list({ payment_intent: chargeId, limit: pageSize }).autoPagingToArray({ limit: listMax })),
    ) ?? [];

  return { findIntent, findIntentByKey, findRefundByKey, findTransferByKey, listRefunds };
}
