/** A performer's shows on their page: the running one, and scheduled ones. */
import { profilePath, showPath } from '@web/lib/paths';
import type { ResponseOf } from '@web/services/call';
import { Button } from '@web/ui/actions/button';
import { Link } from '@web/ui/core/link';
import { LiveBadge } from '@web/ui/live/live-badge';
import { PlannedShows } from './planned-shows';
import { accessLabel, viewersText } from '../texts';
import styles from './live.module.css';

type Profile = Pick<ResponseOf<'GET /performers/:id'>, '_id' | 'name' | 'username' | 'stream' | 'stats'>;

export function ProfileLive({ performer }: { performer: Profile }) {
  const { name, stream, stats } = performer;
  const path = showPath(performer);
  return (
    <div className={styles.page}>
      {stream === null ? (
        <p>
          {name} isn’t live right now.{stats.totalStreamSeconds === 0 ? ` ${name} hasn’t gone live yet.` : ''}
        </p>
      ) : (
        <section className={styles.running} aria-label="Live stream">
          <p className={styles.details}>
            <LiveBadge /> <span className="figures">{viewersText(stream.viewers)}</span> <span>{accessLabel(stream)}</span>
          </p>
          <h2 className={styles.heading}>{stream.title}</h2>
          <div>
            <Button kind="primary" href={path}>
              Watch live
            </Button>
          </div>
        </section>
      )}
      <PlannedShows performerId={performer._id} title="Upcoming streams" />
      {stats.totalStreamSeconds === 0 ? null : (
        <p>
          Find recorded streams under{' '}
          <Link href={`${profilePath({ id: performer._id, username: performer.username })}?tab=videos`}>videos</Link>.
        </p>
      )}
    </div>
  );
}
