/** What a visitor pays for on a profile: a subscription, tips, and private shows while she is there for them. Performers and the owner have none of it. */
import { useCallback } from 'react';
import { dayOfMonth, monthName } from '@web/lib/i18n/dates';
import { formatTokens, loweredBy } from '@web/lib/i18n/money';
import type { Stamped } from '@contract/kernel/events';
import { useSettings } from '@web/session/store/hooks';
import { useSocketEvent } from '@web/realtime/socket-events';
import { Button } from '@web/ui/actions/button';
import { GiftIcon, StarIcon, VideoIcon } from '@web/ui/icons/icons';
import { useDialogKeys } from '../../profile/dialog-keys';
import type { Profile } from './profile-screen';

interface PayActionsProps {
  profile: Profile;
  isOnline: boolean;
  onChanged: () => void;
}

export function PayActions({ profile, isOnline, onChanged }: PayActionsProps) {
  const open = useDialogKeys(profile);
  const { _id: id } = profile;
  const heard = useCallback(({ performer }: Stamped<'subscription/changed'>) => performer._id === id && onChanged(), [id, onChanged]);
  useSocketEvent('subscription/changed', heard);
  return (
    <>
      <Subscribe profile={profile} onPress={(type) => open('subscribe', type)} />
      {profile.privateEnabled && isOnline ? (
        <Button icon={<VideoIcon />} onPress={() => open('private', '1')}>
          Private show · {formatTokens(profile.privateMinutePrice)} a minute
        </Button>
      ) : null}
      <Button icon={<GiftIcon />} onPress={() => open('tip')}>
        Tip
      </Button>
    </>
  );
}

function Subscribe({ profile, onPress }: { profile: Profile; onPress: (type: 'monthly' | 'yearly' | 'free') => void }) {
  const { freeSubscriptionEnabled } = useSettings();
  const { subscription, monthlyPrice, yearlyPrice, isFreeSubscription, isFreeSubscriptionUsed, promotions } = profile;
  if (subscription !== null) return <Running subscription={subscription} onContinue={() => onPress('monthly')} />;
  if (freeSubscriptionEnabled && isFreeSubscription && !isFreeSubscriptionUsed)
    return <Primary onPress={() => onPress('free')}>Subscribe · free period</Primary>;
  const discount = Math.max(0, ...promotions.filter(({ kind }) => kind === 'discount').map(({ value }) => value));
  const priced = (price: number) => formatTokens(loweredBy(price, discount));
  if (monthlyPrice > 0) return <Primary onPress={() => onPress('monthly')}>Subscribe · {priced(monthlyPrice)} a month</Primary>;
  return yearlyPrice > 0 ? <Primary onPress={() => onPress('yearly')}>Subscribe · {priced(yearlyPrice)} a year</Primary> : null;
}

function Primary({ onPress, children }: { onPress: () => void; children: React.ReactNode }) {
  return (
    <Button kind="primary" icon={<StarIcon />} onPress={onPress}>
      {children}
    </Button>
  );
}

type Subscription = NonNullable<Profile['subscription']>;

/**
 * One that renews, or whose renewal failed, is looked after among the subscriptions; one that ends can be continued from here.
 * Short words, and no picture beside them: on a phone a second line would push the page down when somebody subscribes.
 */
function Running({ subscription, onContinue }: { subscription: Subscription; onContinue: () => void }) {
  const { status, isRenewing, expiredAt, subscriptionType } = subscription;
  const day = <span suppressHydrationWarning>{subscriptionType === 'yearly' ? monthName(expiredAt) : dayOfMonth(expiredAt)}</span>;
  if (status === 'past_due') return <Button href="/subscriptions">Subscribed · payment failed</Button>;
  if (isRenewing) return <Button href="/subscriptions">Subscribed · renews {day}</Button>;
  return <Button onPress={onContinue}>Subscribed · until {day}</Button>;
}
