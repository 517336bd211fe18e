/** Current and past shows with their viewers. An operator can end a live show with a reason that the performer sees. */
import { streamStatuses } from '@contract/kernel/values/live';
import type { StreamStatus } from '@contract/kernel/values/live';
import { useState } from 'react';
import { profilePath } from '@web/lib/paths';
import type { ResponseOf } from '@web/services/call';
import { services } from '@web/services/services';
import { useEndpoint } from '@web/services/use-endpoint';
import { showToast } from '@web/ui/feedback/toast-queue';
import { useHasRight } from '@web/session/use-has-right';
import { Button } from '@web/ui/actions/button';
import { QueryTable } from '@web/ui/lists/query-table';
import type { TableColumn } from '@web/ui/lists/query-table';
import { EmptyState } from '@web/ui/feedback/states';
import { StateMark } from '@web/ui/feedback/state-mark';
import { TableFilters } from '@web/ui/lists/table-filters';
import { TimeAgo } from '@web/ui/display/times';
import { Tokens } from '@web/ui/display/tokens';
import { useTable } from '@web/ui/lists/use-table';
import { AccountLink } from '../parts/account-line';
import { isRunning } from '@web/lib/running-show';
import type { StateLabel } from '@web/lib/wording/state-label';
import { ConsoleFrame } from '../parts/console-frame';
import { showSorts, showsRequest } from './requests';
import { ReasonDialog } from '../parts/reason-dialog';
import styles from '../parts/console.module.css';

type Show = ResponseOf<'GET /admin/streams/search'>['data'][number];

const states: Record<StreamStatus, StateLabel> = {
  idle: { label: 'Not started', tone: 'quiet' },
  live: { label: 'Live', tone: 'ok' },
  reconnecting: { label: 'Reconnecting', tone: 'warn' },
  ended: { label: 'Ended', tone: 'quiet' },
};
const audienceLabels = { public: 'Everyone', followers: 'Followers', subscribers: 'Subscribers' };
const filters = [
  {
    key: 'status',
    label: 'Status',
    anyLabel: 'Any status',
    options: streamStatuses.map((value) => ({ value, label: states[value].label })),
  },
];

const columnsWith = (onEnd: (show: Show) => void): readonly TableColumn<Show>[] => [
  {
    key: 'performer',
    title: 'Creator',
    render: ({ performer }) => <AccountLink account={performer} href={profilePath({ id: performer._id, username: performer.username })} />,
  },
  { key: 'title', title: 'Live stream', render: ({ title }) => title },
  { key: 'status', title: 'Status', render: ({ status }) => <StateMark {...states[status]} /> },
  { key: 'viewers', title: 'Viewers', align: 'end', sortable: true, render: ({ viewers }) => viewers },
  {
    key: 'price',
    title: 'Access',
    align: 'end',
    render: ({ audience, price }) => (audience === 'paid' ? <Tokens amount={price ?? 0} /> : audienceLabels[audience]),
  },
  {
    key: 'startedAt',
    title: 'Started',
    sortable: true,
    render: ({ startedAt }) => (startedAt === null ? 'Not live yet' : <TimeAgo at={startedAt} />),
  },
  {
    key: 'actions',
    title: 'Actions',
    render: (show) => <Actions show={show} onEnd={onEnd} />,
  },
];

function Actions({ show, onEnd }: { show: Show; onEnd: (show: Show) => void }) {
  const may = useHasRight();
  return (
    <span className={styles.actions}>
      {may('papers.decide') && show.sessionId !== null ? (
        <Button size="small" href={`/admin/content/records/${show.sessionId}`} aria-label={`Record of ${show.performer.name}’s stream`}>
          Record
        </Button>
      ) : null}
      {isRunning(show) ? (
        <Button size="small" kind="danger" aria-label={`End stream by ${show.performer.name}`} onPress={() => onEnd(show)}>
          End stream
        </Button>
      ) : null}
    </span>
  );
}

export function LiveShowsScreen() {
  const table = useTable(showSorts, filters);
  const result = useEndpoint('GET /admin/streams/search', showsRequest(table.urlQuery), { keepPreviousData: true });
  const [ending, setEnding] = useState<Show | null>(null);
  const close = () => setEnding(null);
  return (
    <ConsoleFrame title="Live">
      <TableFilters table={table} filters={filters} searchLabel="Search streams" />
      <QueryTable<Show>
        label="Live streams"
        columns={columnsWith(setEnding)}
        rows={result.data?.data}
        // A performer has one stream with many sessions.
        keyOf={({ _id, sessionId }) => sessionId ?? _id}
        total={result.data?.total ?? 0}
        query={table.query}
        onQuery={table.onQuery}
        loading={result.isLoading}
        error={result.error}
        onRetry={() => void result.mutate()}
        empty={
          table.isFiltered ? (
            <EmptyState title="No matching streams" text="Change or remove a filter." />
          ) : (
            <EmptyState title="No streams yet" text="Live and past streams appear here." />
          )
        }
      />
      {ending === null ? null : (
        <ReasonDialog
          title={`End ${ending.performer.name}’s stream?`}
          consequence="It ends immediately for everyone. The creator sees your reason."
          actionLabel="End stream"
          onConfirm={async (reason) => {
            await services.streaming['POST /admin/streams/:id/end']({ params: { id: ending._id }, body: { reason } });
            close();
            showToast({ tone: 'ok', text: 'Stream ended' });
            await result.mutate();
          }}
          onClose={close}
        />
      )}
    </ConsoleFrame>
  );
}
