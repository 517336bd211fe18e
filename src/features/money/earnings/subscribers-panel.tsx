/** A performer's subscribers, and the end of each subscription. */
import { subscriptionStates, subscriptionTypeLabels } from '@web/lib/wording/money-labels';
import { profilePath, conversationPath } from '@web/lib/paths';
import { optionsOf } from '@web/lib/wording/state-label';
import type { ResponseOf } from '@web/services/call';
import { useEndpoint } from '@web/services/use-endpoint';
import { useCurrentUser } from '@web/session/store/hooks';
import { Button } from '@web/ui/actions/button';
import { CopyLink } from '@web/ui/actions/copy-link';
import { PersonLine } from '@web/ui/people/person-line';
import type { TableColumn } from '@web/ui/lists/query-table';
import { SearchTable } from '@web/ui/lists/search-table';
import { OpenSheet } from '@web/ui/dialogs/sheet';
import { EmptyState } from '@web/ui/feedback/states';
import { StateMark } from '@web/ui/feedback/state-mark';
import { TimeAgo } from '@web/ui/display/times';
import { Tokens } from '@web/ui/display/tokens';
import { useTable } from '@web/ui/lists/use-table';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { subscribersRequest, subscriberSorts } from './requests';
import styles from './earnings.module.css';

type Subscription = ResponseOf<'GET /subscriptions/performer/search'>['data'][number];

const columnsWith = (onOpenDetails: (fan: Subscription['user']) => void): readonly TableColumn<Subscription>[] => [
  {
    key: 'user',
    title: 'Fan',
    render: ({ user }) => <PersonLine person={user} note={user.username === null ? '' : undefined} />,
  },
  { key: 'type', title: 'Type', render: ({ subscriptionType }) => subscriptionTypeLabels[subscriptionType] },
  {
    key: 'status',
    title: 'Status',
    render: ({ status }) => <StateMark {...subscriptionStates[status]} />,
  },
  { key: 'startedAt', title: 'Since', render: ({ startedAt }) => <TimeAgo at={startedAt} /> },
  { key: 'expiredAt', title: 'Until', sortable: true, render: ({ expiredAt }) => <TimeAgo at={expiredAt} /> },
  { key: 'isRenewing', title: 'Renews', render: ({ isRenewing }) => (isRenewing ? 'Yes' : 'No') },
  { key: 'totalPaid', title: 'Total paid', align: 'end', render: ({ totalPaid }) => <Tokens amount={totalPaid} /> },
  {
    key: 'actions',
    title: 'Actions',
    render: ({ user }) => (
      <span className={styles.actions}>
        <Button size="small" href={conversationPath(user)} aria-label={`Message ${user.name}`}>
          Message
        </Button>
        <Button size="small" aria-label={`Note and lists for ${user.name}`} onPress={() => onOpenDetails(user)}>
          Note and lists
        </Button>
      </span>
    ),
  },
];

const choices = [
  { key: 'status', label: 'Status', anyLabel: 'Any status', options: optionsOf(subscriptionStates) },
  { key: 'kind', label: 'Type', anyLabel: 'Any type', options: optionsOf(subscriptionTypeLabels) },
];

interface SubscribersPanelProps {
  siteUrl: string;
  /** Renders the performer's note on a fan and the fan lists that the fan is on. */
  renderFan: (fanId: string) => ReactNode;
}

export function SubscribersPanel({ siteUrl, renderFan }: SubscribersPanelProps) {
  const viewer = useCurrentUser();
  const table = useTable(subscriberSorts, choices, ['tab']);
  const result = useEndpoint('GET /subscriptions/performer/search', subscribersRequest(table.urlQuery), { keepPreviousData: true });
  const link = viewer === null ? null : <CopyLink href={`${siteUrl}${profilePath({ id: viewer._id, username: viewer.username })}`} />;
  const [selectedFan, setSelectedFan] = useState<Subscription['user'] | null>(null);
  // Two of the filters are also system lists, which can be messaged.
  const status = table.filter('status');
  const list = status === '' || status === 'active' ? 'subscribers' : status === 'expired' ? 'expired' : null;
  return (
    <>
      <div className={styles.actions}>
        {list === null ? null : (
          <Button href={`/messages/mass/new?to=${list}`}>
            {list === 'expired' ? 'Message former subscribers' : 'Message all subscribers'}
          </Button>
        )}
        <Button href="/messages/lists">Fan lists</Button>
      </div>
      <SearchTable<Subscription>
        label="Subscribers"
        table={table}
        filters={choices}
        result={result}
        columns={columnsWith(setSelectedFan)}
        empty={
          table.isFiltered ? (
            <EmptyState title="No matching subscribers" text="Change or remove a filter." />
          ) : (
            <EmptyState title="No subscribers yet" text="Share your profile to get your first subscriber." action={link} />
          )
        }
      />
      {selectedFan === null ? null : (
        <OpenSheet title={selectedFan.name} side="end" onClose={() => setSelectedFan(null)}>
          {renderFan(selectedFan._id)}
        </OpenSheet>
      )}
    </>
  );
}
