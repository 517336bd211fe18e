/** A grid of videos with infinite scrolling. */
import type { ReactNode } from 'react';
import type { QueryOf } from '@web/services/call';
import { useEndpointPages } from '@web/services/use-endpoint-pages';
import { ItemGrid } from '@web/ui/items/item-lists';
import { VideoCard, videoNoun } from './video-card';
import styles from './videos.module.css';

interface VideoGridProps {
  query: QueryOf<'GET /performer-assets/videos/search'>;
  /** The empty state. */
  empty: ReactNode;
  hidesName?: boolean;
  /** The number of pictures above the fold, which are loaded eagerly. */
  inView?: number;
}

export function VideoGrid({ query, empty, hidesName = false, inView = 0 }: VideoGridProps) {
  return (
    <ItemGrid
      pages={useEndpointPages('GET /performer-assets/videos/search', query)}
      noun={videoNoun}
      className={styles.grid}
      card={(video, index) => <VideoCard video={video} hidesName={hidesName} first={index < inView} />}
      empty={empty}
    />
  );
}
