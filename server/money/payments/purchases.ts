/** What a fan buys in one request: created once per idempotency key, charged, and returned with its current status. */
import type { Context } from '../../platform/context';
import type { Actor } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import type { AcceptedResponse } from '../../platform/http/serve';
import type { IdempotentRequest } from '../../platform/idempotency/idempotency';
import { payOnce } from './pay';
import type { PaymentResponse } from './rows';
import { beginSubscription, cancelOpenConfirmations, type SubscribeRequest } from './subscriptions/subscribe';
import { beginTopUp, type TopUpRequest } from './top-up';

type PaymentResult = Promise<PaymentResponse | AcceptedResponse<PaymentResponse>>;

/** Buys tokens. Rejects as POST /payment/wallet/top-up documents. */
export function topUp(ctx: Context, userId: string, idempotentRequest: IdempotentRequest, body: TopUpRequest): PaymentResult {
  return payOnce(ctx, idempotentRequest, (tx, id) => beginTopUp(tx, userId, id, body));
}

/** Subscribes a fan to a performer. Rejects as POST /payment/subscribe/performers documents. */
export async function subscribe(
  ctx: Context,
  fan: Actor,
  client: Client,
  idempotentRequest: IdempotentRequest,
  request: SubscribeRequest,
): PaymentResult {
  await cancelOpenConfirmations(ctx, idempotentRequest, request.performerId);
  return payOnce(ctx, idempotentRequest, (tx, id) => beginSubscription(tx, fan, client, id, request));
}
