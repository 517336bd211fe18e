/** The active subscription between the viewer and the person they are about to block, with the option to cancel it. */
import { shortDate } from '@web/lib/i18n/dates';
import { useEndpoint } from '@web/services/use-endpoint';
import { CheckField } from '@web/ui/forms/choice-fields';
import { Notice } from '@web/ui/feedback/notice';
import { useCurrentUser } from '@web/session/store/hooks';
import type { Subscription } from './use-cancel-subscription';

/** The query for a fan and a performer. They have at most one subscription. */
const subscriptionOf = (pair: { performerId: string } | { userId: string }) => ({ query: { ...pair, limit: 1 } });

export interface Running {
  /** Null if there is none, or if the request failed. */
  subscription: Subscription | null;
  /** The request is pending. */
  isLoading: boolean;
  /** The viewer is the subscriber, and the subscription renews. */
  isCancellable: boolean;
}

/** The active subscription between the viewer and a person, in either direction. Null sends no request. */
export function useSubscriptionWith(personId: string | null): Running {
  const viewer = useCurrentUser();
  const isPerformer = viewer?.isPerformer === true;
  const isEnabled = personId !== null && viewer?.role !== 'operator';
  const own = useEndpoint('GET /subscriptions/user/search', isEnabled && !isPerformer ? subscriptionOf({ performerId: personId }) : null);
  const fans = useEndpoint('GET /subscriptions/performer/search', isEnabled && isPerformer ? subscriptionOf({ userId: personId }) : null);
  const { data, error } = isPerformer ? fans : own;
  const [found = null] = data?.data ?? [];
  const subscription = found === null || found.status === 'expired' ? null : found;
  return {
    subscription,
    isLoading: isEnabled && data === undefined && error === undefined,
    isCancellable: subscription !== null && !isPerformer && subscription.isRenewing,
  };
}

function wordsOf({ status, isRenewing, expiredAt, performer, user }: Subscription, isPerformer: boolean): string {
  const until = shortDate(expiredAt);
  if (isPerformer)
    return `${user.name} subscribes to you until ${until}. The block closes your page to them, and they are not charged while it stands.`;
  if (status === 'past_due')
    return `Your subscription to ${performer.name} could not be renewed. It is not tried again while the block stands.`;
  const closed = 'The block closes to you what you paid for';
  return isRenewing
    ? `You subscribe to ${performer.name} until ${until}. ${closed}, and nothing is charged while it stands.`
    : `You subscribe to ${performer.name} until ${until}, and it does not renew. ${closed}.`;
}

interface BlockedSubscriptionProps {
  running: Running;
  alsoCancel: boolean;
  onAlsoCancel: (alsoCancel: boolean) => void;
}

/** Renders nothing without an active subscription. */
export function BlockedSubscription({ running: { subscription, isCancellable }, alsoCancel, onAlsoCancel }: BlockedSubscriptionProps) {
  const viewer = useCurrentUser();
  if (subscription === null) return null;
  const { status, expiredAt } = subscription;
  return (
    <>
      <Notice tone="warn">{wordsOf(subscription, viewer?.isPerformer === true)}</Notice>
      {isCancellable ? (
        <CheckField
          label="Also cancel the subscription"
          hint={
            status === 'past_due'
              ? 'It then ends today, also if you take the block back.'
              : `It then ends on ${shortDate(expiredAt)}, also if you take the block back.`
          }
          checked={alsoCancel}
          onChange={({ target }) => onAlsoCancel(target.checked)}
        />
      ) : null}
    </>
  );
}
