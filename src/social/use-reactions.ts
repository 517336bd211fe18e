/** Likes and bookmarks: optimistic, sent in the order of taps, reverted with a message on error. */
import type { ReactionAction, ReactionObject } from '@contract/kernel/values/content';
import { useState } from 'react';
import type { ResponseOf } from '@web/services/call';
import { services } from '@web/services/services';
import { useUpdateCached } from '@web/services/use-update-cached';
import { runInOrder, isPending } from '@web/lib/in-order';
import { showFailure } from '@web/forms/show-failure';
import { useRequireAccount } from '@web/session/use-require-account';

type Reacted = ResponseOf<'POST /reactions'>;

export interface Reactions extends Reacted {
  /** Toggles the like. */
  like: () => void;
  /** Toggles the bookmark. */
  bookmark: () => void;
}

interface Counted {
  _id: string;
  stats?: { likes: number };
  totalLike?: number;
}

/** Updates the reactions of an item. Item kinds store the number of likes in different fields. */
function withReactions(item: Counted, { isLiked, isBookmarked, totalLike }: Reacted): object {
  return {
    ...item,
    isLiked,
    ...('isBookmarked' in item ? { isBookmarked } : {}),
    ...(item.totalLike === undefined ? {} : { totalLike }),
    ...(item.stats === undefined ? {} : { stats: { ...item.stats, likes: totalLike } }),
  };
}

const toggled: Record<ReactionAction, (before: Reacted) => Reacted> = {
  like: (before) => ({ ...before, isLiked: !before.isLiked, totalLike: before.totalLike + (before.isLiked ? -1 : 1) }),
  bookmark: (before) => ({ ...before, isBookmarked: !before.isBookmarked }),
};
const isOn: Record<ReactionAction, (now: Reacted) => boolean> = { like: (now) => now.isLiked, bookmark: (now) => now.isBookmarked };

/** The viewer's reactions to an object. `initial`: from the response. Guests are redirected to log in. */
export function useReactions(objectType: ReactionObject, objectId: string, initial: Reacted): Reactions {
  const [shown, setShown] = useState<Reacted | null>(null);
  const change = useUpdateCached();
  const requireAccount = useRequireAccount();
  const initialKey = JSON.stringify([objectId, initial.isLiked, initial.isBookmarked, initial.totalLike]);
  const [lastInitialKey, setLastInitialKey] = useState(initialKey);
  if (lastInitialKey !== initialKey) {
    setLastInitialKey(initialKey);
    setShown(null);
  }
  const now = shown ?? initial;

  const send = async (action: ReactionAction): Promise<void> => {
    if (!requireAccount()) return;
    const next = toggled[action](now);
    setShown(next);
    const key = `reaction ${objectId}`;
    const body = { objectType, objectId, action };
    try {
      const response = await runInOrder(key, () =>
        services.responses[isOn[action](next) ? 'POST /reactions' : 'DELETE /reactions']({ body }),
      );
      if (isPending(key)) return;
      setShown(response);
      change(objectId, (item) => withReactions(item, response));
    } catch (thrown) {
      setShown(null);
      showFailure(thrown);
    }
  };
  return {
    isLiked: now.isLiked,
    isBookmarked: now.isBookmarked,
    totalLike: now.totalLike,
    like: () => void send('like'),
    bookmark: () => void send('bookmark'),
  };
}
