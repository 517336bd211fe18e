/** The audit log: which operator did what to which target, and whether entries were tampered with. */
import { services } from '@web/services/services';
import { useEndpoint } from '@web/services/use-endpoint';
import { DownloadButton } from '@web/ui/lists/download-button';
import { useHasRight } from '@web/session/use-has-right';
import { Button } from '@web/ui/actions/button';
import { DateRange } from '@web/ui/lists/date-range';
import { ListIcon } from '@web/ui/icons/icons';
import { Link } from '@web/ui/core/link';
import { PersonLine } from '@web/ui/people/person-line';
import type { TableColumn } from '@web/ui/lists/query-table';
import { SearchTable } from '@web/ui/lists/search-table';
import { StateMark } from '@web/ui/feedback/state-mark';
import { EmptyState } from '@web/ui/feedback/states';
import { TimeAgo } from '@web/ui/display/times';
import { useTable } from '@web/ui/lists/use-table';
import { useState } from 'react';
import { ConsoleFrame } from '../parts/console-frame';
import { AuditCheck } from './audit-check';
import { apiKeyIdOf } from './differences';
import { EntrySheet } from './entry-sheet';
import { auditFilters, auditRequest, auditSorts } from './requests';
import type { AuditEntry } from './requests';
import { targetPageOf, targetLabel } from './targets';
import { useActors } from './use-actors';
import { actionOptions, actionLabel, systemActorLabel } from './labels';
import styles from './audit.module.css';

type May = ReturnType<typeof useHasRight>;

function Target({ entry, may }: { entry: AuditEntry; may: May }) {
  const targetPage = targetPageOf(entry);
  const label = targetLabel(entry.targetType);
  return (
    <div className={styles.target}>
      {targetPage !== null && may(targetPage.right) ? <Link href={targetPage.href}>{label}</Link> : label}
      <span className={styles.quiet}>{entry.targetId}</span>
    </div>
  );
}

function Actor({ entry: { actor, action }, may }: { entry: AuditEntry; may: May }) {
  if (actor === null) return <>{systemActorLabel(action)}</>;
  return <PersonLine person={actor} {...(may('people.read') ? { href: `/admin/users/${actor._id}` } : {})} />;
}

const columnsWith = (may: May, onOpen: (entry: AuditEntry) => void): readonly TableColumn<AuditEntry>[] => [
  { key: 'actor', title: 'Actor', render: (entry) => <Actor entry={entry} may={may} /> },
  {
    key: 'action',
    title: 'Action',
    render: (entry) => (
      <div className={styles.act}>
        {actionLabel(entry.action)}
        {apiKeyIdOf(entry) === null ? null : <StateMark tone="quiet">Via API key</StateMark>}
        {entry.isForgotten ? <StateMark tone="quiet">Details erased</StateMark> : null}
      </div>
    ),
  },
  { key: 'target', title: 'Target', render: (entry) => <Target entry={entry} may={may} /> },
  { key: 'createdAt', title: 'When', sortable: true, render: ({ createdAt }) => <TimeAgo at={createdAt} /> },
  { key: 'address', title: 'IP address', render: ({ address }) => address ?? <span className={styles.quiet}>None</span> },
  {
    key: 'details',
    title: 'Details',
    render: (entry) => (
      <Button size="small" onPress={() => onOpen(entry)} aria-label={`Show details: ${actionLabel(entry.action)}`}>
        Show details
      </Button>
    ),
  },
];

export function AuditScreen() {
  const may = useHasRight();
  const table = useTable(auditSorts, [{ key: 'actor' }, { key: 'action' }, { key: 'from' }, { key: 'to' }]);
  const result = useEndpoint('GET /admin/audit/search', auditRequest(table.urlQuery), { keepPreviousData: true });
  const actors = useActors(result.data?.data ?? [], table.filter('actor'));
  const [opened, setOpened] = useState<AuditEntry | null>(null);
  const filters = [
    { key: 'actor', label: 'Actor', anyLabel: 'Anyone', options: actors },
    { key: 'action', label: 'What', anyLabel: 'Anything', options: actionOptions(table.filter('action')) },
  ];
  return (
    <ConsoleFrame title="Audit log" lead="Actions by operators and by the site itself. Entries can’t be changed or deleted.">
      <div className={styles.above}>
        <DateRange table={table} />
      </div>
      <SearchTable<AuditEntry>
        label="Audit log"
        searchLabel="Search by target ID or name"
        table={table}
        filters={filters}
        result={result}
        columns={columnsWith(may, setOpened)}
        empty={
          <EmptyState
            icon={<ListIcon />}
            title={table.isFiltered ? 'No matching entries' : 'No entries yet'}
            text={table.isFiltered ? 'Change or remove a filter.' : 'Every change an operator makes appears here.'}
          />
        }
      />
      <AuditCheck>
        <DownloadButton name="audit.csv" read={() => services.audit['GET /admin/audit/csv']({ query: auditFilters(table.urlQuery) })} />
      </AuditCheck>
      {opened === null ? null : <EntrySheet entry={opened} onClose={() => setOpened(null)} />}
    </ConsoleFrame>
  );
}
