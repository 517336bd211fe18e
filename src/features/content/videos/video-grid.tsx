/** Videos in a grid as long as one likes to scroll. */
import type { ReactNode } from 'react';
import type { QueryOf } from '@web/services/call';
import { useEndpointPages } from '@web/services/use-endpoint-pages';
import { ItemGrid } from '@web/ui/items/item-lists';
import { VideoCard, videoNoun } from './video-card';
import styles from './videos.module.css';

interface VideoGridProps {
  query: QueryOf<'GET /performer-assets/videos/search'>;
  /** What stands there when nothing is found. */
  empty: ReactNode;
  hidesName?: boolean;
  /** So many pictures are in view at first, and load at once. */
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
