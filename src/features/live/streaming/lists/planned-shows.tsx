/** Scheduled shows, the next one first. Renders nothing when there are none or they cannot be loaded. */
import { titleOf } from '@web/lib/wording/item-labels';
import { itemPath } from '@web/lib/paths';
import { useEndpoint } from '@web/services/use-endpoint';
import { FollowButton } from '@web/social/follow-button';
import { TicketOffer } from '@web/checkout/ticket-offer';
import { CalendarIcon } from '@web/ui/icons/icons';
import { Link } from '@web/ui/core/link';
import { FullTime } from '@web/ui/display/times';
import { useBrowser } from '@web/ui/core/use-browser';
import { serverNow } from '@web/lib/server-clock';
import { plannedShowsRequest } from '../requests';
import type { Planned } from '../requests';
import styles from './live.module.css';

const minute_ms = 60_000;

/** The minute in which the page was opened; during server rendering every show counts as upcoming. */
const useOpenedAt = (): number => useBrowser(() => Math.floor(serverNow() / minute_ms) * minute_ms, 0);

const timeOf = ({ streamScheduledAt }: Planned): number => (streamScheduledAt === null ? 0 : Date.parse(streamScheduledAt));

interface PlannedShowsProps {
  title: string;
  /** Limits the list to one performer. */
  performerId?: string;
}

export function PlannedShows({ title, performerId }: PlannedShowsProps) {
  const { data } = useEndpoint('GET /user/feeds', plannedShowsRequest(performerId));
  const now = useOpenedAt();
  const upcoming = (data?.data ?? []).filter((post) => timeOf(post) > now).sort((a, b) => timeOf(a) - timeOf(b));
  if (upcoming.length === 0) return null;
  return (
    <section className={styles.part} aria-label={title}>
      <h2 className={styles.heading}>{title}</h2>
      <p className={styles.note}>Followers get notified when a stream starts.</p>
      <ul className={styles.planned}>
        {upcoming.map((post) => (
          <li key={post._id} className={styles.plan}>
            <CalendarIcon />
            <div className={styles.words}>
              <Link href={itemPath(post)}>{titleOf(post)}</Link>
              <p className={styles.note}>
                {post.performer.name} · <FullTime at={post.streamScheduledAt ?? ''} />
              </p>
            </div>
            <TicketOffer post={post} />
            <FollowButton performer={post.performer} />
          </li>
        ))}
      </ul>
    </section>
  );
}
