/**
 * The paid actions on a profile: subscribing, tipping, and private shows while the performer accepts requests. Performers and the owner
 * see none of them.
 */
import { useCallback } from 'react';
import { dayOfMonth, monthName } from '@web/lib/i18n/dates';
import { formatTokens, discountedPrice } from '@web/lib/i18n/money';
import type { Stamped } from '@contract/kernel/events';
import { useSettings } from '@web/session/store/hooks';
import { useSocketEvent } from '@web/realtime/socket-events';
import { Button } from '@web/ui/actions/button';
import { useDialogKeys } from './dialog-keys';
import type { Profile } from './profile-screen';

interface PayActionsProps {
  profile: Profile;
  isOnline: boolean;
  onChanged: () => void;
}

export function PayActions({ profile, isOnline, onChanged }: PayActionsProps) {
  const open = useDialogKeys(profile);
  const { _id: id } = profile;
  const handleSubscription = useCallback(
    ({ performer }: Stamped<'subscription/changed'>) => performer._id === id && onChanged(),
    [id, onChanged],
  );
  useSocketEvent('subscription/changed', handleSubscription);
  return (
    <>
      <SubscribeButton profile={profile} onPress={(type) => open('subscribe', type)} />
      {profile.privateEnabled && isOnline ? (
        <Button onPress={() => open('private', '1')}>Private show · {formatTokens(profile.privateMinutePrice)} tokens/min</Button>
      ) : null}
      <Button onPress={() => open('tip')}>Tip</Button>
    </>
  );
}

function SubscribeButton({ profile, onPress }: { profile: Profile; onPress: (type: 'monthly' | 'yearly' | 'free') => void }) {
  const { freeSubscriptionEnabled } = useSettings();
  const { subscription, monthlyPrice, yearlyPrice, isFreeSubscription, isFreeSubscriptionUsed, promotions } = profile;
  if (subscription !== null) return <ActiveSubscription subscription={subscription} onContinue={() => onPress('monthly')} />;
  if (freeSubscriptionEnabled && isFreeSubscription && !isFreeSubscriptionUsed)
    return <PrimaryButton onPress={() => onPress('free')}>Subscribe · free trial</PrimaryButton>;
  const discount = Math.max(0, ...promotions.filter(({ kind }) => kind === 'discount').map(({ value }) => value));
  const priceText = (price: number) => formatTokens(discountedPrice(price, discount));
  if (monthlyPrice > 0)
    return <PrimaryButton onPress={() => onPress('monthly')}>Subscribe · {priceText(monthlyPrice)} a month</PrimaryButton>;
  return yearlyPrice > 0 ? (
    <PrimaryButton onPress={() => onPress('yearly')}>Subscribe · {priceText(yearlyPrice)} a year</PrimaryButton>
  ) : null;
}

function PrimaryButton({ onPress, children }: { onPress: () => void; children: React.ReactNode }) {
  return (
    <Button kind="primary" shape="pill" onPress={onPress}>
      {children}
    </Button>
  );
}

type Subscription = NonNullable<Profile['subscription']>;

/**
 * A renewing subscription, or one whose renewal failed, is managed on the subscriptions page; one that ends can be continued here. The
 * text is short and has no icon: on a phone a second line would shift the page when the user subscribes.
 */
function ActiveSubscription({ subscription, onContinue }: { subscription: Subscription; onContinue: () => void }) {
  const { status, isRenewing, expiredAt, subscriptionType } = subscription;
  const day = <span suppressHydrationWarning>{subscriptionType === 'yearly' ? monthName(expiredAt) : dayOfMonth(expiredAt)}</span>;
  if (status === 'past_due') return <Button href="/subscriptions">Subscribed · payment failed</Button>;
  if (isRenewing) return <Button href="/subscriptions">Subscribed · renews {day}</Button>;
  return <Button onPress={onContinue}>Subscribed · until {day}</Button>;
}
