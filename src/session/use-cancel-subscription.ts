/** Ending the renewal of one's subscription, at whoever charges for it. */
import type { AnswerOf } from '@web/services/call';
import { subscriptionService } from '@web/services/subscription.service';
import { useSettings } from './hooks';

export type Subscription = AnswerOf<'GET /subscriptions/user/search'>['data'][number];

export function useCancelSubscription() {
  const { paymentGateway: current } = useSettings();
  return ({ _id, source, paymentGateway }: Subscription) =>
    subscriptionService.cancel(source === 'wallet' ? 'wallet' : (paymentGateway ?? current), _id, {});
}
