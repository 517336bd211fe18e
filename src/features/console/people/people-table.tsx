/** All accounts. */
import { accountStatuses } from '@contract/values';
import type { AnswerOf } from '@web/services/call';
import { useEndpoint } from '@web/services/use-endpoint';
import { DateRange } from '@web/ui/lists/date-range';
import type { TableColumn } from '@web/ui/lists/query-table';
import { Empty } from '@web/ui/feedback/states';
import { TimeAgo } from '@web/ui/display/times';
import { AccountLine } from '../parts/account-line';
import { ConsoleFrame } from '../parts/console-frame';
import { usersRead, userSorts } from '../reads';
import { SearchTable } from '@web/ui/lists/search-table';
import { useTable } from '@web/ui/lists/use-table';
import { roleOptions, roleWords, State, stateOptions } from '../words';
import styles from '../parts/console.module.css';

type User = AnswerOf<'GET /admin/users/search'>['data'][number];

const columns: readonly TableColumn<User>[] = [
  {
    key: 'username',
    title: 'Person',
    sortable: true,
    render: (user) => <AccountLine account={user} href={`/admin/users/${user._id}`} />,
  },
  {
    key: 'email',
    title: 'E-mail',
    sortable: true,
    render: ({ email, isEmailVerified }) =>
      email === null ? (
        <span className={styles.quiet}>None</span>
      ) : (
        <>
          {email} {isEmailVerified ? null : <span className={styles.quiet}>(not confirmed)</span>}
        </>
      ),
  },
  {
    key: 'status',
    title: 'Role and status',
    render: ({ role, status }) => (
      <>
        {roleWords[role]}
        <br />
        <State of={status} />
      </>
    ),
  },
  {
    key: 'lastSeenAt',
    title: 'Last seen',
    render: ({ lastSeenAt }) => (lastSeenAt === null ? <span className={styles.quiet}>Never</span> : <TimeAgo at={lastSeenAt} />),
  },
  { key: 'updatedAt', title: 'Updated', sortable: true, render: ({ updatedAt }) => <TimeAgo at={updatedAt} /> },
];

const choices = [
  { key: 'role', label: 'Role', any: 'Any role', options: roleOptions() },
  { key: 'status', label: 'Status', any: 'Any status', options: stateOptions(accountStatuses) },
  {
    key: 'confirmed',
    label: 'E-mail',
    any: 'Confirmed or not',
    options: [
      { value: 'yes', label: 'Confirmed' },
      { value: 'no', label: 'Not confirmed' },
    ],
  },
];

export function PeopleScreen() {
  const place = useTable(userSorts, choices, ['from', 'to']);
  const found = useEndpoint('GET /admin/users/search', usersRead(place.address), { keepPreviousData: true });
  return (
    <ConsoleFrame title="Users">
      <fieldset className={styles.joined}>
        <legend className={styles.quiet}>Joined between</legend>
        <DateRange place={place} />
      </fieldset>
      <SearchTable<User>
        label="Users"
        searchLabel="Search users"
        place={place}
        choices={choices}
        found={found}
        columns={columns}
        moreSorts={[{ value: 'createdAt', label: 'Joined' }]}
        empty={
          <Empty
            title={place.isFiltered ? 'Nobody matches these filters' : 'No accounts yet'}
            text={place.isFiltered ? 'Change or remove a filter.' : undefined}
          />
        }
      />
    </ConsoleFrame>
  );
}
