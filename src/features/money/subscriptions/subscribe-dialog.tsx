/**
 * Subscribing to a performer: what is included, the ways with their prices, what is paid now and when again, from which card or
 * from the wallet, and who gets what of it. The price on the button is the one that is paid: the host refuses any other.
 */
import { useRef, useState } from 'react';
import { useSWRConfig } from 'swr';
import { shortDate } from '@web/lib/i18n/dates';
import { services } from '@web/services/services';
import { isAnswerOf } from '@web/services/use-endpoint';
import { subscribeAsked } from '@web/session/store/dialogs.slice';
import type { Performer, SubscriptionModal } from '@web/session/store/dialogs.slice';
import { useCurrentUser, useIntents, useSettings } from '@web/session/store/hooks';
import { refreshAsked } from '@web/session/intents';
import { useCardPayment } from '@web/checkout/use-card-payment';
import type { CardChoice, WalletParts } from '@web/checkout/wallet-parts';
import { Button } from '@web/ui/actions/button';
import { Link } from '@web/ui/core/link';
import { Notice } from '@web/ui/feedback/notice';
import { OpenSheet } from '@web/ui/dialogs/sheet';
import { SubscribeForm } from './subscribe-form';
import type { Source } from './subscribe-form';
import { endOf, termsOf } from './terms';
import type { Term } from './terms';

interface SubscribeDialogProps {
  performer: Performer;
  subscriptionType: SubscriptionModal['subscriptionType'];
  parts: WalletParts;
  onClose: () => void;
}

/** The way that was asked for, else the first. */
function firstOf(terms: readonly Term[], type: Term['type']): Term | undefined {
  return terms.find((term) => term.key === type) ?? terms.find((term) => term.type === type) ?? terms[0];
}

export function SubscribeDialog({ performer, subscriptionType, parts, onClose }: SubscribeDialogProps) {
  const user = useCurrentUser();
  const { freeSubscriptionEnabled } = useSettings();
  const [done, setDone] = useState<string | null>(null);
  const running = performer.subscription;
  if (user === null) return null;
  if (done !== null)
    return (
      <Message title={`Subscribed to ${performer.name}`} onClose={onClose} verb="Done">
        <Notice tone="ok">{done}</Notice>
      </Message>
    );
  if (running?.isRenewing)
    return (
      <Message title={`Subscribed to ${performer.name}`} onClose={onClose} verb="Close">
        <p>
          You are subscribed, and the subscription renews on {shortDate(running.expiredAt)}.{' '}
          <Link href="/subscriptions">See your subscriptions</Link>
        </p>
      </Message>
    );
  const terms = termsOf(performer, freeSubscriptionEnabled);
  const first = firstOf(terms, subscriptionType);
  if (first === undefined)
    return (
      <Message title={`Subscribe to ${performer.name}`} onClose={onClose} verb="Close">
        <p>{performer.name} offers no subscription at the moment.</p>
      </Message>
    );
  return <Subscribing performer={performer} terms={terms} first={first.key} parts={parts} onClose={onClose} onDone={setDone} />;
}

interface MessageProps {
  title: string;
  verb: string;
  onClose: () => void;
  children: React.ReactNode;
}

function Message({ title, verb, onClose, children }: MessageProps) {
  return (
    <OpenSheet
      title={title}
      onClose={onClose}
      actions={
        <Button kind="primary" wide onPress={onClose}>
          {verb}
        </Button>
      }
    >
      {children}
    </OpenSheet>
  );
}

interface SubscribingProps extends Pick<SubscribeDialogProps, 'performer' | 'parts' | 'onClose'> {
  terms: readonly Term[];
  /** The key of the way that is chosen at first. */
  first: string;
  /** With what to say when it is done. */
  onDone: (words: string) => void;
}

function Subscribing({ performer, terms, first, parts, onClose, onDone }: SubscribingProps) {
  const tell = useIntents();
  const { mutate } = useSWRConfig();
  const [key, setKey] = useState(first);
  const [source, setSource] = useState<Source>('card');
  const [isRepriced, setRepriced] = useState(false);
  const choice = useRef<CardChoice>(null);
  const term = terms.find((one) => one.key === key) ?? terms[0];

  /** The page shows what is open now, without a reload. */
  const reread = async (): Promise<Performer> => {
    const id = performer.username ?? performer._id;
    const [fresh] = await Promise.all([
      services.performers['GET /performers/:id']({ params: { id } }),
      mutate(isAnswerOf('GET /performers/:id')),
    ]);
    return fresh;
  };
  const finish = async () => {
    if (term === undefined) return;
    const end = endOf(term, performer.subscription?.expiredAt ?? null, new Date()).toISOString();
    tell(refreshAsked());
    void mutate(isAnswerOf('GET /subscriptions/user/search'));
    const until = await reread().then(
      (fresh) => fresh.subscription?.expiredAt ?? end,
      () => end,
    );
    onDone(`Subscribed · ${term.renewal === null ? 'until' : 'renews on'} ${shortDate(until)}`);
  };
  const reprice = async () => {
    const fresh = await reread().catch(() => null);
    if (fresh === null || term === undefined) return;
    setRepriced(true);
    tell(subscribeAsked({ performer: fresh, subscriptionType: term.type }));
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
