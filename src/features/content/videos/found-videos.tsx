/** The first matching videos: a part of the search page. */
import { firstItemsRequest } from '@web/lib/item-requests';
import { useEndpoint } from '@web/services/use-endpoint';
import { FirstItems } from '@web/ui/items/item-lists';
import { VideoCard, videoNoun } from './video-card';
import styles from './videos.module.css';

export function FoundVideos({ words }: { words: string }) {
  const answer = useEndpoint('GET /performer-assets/videos/search', firstItemsRequest(words));
  return <FirstItems answer={answer} noun={videoNoun} className={styles.grid} card={(video) => <VideoCard video={video} />} />;
}
