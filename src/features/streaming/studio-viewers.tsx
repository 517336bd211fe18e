/** Who watches now, by name. */
import { useCallback } from 'react';
import { shortTokens } from '@web/lib/money';
import { useEndpoint } from '@web/services/use-endpoint';
import { useSocketEvent } from '@web/session/socket-events';
import { PersonLine } from '@web/ui/person-line';
import { Fault, Skeleton } from '@web/ui/states';
import type { OwnStream } from './studio-show';
import styles from './studio.module.css';

const shownMax = 50;

export function StudioViewers({ stream: { _id } }: { stream: OwnStream }) {
  const { data, error, mutate } = useEndpoint('GET /streaming/live/:id/viewers', { params: { id: _id }, query: { limit: shownMax } });
  const moved = useCallback(
    ({ streamId }: { streamId: string }) => {
      if (streamId === _id) void mutate();
    },
    [_id, mutate],
  );
  useSocketEvent('stream/joined', moved);
  useSocketEvent('stream/left', moved);
  return (
    <section className={styles.panel} aria-labelledby="studio-viewers">
      <h2 id="studio-viewers" className={styles.panelTitle}>
        Viewers
      </h2>
      {error && !data ? <Fault error={error} onRetry={() => void mutate()} /> : null}
      {!data && !error ? <Skeleton shape="row" count={2} label="Loading viewers…" /> : null}
      {data?.data.length === 0 ? <p className={styles.quiet}>Nobody is here yet. Your followers were told.</p> : null}
      {data && data.data.length > 0 ? (
        <ul className={styles.list} aria-label="Viewers">
          {data.data.map((viewer) => (
            <li key={viewer._id}>
              <PersonLine person={viewer} {...(viewer.tipped > 0 ? { note: `Gave ${shortTokens(viewer.tipped)}` } : {})} />
            </li>
          ))}
        </ul>
      ) : null}
      {data && data.total > data.data.length ? <p className={styles.quiet}>and {data.total - data.data.length} more</p> : null}
    </section>
  );
}
