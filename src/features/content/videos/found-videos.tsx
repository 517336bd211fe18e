/** The first matching videos, on the search page. */
import { itemPreviewRequest } from '@web/lib/item-requests';
import { useEndpoint } from '@web/services/use-endpoint';
import { FirstItems } from '@web/ui/items/item-lists';
import { VideoCard, videoNoun } from './video-card';
import styles from './videos.module.css';

export function FoundVideos({ searchText }: { searchText: string }) {
  const response = useEndpoint('GET /performer-assets/videos/search', itemPreviewRequest(searchText));
  return <FirstItems response={response} noun={videoNoun} className={styles.grid} card={(video) => <VideoCard video={video} />} />;
}
