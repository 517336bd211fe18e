/** All performers, those whose documents wait first. */
import { accountStatuses, verifications } from '@contract/values';
import { countryName } from '@web/lib/place-names';
import type { AnswerOf } from '@web/services/call';
import { useEndpoint } from '@web/services/use-endpoint';
import { Button } from '@web/ui/button';
import { PersonLine } from '@web/ui/person-line';
import { QueryTable } from '@web/ui/query-table';
import type { TableColumn } from '@web/ui/query-table';
import { Empty } from '@web/ui/states';
import { TimeAgo } from '@web/ui/times';
import { ConsoleFrame } from './console-frame';
import { performersRead, performerSorts, waitingRead } from './reads';
import { TableFilters } from './table-filters';
import { useTable } from './use-table';
import { State, stateOptions } from './words';
import styles from './console.module.css';

type Performer = AnswerOf<'GET /admin/performers/search'>['data'][number];

const hrefOf = ({ _id }: Performer): string => `/admin/performers/${_id}`;
const person = (performer: Performer) => (
  <PersonLine
    person={{ name: performer.name, username: performer.username, avatar: performer.avatar }}
    href={hrefOf(performer)}
    verified={performer.isVerified}
    note={performer.username === null ? 'No username yet' : `@${performer.username}`}
  />
);

const columns: readonly TableColumn<Performer>[] = [
  { key: 'username', title: 'Performer', sortable: true, render: (row) => <div className={styles.person}>{person(row)}</div> },
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
const filters = ['q', ...choices.map(({ key }) => key)];

const cardOf = (performer: Performer) => (
  <div className={styles.card}>
    {person(performer)}
    <span className={styles.cardLine}>
      <State of={performer.verification} /> {performer.status === 'active' ? null : <State of={performer.status} />}
    </span>
    <span className={styles.quiet}>
      Updated <TimeAgo at={performer.updatedAt} />
    </span>
  </div>
);

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
                  Since <TimeAgo at={performer.updatedAt} />
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
  const place = useTable(performerSorts, filters);
  const { data, error, isLoading, mutate } = useEndpoint('GET /admin/performers/search', performersRead(place.address), {
    keepPreviousData: true,
  });
  return (
    <ConsoleFrame title="Performers">
      {place.isFiltered || place.query.current > 1 ? null : <Waiting />}
      <TableFilters place={place} searchLabel="Search performers" choices={choices} />
      <QueryTable<Performer>
        label="Performers"
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
