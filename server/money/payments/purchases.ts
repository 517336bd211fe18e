/** What a fan buys in one request: created once per idempotency key, charged, and returned with its current status. */
import type { Context } from '../../platform/context';
import type { Actor } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import type { AcceptedResponse } from '../../platform/http/serve';
import type { IdempotentRequest } from '../../platform/idempotency/idempotency';
import { payOnce } from './pay';
import type { PaymentResponse } from './rows';
import { beginSubscription, cancelOpenConfirmations, type SubscribeRequest } from './subscriptions/subscribe';
import { beginTopUp, type TopUp } from './top-up';

type Answered = Promise<PaymentResponse | AcceptedResponse<PaymentResponse>>;

/** Buys tokens. Rejects as POST /payment/wallet/top-up documents. */
export function topUp(ctx: Context, userId: string, intention: IdempotentRequest, body: TopUp): Answered {
  return payOnce(ctx, intention, (tx, id) => beginTopUp(tx, userId, id, body));
}

/** Subscribes a fan to a performer. Rejects as POST /payment/subscribe/performers documents. */
export async function subscribe(
  ctx: Context,
  fan: Actor,
  client: Client,
  intention: IdempotentRequest,
  request: SubscribeRequest,
): Answered {
  await cancelOpenConfirmations(ctx, intention, request.performerId);
  return payOnce(ctx, intention, (tx, id) => beginSubscription(tx, fan, client, id, request));
}
