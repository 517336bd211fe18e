/** All performers; those whose documents are pending review come first. */
import { accountStatuses, verifications } from '@contract/kernel/values/people';
import { countryName } from '@web/lib/i18n/place-names';
import type { ResponseOf } from '@web/services/call';
import { useEndpoint } from '@web/services/use-endpoint';
import { useHasRight } from '@web/session/use-has-right';
import { Button } from '@web/ui/actions/button';
import { PersonLine } from '@web/ui/people/person-line';
import type { TableColumn } from '@web/ui/lists/query-table';
import { EmptyState } from '@web/ui/feedback/states';
import { Day, TimeAgo } from '@web/ui/display/times';
import { AccountLink } from '../parts/account-line';
import { ConsoleFrame } from '../parts/console-frame';
import { performersRequest, performerSorts, waitingReviewsRequest } from '../parts/requests';
import { SearchTable } from '@web/ui/lists/search-table';
import { useTable } from '@web/ui/lists/use-table';
import { StatusTag, statusOptions } from '../parts/status-tags';
import styles from '../parts/console.module.css';

type Performer = ResponseOf<'GET /admin/performers/search'>['data'][number];

const hrefOf = ({ _id }: Performer): string => `/admin/performers/${_id}`;
const columns: readonly TableColumn<Performer>[] = [
  {
    key: 'username',
    title: 'Creator',
    sortable: true,
    render: (performer) => <AccountLink account={performer} href={hrefOf(performer)} verified={performer.isVerified} />,
  },
  { key: 'verification', title: 'Documents', render: ({ verification }) => <StatusTag of={verification} /> },
  { key: 'status', title: 'Account', render: ({ status }) => <StatusTag of={status} /> },
  {
    key: 'country',
    title: 'Country',
    render: ({ country }) => (country === null ? <span className={styles.quiet}>–</span> : countryName(country)),
  },
  { key: 'views', title: 'Views', align: 'end', render: ({ stats }) => stats.views },
  { key: 'updatedAt', title: 'Updated', sortable: true, render: ({ updatedAt }) => <TimeAgo at={updatedAt} /> },
];

const filters = [
  { key: 'verification', label: 'Documents', anyLabel: 'Any status', options: statusOptions(verifications) },
  { key: 'status', label: 'Account', anyLabel: 'Any status', options: statusOptions(accountStatuses) },
];

/** Performers whose documents are pending review, independent of the table's filters. */
function PendingReviews() {
  const { data } = useEndpoint('GET /admin/performers/search', waitingReviewsRequest);
  if (data === undefined || data.data.length === 0) return null;
  return (
    <section className={styles.waiting} aria-labelledby="waiting">
      <h2 id="waiting" className={styles.panelTitle}>
        {data.total === 1 ? '1 creator to verify' : `${String(data.total)} creators to verify`}
      </h2>
      <ul className={styles.lines}>
        {data.data.map((performer) => (
          <li key={performer._id}>
            <PersonLine
              person={{ name: performer.name, username: performer.username, avatar: performer.avatar }}
              note={
                <>
                  Since <Day at={performer.updatedAt} />
                </>
              }
              action={
                <Button size="small" kind="primary" href={hrefOf(performer)} aria-label={`Review ${performer.name}`}>
                  Review
                </Button>
              }
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

export function PerformersScreen() {
  const table = useTable(performerSorts, filters);
  const may = useHasRight();
  const result = useEndpoint('GET /admin/performers/search', performersRequest(table.urlQuery), { keepPreviousData: true });
  return (
    <ConsoleFrame title="Creators">
      {table.isFiltered || table.query.current > 1 || !may('papers.decide') ? null : <PendingReviews />}
      <SearchTable<Performer>
        label="Creators"
        searchLabel="Search creators"
        table={table}
        filters={filters}
        result={result}
        columns={columns}
        moreSorts={[{ value: 'createdAt', label: 'Joined' }]}
        empty={
          <EmptyState
            title={
              table.filter('verification') === 'pending' ? 'No creators to verify' : table.isFiltered ? 'No matches' : 'No creators yet'
            }
          />
        }
      />
    </ConsoleFrame>
  );
}
