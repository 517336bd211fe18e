/** All accounts. */
import { accountStatuses } from '@contract/values';
import type { AnswerOf } from '@web/services/call';
import { useEndpoint } from '@web/services/use-endpoint';
import { PersonLine } from '@web/ui/person-line';
import { QueryTable } from '@web/ui/query-table';
import { Empty } from '@web/ui/states';
import { TimeAgo } from '@web/ui/times';
import type { TableColumn } from '@web/ui/query-table';
import { ConsoleFrame } from './console-frame';
import { usersRead, userSorts } from './reads';
import { TableFilters } from './table-filters';
import { useTable } from './use-table';
import { roleOptions, roleWords, State, stateOptions } from './words';
import styles from './console.module.css';

type User = AnswerOf<'GET /admin/users/search'>['data'][number];

const person = (user: User) => (
  <PersonLine
    person={{ name: user.name, username: user.username, avatar: user.avatar }}
    href={`/admin/users/${user._id}`}
    note={user.username === null ? 'No username yet' : `@${user.username}`}
  />
);
const mail = ({ email, isEmailVerified }: User) =>
  email === null ? <span className={styles.quiet}>None</span> : `${email}${isEmailVerified ? '' : ' (not confirmed)'}`;
const seen = ({ lastSeenAt }: User) => (lastSeenAt === null ? <span className={styles.quiet}>Never</span> : <TimeAgo at={lastSeenAt} />);

const columns: readonly TableColumn<User>[] = [
  { key: 'username', title: 'Person', sortable: true, render: (row) => <div className={styles.person}>{person(row)}</div> },
  { key: 'email', title: 'E-mail', sortable: true, render: mail },
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
  { key: 'lastSeenAt', title: 'Last seen', render: seen },
  { key: 'updatedAt', title: 'Updated', sortable: true, render: ({ updatedAt }) => <TimeAgo at={updatedAt} /> },
];

const choices = [
  { key: 'role', label: 'Role', any: 'Any role', options: roleOptions },
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
const filters = ['q', ...choices.map(({ key }) => key)];

const cardOf = (user: User) => (
  <div className={styles.card}>
    {person(user)}
    <span className={styles.cardLine}>
      <State of={user.status} /> {roleWords[user.role]}
    </span>
    <span className={styles.cardLine}>{mail(user)}</span>
    <span className={styles.quiet}>Last seen: {seen(user)}</span>
  </div>
);

export function PeopleScreen() {
  const place = useTable(userSorts, filters);
  const { data, error, isLoading, mutate } = useEndpoint('GET /admin/users/search', usersRead(place.address), { keepPreviousData: true });
  return (
    <ConsoleFrame title="Users">
      <TableFilters place={place} searchLabel="Search users" choices={choices} />
      <QueryTable<User>
        label="Users"
        columns={columns}
        rows={data?.data}
        keyOf={({ _id }) => _id}
        total={data?.total ?? 0}
        query={place.query}
        onQuery={place.onQuery}
        loading={isLoading}
        error={error}
        onRetry={() => void mutate()}
        cardOf={cardOf}
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
