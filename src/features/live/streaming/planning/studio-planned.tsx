/** The performer's upcoming ticketed shows: their sales, and rescheduling or canceling one. */
import { useState } from 'react';
import { titleOf } from '@web/lib/wording/item-labels';
import { instantOf, localTime } from '@web/lib/i18n/local-time';
import { itemPath } from '@web/lib/paths';
import { cancelText, rescheduleText } from '@web/lib/wording/ticket-change-labels';
import { isShowUpcoming, soldText } from '@web/lib/wording/ticket-labels';
import { services } from '@web/services/services';
import { useEndpoint } from '@web/services/use-endpoint';
import { showToast } from '@web/ui/feedback/toast-queue';
import { Button } from '@web/ui/actions/button';
import { ConfirmDialog } from '@web/ui/dialogs/confirm-dialog';
import { TextField } from '@web/ui/forms/fields';
import { Link } from '@web/ui/core/link';
import { useZoneHint } from '@web/ui/display/time-zone';
import { ErrorState, Skeleton } from '@web/ui/feedback/states';
import { FullTime } from '@web/ui/display/times';
import { ownPlannedRequest } from '../show-settings/studio-requests';
import type { OwnPlanned } from '../show-settings/studio-requests';
import styles from '../show-settings/studio.module.css';

interface PendingAction {
  kind: 'move' | 'cancel';
  post: OwnPlanned;
}

const timeOf = ({ streamScheduledAt }: OwnPlanned): number => (streamScheduledAt === null ? 0 : Date.parse(streamScheduledAt));

/** Of the given posts, those with an upcoming ticketed show, the next one first. */
export const upcomingTicketed = (posts: readonly OwnPlanned[]): OwnPlanned[] =>
  posts.filter(({ tickets }) => tickets !== null && isShowUpcoming(tickets.state)).sort((a, b) => timeOf(a) - timeOf(b));

export function TicketedShows() {
  const { data, error, mutate } = useEndpoint('GET /performer/feeds', ownPlannedRequest);
  const [pendingAction, setPendingAction] = useState<PendingAction | null>(null);
  if (data === undefined)
    return error ? (
      <ErrorState error={error} onRetry={() => void mutate()} />
    ) : (
      <Skeleton shape="row" label="Loading your ticketed streams…" />
    );
  const shows = upcomingTicketed(data.data);
  const onDone = async () => {
    setPendingAction(null);
    await mutate();
  };
  if (shows.length === 0) return null;
  return (
    <section className={styles.column} aria-labelledby="ticketed-shows">
      <h2 id="ticketed-shows">Ticketed streams</h2>
      <ul className={styles.column}>
        {shows.map((post) => (
          <li key={post._id} className={styles.row}>
            <div className={styles.headline}>
              <Link href={itemPath(post)}>{titleOf(post)}</Link>
              <span className={styles.quiet}>
                <FullTime at={post.streamScheduledAt ?? ''} /> · {soldText(post.totalSold ?? 0, post.tickets?.capacity ?? null)}
              </span>
            </div>
            <Button size="small" aria-label={`Reschedule ${titleOf(post)}`} onPress={() => setPendingAction({ kind: 'move', post })}>
              Reschedule
            </Button>
            <Button
              size="small"
              kind="danger"
              aria-label={`Cancel stream ${titleOf(post)}`}
              onPress={() => setPendingAction({ kind: 'cancel', post })}
            >
              Cancel stream
            </Button>
          </li>
        ))}
      </ul>
      {pendingAction?.kind === 'move' ? (
        <RescheduleShow key={pendingAction.post._id} post={pendingAction.post} onClose={() => setPendingAction(null)} onDone={onDone} />
      ) : null}
      {pendingAction?.kind === 'cancel' ? (
        <CancelShow post={pendingAction.post} onClose={() => setPendingAction(null)} onDone={onDone} />
      ) : null}
    </section>
  );
}

interface ActionProps {
  post: OwnPlanned;
  onClose: () => void;
  onDone: () => Promise<void>;
}

function CancelShow({ post, onClose, onDone }: ActionProps) {
  return (
    <ConfirmDialog
      open
      title={`Cancel ${titleOf(post)}?`}
      consequence={cancelText(post.totalSold ?? 0)}
      actionLabel="Cancel stream"
      cancelLabel="Keep stream"
      onConfirm={async () => {
        await services.feeds['POST /performer/feeds/:id/cancel-show']({ params: { id: post._id } });
        showToast({ text: 'Stream canceled', tone: 'ok' });
        await onDone();
      }}
      onClose={onClose}
    />
  );
}

function RescheduleShow({ post, onClose, onDone }: ActionProps) {
  const [time, setTime] = useState(() => localTime(post.streamScheduledAt));
  const zoneHint = useZoneHint();
  return (
    <ConfirmDialog
      open
      tone="plain"
      title={`Reschedule ${titleOf(post)}?`}
      consequence={rescheduleText(post.totalSold ?? 0)}
      actionLabel="Reschedule stream"
      onConfirm={async () => {
        await services.feeds['PUT /performer/feeds/:id']({
          params: { id: post._id },
          body: { streamScheduledAt: instantOf(time, post.streamScheduledAt) },
        });
        showToast({ text: 'Stream rescheduled', tone: 'ok' });
        await onDone();
      }}
      onClose={onClose}
    >
      <TextField label="Starts at" type="datetime-local" hint={zoneHint} value={time} onChange={(event) => setTime(event.target.value)} />
    </ConfirmDialog>
  );
}
