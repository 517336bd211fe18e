/** Replaces a show that is not running: that it is over, and what is next. */
import { profilePath } from '@web/lib/paths';
import { FollowButton } from '@web/social/follow-button';
import type { ResponseOf } from '@web/services/call';
import { Button } from '@web/ui/actions/button';
import { pageTitleId, PageTitle } from '@web/ui/page/page-head';
import { LiveStrip } from '../lists/live-strip';
import { PlannedShows } from '../lists/planned-shows';
import styles from './watch.module.css';

interface EndedShowProps {
  performer: Pick<ResponseOf<'GET /performers/:id'>, '_id' | 'name' | 'username' | 'isFollowed'>;
  /** Whether it ended while the viewer was watching; otherwise it was not running when they opened the page. */
  hasEnded: boolean;
}

export function EndedShow({ performer, hasEnded }: EndedShowProps) {
  const { _id: id, name, username } = performer;
  const path = profilePath({ id, username });
  const title = hasEnded ? 'The stream has ended' : `${name} isn’t live`;
  return (
    <div className={styles.ended}>
      <PageTitle title={title} noindex />
      <h1 id={pageTitleId} tabIndex={-1} className={styles.endedTitle}>
        {title}
      </h1>
      <p>{hasEnded ? `Thanks for watching ${name}.` : `Followers get notified when ${name} goes live.`}</p>
      <div className={styles.ways}>
        <Button kind="primary" href={path}>
          View profile of {name}
        </Button>
        <Button href={`${path}?tab=videos`}>Videos and recordings</Button>
        <FollowButton performer={performer} size="normal" />
      </div>
      <PlannedShows performerId={id} title="Coming up" />
      <LiveStrip title="Live now" exceptId={id} />
    </div>
  );
}
