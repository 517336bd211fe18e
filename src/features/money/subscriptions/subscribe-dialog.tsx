/**
 * Subscribes to a performer: what is included, the plans with their prices, the payment method, and the first and the next charge. The
 * price on the button is the price that is paid: the API rejects any other.
 */
import { useRef, useState } from 'react';
import { useSWRConfig } from 'swr';
import { shortDate } from '@web/lib/i18n/dates';
import { services } from '@web/services/services';
import { isResponseOf } from '@web/services/use-endpoint';
import { subscribeDialogOpened } from '@web/session/store/dialogs.slice';
import type { Performer, SubscriptionModal } from '@web/session/store/dialogs.slice';
import { useCurrentUser, useAppDispatch, useSettings } from '@web/session/store/hooks';
import { refreshRequested } from '@web/session/store/intents';
import { useCardPayment } from '@web/checkout/use-card-payment';
import type { CardChoice, PaymentSource, WalletComponents } from '@web/checkout/wallet-parts';
import { Button } from '@web/ui/actions/button';
import { Link } from '@web/ui/core/link';
import { OpenSheet } from '@web/ui/dialogs/sheet';
import { Avatar } from '@web/ui/people/avatar';
import { profilePath } from '@web/lib/paths';
import { SubscribeForm } from './subscribe-form';
import { periodEnd, subscriptionPlansOf } from './terms';
import type { SubscriptionPlan } from './terms';

interface SubscribeDialogProps {
  performer: Performer;
  subscriptionType: SubscriptionModal['subscriptionType'];
  parts: WalletComponents;
  onClose: () => void;
}

/** The plan that is selected initially: the requested one, else the first. */
function initialPlan(plans: readonly SubscriptionPlan[], type: SubscriptionPlan['type']): SubscriptionPlan | undefined {
  return plans.find((plan) => plan.key === type) ?? plans.find((plan) => plan.type === type) ?? plans[0];
}

export function SubscribeDialog({ performer, subscriptionType, parts, onClose }: SubscribeDialogProps) {
  const user = useCurrentUser();
  const { freeSubscriptionEnabled } = useSettings();
  const [successMessage, setSuccessMessage] = useState<string | null>(null);
  const currentSubscription = performer.subscription;
  if (user === null) return null;
  if (successMessage !== null) return <Subscribed performer={performer} message={successMessage} onClose={onClose} />;
  if (currentSubscription?.isRenewing)
    return (
      <Message title={`Subscribed to ${performer.name}`} onClose={onClose} actionLabel="Close">
        <p>
          Your subscription renews on {shortDate(currentSubscription.expiredAt)}. <Link href="/subscriptions">See your subscriptions</Link>
        </p>
      </Message>
    );
  const plans = subscriptionPlansOf(performer, freeSubscriptionEnabled);
  const first = initialPlan(plans, subscriptionType);
  if (first === undefined)
    return (
      <Message title={`Subscribe to ${performer.name}`} onClose={onClose} actionLabel="Close">
        <p>{performer.name} doesn’t offer subscriptions right now.</p>
      </Message>
    );
  return (
    <SubscribeFlow performer={performer} plans={plans} initialKey={first.key} parts={parts} onClose={onClose} onDone={setSuccessMessage} />
  );
}

/** Shown after subscribing: what to do next. */
function Subscribed({ performer, message, onClose }: { performer: Performer; message: string; onClose: () => void }) {
  const { _id: id, username, name, avatar, avatarBlur } = performer;
  return (
    <OpenSheet
      title={`You’re subscribed to ${name}`}
      subtitle={message}
      figure={<Avatar name={name} src={avatar} blur={avatarBlur} size="large" />}
      onClose={onClose}
      actions={
        <>
          <Button href={`/messages?source=performer&sourceId=${id}`} onPress={onClose}>
            Say hello
          </Button>
          <Button kind="primary" href={profilePath({ id, username })} onPress={onClose}>
            See posts
          </Button>
        </>
      }
    >
      <p>Posts for subscribers are open to you now.</p>
    </OpenSheet>
  );
}

interface MessageProps {
  title: string;
  actionLabel: string;
  onClose: () => void;
  children: React.ReactNode;
}

function Message({ title, actionLabel, onClose, children }: MessageProps) {
  return (
    <OpenSheet
      title={title}
      onClose={onClose}
      actions={
        <Button kind="primary" wide onPress={onClose}>
          {actionLabel}
        </Button>
      }
    >
      {children}
    </OpenSheet>
  );
}

interface SubscribeFlowProps extends Pick<SubscribeDialogProps, 'performer' | 'parts' | 'onClose'> {
  plans: readonly SubscriptionPlan[];
  /** The key of the plan that is selected initially. */
  initialKey: string;
  /** Called with the success message. */
  onDone: (message: string) => void;
}

function SubscribeFlow({ performer, plans, initialKey, parts, onClose, onDone }: SubscribeFlowProps) {
  const dispatch = useAppDispatch();
  const { mutate } = useSWRConfig();
  const [key, setKey] = useState(initialKey);
  const [source, setSource] = useState<PaymentSource>('card');
  const [isRepriced, setRepriced] = useState(false);
  const choice = useRef<CardChoice>(null);
  const plan = plans.find((one) => one.key === key) ?? plans[0];

  /** Reloads the page's data, so that unlocked content appears without a page load. */
  const reloadProfile = async (): Promise<Performer> => {
    const id = performer.username ?? performer._id;
    const [fresh] = await Promise.all([
      services.performers['GET /performers/:id']({ params: { id } }),
      mutate(isResponseOf('GET /performers/:id')),
    ]);
    return fresh;
  };
  const finish = async () => {
    if (plan === undefined) return;
    const end = periodEnd(plan, performer.subscription?.expiredAt ?? null, new Date()).toISOString();
    dispatch(refreshRequested());
    void mutate(isResponseOf('GET /subscriptions/user/search'));
    const until = await reloadProfile().then(
      (fresh) => fresh.subscription?.expiredAt ?? end,
      () => end,
    );
    onDone(plan.renewal === null ? `Free until ${shortDate(until)}` : `Renews on ${shortDate(until)}`);
  };
  const reloadPrices = async () => {
    const fresh = await reloadProfile().catch(() => null);
    if (fresh === null || plan === undefined) return;
    setRepriced(true);
    dispatch(subscribeDialogOpened({ performer: fresh, subscriptionType: plan.type }));
  };
  const paying = useCardPayment(() => void finish());
  const pay = async () => {
    if (plan === undefined) return;
    setRepriced(false);
    let cardId: string | undefined;
    const isByCard = plan.price > 0 && source === 'card';
    await paying.pay(async (idempotencyKey) => {
      if (isByCard) cardId ??= await choice.current?.cardId();
      const body = {
        performerId: performer._id,
        type: plan.type,
        source,
        expectedPrice: plan.price,
        ...(plan.promotionId === null ? {} : { promotionId: plan.promotionId }),
        ...(cardId === undefined ? {} : { cardId }),
      };
      try {
        return await services.payments['POST /payment/subscribe/performers']({ body }, { idempotencyKey });
      } catch (thrown) {
        if (isOutdatedPriceError(thrown)) void reloadPrices();
        throw thrown;
      }
    });
  };

  if (plan === undefined) return null;
  return (
    <SubscribeForm
      performer={performer}
      plans={plans}
      plan={plan}
      onPlan={setKey}
      source={source}
      onSource={setSource}
      choice={choice}
      paying={paying}
      isRepriced={isRepriced}
      parts={parts}
      onPay={() => void pay()}
      onClose={onClose}
    />
  );
}

const isOutdatedPriceError = (thrown: unknown): boolean =>
  typeof thrown === 'object' &&
  thrown !== null &&
  'error' in thrown &&
  ['price_changed', 'promotion_not_found', 'promotion_used'].includes(String(thrown.error));
