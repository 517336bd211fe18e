/** Her shows that have ended, with what they came to and their recordings. */
import type { AnswerOf } from '@web/services/call';
import { useEndpoint } from '@web/services/use-endpoint';
import { Button } from '@web/ui/actions/button';
import { QueryTable } from '@web/ui/lists/query-table';
import type { TableColumn } from '@web/ui/lists/query-table';
import { Empty } from '@web/ui/feedback/states';
import { TimeAgo } from '@web/ui/display/times';
import { Tokens } from '@web/ui/display/tokens';
import { useTable } from '@web/ui/lists/use-table';
import { pastShowsRead } from '../../../streaming/studio-reads';
import { lengthOf } from '../show-settings/studio-texts';

type Session = AnswerOf<'GET /streaming/sessions'>['data'][number];

const columns: readonly TableColumn<Session>[] = [
  { key: 'title', title: 'Show', render: ({ title }) => title },
  { key: 'startedAt', title: 'When', render: ({ startedAt }) => (startedAt === null ? 'No picture came' : <TimeAgo at={startedAt} />) },
  { key: 'duration', title: 'Time', align: 'end', render: ({ duration }) => lengthOf(duration) },
  { key: 'viewersPeak', title: 'Most viewers', align: 'end', render: ({ viewersPeak }) => viewersPeak },
  { key: 'tips', title: 'Tips', align: 'end', render: ({ tips }) => <Tokens amount={tips} /> },
  { key: 'entries', title: 'Entries', align: 'end', render: ({ entries }) => <Tokens amount={entries} /> },
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
  const place = useTable([], [], ['tab']);
  const found = useEndpoint('GET /streaming/sessions', pastShowsRead(place.address), { keepPreviousData: true });
  return (
    <section aria-labelledby="past-shows">
      <h2 id="past-shows">Past shows</h2>
      <QueryTable<Session>
        label="Past shows"
        columns={columns}
        rows={found.data?.data}
        keyOf={({ _id }) => _id}
        total={found.data?.total ?? 0}
        query={place.query}
        onQuery={place.onQuery}
        loading={found.isLoading}
        error={found.error}
        onRetry={() => void found.mutate()}
        empty={
          <Empty
            title="No show yet"
            text="What your shows came to is listed here."
            action={<Button href="/creator/live">Go live</Button>}
          />
        }
      />
    </section>
  );
}
