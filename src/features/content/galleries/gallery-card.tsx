/** A gallery in a grid: its cover, how many photos, price, and who made it. */
import { countWords } from '@web/lib/i18n/counts';
import { itemPath } from '@web/lib/paths';
import type { AnswerOf } from '@web/services/call';
import { AccessBadge, hasAccessBadge } from '@web/ui/items/access-badge';
import { ItemCard } from '@web/ui/items/item-card';

export type Gallery = AnswerOf<'GET /performer-assets/galleries/:id'>;

/** What they are called in lists. */
export const galleryNoun = { one: 'gallery', many: 'galleries' };

interface GalleryCardProps {
  gallery: Gallery;
  /** On a performer's own page her name would only repeat itself. */
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
      inside={countWords(totalPhotos, 'photo')}
      badge={hasAccessBadge(gallery) ? <AccessBadge item={gallery} /> : null}
      note={hidesName ? views : `${performer.name} · ${views}`}
      first={first}
    />
  );
}
