/** Who subscribes to a performer, and until when. */
import { optionsOf, subscriptionStates, subscriptionTypeWords } from '@web/lib/money-words';
import { profilePath } from '@web/lib/paths';
import type { AnswerOf } from '@web/services/call';
import { useEndpoint } from '@web/services/use-endpoint';
import { useCurrentUser } from '@web/session/hooks';
import { CopyLink } from '@web/ui/copy-link';
import { PersonLine } from '@web/ui/person-line';
import type { TableColumn } from '@web/ui/query-table';
import { SearchTable } from '@web/ui/search-table';
import { Empty } from '@web/ui/states';
import { StateMark } from '@web/ui/state-mark';
import { TimeAgo } from '@web/ui/times';
import { Tokens } from '@web/ui/tokens';
import { useTable } from '@web/ui/use-table';
import { subscribersRead, subscriberSorts } from './reads';

type Subscription = AnswerOf<'GET /subscriptions/performer/search'>['data'][number];

const columns: readonly TableColumn<Subscription>[] = [
  {
    key: 'user',
    title: 'Fan',
    render: ({ user }) => <PersonLine person={user} note={user.username === null ? '' : `@${user.username}`} />,
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
];

const choices = [
  { key: 'status', label: 'Status', any: 'Any status', options: optionsOf(subscriptionStates) },
  { key: 'kind', label: 'Type', any: 'Any type', options: optionsOf(subscriptionTypeWords) },
];

export function SubscribersPanel({ siteUrl }: { siteUrl: string }) {
  const viewer = useCurrentUser();
  const place = useTable(subscriberSorts, choices, ['tab']);
  const found = useEndpoint('GET /subscriptions/performer/search', subscribersRead(place.address), { keepPreviousData: true });
  const link = viewer === null ? null : <CopyLink href={`${siteUrl}${profilePath({ id: viewer._id, username: viewer.username })}`} />;
  return (
    <SearchTable<Subscription>
      label="Subscribers"
      place={place}
      choices={choices}
      found={found}
      columns={columns}
      empty={
        place.isFiltered ? (
          <Empty title="No subscriber matches" text="Change or remove a filter." />
        ) : (
          <Empty title="No subscribers yet" text="Share your page to get the first." action={link} />
        )
      }
    />
  );
}
