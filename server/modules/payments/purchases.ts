/** What a fan buys by one request: begun once for its intention, charged, and answered as it stands. */
import type { Context } from '../../platform/context';
import type { Actor } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import type { Continuing } from '../../platform/http/serve';
import type { Intention } from '../../platform/idempotency/idempotency';
import { payOnce } from './pay';
import type { PaymentAnswer } from '../../money/payments/rows';
import { beginSubscription, closeLeftQuestions, type Wanted } from './subscribe';
import { beginTopUp, type TopUp } from '../../money/payments/top-up';

type Answered = Promise<PaymentAnswer | Continuing<PaymentAnswer>>;

/** Buys tokens. Refuses as POST /payment/wallet/top-up says. */
export function topUp(ctx: Context, userId: string, intention: Intention, body: TopUp): Answered {
  return payOnce(ctx, intention, (tx, id) => beginTopUp(tx, userId, id, body));
}

/** Subscribes a fan to a performer. Refuses as POST /payment/subscribe/performers says. */
export async function subscribe(ctx: Context, fan: Actor, client: Client, intention: Intention, wanted: Wanted): Answered {
  await closeLeftQuestions(ctx, intention, wanted.performerId);
  return payOnce(ctx, intention, (tx, id) => beginSubscription(tx, fan, client, id, wanted));
}
