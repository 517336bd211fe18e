/** The log of what operators did: who, what and to whom, and whether anybody has changed it by hand. */
import { services } from '@web/services/services';
import { useEndpoint } from '@web/services/use-endpoint';
import { DownloadButton } from '@web/ui/lists/download-button';
import { useMay } from '@web/session/use-may';
import { Button } from '@web/ui/actions/button';
import { DateRange } from '@web/ui/lists/date-range';
import { ListIcon } from '@web/ui/icons/icons';
import { Link } from '@web/ui/core/link';
import { PersonLine } from '@web/ui/people/person-line';
import type { TableColumn } from '@web/ui/lists/query-table';
import { SearchTable } from '@web/ui/lists/search-table';
import { StateMark } from '@web/ui/feedback/state-mark';
import { Empty } from '@web/ui/feedback/states';
import { TimeAgo } from '@web/ui/display/times';
import { useTable } from '@web/ui/lists/use-table';
import { useState } from 'react';
import { ConsoleFrame } from '../parts/console-frame';
import { AuditCheck } from './audit-check';
import { keyOf } from './differences';
import { EntrySheet } from './entry-sheet';
import { auditFilters, auditRead, auditSorts } from './requests';
import type { Entry } from './requests';
import { placeOf, targetWords } from './targets';
import { useActors } from './use-actors';
import { actOptions, actWords, nobodyWords } from './labels';
import styles from './audit.module.css';

type May = ReturnType<typeof useMay>;

function Target({ entry, may }: { entry: Entry; may: May }) {
  const place = placeOf(entry);
  const words = targetWords(entry.targetType);
  return (
    <div className={styles.target}>
      {place !== null && may(place.right) ? <Link href={place.href}>{words}</Link> : words}
      <span className={styles.quiet}>{entry.targetId}</span>
    </div>
  );
}

function Actor({ entry: { actor, action }, may }: { entry: Entry; may: May }) {
  if (actor === null) return <>{nobodyWords(action)}</>;
  return <PersonLine person={actor} {...(may('people.read') ? { href: `/admin/users/${actor._id}` } : {})} />;
}

const columnsWith = (may: May, onOpen: (entry: Entry) => void): readonly TableColumn<Entry>[] => [
  { key: 'actor', title: 'Who', render: (entry) => <Actor entry={entry} may={may} /> },
  {
    key: 'action',
    title: 'What',
    render: (entry) => (
      <div className={styles.act}>
        {actWords(entry.action)}
        {keyOf(entry) === null ? null : <StateMark tone="quiet">By an API key</StateMark>}
        {entry.isForgotten ? <StateMark tone="quiet">Details forgotten</StateMark> : null}
      </div>
    ),
  },
  { key: 'target', title: 'Target', render: (entry) => <Target entry={entry} may={may} /> },
  { key: 'createdAt', title: 'When', sortable: true, render: ({ createdAt }) => <TimeAgo at={createdAt} /> },
  { key: 'address', title: 'Address', render: ({ address }) => address ?? <span className={styles.quiet}>None</span> },
  {
    key: 'details',
    title: 'Details',
    render: (entry) => (
      <Button size="small" onPress={() => onOpen(entry)} aria-label={`Show details: ${actWords(entry.action)}`}>
        Show details
      </Button>
    ),
  },
];

export function AuditScreen() {
  const may = useMay();
  const place = useTable(auditSorts, [{ key: 'actor' }, { key: 'action' }, { key: 'from' }, { key: 'to' }]);
  const found = useEndpoint('GET /admin/audit/search', auditRead(place.address), { keepPreviousData: true });
  const actors = useActors(found.data?.data ?? [], place.filter('actor'));
  const [opened, setOpened] = useState<Entry | null>(null);
  const choices = [
    { key: 'actor', label: 'Who', any: 'Anybody', options: actors },
    { key: 'action', label: 'What', any: 'Anything', options: actOptions(place.filter('action')) },
  ];
  return (
    <ConsoleFrame title="Audit log" lead="What operators did, and what the site did in their place. Nobody can change or remove an entry.">
      <div className={styles.above}>
        <DateRange place={place} />
      </div>
      <SearchTable<Entry>
        label="Audit log"
        searchLabel="Id or name of a target"
        place={place}
        choices={choices}
        found={found}
        columns={columnsWith(may, setOpened)}
        empty={
          <Empty
            icon={<ListIcon />}
            title={place.isFiltered ? 'No entry matches' : 'Nothing was done yet'}
            text={place.isFiltered ? 'Change or remove a filter.' : 'Every change that an operator makes appears here.'}
          />
        }
      />
      <AuditCheck>
        <DownloadButton name="audit.csv" read={() => services.audit['GET /admin/audit/csv']({ query: auditFilters(place.address) })} />
      </AuditCheck>
      {opened === null ? null : <EntrySheet entry={opened} onClose={() => setOpened(null)} />}
    </ConsoleFrame>
  );
}
