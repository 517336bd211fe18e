/** All accounts. */
import { accountStatuses } from '@contract/kernel/values/people';
import type { ResponseOf } from '@web/services/call';
import { useEndpoint } from '@web/services/use-endpoint';
import { DateRange } from '@web/ui/lists/date-range';
import type { TableColumn } from '@web/ui/lists/query-table';
import { EmptyState } from '@web/ui/feedback/states';
import { TimeAgo } from '@web/ui/display/times';
import { AccountLink } from '../parts/account-line';
import { ConsoleFrame } from '../parts/console-frame';
import { usersRequest, userSorts } from '../parts/requests';
import { SearchTable } from '@web/ui/lists/search-table';
import { useTable } from '@web/ui/lists/use-table';
import { roleOptions, roleLabels, StatusTag, statusOptions } from '../parts/status-tags';
import styles from '../parts/console.module.css';

type User = ResponseOf<'GET /admin/users/search'>['data'][number];

const columns: readonly TableColumn<User>[] = [
  {
    key: 'username',
    title: 'Person',
    sortable: true,
    render: (user) => <AccountLink account={user} href={`/admin/users/${user._id}`} />,
  },
  {
    key: 'email',
    title: 'Email',
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
        {roleLabels[role]}
        <br />
        <StatusTag of={status} />
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

const filters = [
  { key: 'role', label: 'Role', anyLabel: 'Any role', options: roleOptions() },
  { key: 'status', label: 'Status', anyLabel: 'Any status', options: statusOptions(accountStatuses) },
  {
    key: 'confirmed',
    label: 'Email',
    anyLabel: 'Confirmed or not',
    options: [
      { value: 'yes', label: 'Confirmed' },
      { value: 'no', label: 'Not confirmed' },
    ],
  },
];

export function PeopleScreen() {
  const table = useTable(userSorts, filters, ['from', 'to']);
  const result = useEndpoint('GET /admin/users/search', usersRequest(table.urlQuery), { keepPreviousData: true });
  return (
    <ConsoleFrame title="Users">
      <fieldset className={styles.joined}>
        <legend className={styles.quiet}>Joined between</legend>
        <DateRange table={table} />
      </fieldset>
      <SearchTable<User>
        label="Users"
        searchLabel="Search users"
        table={table}
        filters={filters}
        result={result}
        columns={columns}
        moreSorts={[{ value: 'createdAt', label: 'Joined' }]}
        empty={
          <EmptyState
            title={table.isFiltered ? 'No matches' : 'No accounts yet'}
            text={table.isFiltered ? 'Change or remove a filter.' : undefined}
          />
        }
      />
    </ConsoleFrame>
  );
}
