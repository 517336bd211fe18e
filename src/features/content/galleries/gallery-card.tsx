/** A gallery in a grid: cover, number of photos, price, and performer. */
import { inDirection } from '@web/lib/i18n/words';
import { countWords } from '@web/lib/i18n/counts';
import { itemPath } from '@web/lib/paths';
import type { ResponseOf } from '@web/services/call';
import { AccessBadge, hasAccessBadge } from '@web/ui/items/access-badge';
import { ItemCard } from '@web/ui/items/item-card';

export type Gallery = ResponseOf<'GET /performer-assets/galleries/:id'>;

/** The noun for counts and list titles. */
export const galleryNoun = { one: 'gallery', many: 'galleries' };

interface GalleryCardProps {
  gallery: Gallery;
  /** Hides the name on the performer's own page. */
  hidesName?: boolean;
  first?: boolean;
}

export function GalleryCard({ gallery, hidesName = false, first = false }: GalleryCardProps) {
  const { title, isLocked, performer, stats, coverPhoto, totalPhotos } = gallery;
  const views = countWords(stats.views, 'view');
  return (
    <ItemCard
      href={itemPath(gallery)}
      title={title}
      ratio={4 / 5}
      src={coverPhoto?.thumbnailUrl ?? coverPhoto?.url ?? null}
      blur={coverPhoto?.blur ?? null}
      isLocked={isLocked}
      contents={countWords(totalPhotos, 'photo')}
      badge={hasAccessBadge(gallery) ? <AccessBadge item={gallery} /> : null}
      note={hidesName ? views : `${inDirection(performer.name)} · ${views}`}
      first={first}
    />
  );
}
