/** The form of the subscription dialog: all details before the fan pays, and the progress of the payment. */
import { useState } from 'react';
import type { RefObject } from 'react';
import { shortDate } from '@web/lib/i18n/dates';
import { formatCurrency, formatTokens, formatTokenCount, sumOf } from '@web/lib/i18n/money';
import type { Performer } from '@web/session/store/dialogs.slice';
import { useCurrentUser, useSettings } from '@web/session/store/hooks';
import { isPending } from '@web/checkout/use-card-payment';
import type { CardPayment } from '@web/checkout/use-card-payment';
import { useShortfall } from '@web/checkout/use-shortfall';
import type { Shortfall } from '@web/checkout/use-shortfall';
import type { CardChoice, WalletComponents } from '@web/checkout/wallet-parts';
import { BalanceChange, SplitLine } from '@web/ui/display/amounts';
import { Button } from '@web/ui/actions/button';
import { DescriptionList } from '@web/ui/display/description-list';
import { CheckIcon } from '@web/ui/icons/icons';
import { Link } from '@web/ui/core/link';
import { Notice } from '@web/ui/feedback/notice';
import { Radios } from '@web/ui/forms/radios';
import { OpenSheet } from '@web/ui/dialogs/sheet';
import { periodEnd } from './terms';
import type { SubscriptionTerm } from './terms';
import styles from './subscriptions.module.css';

export type PaymentSource = 'card' | 'wallet';

interface SubscribeFormProps {
  performer: Performer;
  terms: readonly SubscriptionTerm[];
  term: SubscriptionTerm;
  onTerm: (key: string) => void;
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
  const { performer, terms, term, onTerm, source, paying, isRepriced, parts, onClose } = form;
  const { currency } = useSettings();
  const isBusy = isPending(paying.state);
  const isFree = term.price === 0;
  const needsBank = paying.state === 'asking' || paying.state === 'waiting';
  const { PaymentProgress } = parts;
  const balance = useCurrentUser()?.balance ?? 0;
  const shortfall = useShortfall(source === 'wallet' ? sumOf(term.price, -balance) : 0);
  return (
    <OpenSheet
      title={`Subscribe to ${performer.name}`}
      onClose={onClose}
      actions={needsBank || shortfall.isShort ? null : <Pay {...form} />}
    >
      <div className={styles.dialog}>
        <Included name={performer.name} />
        <CurrentPeriod performer={performer} />
        {isRepriced ? (
          <Notice tone="warn" title="The price has changed">
            It is {formatCurrency(term.price, currency)} now. Nothing was paid.
          </Notice>
        ) : null}
        <Radios
          label="How long"
          labelHidden
          value={term.key}
          disabled={isBusy}
          onChange={onTerm}
          options={terms.map(({ key, label, note, price }) => ({
            value: key,
            label,
            note: note === '' ? undefined : note,
            end: price === 0 ? 'Free' : formatCurrency(price, currency),
          }))}
        />
        {isFree ? null : <Paying {...form} isBusy={isBusy} shortfall={shortfall} />}
        <Charges performer={performer} term={term} />
        {isRepriced ? null : <PaymentProgress paying={paying} />}
        {paying.error?.code === 'already_subscribed' ? <Link href="/subscriptions">See your subscriptions</Link> : null}
      </div>
    </OpenSheet>
  );
}

function Included({ name }: { name: string }) {
  const points = [`Everything that ${name} publishes for subscribers`, 'Cancel at any time: what is paid stays open to its end'];
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
  const running = performer.subscription;
  if (running === null) return null;
  const what = running.subscriptionType === 'free' ? 'Your free period' : 'What you have paid';
  return (
    <Notice>
      {what} runs until {shortDate(running.expiredAt)}. What you pay now begins after that.
    </Notice>
  );
}

interface PayingProps extends SubscribeFormProps {
  isBusy: boolean;
  shortfall: Shortfall;
}

function Paying({ performer, term, source, onSource, choice, parts, isBusy, shortfall, onPay }: PayingProps) {
  const { CardPicker, TopUpInPlace } = parts;
  const { currency } = useSettings();
  const balance = useCurrentUser()?.balance ?? 0;
  const after = sumOf(balance, -term.price);
  return (
    <>
      <Radios
        label="Pay from"
        value={source}
        disabled={isBusy}
        onChange={(value) => onSource(value === 'wallet' ? 'wallet' : 'card')}
        options={[
          { value: 'card', label: 'Card' },
          { value: 'wallet', label: 'Wallet', note: `${formatTokens(balance)} tokens` },
        ]}
      />
      {source === 'card' ? <CardPicker ref={choice} disabled={isBusy} /> : null}
      <div className={styles.sums}>
        <SplitLine
          price={term.price}
          commissionRate={performer.commissionRate}
          name={performer.name}
          unit={source === 'wallet' ? { tokens: true } : { currency }}
        />
        {source === 'wallet' ? <BalanceChange before={balance} after={after} /> : null}
      </div>
      {shortfall.isShort ? (
        <TopUpInPlace missing={shortfall.missing} andThen="subscribe" onPending={shortfall.onPending} onDone={onPay} />
      ) : null}
    </>
  );
}

function Charges({ performer, term }: { performer: Performer; term: SubscriptionTerm }) {
  const { currency } = useSettings();
  const [now] = useState(() => new Date());
  const end = shortDate(periodEnd(term, performer.subscription?.expiredAt ?? null, now));
  return (
    <DescriptionList
      details={[
        { label: 'First charge', value: term.price === 0 ? 'Nothing' : `${formatCurrency(term.price, currency)} today` },
        term.renewal === null
          ? { label: 'Ends', value: `${end}, by itself` }
          : { label: 'Next charge', value: `${formatCurrency(term.renewal, currency)} on ${end}` },
      ]}
    />
  );
}

function Pay({ term, source, paying, onPay }: SubscribeFormProps) {
  const { currency } = useSettings();
  const price = source === 'wallet' ? formatTokenCount(term.price) : formatCurrency(term.price, currency);
  const actionLabel = term.price === 0 ? 'Start free period' : `Pay ${price}`;
  return (
    <Button kind="primary" wide busy={isPending(paying.state)} onPress={onPay}>
      {paying.state === 'checking' ? 'Checking…' : actionLabel}
    </Button>
  );
}
