/** All performers, those whose documents wait first. */
import { accountStatuses, verifications } from '@contract/values';
import { countryName } from '@web/lib/i18n/place-names';
import type { AnswerOf } from '@web/services/call';
import { useEndpoint } from '@web/services/use-endpoint';
import { useMay } from '@web/session/use-may';
import { Button } from '@web/ui/actions/button';
import { PersonLine } from '@web/ui/people/person-line';
import type { TableColumn } from '@web/ui/lists/query-table';
import { Empty } from '@web/ui/feedback/states';
import { Day, TimeAgo } from '@web/ui/display/times';
import { AccountLine } from '../parts/account-line';
import { ConsoleFrame } from '../parts/console-frame';
import { performersRead, performerSorts, waitingRead } from '../reads';
import { SearchTable } from '@web/ui/lists/search-table';
import { useTable } from '@web/ui/lists/use-table';
import { State, stateOptions } from '../words';
import styles from '../parts/console.module.css';

type Performer = AnswerOf<'GET /admin/performers/search'>['data'][number];

const hrefOf = ({ _id }: Performer): string => `/admin/performers/${_id}`;
const columns: readonly TableColumn<Performer>[] = [
  {
    key: 'username',
    title: 'Performer',
    sortable: true,
    render: (performer) => <AccountLine account={performer} href={hrefOf(performer)} verified={performer.isVerified} />,
  },
  { key: 'verification', title: 'Documents', render: ({ verification }) => <State of={verification} /> },
  { key: 'status', title: 'Account', render: ({ status }) => <State of={status} /> },
  {
    key: 'country',
    title: 'Country',
    render: ({ country }) => (country === null ? <span className={styles.quiet}>–</span> : countryName(country)),
  },
  { key: 'views', title: 'Views', align: 'end', render: ({ stats }) => stats.views },
  { key: 'updatedAt', title: 'Updated', sortable: true, render: ({ updatedAt }) => <TimeAgo at={updatedAt} /> },
];

const choices = [
  { key: 'verification', label: 'Documents', any: 'Any state', options: stateOptions(verifications) },
  { key: 'status', label: 'Account', any: 'Any status', options: stateOptions(accountStatuses) },
];

/** Whose documents wait, whatever else the table shows. */
function Waiting() {
  const { data } = useEndpoint('GET /admin/performers/search', waitingRead);
  if (data === undefined || data.data.length === 0) return null;
  return (
    <section className={styles.waiting} aria-labelledby="waiting">
      <h2 id="waiting" className={styles.panelTitle}>
        {data.total === 1 ? '1 document waiting' : `${String(data.total)} documents waiting`}
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
  const place = useTable(performerSorts, choices);
  const may = useMay();
  const found = useEndpoint('GET /admin/performers/search', performersRead(place.address), { keepPreviousData: true });
  return (
    <ConsoleFrame title="Performers">
      {place.isFiltered || place.query.current > 1 || !may('papers.decide') ? null : <Waiting />}
      <SearchTable<Performer>
        label="Performers"
        searchLabel="Search performers"
        place={place}
        choices={choices}
        found={found}
        columns={columns}
        moreSorts={[{ value: 'createdAt', label: 'Joined' }]}
        empty={
          <Empty
            title={
              place.filter('verification') === 'pending'
                ? 'No documents are waiting'
                : place.isFiltered
                  ? 'Nobody matches these filters'
                  : 'No performers yet'
            }
          />
        }
      />
    </ConsoleFrame>
  );
}
