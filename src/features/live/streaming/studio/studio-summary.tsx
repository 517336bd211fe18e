/** The results of a show, once it has ended. */
import { formatTokenCount, sumOf } from '@web/lib/i18n/money';
import type { ResponseOf } from '@web/services/call';
import { useEndpoint } from '@web/services/use-endpoint';
import { useCurrentUser } from '@web/session/store/hooks';
import { profilePath } from '@web/lib/paths';
import { Button } from '@web/ui/actions/button';
import { DescriptionList } from '@web/ui/display/description-list';
import { Notice } from '@web/ui/feedback/notice';
import { ErrorState, Skeleton } from '@web/ui/feedback/states';
import { endReasonTexts, durationText } from '../show-settings/studio-texts';
import type { OwnStream } from '../show-settings/studio-show';
import styles from '../show-settings/studio.module.css';

type Session = ResponseOf<'GET /streaming/sessions'>['data'][number];

const pollInterval_ms = 10_000;

interface StudioSummaryProps {
  stream: OwnStream;
  /** Called to start another show. */
  onNext: () => void;
}

export function StudioSummary({ stream, onNext }: StudioSummaryProps) {
  const { sessionId, isRecording } = stream;
  const user = useCurrentUser();
  const findIn = (sessions: readonly Session[] | undefined) => sessions?.find(({ _id }) => _id === sessionId);
  const { data, error, mutate } = useEndpoint(
    'GET /streaming/sessions',
    { query: { limit: 5 } },
    // The recording is processed after the end.
    { refreshInterval: (cached) => (isRecording && !findIn(cached?.data)?.videoId ? pollInterval_ms : 0) },
  );
  const session = findIn(data?.data);
  return (
    <section className={styles.summary} aria-labelledby="studio-summary">
      <h2 id="studio-summary">Your stream has ended</h2>
      {stream.endReason === null || stream.endReason === 'owner' ? null : <Notice tone="warn">{endReasonTexts[stream.endReason]}</Notice>}
      {error && !data ? <ErrorState error={error} onRetry={() => void mutate()} /> : null}
      {!data && !error ? <Skeleton shape="line" count={4} label="Loading your results…" /> : null}
      {session ? (
        <DescriptionList
          details={[
            { label: 'Duration', value: durationText(session.duration) },
            { label: 'Peak viewers', value: String(session.viewersPeak) },
            { label: 'Tips', value: formatTokenCount(session.tips) },
            { label: 'Entry fees', value: formatTokenCount(session.entries) },
            { label: 'Total', value: `${formatTokenCount(sumOf(session.tips, session.entries))}, before commission` },
          ]}
        />
      ) : null}
      <div className={styles.row}>
        <Button kind="primary" onPress={onNext}>
          New stream
        </Button>
        {user === null ? null : <Button href={`${profilePath({ id: user._id, username: user.username })}?tab=live`}>Past streams</Button>}
      </div>
      {/* Last, because it grows when the recording is ready and must not move anything. */}
      {session ? <Recording videoId={session.videoId} isRecording={isRecording} /> : null}
    </section>
  );
}

function Recording({ videoId, isRecording }: { videoId: string | null; isRecording: boolean }) {
  if (videoId !== null)
    return (
      <Notice tone="ok" title="Your recording is ready" action={<Button href={`/creator/videos/${videoId}`}>Open recording</Button>}>
        It’s saved as a draft. Only you can see it until you publish it.
      </Notice>
    );
  return isRecording ? <Notice>We’re preparing your recording. It appears here and in your videos in a few minutes.</Notice> : null;
}
