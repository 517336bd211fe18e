/** A video in a grid: its picture, length, price, and who made it. */
import { countWords } from '@web/lib/i18n/counts';
import { insideOf, insideWords } from '@web/lib/wording/item-labels';
import { itemPath } from '@web/lib/paths';
import type { AnswerOf } from '@web/services/call';
import { AccessBadge, hasAccessBadge } from '@web/ui/items/access-badge';
import { ItemCard } from '@web/ui/items/item-card';

export type Video = AnswerOf<'GET /performer-assets/videos/:id'>;

/** What they are called in lists. */
export const videoNoun = { one: 'video', many: 'videos' };

/** The picture that stands for a video: its own, else the film's first; of what is locked, the blurred one. */
export const pictureOf = ({ thumbnail, video }: Video) => thumbnail ?? video;

interface VideoCardProps {
  video: Video;
  /** On a performer's own page her name would only repeat itself. */
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
      inside={insideWords(insideOf(video))}
      badge={hasAccessBadge(video) ? <AccessBadge item={video} /> : null}
      note={hidesName ? views : `${performer.name} · ${views}`}
      first={first}
    />
  );
}
