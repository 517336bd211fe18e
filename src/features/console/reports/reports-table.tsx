/** Reports: open ones, and the decisions on the others. New reports appear without a reload. */
import { useCallback } from 'react';
import type { ResponseOf } from '@web/services/call';
import { useEndpoint } from '@web/services/use-endpoint';
import { useSocketEvent } from '@web/realtime/socket-events';
import { Link } from '@web/ui/core/link';
import type { TableColumn } from '@web/ui/lists/query-table';
import { SearchTable } from '@web/ui/lists/search-table';
import { StateMark } from '@web/ui/feedback/state-mark';
import { EmptyState } from '@web/ui/feedback/states';
import { TimeAgo } from '@web/ui/display/times';
import { useTable } from '@web/ui/lists/use-table';
import { ConsoleFrame } from '../parts/console-frame';
import { reportsRequest, reportSorts } from './requests';
import { reportReasonLabel, reportFilters, reportStates, reportTargetLabels } from './labels';
import styles from './reports.module.css';

type Report = ResponseOf<'GET /admin/reports/search'>['data'][number];

const columns: readonly TableColumn<Report>[] = [
  {
    key: 'title',
    title: 'Reported',
    render: ({ _id, target, title, owner }) => (
      <span className={styles.subject}>
        <Link href={`/admin/reports/${_id}`}>{title === '' ? reportTargetLabels[target] : title}</Link>
        <span className={styles.quiet}>
          {reportTargetLabels[target]}
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
        <StateMark tone="danger">{reportReasonLabel(report)}</StateMark>
      ) : (
        reportReasonLabel(report)
      ),
  },
  {
    key: 'reporter',
    title: 'By',
    render: ({ source, reporter }) => (source === 'words' ? 'Word filter' : (reporter?.name ?? 'Deleted account')),
  },
  {
    key: 'status',
    title: 'Status',
    render: ({ status, takenBy }) => (
      <StateMark tone={reportStates[status].tone}>
        {status === 'open' && takenBy !== null ? `Assigned to ${takenBy.name}` : reportStates[status].label}
      </StateMark>
    ),
  },
  { key: 'createdAt', title: 'Sent', sortable: true, render: ({ createdAt }) => <TimeAgo at={createdAt} /> },
];

export function ReportsScreen() {
  const table = useTable(reportSorts, reportFilters);
  const result = useEndpoint('GET /admin/reports/search', reportsRequest(table.urlQuery), { keepPreviousData: true });
  const { mutate } = result;
  useSocketEvent(
    'report/changed',
    useCallback(() => void mutate(), [mutate]),
  );
  return (
    <ConsoleFrame title="Reports">
      <SearchTable<Report>
        label="Reports"
        searchLabel="Search by name"
        table={table}
        filters={reportFilters}
        result={result}
        columns={columns}
        empty={
          <EmptyState
            title={table.isFiltered ? 'No matching reports' : 'No reports yet'}
            text={table.isFiltered ? 'Change or remove a filter.' : undefined}
          />
        }
      />
    </ConsoleFrame>
  );
}
