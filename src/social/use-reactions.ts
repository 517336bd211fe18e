/** Likes and bookmarks: optimistic, sent in the order of taps, reverted with a message on error. */
import type { ReactionAction, ReactionObject } from '@contract/kernel/values/content';
import { useState } from 'react';
import type { ResponseOf } from '@web/services/call';
import { services } from '@web/services/services';
import { useUpdateCached } from '@web/services/use-update-cached';
import { serialize, isPending } from '@web/lib/in-order';
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

/** The viewer's reactions to an object. `asRead`: from the response. Guests are redirected to log in. */
export function useReactions(objectType: ReactionObject, objectId: string, asRead: Reacted): Reactions {
  const [shown, setShown] = useState<Reacted | null>(null);
  const change = useUpdateCached();
  const mayAct = useRequireAccount();
  const text = JSON.stringify([objectId, asRead.isLiked, asRead.isBookmarked, asRead.totalLike]);
  const [lastText, setLastText] = useState(text);
  if (lastText !== text) {
    setLastText(text);
    setShown(null);
  }
  const now = shown ?? asRead;

  const send = async (action: ReactionAction): Promise<void> => {
    if (!mayAct()) return;
    const next = toggled[action](now);
    setShown(next);
    const key = `reaction ${objectId}`;
    const body = { objectType, objectId, action };
    try {
      const answer = await serialize(key, () => services.responses[isOn[action](next) ? 'POST /reactions' : 'DELETE /reactions']({ body }));
      if (isPending(key)) return;
      setShown(answer);
      change(objectId, (item) => withReactions(item, answer));
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
