/** The subscription that runs between the viewer and somebody whom she is about to block: what becomes of it, and the way to cancel it as well. */
import { shortDate } from '@web/lib/i18n/dates';
import { useEndpoint } from '@web/services/use-endpoint';
import { CheckField } from '@web/ui/forms/choice-fields';
import { Notice } from '@web/ui/feedback/notice';
import { useCurrentUser } from '@web/session/store/hooks';
import type { Subscription } from './use-cancel-subscription';

/** What is asked of a pair: there is never more than one. */
const subscriptionOf = (pair: { performerId: string } | { userId: string }) => ({ query: { ...pair, limit: 1 } });

export interface Running {
  /** Null where none runs, and where nobody could tell. */
  subscription: Subscription | null;
  /** Nobody has told yet. */
  waits: boolean;
  /** It is the viewer's own and renews: hers to cancel. */
  isCancellable: boolean;
}

/** The subscription that runs between the viewer and somebody, whichever of them subscribes; `null` asks nothing. */
export function useSubscriptionWith(personId: string | null): Running {
  const viewer = useCurrentUser();
  const isPerformer = viewer?.isPerformer === true;
  const asks = personId !== null && viewer?.role !== 'operator';
  const own = useEndpoint('GET /subscriptions/user/search', asks && !isPerformer ? subscriptionOf({ performerId: personId }) : null);
  const fans = useEndpoint('GET /subscriptions/performer/search', asks && isPerformer ? subscriptionOf({ userId: personId }) : null);
  const { data, error } = isPerformer ? fans : own;
  const [found = null] = data?.data ?? [];
  const subscription = found === null || found.status === 'expired' ? null : found;
  return {
    subscription,
    waits: asks && data === undefined && error === undefined,
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

/** Nothing where no subscription runs. */
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
