/** A performer's videos on her page, as visitors see them. */
import type { PerformerLine } from '@web/lib/performer-line';
import { ProfileItems } from '@web/ui/items/item-search';
import { videoNoun } from './video-card';
import { VideoGrid } from './video-grid';

export function ProfileVideos({ performer }: { performer: PerformerLine }) {
  return (
    <ProfileItems performer={performer} noun={videoNoun} list={(query, empty) => <VideoGrid query={query} hidesName empty={empty} />} />
  );
}
