/** /subscriptions: what runs and until when, what it costs a month, and what can be changed about it. */
import { useCallback, useState } from 'react';
import { cardName } from '@web/lib/wording/card-labels';
import { dayList, shortDate } from '@web/lib/i18n/dates';
import { errorMessage } from '@web/lib/i18n/error-message';
import { formatCurrency, sumOf } from '@web/lib/i18n/money';
import { optionsOf, subscriptionStates, subscriptionTypeWords } from '@web/lib/money-words';
import { profilePath, writePath } from '@web/lib/paths';
import type { AnswerOf } from '@web/services/call';
import { services } from '@web/services/services';
import { useEndpoint } from '@web/services/use-endpoint';
import { useSettings } from '@web/session/store/hooks';
import { useSocketEvent } from '@web/realtime/socket-events';
import { showToast } from '@web/ui/feedback/toast-queue';
import type { WalletParts } from '@web/checkout/wallet-parts';
import { Button } from '@web/ui/actions/button';
import { PageHead } from '@web/ui/page/page-head';
import { PersonLine } from '@web/ui/people/person-line';
import type { TableColumn } from '@web/ui/lists/query-table';
import { SearchTable } from '@web/ui/lists/search-table';
import { StateMark } from '@web/ui/feedback/state-mark';
import { Empty } from '@web/ui/feedback/states';
import { useTable } from '@web/ui/lists/use-table';
import { CancelDialog } from './cancel-dialog';
import { renewingRead, subscriptionsRead, subscriptionSorts } from '../../subscriptions/reads';
import { SourceDialog } from './source-dialog';
import styles from './subscriptions.module.css';

export type Subscription = AnswerOf<'GET /subscriptions/user/search'>['data'][number];
type Act = 'cancel' | 'resume' | 'source';

const choices = [{ key: 'status', label: 'State', any: 'Any state', options: optionsOf(subscriptionStates) }];

interface SubscriptionsScreenProps {
  parts: Pick<WalletParts, 'CardPicker'>;
}

export function SubscriptionsScreen({ parts }: SubscriptionsScreenProps) {
  const { currency } = useSettings();
  const place = useTable(subscriptionSorts, choices);
  const found = useEndpoint('GET /subscriptions/user/search', subscriptionsRead(place.address), { keepPreviousData: true });
  const renewing = useEndpoint('GET /subscriptions/user/search', renewingRead);
  const [asked, setAsked] = useState<{ act: Exclude<Act, 'resume'>; subscription: Subscription } | null>(null);
  const [resuming, setResuming] = useState<string | null>(null);

  const [rereadList, rereadSum] = [found.mutate, renewing.mutate];
  const reread = useCallback(() => {
    void rereadList();
    void rereadSum();
  }, [rereadList, rereadSum]);
  useSocketEvent('subscription/changed', reread);

  const resume = async (subscription: Subscription) => {
    setResuming(subscription._id);
    try {
      await services.subscriptions['PUT /subscriptions/:id']({ params: { id: subscription._id }, body: { isRenewing: true } });
      reread();
      showToast({ tone: 'ok', text: `The subscription to ${subscription.performer.name} renews again` });
    } catch (thrown) {
      showToast({ tone: 'danger', text: errorMessage(thrown) });
    } finally {
      setResuming(null);
    }
  };
  const act = (which: Act, subscription: Subscription) => {
    if (which === 'resume') void resume(subscription);
    else setAsked({ act: which, subscription });
  };
  const close = () => setAsked(null);
  const done = () => {
    close();
    reread();
  };
  return (
    <>
      <PageHead title="Subscriptions" noindex lead={<Total subscriptions={renewing.data?.data ?? []} currency={currency} />} />
      <SearchTable<Subscription>
        label="Subscriptions"
        place={place}
        choices={choices}
        found={found}
        columns={columnsWith(currency, resuming, act)}
        empty={
          place.isFiltered ? (
            <Empty title="No subscription matches" text="Change or remove a filter." />
          ) : (
            <Empty
              title="No subscriptions yet"
              text="Subscribe on a performer’s page to see what they publish for subscribers."
              action={<Button href="/explore">Explore performers</Button>}
            />
          )
        }
      />
      {asked?.act === 'cancel' ? <CancelDialog subscription={asked.subscription} onDone={done} onClose={close} /> : null}
      {asked?.act === 'source' ? <SourceDialog subscription={asked.subscription} parts={parts} onDone={done} onClose={close} /> : null}
    </>
  );
}

/** What the renewals cost together, counted by the month. */
function Total({ subscriptions, currency }: { subscriptions: readonly Subscription[]; currency: string }) {
  const monthly = subscriptions
    .filter(({ isRenewing, months }) => isRenewing && months > 0)
    .map(({ price, months }) => Math.round((price / months) * 100) / 100);
  if (monthly.length === 0) return <>Nothing renews at the moment.</>;
  return <>{formatCurrency(sumOf(...monthly), currency)} a month in all.</>;
}

function columnsWith(
  currency: string,
  resuming: string | null,
  act: (which: Act, subscription: Subscription) => void,
): readonly TableColumn<Subscription>[] {
  return [
    {
      key: 'performer',
      title: 'Performer',
      render: ({ performer, subscriptionType, months }) => (
        <PersonLine
          person={performer}
          href={profilePath({ id: performer._id, username: performer.username })}
          verified={performer.isVerified}
          note={months > 1 && months < 12 ? `${String(months)} months` : subscriptionTypeWords[subscriptionType]}
        />
      ),
    },
    {
      key: 'price',
      title: 'Price',
      align: 'end',
      sortable: true,
      render: (row) => <Price subscription={row} currency={currency} />,
    },
    { key: 'expiredAt', title: 'Next', sortable: true, render: (row) => <span suppressHydrationWarning>{nextWords(row)}</span> },
    { key: 'source', title: 'Paid from', render: sourceWords },
    {
      key: 'status',
      title: 'State',
      render: ({ status, isWithheld }) =>
        isWithheld ? (
          <StateMark tone="warn">Closed until you top up</StateMark>
        ) : (
          <StateMark tone={subscriptionStates[status].tone}>{subscriptionStates[status].word}</StateMark>
        ),
    },
    {
      key: 'actions',
      title: 'Change',
      render: (row) => <Actions subscription={row} isResuming={resuming === row._id} onAct={(which) => act(which, row)} />,
    },
  ];
}

/** What is paid now, and what another price the next period has. */
function Price({ subscription, currency }: { subscription: Subscription; currency: string }) {
  const { subscriptionType, price, paidPrice, isRenewing, expiredAt } = subscription;
  if (subscriptionType === 'free') return 'Free';
  if (!isRenewing || paidPrice === null || paidPrice === price) return formatCurrency(price, currency);
  return (
    <>
      {formatCurrency(paidPrice, currency)}
      <span className={styles.change} suppressHydrationWarning>
        {formatCurrency(price, currency)} from {shortDate(expiredAt)}
      </span>
    </>
  );
}

function nextWords({ status, isRenewing, nextRecurringDate, retryDates, expiredAt }: Subscription): string {
  if (status === 'expired') return `Ended ${shortDate(expiredAt)}`;
  if (status === 'past_due') return retryDates.length === 0 ? 'Tried again soon' : `Tried again on ${dayList(retryDates)}`;
  if (isRenewing && nextRecurringDate !== null) return `Renews ${shortDate(nextRecurringDate)}`;
  return `Ends ${shortDate(expiredAt)}`;
}

function sourceWords({ source, card, subscriptionType }: Subscription): string {
  if (subscriptionType === 'free') return '–';
  if (source === 'wallet') return 'Wallet';
  return card === null ? 'Card' : cardName(card);
}

interface ActionsProps {
  subscription: Subscription;
  isResuming: boolean;
  onAct: (which: Act) => void;
}

function Actions({ subscription, isResuming, onAct }: ActionsProps) {
  const { status, isRenewing, subscriptionType, performer } = subscription;
  const page = profilePath({ id: performer._id, username: performer.username });
  const isOver = status === 'expired';
  const message = (
    <Button size="small" href={writePath({ _id: performer._id, isPerformer: true })} aria-label={`Message ${performer.name}`}>
      Message
    </Button>
  );
  if (isOver || (subscriptionType === 'free' && !isRenewing))
    return (
      <div className={styles.actions}>
        {message}
        <Button size="small" href={`${page}?subscribe=monthly`} aria-label={`Subscribe to ${performer.name}`}>
          Subscribe
        </Button>
      </div>
    );
  return (
    <div className={styles.actions}>
      {message}
      {isRenewing ? (
        <Button size="small" aria-label={`Cancel the subscription to ${performer.name}`} onPress={() => onAct('cancel')}>
          Cancel…
        </Button>
      ) : (
        <Button size="small" busy={isResuming} aria-label={`Resume the subscription to ${performer.name}`} onPress={() => onAct('resume')}>
          Resume
        </Button>
      )}
      {isRenewing ? (
        <Button size="small" aria-label={`Change what pays for ${performer.name}`} onPress={() => onAct('source')}>
          Change source
        </Button>
      ) : null}
    </div>
  );
}
