/**
 * The action of a lock's button: follow, or open the subscription or purchase dialog. After an unlock, here or in another window, the item
 * is refetched, and every cached list shows it unlocked.
 */
import type { Stamped } from '@contract/kernel/events';
import type { UnlockMethod } from '@contract/kernel/values/content';
import { useCallback, useState } from 'react';
import { contentsOf, contentsText, titleOf } from '@web/lib/wording/item-labels';
import { lockReason, unlockAction } from '@web/lib/wording/lock-labels';
import { itemPath } from '@web/lib/paths';
import type { ResponseOf } from '@web/services/call';
import { services } from '@web/services/services';
import { useUpdateCached } from '@web/services/use-update-cached';
import type { UnlockTarget } from '@web/session/store/dialogs.slice';
import { useCurrentUser } from '@web/session/store/hooks';
import type { CurrentUser } from '@web/services/current-user';
import { useSocketEvent } from '@web/realtime/socket-events';
import { useFollow } from './use-follow';
import { useSubscribeDialog } from './use-subscribe-dialog';
import { useUnlockDialogUrl } from './use-unlock-dialog-url';

/** A post, a video or a gallery. */
export type UnlockableItem = NonNullable<ResponseOf<'GET /wallet/purchases'>['data'][number]['item']>;

export interface ItemUnlock {
  /** Why it is locked, as a sentence. */
  reason: string;
  /** The lock's button; null where nothing unlocks the item. Props of `LockedMedia`. */
  action: { label: string; onPress: () => void; busy: boolean } | null;
  /** Refetches the item; on failure the screen keeps its data. */
  refetch: () => Promise<void>;
}

const fetchers: Record<UnlockableItem['kind'], (id: string) => Promise<UnlockableItem>> = {
  feed: (id) => services.feeds['GET /user/feeds/:id']({ params: { id } }),
  video: (id) => services.videos['GET /performer-assets/videos/:id']({ params: { id } }),
  gallery: (id) => services.galleries['GET /performer-assets/galleries/:id']({ params: { id } }),
};

function targetOf(item: UnlockableItem): UnlockTarget {
  return {
    type: item.kind,
    id: item._id,
    title: titleOf(item),
    price: item.price ?? 0,
    performer: item.performer,
    contents: contentsText(contentsOf(item)) ?? '',
    path: itemPath(item),
    isInSubscription: item.unlock.includes('subscribe'),
  };
}

/** Performers have no wallet, so they can only follow. */
const methodsFor = (viewer: CurrentUser | null, methods: readonly UnlockMethod[]): readonly UnlockMethod[] =>
  viewer?.isPerformer ? methods.filter((method) => method === 'follow') : methods;

export function useUnlockItem(item: UnlockableItem): ItemUnlock {
  const { _id: id, kind, performer } = item;
  const viewer = useCurrentUser();
  const [busy, setBusy] = useState(false);
  const change = useUpdateCached();
  const { follow } = useFollow(performer._id, performer.isFollowed);
  const subscribe = useSubscribeDialog(performer._id);
  const unlock = methodsFor(viewer, item.unlock);
  const openDialog = useUnlockDialogUrl(targetOf(item), item.isLocked && unlock.includes('buy'));

  const refetch = useCallback(async () => {
    try {
      const fresh = await fetchers[kind](id);
      change(id, () => fresh);
    } catch {
      // The item may be temporarily unavailable or deleted; its page shows that.
    }
  }, [change, id, kind]);
  useRefetchOnEvents(item, refetch);

  const actions: Record<UnlockMethod, () => Promise<void>> = {
    follow: async () => {
      if (await follow()) await refetch();
    },
    subscribe,
    buy: () => {
      openDialog();
      return Promise.resolve();
    },
  };
  const next = item.isLocked ? unlockAction({ ...item, unlock }) : null;
  const press = async (method: UnlockMethod) => {
    setBusy(true);
    await actions[method]();
    setBusy(false);
  };
  return {
    reason: lockReason(item),
    action: next === null ? null : { label: next.label, busy, onPress: () => void press(next.method) },
    refetch,
  };
}

/** Refetches the item on events that lock or unlock it. */
function useRefetchOnEvents({ _id: id, isLocked, audience, performer }: UnlockableItem, refetch: () => Promise<void>): void {
  const handleSettled = useCallback(
    ({ targetId }: Stamped<'charge/settled'>) => targetId === id && isLocked && void refetch(),
    [id, isLocked, refetch],
  );
  useSocketEvent('charge/settled', handleSettled);
  const isRestricted = audience !== 'public';
  const handleSubscriptionChanged = useCallback(
    (event: Stamped<'subscription/changed'>) => isRestricted && event.performer._id === performer._id && void refetch(),
    [isRestricted, performer._id, refetch],
  );
  useSocketEvent('subscription/changed', handleSubscriptionChanged);
}
