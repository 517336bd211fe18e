/** Reports of people: those that wait, and what became of the others. A new one appears by itself. */
import { useCallback } from 'react';
import type { AnswerOf } from '@web/services/call';
import { useEndpoint } from '@web/services/use-endpoint';
import { useSocketEvent } from '@web/realtime/socket-events';
import { Link } from '@web/ui/core/link';
import type { TableColumn } from '@web/ui/lists/query-table';
import { SearchTable } from '@web/ui/lists/search-table';
import { StateMark } from '@web/ui/feedback/state-mark';
import { Empty } from '@web/ui/feedback/states';
import { TimeAgo } from '@web/ui/display/times';
import { useTable } from '@web/ui/lists/use-table';
import { ConsoleFrame } from '../parts/console-frame';
import { reportsRead, reportSorts } from './reads';
import { reasonOf, reportChoices, reportStates, targetWords } from './words';
import styles from './reports.module.css';

type Report = AnswerOf<'GET /admin/reports/search'>['data'][number];

const columns: readonly TableColumn<Report>[] = [
  {
    key: 'title',
    title: 'Reported',
    render: ({ _id, target, title, owner }) => (
      <span className={styles.subject}>
        <Link href={`/admin/reports/${_id}`}>{title === '' ? targetWords[target] : title}</Link>
        <span className={styles.quiet}>
          {targetWords[target]}
          {owner === null || owner.name === title ? '' : ` of ${owner.name}`}
        </span>
      </span>
    ),
  },
  {
    key: 'reason',
    title: 'Reason',
    render: (report) =>
      report.reason === 'minor_safety' && report.status === 'open' ? (
        <StateMark tone="danger">{reasonOf(report)}</StateMark>
      ) : (
        reasonOf(report)
      ),
  },
  {
    key: 'reporter',
    title: 'By',
    render: ({ source, reporter }) => (source === 'words' ? 'Nobody' : (reporter?.name ?? 'A deleted account')),
  },
  {
    key: 'status',
    title: 'State',
    render: ({ status, takenBy }) => (
      <StateMark tone={reportStates[status].tone}>
        {status === 'open' && takenBy !== null ? `With ${takenBy.name}` : reportStates[status].word}
      </StateMark>
    ),
  },
  { key: 'createdAt', title: 'Sent', sortable: true, render: ({ createdAt }) => <TimeAgo at={createdAt} /> },
];

export function ReportsScreen() {
  const place = useTable(reportSorts, reportChoices);
  const found = useEndpoint('GET /admin/reports/search', reportsRead(place.address), { keepPreviousData: true });
  const { mutate } = found;
  useSocketEvent(
    'report/changed',
    useCallback(() => void mutate(), [mutate]),
  );
  return (
    <ConsoleFrame title="Reports">
      <SearchTable<Report>
        label="Reports"
        searchLabel="Search by name"
        place={place}
        choices={reportChoices}
        found={found}
        columns={columns}
        empty={
          <Empty
            title={place.isFiltered ? 'No report matches' : 'Nothing was reported yet'}
            text={place.isFiltered ? 'Change or remove a filter.' : undefined}
          />
        }
      />
    </ConsoleFrame>
  );
}
