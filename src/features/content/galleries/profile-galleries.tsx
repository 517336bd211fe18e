/** A performer's galleries on their public page. */
import type { PerformerSummary } from '@web/lib/wording/performer-summary';
import { ProfileItems } from '@web/ui/items/item-search';
import { galleryNoun } from './gallery-card';
import { GalleryGrid } from './gallery-grid';

export function ProfileGalleries({ performer }: { performer: PerformerSummary }) {
  return (
    <ProfileItems performer={performer} noun={galleryNoun} list={(query, empty) => <GalleryGrid query={query} hidesName empty={empty} />} />
  );
}
