/** Current viewers by name. The performer can mute or ban them in the chat. */
import { useCallback } from 'react';
import { shortTokens } from '@web/lib/i18n/money';
import type { ResponseOf } from '@web/services/call';
import { services } from '@web/services/services';
import { useEndpoint } from '@web/services/use-endpoint';
import { useSocketEvent } from '@web/realtime/socket-events';
import { showFailure } from '@web/forms/show-failure';
import { showToast } from '@web/ui/feedback/toast-queue';
import { MoreIcon } from '@web/ui/icons/icons';
import { Menu } from '@web/ui/actions/menu';
import { PersonLine } from '@web/ui/people/person-line';
import { ErrorState, Skeleton } from '@web/ui/feedback/states';
import type { OwnStream } from '../show-settings/studio-show';
import styles from '../show-settings/studio.module.css';

type Viewer = ResponseOf<'GET /streaming/live/:id/viewers'>['data'][number];

const shownMax = 50;
const mute_min = 10;

/** Resolves whether the work succeeded; shows its error otherwise. */
async function attempt(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (thrown) {
    showFailure(thrown);
    return false;
  }
}

/** `seconds`: null mutes permanently. */
async function muteViewer(conversationId: string, { _id, name }: Viewer, seconds: number | null): Promise<void> {
  const isDone = await attempt(() =>
    services.messages['POST /messages/stream/:id/mutes']({ params: { id: conversationId }, body: { userId: _id, seconds } }),
  );
  if (!isDone) return;
  showToast({
    text: seconds === null ? `${name} is banned from your chat` : `${name} is muted for ${String(mute_min)} minutes`,
    onUndo: () => void unmuteViewer(conversationId, _id),
  });
}

const unmuteViewer = (conversationId: string, id: string): Promise<boolean> =>
  attempt(() => services.messages['DELETE /messages/stream/:id/mutes/:userId']({ params: { id: conversationId, userId: id } }));

export function StudioViewers({ stream: { _id }, conversationId }: { stream: OwnStream; conversationId: string }) {
  const { data, error, mutate } = useEndpoint('GET /streaming/live/:id/viewers', { params: { id: _id }, query: { limit: shownMax } });
  const handleViewersChanged = useCallback(
    ({ streamId }: { streamId: string }) => {
      if (streamId === _id) void mutate();
    },
    [_id, mutate],
  );
  useSocketEvent('stream/joined', handleViewersChanged);
  useSocketEvent('stream/left', handleViewersChanged);
  return (
    <section className={styles.panel} aria-labelledby="studio-viewers">
      <h2 id="studio-viewers" className={styles.panelTitle}>
        Viewers
      </h2>
      {error && !data ? <ErrorState error={error} onRetry={() => void mutate()} /> : null}
      {!data && !error ? <Skeleton shape="row" count={2} label="Loading viewers…" /> : null}
      {data?.data.length === 0 ? <p className={styles.quiet}>No viewers yet. We’ve notified your followers.</p> : null}
      {data && data.data.length > 0 ? (
        <ul className={styles.list} aria-label="Viewers">
          {data.data.map((viewer) => (
            <li key={viewer._id}>
              <PersonLine
                person={viewer}
                {...(viewer.tipped > 0 ? { note: `Tipped ${shortTokens(viewer.tipped)}` } : {})}
                action={
                  <Menu
                    label={`Actions for ${viewer.name}`}
                    trigger={<MoreIcon />}
                    items={[
                      {
                        label: `Mute for ${String(mute_min)} minutes`,
                        onPress: () => void muteViewer(conversationId, viewer, mute_min * 60),
                      },
                      { label: 'Ban from the chat', tone: 'danger', onPress: () => void muteViewer(conversationId, viewer, null) },
                      { label: 'Restore chat access', onPress: () => void unmuteViewer(conversationId, viewer._id) },
                    ]}
                  />
                }
              />
            </li>
          ))}
        </ul>
      ) : null}
      {data && data.total > data.data.length ? <p className={styles.quiet}>and {data.total - data.data.length} more</p> : null}
    </section>
  );
}
