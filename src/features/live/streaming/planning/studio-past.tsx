/** The performer's past shows with their results and recordings. */
import type { ResponseOf } from '@web/services/call';
import { useEndpoint } from '@web/services/use-endpoint';
import { Button } from '@web/ui/actions/button';
import { QueryTable } from '@web/ui/lists/query-table';
import type { TableColumn } from '@web/ui/lists/query-table';
import { EmptyState } from '@web/ui/feedback/states';
import { TimeAgo } from '@web/ui/display/times';
import { Tokens } from '@web/ui/display/tokens';
import { useTable } from '@web/ui/lists/use-table';
import { pastShowsRequest } from '../show-settings/studio-requests';
import { durationText } from '../show-settings/studio-texts';
import { accessLabel } from '../texts';

type Session = ResponseOf<'GET /streaming/sessions'>['data'][number];

/** How many ticket holders attended. */
const attendanceText = ({ sold, came }: NonNullable<Session['tickets']>): string => `${String(came)} of ${String(sold)} attended`;

const columns: readonly TableColumn<Session>[] = [
  { key: 'title', title: 'Live stream', render: ({ title }) => title },
  { key: 'audience', title: 'Audience', render: accessLabel },
  { key: 'startedAt', title: 'When', render: ({ startedAt }) => (startedAt === null ? 'No video received' : <TimeAgo at={startedAt} />) },
  { key: 'duration', title: 'Duration', align: 'end', render: ({ duration }) => durationText(duration) },
  { key: 'viewersPeak', title: 'Peak viewers', align: 'end', render: ({ viewersPeak }) => viewersPeak },
  { key: 'tips', title: 'Tips', align: 'end', render: ({ tips }) => <Tokens amount={tips} /> },
  { key: 'entries', title: 'Entry fees', align: 'end', render: ({ entries }) => <Tokens amount={entries} /> },
  {
    key: 'tickets',
    title: 'Tickets',
    align: 'end',
    render: ({ tickets }) =>
      tickets === null ? (
        'None'
      ) : (
        <>
          <Tokens amount={tickets.amount} /> · {attendanceText(tickets)}
        </>
      ),
  },
  {
    key: 'recording',
    title: 'Recording',
    render: ({ videoId, title }) =>
      videoId === null ? (
        'None'
      ) : (
        <Button size="small" href={`/creator/videos/${videoId}`} aria-label={`Open recording of ${title}`}>
          Open recording
        </Button>
      ),
  },
];

export function PastShows() {
  const table = useTable([], [], ['tab']);
  const response = useEndpoint('GET /streaming/sessions', pastShowsRequest(table.urlQuery), { keepPreviousData: true });
  return (
    <section aria-labelledby="past-shows">
      <h2 id="past-shows">Past streams</h2>
      <QueryTable<Session>
        label="Past streams"
        columns={columns}
        rows={response.data?.data}
        keyOf={({ _id }) => _id}
        total={response.data?.total ?? 0}
        query={table.query}
        onQuery={table.onQuery}
        loading={response.isLoading}
        error={response.error}
        onRetry={() => void response.mutate()}
        empty={
          <EmptyState
            title="No streams yet"
            text="Your past streams and their earnings appear here."
            action={<Button href="/creator/live">Go live</Button>}
          />
        }
      />
    </section>
  );
}
