/** /subscriptions: active subscriptions with their end, the cost per month, and the actions on them. */
import { useCallback, useState } from 'react';
import { cardName } from '@web/lib/wording/card-labels';
import { dayList, shortDate } from '@web/lib/i18n/dates';
import { errorMessage } from '@web/lib/i18n/error-message';
import { formatCurrency, equalPartOf, sumOf } from '@web/lib/i18n/money';
import { subscriptionStates, subscriptionTypeLabels } from '@web/lib/wording/money-labels';
import { profilePath, conversationPath } from '@web/lib/paths';
import { optionsOf } from '@web/lib/wording/state-label';
import type { ResponseOf } from '@web/services/call';
import { services } from '@web/services/services';
import { useEndpoint } from '@web/services/use-endpoint';
import { useSettings } from '@web/session/store/hooks';
import { useSocketEvent } from '@web/realtime/socket-events';
import { showToast } from '@web/ui/feedback/toast-queue';
import type { WalletComponents } from '@web/checkout/wallet-parts';
import { Button } from '@web/ui/actions/button';
import { PageHead } from '@web/ui/page/page-head';
import { PersonLine } from '@web/ui/people/person-line';
import type { TableColumn } from '@web/ui/lists/query-table';
import { SearchTable } from '@web/ui/lists/search-table';
import { StateMark } from '@web/ui/feedback/state-mark';
import { EmptyState } from '@web/ui/feedback/states';
import { useTable } from '@web/ui/lists/use-table';
import { CancelDialog } from './cancel-dialog';
import { renewingRequest, subscriptionsRequest, subscriptionSorts } from './requests';
import { SourceDialog } from './source-dialog';
import styles from './subscriptions.module.css';

export type Subscription = ResponseOf<'GET /subscriptions/user/search'>['data'][number];
type SubscriptionAction = 'cancel' | 'resume' | 'source';

const choices = [{ key: 'status', label: 'Status', anyLabel: 'Any status', options: optionsOf(subscriptionStates) }];

interface SubscriptionsScreenProps {
  parts: Pick<WalletComponents, 'CardPicker'>;
}

export function SubscriptionsScreen({ parts }: SubscriptionsScreenProps) {
  const { currency } = useSettings();
  const table = useTable(subscriptionSorts, choices);
  const result = useEndpoint('GET /subscriptions/user/search', subscriptionsRequest(table.urlQuery), { keepPreviousData: true });
  const renewing = useEndpoint('GET /subscriptions/user/search', renewingRequest);
  const [dialog, setDialog] = useState<{ action: Exclude<SubscriptionAction, 'resume'>; subscription: Subscription } | null>(null);
  const [resumingId, setResumingId] = useState<string | null>(null);

  const [reloadList, reloadTotal] = [result.mutate, renewing.mutate];
  const reload = useCallback(() => {
    void reloadList();
    void reloadTotal();
  }, [reloadList, reloadTotal]);
  useSocketEvent('subscription/changed', reload);

  const resume = async (subscription: Subscription) => {
    setResumingId(subscription._id);
    try {
      await services.subscriptions['PUT /subscriptions/:id']({ params: { id: subscription._id }, body: { isRenewing: true } });
      reload();
      showToast({ tone: 'ok', text: `Your subscription to ${subscription.performer.name} will renew` });
    } catch (thrown) {
      showToast({ tone: 'danger', text: errorMessage(thrown) });
    } finally {
      setResumingId(null);
    }
  };
  const handleAction = (action: SubscriptionAction, subscription: Subscription) => {
    if (action === 'resume') void resume(subscription);
    else setDialog({ action, subscription });
  };
  const close = () => setDialog(null);
  const done = () => {
    close();
    reload();
  };
  return (
    <>
      <PageHead title="Subscriptions" noindex lead={<Total subscriptions={renewing.data?.data ?? []} currency={currency} />} />
      <SearchTable<Subscription>
        label="Subscriptions"
        table={table}
        filters={choices}
        result={result}
        columns={columnsWith(currency, resumingId, handleAction)}
        empty={
          table.isFiltered ? (
            <EmptyState title="No matching subscriptions" text="Change or remove a filter." />
          ) : (
            <EmptyState
              title="No subscriptions yet"
              text="Subscribe to creators to see what they publish for subscribers."
              action={<Button href="/explore">Explore creators</Button>}
            />
          )
        }
      />
      {dialog?.action === 'cancel' ? <CancelDialog subscription={dialog.subscription} onDone={done} onClose={close} /> : null}
      {dialog?.action === 'source' ? <SourceDialog subscription={dialog.subscription} parts={parts} onDone={done} onClose={close} /> : null}
    </>
  );
}

/** The total of the renewals, per month. */
function Total({ subscriptions, currency }: { subscriptions: readonly Subscription[]; currency: string }) {
  const monthly = subscriptions
    .filter(({ isRenewing, months }) => isRenewing && months > 0)
    .map(({ price, months }) => equalPartOf(price, months));
  if (monthly.length === 0) return <>No upcoming renewals.</>;
  return <>{formatCurrency(sumOf(...monthly), currency)} a month in total.</>;
}

function columnsWith(
  currency: string,
  resumingId: string | null,
  onAction: (action: SubscriptionAction, subscription: Subscription) => void,
): readonly TableColumn<Subscription>[] {
  return [
    {
      key: 'performer',
      title: 'Creator',
      render: ({ performer, subscriptionType, months }) => (
        <PersonLine
          person={performer}
          href={profilePath({ id: performer._id, username: performer.username })}
          verified={performer.isVerified}
          note={months > 1 && months < 12 ? `${String(months)} months` : subscriptionTypeLabels[subscriptionType]}
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
    {
      key: 'expiredAt',
      title: 'Next payment',
      sortable: true,
      render: (row) => <span suppressHydrationWarning>{nextPaymentText(row)}</span>,
    },
    { key: 'source', title: 'Payment method', render: sourceText },
    {
      key: 'status',
      title: 'Status',
      render: ({ status, isWithheld }) =>
        isWithheld ? <StateMark tone="warn">Locked until you top up</StateMark> : <StateMark {...subscriptionStates[status]} />,
    },
    {
      key: 'actions',
      title: 'Change',
      render: (row) => <Actions subscription={row} isResuming={resumingId === row._id} onAction={(action) => onAction(action, row)} />,
    },
  ];
}

/** The current price, and the next period's price if it differs. */
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

function nextPaymentText({ status, isRenewing, nextRecurringDate, retryDates, expiredAt }: Subscription): string {
  if (status === 'expired') return `Ended ${shortDate(expiredAt)}`;
  if (status === 'past_due') return retryDates.length === 0 ? 'Retrying soon' : `Retrying on ${dayList(retryDates)}`;
  if (isRenewing && nextRecurringDate !== null) return `Renews ${shortDate(nextRecurringDate)}`;
  return `Ends ${shortDate(expiredAt)}`;
}

function sourceText({ source, card, subscriptionType }: Subscription): string {
  if (subscriptionType === 'free') return '–';
  if (source === 'wallet') return 'Wallet';
  return card === null ? 'Card' : cardName(card);
}

interface ActionsProps {
  subscription: Subscription;
  isResuming: boolean;
  onAction: (action: SubscriptionAction) => void;
}

function Actions({ subscription, isResuming, onAction }: ActionsProps) {
  const { status, isRenewing, subscriptionType, performer } = subscription;
  const page = profilePath({ id: performer._id, username: performer.username });
  const isExpired = status === 'expired';
  const message = (
    <Button size="small" href={conversationPath({ _id: performer._id, isPerformer: true })} aria-label={`Message ${performer.name}`}>
      Message
    </Button>
  );
  if (isExpired || (subscriptionType === 'free' && !isRenewing))
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
        <Button size="small" aria-label={`Cancel the subscription to ${performer.name}`} onPress={() => onAction('cancel')}>
          Cancel…
        </Button>
      ) : (
        <Button
          size="small"
          busy={isResuming}
          aria-label={`Resume the subscription to ${performer.name}`}
          onPress={() => onAction('resume')}
        >
          Resume
        </Button>
      )}
      {isRenewing ? (
        <Button size="small" aria-label={`Change payment method for ${performer.name}`} onPress={() => onAction('source')}>
          Change payment
        </Button>
      ) : null}
    </div>
  );
}
