/**
 * What a lock's button does: follow at once, open the subscription's dialog, or the one that sells the item. When something has
 * opened it, here or in another window, the item is read anew, and every list that keeps it shows it open.
 */
import type { Stamped } from '@contract/kernel/events';
import type { UnlockWay } from '@contract/values';
import { useCallback, useState } from 'react';
import { insideOf, insideWords, titleOf } from '@web/lib/wording/item-labels';
import { lockReason, lockWay } from '@web/lib/wording/lock-labels';
import { itemPath } from '@web/lib/paths';
import type { AnswerOf } from '@web/services/call';
import { services } from '@web/services/services';
import { useChangeKept } from '@web/services/use-update-cached';
import type { UnlockTarget } from '@web/session/store/dialogs.slice';
import { useCurrentUser } from '@web/session/store/hooks';
import type { CurrentUser } from '@web/session/intents';
import { useSocketEvent } from '@web/realtime/socket-events';
import { useFollow } from './use-follow';
import { useSubscribeDialog } from './use-subscribe-dialog';
import { useUnlockKey } from './use-unlock-key';

/** A post, a video or a gallery. */
export type Openable = NonNullable<AnswerOf<'GET /wallet/purchases'>['data'][number]['item']>;

export interface OpenItem {
  /** Why it is locked, as a sentence. */
  reason: string;
  /** What the lock's button says and does; null where nothing would open it. Fits `LockedMedia`. */
  way: { label: string; onPress: () => void; busy: boolean } | null;
  /** Reads the item anew; what is on screen stays when that fails. */
  reread: () => Promise<void>;
}

const reads: Record<Openable['kind'], (id: string) => Promise<Openable>> = {
  feed: (id) => services.feeds['GET /user/feeds/:id']({ params: { id } }),
  video: (id) => services.videos['GET /performer-assets/videos/:id']({ params: { id } }),
  gallery: (id) => services.galleries['GET /performer-assets/galleries/:id']({ params: { id } }),
};

function targetOf(item: Openable): UnlockTarget {
  return {
    type: item.kind,
    id: item._id,
    title: titleOf(item),
    price: item.price ?? 0,
    performer: item.performer,
    inside: insideWords(insideOf(item)) ?? '',
    path: itemPath(item),
    isInSubscription: item.unlock.includes('subscribe'),
  };
}

/** Performers have no wallet: of the ways, they can only follow. */
const waysFor = (viewer: CurrentUser | null, ways: readonly UnlockWay[]): readonly UnlockWay[] =>
  viewer?.isPerformer ? ways.filter((way) => way === 'follow') : ways;

export function useOpenItem(item: Openable): OpenItem {
  const { _id: id, kind, performer } = item;
  const viewer = useCurrentUser();
  const [busy, setBusy] = useState(false);
  const change = useChangeKept();
  const { follow } = useFollow(performer._id, performer.isFollowed);
  const subscribe = useSubscribeDialog(performer._id);
  const unlock = waysFor(viewer, item.unlock);
  const openDialog = useUnlockKey(targetOf(item), item.isLocked && unlock.includes('buy'));

  const reread = useCallback(async () => {
    try {
      const fresh = await reads[kind](id);
      change(id, () => fresh);
    } catch {
      // It may be away for a moment, or for good: whoever opens its page is told.
    }
  }, [change, id, kind]);
  useOpened(item, reread);

  const act: Record<UnlockWay, () => Promise<void>> = {
    follow: async () => {
      if (await follow()) await reread();
    },
    subscribe,
    buy: () => {
      openDialog();
      return Promise.resolve();
    },
  };
  const found = item.isLocked ? lockWay({ ...item, unlock }) : null;
  const press = async (ask: UnlockWay) => {
    setBusy(true);
    await act[ask]();
    setBusy(false);
  };
  return {
    reason: lockReason(item),
    way: found === null ? null : { label: found.label, busy, onPress: () => void press(found.ask) },
    reread,
  };
}

/** Hears what opens or closes the item. */
function useOpened({ _id: id, isLocked, audience, performer }: Openable, reread: () => Promise<void>): void {
  const settled = useCallback(
    ({ targetId }: Stamped<'charge/settled'>) => targetId === id && isLocked && void reread(),
    [id, isLocked, reread],
  );
  useSocketEvent('charge/settled', settled);
  const isConcerned = audience !== 'public';
  const changed = useCallback(
    (news: Stamped<'subscription/changed'>) => isConcerned && news.performer._id === performer._id && void reread(),
    [isConcerned, performer._id, reread],
  );
  useSocketEvent('subscription/changed', changed);
}
