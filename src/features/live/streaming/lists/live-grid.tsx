/** Running shows, in a grid. */
import type { ReactNode } from 'react';
import { useEndpointPages } from '@web/services/use-endpoint-pages';
import { Button } from '@web/ui/actions/button';
import { ItemGrid } from '@web/ui/items/item-lists';
import { EmptyState } from '@web/ui/feedback/states';
import { LiveCard, showNoun } from './live-card';
import type { liveRequest } from '../requests';
import styles from './live.module.css';

const noShows = (
  <EmptyState
    title="No one is live right now"
    text="Follow creators to get notified when they go live."
    action={<Button href="/explore">Explore creators</Button>}
  />
);

interface LiveGridProps extends ReturnType<typeof liveRequest> {
  /** Shown in place of the grid when the filters match nothing. */
  empty?: ReactNode;
}

export function LiveGrid({ query, empty = noShows }: LiveGridProps) {
  const pages = useEndpointPages('GET /streaming/user/search', query);
  return (
    <ItemGrid
      pages={pages}
      noun={showNoun}
      className={styles.grid}
      card={(stream, index) => <LiveCard stream={stream} first={index < 2} />}
      empty={empty}
    />
  );
}
