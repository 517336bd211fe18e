/** The form of the subscription dialog: the plans, the payment method, what is charged now and later, and the progress of the payment. */
import { useState } from 'react';
import type { RefObject } from 'react';
import { shortDate } from '@web/lib/i18n/dates';
import { formatCurrency, formatTokenCount, equalPartOf, sumOf } from '@web/lib/i18n/money';
import type { Performer } from '@web/session/store/dialogs.slice';
import { useCurrentUser, useSettings } from '@web/session/store/hooks';
import { isPending } from '@web/checkout/use-card-payment';
import type { CardPayment } from '@web/checkout/use-card-payment';
import { useShortfall } from '@web/checkout/use-shortfall';
import type { CardChoice, PaymentSource, WalletComponents } from '@web/checkout/wallet-parts';
import { profileCounts } from '@web/lib/wording/profile-counts';
import { Button } from '@web/ui/actions/button';
import { CheckIcon } from '@web/ui/icons/icons';
import { Link } from '@web/ui/core/link';
import { Notice } from '@web/ui/feedback/notice';
import { Radios } from '@web/ui/forms/radios';
import { Avatar } from '@web/ui/people/avatar';
import { OpenSheet } from '@web/ui/dialogs/sheet';
import { periodEnd } from './terms';
import type { SubscriptionPlan } from './terms';
import styles from './subscriptions.module.css';

interface SubscribeFormProps {
  performer: Performer;
  plans: readonly SubscriptionPlan[];
  plan: SubscriptionPlan;
  onPlan: (key: string) => void;
  source: PaymentSource;
  onSource: (source: PaymentSource) => void;
  choice: RefObject<CardChoice | null>;
  paying: CardPayment;
  /** The price has changed since the dialog opened. */
  isRepriced: boolean;
  parts: WalletComponents;
  onPay: () => void;
  onClose: () => void;
}

export function SubscribeForm(form: SubscribeFormProps) {
  const { performer, plans, plan, onPlan, source, onSource, choice, paying, isRepriced, parts, onPay, onClose } = form;
  const { currency } = useSettings();
  const isBusy = isPending(paying.state);
  const isFree = plan.price === 0;
  const isAwaitingBank = paying.state === 'authenticating' || paying.state === 'waiting';
  const { PaymentMethod, PaymentProgress, TopUpInPlace } = parts;
  const balance = useCurrentUser()?.balance ?? 0;
  const shortfall = useShortfall(source === 'wallet' ? sumOf(plan.price, -balance) : 0);
  return (
    <OpenSheet
      title={`Subscribe to ${performer.name}`}
      subtitle={profileCounts(performer.stats).slice(0, 3).join(' · ')}
      figure={<Avatar name={performer.name} src={performer.avatar} blur={performer.avatarBlur} />}
      onClose={onClose}
      actions={isAwaitingBank || shortfall.isShort ? null : <Pay {...form} />}
    >
      <div className={styles.dialog}>
        <Included name={performer.name} />
        <CurrentPeriod performer={performer} />
        {isRepriced ? (
          <Notice tone="warn" title="The price has changed">
            It’s now {formatCurrency(plan.price, currency)}. You haven’t been charged.
          </Notice>
        ) : null}
        <Radios
          label="Plan"
          labelHidden
          layout="tiles"
          value={plan.key}
          disabled={isBusy}
          onChange={onPlan}
          options={plans.map((option) => ({
            value: option.key,
            label: <PlanName plan={option} />,
            note: noteOf(option, currency),
            end: option.price === 0 ? 'Free' : formatCurrency(option.price, currency),
          }))}
        />
        {isFree ? null : <PaymentMethod ref={choice} price={plan.price} disabled={isBusy} onSource={onSource} />}
        {shortfall.isShort ? (
          <TopUpInPlace missing={shortfall.missing} andThen="subscribe" onPending={shortfall.onPending} onDone={onPay} />
        ) : null}
        {isRepriced ? null : <PaymentProgress paying={paying} />}
        {paying.error?.code === 'already_subscribed' ? <Link href="/subscriptions">See your subscriptions</Link> : null}
      </div>
    </OpenSheet>
  );
}

function PlanName({ plan: { label, badge } }: { plan: SubscriptionPlan }) {
  return (
    <span className={styles.plan}>
      {label}
      {badge === '' ? null : <span className={styles.badge}>{badge}</span>}
    </span>
  );
}

/** Below the price of a plan: the discount, or the price of a month. */
function noteOf({ note, months, price }: SubscriptionPlan, currency: string): string | undefined {
  if (note !== '') return note;
  if (months > 1) return `${formatCurrency(equalPartOf(price, months), currency)} a month`;
  return months === 1 ? 'a month' : undefined;
}

function Included({ name }: { name: string }) {
  const points = [`Everything ${name} publishes for subscribers`, 'Cancel anytime and keep access until the period ends'];
  return (
    <ul className={styles.included} aria-label="Included">
      {points.map((point) => (
        <li key={point}>
          <CheckIcon />
          <span>{point}</span>
        </li>
      ))}
    </ul>
  );
}

/** A new period starts when the current one ends, so that no paid time is lost. */
function CurrentPeriod({ performer }: { performer: Performer }) {
  const currentSubscription = performer.subscription;
  if (currentSubscription === null) return null;
  const what = currentSubscription.subscriptionType === 'free' ? 'Your free trial' : 'Your paid period';
  return (
    <Notice>
      {what} runs until {shortDate(currentSubscription.expiredAt)}. Your new period starts after that.
    </Notice>
  );
}

/** What is charged now and later, below the button. */
function Charges({ performer, plan }: { performer: Performer; plan: SubscriptionPlan }) {
  const { currency } = useSettings();
  const [now] = useState(() => new Date());
  const end = shortDate(periodEnd(plan, performer.subscription?.expiredAt ?? null, now));
  const today = formatCurrency(plan.price, currency);
  return (
    <p className={styles.charges}>
      {plan.renewal === null
        ? `Free until ${end}. Nothing renews.`
        : `${today} today, then ${formatCurrency(plan.renewal, currency)} ${plan.interval} from ${end}.`}
    </p>
  );
}

function Pay({ performer, plan, source, paying, onPay }: SubscribeFormProps) {
  const { currency } = useSettings();
  const price = source === 'wallet' ? formatTokenCount(plan.price) : formatCurrency(plan.price, currency);
  const actionLabel = plan.price === 0 ? 'Start free trial' : `Subscribe for ${price}`;
  return (
    <div className={styles.pay}>
      <Button kind="primary" size="large" wide busy={isPending(paying.state)} onPress={onPay}>
        {paying.state === 'checking' ? 'Checking…' : actionLabel}
      </Button>
      <Charges performer={performer} plan={plan} />
    </div>
  );
}
