/** Cancels the renewal of the viewer's subscription, at the gateway that charges for it. */
import type { ResponseOf } from '@web/services/call';
import { services } from '@web/services/services';
import { useSettings } from '@web/session/store/hooks';

export type Subscription = ResponseOf<'GET /subscriptions/user/search'>['data'][number];

export function useCancelSubscription() {
  const { paymentGateway: current } = useSettings();
  return ({ _id, source, paymentGateway }: Subscription) =>
    services.subscriptions['POST /payment/:gateway/cancel-subscription/:id']({
      params: { gateway: source === 'wallet' ? 'wallet' : (paymentGateway ?? current), id: _id },
      body: {},
    });
}
