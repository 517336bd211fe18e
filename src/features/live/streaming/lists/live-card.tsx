/** A running show in a grid: performer, title, viewers and the access terms. The whole card is a link. */
import { inDirection } from '@web/lib/i18n/words';
import { placeholders } from '@contract/kernel/conventions';
import { showPath } from '@web/lib/paths';
import { ItemCard } from '@web/ui/items/item-card';
import { LiveBadge } from '@web/ui/live/live-badge';
import type { LiveCardStream } from '../requests';
import { accessLabel, viewersText } from '../texts';

export const showNoun = { one: 'stream', many: 'streams' };

export function LiveCard({ stream, first = false }: { stream: LiveCardStream; first?: boolean }) {
  const { performer, title, viewers, canWatch, audience } = stream;
  const { cover, coverBlur, avatar, avatarBlur } = performer;
  const photo = avatar === placeholders.avatar ? null : avatar;
  return (
    <ItemCard
      href={showPath(performer)}
      title={title}
      ratio={16 / 9}
      src={cover ?? photo}
      blur={cover === null ? avatarBlur : coverBlur}
      // Guests need only an account for a public show.
      isLocked={!canWatch && audience !== 'public'}
      contents={viewersText(viewers)}
      badge={<LiveBadge />}
      note={`${inDirection(performer.name)} · ${accessLabel(stream)}`}
      first={first}
    />
  );
}
