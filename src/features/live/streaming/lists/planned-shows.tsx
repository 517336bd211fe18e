/** Shows that were announced, the next one first. When there are none, or they cannot be had, nothing stands here. */
import { titleOf } from '@web/lib/wording/item-labels';
import { itemPath } from '@web/lib/paths';
import { useEndpoint } from '@web/services/use-endpoint';
import { FollowButton } from '@web/social/follow-button';
import { CalendarIcon } from '@web/ui/icons/icons';
import { Link } from '@web/ui/core/link';
import { WholeTime } from '@web/ui/display/times';
import { useBrowser } from '@web/ui/use-browser';
import { plannedRead } from '../../../streaming/reads';
import type { Planned } from '../../../streaming/reads';
import styles from './live.module.css';

const minute_ms = 60_000;

/** The minute that the page was opened in; on the server everything is ahead. */
const useOpenedAt = (): number => useBrowser(() => Math.floor(Date.now() / minute_ms) * minute_ms, 0);

const timeOf = ({ streamScheduledAt }: Planned): number => (streamScheduledAt === null ? 0 : Date.parse(streamScheduledAt));

interface PlannedShowsProps {
  title: string;
  /** One performer's alone. */
  performerId?: string;
}

export function PlannedShows({ title, performerId }: PlannedShowsProps) {
  const { data } = useEndpoint('GET /user/feeds', plannedRead(performerId));
  const now = useOpenedAt();
  const ahead = (data?.data ?? []).filter((post) => timeOf(post) > now).sort((a, b) => timeOf(a) - timeOf(b));
  if (ahead.length === 0) return null;
  return (
    <section className={styles.part} aria-label={title}>
      <h2 className={styles.heading}>{title}</h2>
      <p className={styles.note}>Followers are told when a show begins.</p>
      <ul className={styles.planned}>
        {ahead.map((post) => (
          <li key={post._id} className={styles.plan}>
            <CalendarIcon />
            <div className={styles.words}>
              <Link href={itemPath(post)}>{titleOf(post)}</Link>
              <p className={styles.note}>
                {post.performer.name} · <WholeTime at={post.streamScheduledAt ?? ''} />
              </p>
            </div>
            <FollowButton performer={post.performer} />
          </li>
        ))}
      </ul>
    </section>
  );
}
