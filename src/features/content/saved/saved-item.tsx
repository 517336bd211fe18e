/** A bookmarked or purchased post, video or gallery as a card; the layout is the same for all kinds. */
import { contentsOf, contentsText, titleOf } from '@web/lib/wording/item-labels';
import { itemPath } from '@web/lib/paths';
import type { ResponseOf } from '@web/services/call';
import { AccessBadge, hasAccessBadge } from '@web/ui/items/access-badge';
import { ItemCard } from '@web/ui/items/item-card';

export type Item = NonNullable<ResponseOf<'GET /wallet/purchases'>['data'][number]['item']>;
type Picture = Extract<Item, { kind: 'video' }>['thumbnail'];

const pictures: { [K in Item['kind']]: (item: Extract<Item, { kind: K }>) => Picture } = {
  feed: ({ thumbnail, files }) => thumbnail ?? files[0] ?? null,
  video: ({ thumbnail, video }) => thumbnail ?? video,
  gallery: ({ coverPhoto }) => coverPhoto,
};

/** The cover of an item; the blurred one if it is locked. */
export function coverOf(item: Item): Picture {
  if (item.kind === 'feed') return pictures.feed(item);
  return item.kind === 'video' ? pictures.video(item) : pictures.gallery(item);
}

interface SavedItemProps {
  item: Item;
  first?: boolean;
}

export function SavedItem({ item, first = false }: SavedItemProps) {
  const picture = coverOf(item);
  return (
    <ItemCard
      href={itemPath(item)}
      title={capitalize(titleOf(item))}
      ratio={16 / 9}
      src={picture?.thumbnailUrl ?? null}
      blur={picture?.blur ?? null}
      isLocked={item.isLocked}
      contents={contentsText(contentsOf(item))}
      badge={hasAccessBadge(item) ? <AccessBadge item={item} /> : null}
      note={item.performer.name}
      first={first}
    />
  );
}

/** The text with an upper-case first letter: `This post` for the beginning of a sentence. */
export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
