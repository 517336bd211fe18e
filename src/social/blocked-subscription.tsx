/** The active subscription between the viewer and the person they are about to block, with the option to cancel it. */
import { shortDate } from '@web/lib/i18n/dates';
import { useEndpoint } from '@web/services/use-endpoint';
import { CheckField } from '@web/ui/forms/choice-fields';
import { Notice } from '@web/ui/feedback/notice';
import { useCurrentUser } from '@web/session/store/hooks';
import type { Subscription } from './use-cancel-subscription';

/** The query for the subscription of a fan to a performer; there is at most one. */
const subscriptionOf = (pair: { performerId: string } | { userId: string }) => ({ query: { ...pair, limit: 1 } });

export interface SubscriptionLookup {
  /** Null if there is none, or if the request failed. */
  subscription: Subscription | null;
  /** The request is pending. */
  isLoading: boolean;
  /** The viewer is the subscriber, and the subscription renews. */
  isCancellable: boolean;
}

/** The active subscription between the viewer and a person, in either direction. Null sends no request. */
export function useSubscriptionWith(personId: string | null): SubscriptionLookup {
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
    return `${user.name} is subscribed to you until ${until}. While they’re blocked, they can’t see your profile and aren’t charged.`;
  if (status === 'past_due') return `Your subscription to ${performer.name} couldn’t be renewed. We won’t retry while they’re blocked.`;
  const closed = 'While they’re blocked, you can’t access what you paid for';
  return isRenewing
    ? `Your subscription to ${performer.name} runs until ${until}. ${closed}, and you won’t be charged.`
    : `Your subscription to ${performer.name} runs until ${until} and won’t renew. ${closed}.`;
}

interface BlockedSubscriptionProps {
  lookup: SubscriptionLookup;
  alsoCancel: boolean;
  onAlsoCancel: (alsoCancel: boolean) => void;
}

/** Renders nothing without an active subscription. */
export function BlockedSubscription({ lookup: { subscription, isCancellable }, alsoCancel, onAlsoCancel }: BlockedSubscriptionProps) {
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
              ? 'It ends today, even if you unblock them.'
              : `It ends on ${shortDate(expiredAt)}, even if you unblock them.`
          }
          checked={alsoCancel}
          onChange={({ target }) => onAlsoCancel(target.checked)}
        />
      ) : null}
    </>
  );
}
