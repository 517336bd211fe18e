/** The first few running shows. Renders nothing when there are none or they cannot be loaded. */
import { useEndpoint } from '@web/services/use-endpoint';
import { Link } from '@web/ui/core/link';
import { LiveCard } from './live-card';
import { liveStripRequest } from '../requests';
import styles from './live.module.css';

interface LiveStripProps {
  title?: string;
  /** A performer to leave out. */
  exceptId?: string;
}

export function LiveStrip({ title = 'Live now', exceptId }: LiveStripProps) {
  const { data } = useEndpoint('GET /streaming/user/search', liveStripRequest);
  const shows = data?.data.filter(({ performer }) => performer._id !== exceptId) ?? [];
  if (shows.length === 0) return null;
  return (
    <section className={styles.part} aria-label={title}>
      <div className={styles.head}>
        <h2 className={styles.heading}>{title}</h2>
        <Link href="/live">All streams</Link>
      </div>
      <ul className={styles.strip}>
        {shows.map((stream) => (
          <li key={stream._id}>
            <LiveCard stream={stream} />
          </li>
        ))}
      </ul>
    </section>
  );
}
