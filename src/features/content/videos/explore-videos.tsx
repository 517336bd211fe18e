/** Videos of all performers: a tab of the explore page. */
import { ExploreItems } from '@web/ui/items/item-search';
import { videoNoun } from './video-card';
import { VideoGrid } from './video-grid';

export function ExploreVideos() {
  return <ExploreItems noun={videoNoun} list={(query, empty) => <VideoGrid query={query} inView={4} empty={empty} />} />;
}
