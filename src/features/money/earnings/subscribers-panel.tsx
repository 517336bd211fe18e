/** Who subscribes to a performer, and until when. */
import { optionsOf, subscriptionStates, subscriptionTypeWords } from '@web/lib/money-words';
import { profilePath, writePath } from '@web/lib/paths';
import type { AnswerOf } from '@web/services/call';
import { useEndpoint } from '@web/services/use-endpoint';
import { useCurrentUser } from '@web/session/store/hooks';
import { Button } from '@web/ui/actions/button';
import { CopyLink } from '@web/ui/actions/copy-link';
import { PersonLine } from '@web/ui/people/person-line';
import type { TableColumn } from '@web/ui/lists/query-table';
import { SearchTable } from '@web/ui/lists/search-table';
import { OpenSheet } from '@web/ui/dialogs/sheet';
import { Empty } from '@web/ui/feedback/states';
import { StateMark } from '@web/ui/feedback/state-mark';
import { TimeAgo } from '@web/ui/display/times';
import { Tokens } from '@web/ui/display/tokens';
import { useTable } from '@web/ui/lists/use-table';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { subscribersRead, subscriberSorts } from '../../earnings/reads';
import styles from './earnings.module.css';

type Subscription = AnswerOf<'GET /subscriptions/performer/search'>['data'][number];

const columnsWith = (onAbout: (fan: Subscription['user']) => void): readonly TableColumn<Subscription>[] => [
  {
    key: 'user',
    title: 'Fan',
    render: ({ user }) => <PersonLine person={user} note={user.username === null ? '' : undefined} />,
  },
  { key: 'type', title: 'Type', render: ({ subscriptionType }) => subscriptionTypeWords[subscriptionType] },
  {
    key: 'status',
    title: 'Status',
    render: ({ status }) => <StateMark tone={subscriptionStates[status].tone}>{subscriptionStates[status].word}</StateMark>,
  },
  { key: 'startedAt', title: 'Since', render: ({ startedAt }) => <TimeAgo at={startedAt} /> },
  { key: 'expiredAt', title: 'Until', sortable: true, render: ({ expiredAt }) => <TimeAgo at={expiredAt} /> },
  { key: 'isRenewing', title: 'Renews', render: ({ isRenewing }) => (isRenewing ? 'Yes' : 'No') },
  { key: 'totalPaid', title: 'Paid in all', align: 'end', render: ({ totalPaid }) => <Tokens amount={totalPaid} /> },
  {
    key: 'actions',
    title: 'Actions',
    render: ({ user }) => (
      <span className={styles.actions}>
        <Button size="small" href={writePath(user)} aria-label={`Message ${user.name}`}>
          Message
        </Button>
        <Button size="small" aria-label={`Note and lists of ${user.name}`} onPress={() => onAbout(user)}>
          Note and lists
        </Button>
      </span>
    ),
  },
];

const choices = [
  { key: 'status', label: 'Status', any: 'Any status', options: optionsOf(subscriptionStates) },
  { key: 'kind', label: 'Type', any: 'Any type', options: optionsOf(subscriptionTypeWords) },
];

interface SubscribersPanelProps {
  siteUrl: string;
  /** What the performer knows of a fan, and on which lists she has put her. */
  about: (fanId: string) => ReactNode;
}

export function SubscribersPanel({ siteUrl, about }: SubscribersPanelProps) {
  const viewer = useCurrentUser();
  const place = useTable(subscriberSorts, choices, ['tab']);
  const found = useEndpoint('GET /subscriptions/performer/search', subscribersRead(place.address), { keepPreviousData: true });
  const link = viewer === null ? null : <CopyLink href={`${siteUrl}${profilePath({ id: viewer._id, username: viewer.username })}`} />;
  const [known, setKnown] = useState<Subscription['user'] | null>(null);
  // Of the filters, these two are lists that the site keeps and that can be written to.
  const status = place.filter('status');
  const list = status === '' || status === 'active' ? 'subscribers' : status === 'expired' ? 'expired' : null;
  return (
    <>
      <div className={styles.actions}>
        {list === null ? null : (
          <Button href={`/messages/mass/new?to=${list}`}>
            {list === 'expired' ? 'Write to those who left' : 'Write to all subscribers'}
          </Button>
        )}
        <Button href="/messages/lists">Lists of fans</Button>
      </div>
      <SearchTable<Subscription>
        label="Subscribers"
        place={place}
        choices={choices}
        found={found}
        columns={columnsWith(setKnown)}
        empty={
          place.isFiltered ? (
            <Empty title="No subscriber matches" text="Change or remove a filter." />
          ) : (
            <Empty title="No subscribers yet" text="Share your page to get the first." action={link} />
          )
        }
      />
      {known === null ? null : (
        <OpenSheet title={known.name} side="end" onClose={() => setKnown(null)}>
          {about(known._id)}
        </OpenSheet>
      )}
    </>
  );
}
