/** A performer's videos on their public page. */
import type { PerformerSummary } from '@web/lib/wording/performer-summary';
import { ProfileItems } from '@web/ui/items/item-search';
import { videoNoun } from './video-card';
import { VideoGrid } from './video-grid';

export function ProfileVideos({ performer }: { performer: PerformerSummary }) {
  return (
    <ProfileItems performer={performer} noun={videoNoun} list={(query, empty) => <VideoGrid query={query} hidesName empty={empty} />} />
  );
}
