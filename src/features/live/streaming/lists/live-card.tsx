/** A show that runs, in a grid: who, what, for how many, and what it takes to come in. The whole card leads to it. */
import { placeholders } from '@contract/kernel/conventions';
import { showPath } from '@web/lib/paths';
import { ItemCard } from '@web/ui/items/item-card';
import { LiveBadge } from '@web/ui/live/live-badge';
import type { LiveCardStream } from '../../../streaming/reads';
import { entryWords, viewerWords } from '../../../streaming/words';

export const showNoun = { one: 'show', many: 'shows' };

export function LiveCard({ stream, first = false }: { stream: LiveCardStream; first?: boolean }) {
  const { performer, title, viewers, canWatch } = stream;
  const { cover, coverBlur, avatar, avatarBlur } = performer;
  const face = avatar === placeholders.avatar ? null : avatar;
  return (
    <ItemCard
      href={showPath(performer)}
      title={title}
      ratio={16 / 9}
      src={cover ?? face}
      blur={cover === null ? avatarBlur : coverBlur}
      isLocked={!canWatch}
      inside={viewerWords(viewers)}
      badge={<LiveBadge />}
      note={`${performer.name} · ${entryWords(stream)}`}
      first={first}
    />
  );
}
