/** A post, video or gallery that somebody has kept or bought, as a card: all of them alike, whatever they are. */
import { insideOf, insideWords, titleOf } from '@web/lib/wording/item-labels';
import { itemPath } from '@web/lib/paths';
import type { AnswerOf } from '@web/services/call';
import { AccessBadge, hasAccessBadge } from '@web/ui/items/access-badge';
import { ItemCard } from '@web/ui/items/item-card';

export type Item = NonNullable<AnswerOf<'GET /wallet/purchases'>['data'][number]['item']>;
type Picture = Extract<Item, { kind: 'video' }>['thumbnail'];

const pictures: { [K in Item['kind']]: (item: Extract<Item, { kind: K }>) => Picture } = {
  feed: ({ thumbnail, files }) => thumbnail ?? files[0] ?? null,
  video: ({ thumbnail, video }) => thumbnail ?? video,
  gallery: ({ coverPhoto }) => coverPhoto,
};

/** The picture that stands for an item; of what is locked, the blurred one. */
export function pictureOf(item: Item): Picture {
  if (item.kind === 'feed') return pictures.feed(item);
  return item.kind === 'video' ? pictures.video(item) : pictures.gallery(item);
}

interface SavedItemProps {
  item: Item;
  first?: boolean;
}

export function SavedItem({ item, first = false }: SavedItemProps) {
  const picture = pictureOf(item);
  return (
    <ItemCard
      href={itemPath(item)}
      title={capital(titleOf(item))}
      ratio={16 / 9}
      src={picture?.thumbnailUrl ?? null}
      blur={picture?.blur ?? null}
      isLocked={item.isLocked}
      inside={insideWords(insideOf(item))}
      badge={hasAccessBadge(item) ? <AccessBadge item={item} /> : null}
      note={item.performer.name}
      first={first}
    />
  );
}

/** `This post` at the beginning of a line. */
export const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);
