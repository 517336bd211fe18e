/** A performer's galleries on her page, as visitors see them. */
import type { PerformerLine } from '@web/lib/performer-line';
import { ProfileItems } from '@web/ui/items/item-search';
import { galleryNoun } from './gallery-card';
import { GalleryGrid } from './gallery-grid';

export function ProfileGalleries({ performer }: { performer: PerformerLine }) {
  return (
    <ProfileItems performer={performer} noun={galleryNoun} list={(query, empty) => <GalleryGrid query={query} hidesName empty={empty} />} />
  );
}
