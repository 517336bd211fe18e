/** A video in a grid: picture, duration, price, and performer. */
import { inDirection } from '@web/lib/i18n/words';
import { countWords } from '@web/lib/i18n/counts';
import { contentsOf, contentsText } from '@web/lib/wording/item-labels';
import { itemPath } from '@web/lib/paths';
import type { ResponseOf } from '@web/services/call';
import { AccessBadge, hasAccessBadge } from '@web/ui/items/access-badge';
import { ItemCard } from '@web/ui/items/item-card';

export type Video = ResponseOf<'GET /performer-assets/videos/:id'>;

/** The noun for counts and list titles. */
export const videoNoun = { one: 'video', many: 'videos' };

/** The thumbnail of a video: its own, else the first frame; the blurred one if it is locked. */
export const pictureOf = ({ thumbnail, video }: Video) => thumbnail ?? video;

interface VideoCardProps {
  video: Video;
  /** Hides the name on the performer's own page. */
  hidesName?: boolean;
  first?: boolean;
}

export function VideoCard({ video, hidesName = false, first = false }: VideoCardProps) {
  const { title, isLocked, performer, stats } = video;
  const picture = pictureOf(video);
  const views = countWords(stats.views, 'view');
  return (
    <ItemCard
      href={itemPath(video)}
      title={title}
      ratio={16 / 9}
      src={picture?.thumbnailUrl ?? null}
      blur={picture?.blur ?? null}
      isLocked={isLocked}
      contents={contentsText(contentsOf(video))}
      badge={hasAccessBadge(video) ? <AccessBadge item={video} /> : null}
      note={hidesName ? views : `${inDirection(performer.name)} · ${views}`}
      first={first}
    />
  );
}
