/** Shows that run, with who watches, and those that were; a running one is ended from here, with a reason that its performer reads. */
import { streamStatuses } from '@contract/values';
import type { StreamStatus } from '@contract/values';
import { useState } from 'react';
import { profilePath } from '@web/lib/paths';
import type { AnswerOf } from '@web/services/call';
import { services } from '@web/services/services';
import { useEndpoint } from '@web/services/use-endpoint';
import { showToast } from '@web/ui/feedback/toast-queue';
import { Button } from '@web/ui/actions/button';
import { QueryTable } from '@web/ui/lists/query-table';
import type { TableColumn } from '@web/ui/lists/query-table';
import { Empty } from '@web/ui/feedback/states';
import { StateMark } from '@web/ui/feedback/state-mark';
import { TableFilters } from '@web/ui/lists/table-filters';
import { TimeAgo } from '@web/ui/display/times';
import { Tokens } from '@web/ui/display/tokens';
import { useTable } from '@web/ui/lists/use-table';
import { AccountLine } from '../parts/account-line';
import { isRunning } from '@web/lib/running-show';
import { ConsoleFrame } from '../parts/console-frame';
import { showSorts, showsRead } from '../live-reads';
import { ReasonDialog } from '../parts/reason-dialog';

type Show = AnswerOf<'GET /admin/streams/search'>['data'][number];

const states: Record<StreamStatus, { word: string; tone: 'ok' | 'warn' | 'quiet' }> = {
  idle: { word: 'Not started', tone: 'quiet' },
  live: { word: 'Live', tone: 'ok' },
  reconnecting: { word: 'Reconnecting', tone: 'warn' },
  ended: { word: 'Ended', tone: 'quiet' },
};
const choices = [
  { key: 'status', label: 'State', any: 'Any state', options: streamStatuses.map((value) => ({ value, label: states[value].word })) },
];

const columnsWith = (onEnd: (show: Show) => void): readonly TableColumn<Show>[] => [
  {
    key: 'performer',
    title: 'Performer',
    render: ({ performer }) => <AccountLine account={performer} href={profilePath({ id: performer._id, username: performer.username })} />,
  },
  { key: 'title', title: 'Show', render: ({ title }) => title },
  { key: 'status', title: 'State', render: ({ status }) => <StateMark tone={states[status].tone}>{states[status].word}</StateMark> },
  { key: 'viewers', title: 'Viewers', align: 'end', sortable: true, render: ({ viewers }) => viewers },
  {
    key: 'price',
    title: 'Entry',
    align: 'end',
    render: ({ isFree, price }) => (isFree || price === null ? 'Subscribers' : <Tokens amount={price} />),
  },
  {
    key: 'startedAt',
    title: 'Began',
    sortable: true,
    render: ({ startedAt }) => (startedAt === null ? 'No picture yet' : <TimeAgo at={startedAt} />),
  },
  {
    key: 'actions',
    title: 'Actions',
    render: (show) =>
      isRunning(show) ? (
        <Button size="small" kind="danger" aria-label={`End the show of ${show.performer.name}`} onPress={() => onEnd(show)}>
          End show
        </Button>
      ) : null,
  },
];

export function LiveShowsScreen() {
  const place = useTable(showSorts, choices);
  const found = useEndpoint('GET /admin/streams/search', showsRead(place.address), { keepPreviousData: true });
  const [ending, end] = useState<Show | null>(null);
  const close = () => end(null);
  return (
    <ConsoleFrame title="Live">
      <TableFilters place={place} choices={choices} searchLabel="Search shows" />
      <QueryTable<Show>
        label="Live shows"
        columns={columnsWith(end)}
        rows={found.data?.data}
        // A performer has one stream with many sessions.
        keyOf={({ _id, sessionId }) => sessionId ?? _id}
        total={found.data?.total ?? 0}
        query={place.query}
        onQuery={place.onQuery}
        loading={found.isLoading}
        error={found.error}
        onRetry={() => void found.mutate()}
        empty={
          place.isFiltered ? (
            <Empty title="No show matches" text="Change or remove a filter." />
          ) : (
            <Empty title="No show yet" text="Shows are listed here, those that run first." />
          )
        }
      />
      {ending === null ? null : (
        <ReasonDialog
          title={`End the show of ${ending.performer.name}?`}
          consequence="It ends at once for everybody. The performer reads the reason."
          verb="End show"
          onConfirm={async (reason) => {
            await services.streaming['POST /admin/streams/:id/end']({ params: { id: ending._id }, body: { reason } });
            close();
            showToast({ tone: 'ok', text: 'Show ended' });
            await found.mutate();
          }}
          onClose={close}
        />
      )}
    </ConsoleFrame>
  );
}
