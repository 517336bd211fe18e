/**
 * Subscribes to a performer: what is included, the plans with their prices, what pays, and the first and the next charge. The price on the
 * button is the price that is paid: the API rejects any other.
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
import { periodEnd, subscriptionTermsOf } from './terms';
import type { SubscriptionTerm } from './terms';

interface SubscribeDialogProps {
  performer: Performer;
  subscriptionType: SubscriptionModal['subscriptionType'];
  parts: WalletComponents;
  onClose: () => void;
}

/** The requested term, else the first. */
function initialTerm(terms: readonly SubscriptionTerm[], type: SubscriptionTerm['type']): SubscriptionTerm | undefined {
  return terms.find((term) => term.key === type) ?? terms.find((term) => term.type === type) ?? terms[0];
}

export function SubscribeDialog({ performer, subscriptionType, parts, onClose }: SubscribeDialogProps) {
  const user = useCurrentUser();
  const { freeSubscriptionEnabled } = useSettings();
  const [done, setDone] = useState<string | null>(null);
  const running = performer.subscription;
  if (user === null) return null;
  if (done !== null) return <Subscribed performer={performer} words={done} onClose={onClose} />;
  if (running?.isRenewing)
    return (
      <Message title={`Subscribed to ${performer.name}`} onClose={onClose} actionLabel="Close">
        <p>
          Your subscription renews on {shortDate(running.expiredAt)}. <Link href="/subscriptions">See your subscriptions</Link>
        </p>
      </Message>
    );
  const terms = subscriptionTermsOf(performer, freeSubscriptionEnabled);
  const first = initialTerm(terms, subscriptionType);
  if (first === undefined)
    return (
      <Message title={`Subscribe to ${performer.name}`} onClose={onClose} actionLabel="Close">
        <p>{performer.name} doesn’t offer subscriptions right now.</p>
      </Message>
    );
  return <Subscribing performer={performer} terms={terms} first={first.key} parts={parts} onClose={onClose} onDone={setDone} />;
}

/** The end: what to do with the new subscription. */
function Subscribed({ performer, words, onClose }: { performer: Performer; words: string; onClose: () => void }) {
  const { _id: id, username, name, avatar, avatarBlur } = performer;
  return (
    <OpenSheet
      title={`You’re subscribed to ${name}`}
      subtitle={words}
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

interface SubscribingProps extends Pick<SubscribeDialogProps, 'performer' | 'parts' | 'onClose'> {
  terms: readonly SubscriptionTerm[];
  /** The key of the term that is selected initially. */
  first: string;
  /** Called with the success message. */
  onDone: (words: string) => void;
}

function Subscribing({ performer, terms, first, parts, onClose, onDone }: SubscribingProps) {
  const dispatch = useAppDispatch();
  const { mutate } = useSWRConfig();
  const [key, setKey] = useState(first);
  const [source, setSource] = useState<PaymentSource>('card');
  const [isRepriced, setRepriced] = useState(false);
  const choice = useRef<CardChoice>(null);
  const term = terms.find((one) => one.key === key) ?? terms[0];

  /** Reloads the page's data, so that unlocked content appears without a page load. */
  const reread = async (): Promise<Performer> => {
    const id = performer.username ?? performer._id;
    const [fresh] = await Promise.all([
      services.performers['GET /performers/:id']({ params: { id } }),
      mutate(isResponseOf('GET /performers/:id')),
    ]);
    return fresh;
  };
  const finish = async () => {
    if (term === undefined) return;
    const end = periodEnd(term, performer.subscription?.expiredAt ?? null, new Date()).toISOString();
    dispatch(refreshRequested());
    void mutate(isResponseOf('GET /subscriptions/user/search'));
    const until = await reread().then(
      (fresh) => fresh.subscription?.expiredAt ?? end,
      () => end,
    );
    onDone(term.renewal === null ? `Free until ${shortDate(until)}` : `Renews on ${shortDate(until)}`);
  };
  const reprice = async () => {
    const fresh = await reread().catch(() => null);
    if (fresh === null || term === undefined) return;
    setRepriced(true);
    dispatch(subscribeDialogOpened({ performer: fresh, subscriptionType: term.type }));
  };
  const paying = useCardPayment(() => void finish());
  const pay = async () => {
    if (term === undefined) return;
    setRepriced(false);
    let cardId: string | undefined;
    const isByCard = term.price > 0 && source === 'card';
    await paying.pay(async (idempotencyKey) => {
      if (isByCard) cardId ??= await choice.current?.cardId();
      const body = {
        performerId: performer._id,
        type: term.type,
        source,
        expectedPrice: term.price,
        ...(term.promotionId === null ? {} : { promotionId: term.promotionId }),
        ...(cardId === undefined ? {} : { cardId }),
      };
      try {
        return await services.payments['POST /payment/subscribe/performers']({ body }, { idempotencyKey });
      } catch (thrown) {
        if (hasNewPrice(thrown)) void reprice();
        throw thrown;
      }
    });
  };

  if (term === undefined) return null;
  return (
    <SubscribeForm
      performer={performer}
      terms={terms}
      term={term}
      onTerm={setKey}
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

const hasNewPrice = (thrown: unknown): boolean =>
  typeof thrown === 'object' &&
  thrown !== null &&
  'error' in thrown &&
  ['price_changed', 'promotion_not_found', 'promotion_used'].includes(String(thrown.error));
