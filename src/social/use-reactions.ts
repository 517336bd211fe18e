/** Likes and bookmarks: shown at once, sent in the order of the taps, taken back with one sentence when the host refuses. */
import type { ReactionAction, ReactionObject } from '@contract/values';
import { useState } from 'react';
import type { AnswerOf } from '@web/services/call';
import { services } from '@web/services/services';
import { useChangeKept } from '@web/services/use-update-cached';
import { inOrder, isUnderWay } from '@web/session/in-order';
import { showFailure } from '@web/session/show-failure';
import { useAccountWay } from '@web/session/use-require-account';

type Reacted = AnswerOf<'POST /reactions'>;

export interface Reactions extends Reacted {
  /** Likes, or takes the like back. */
  like: () => void;
  /** Bookmarks, or takes the bookmark back. */
  bookmark: () => void;
}

interface Counted {
  _id: string;
  stats?: { likes: number };
  totalLike?: number;
}

/** A thing of any kind with how it was reacted to: each kind keeps the number of its likes in its own place. */
function withReactions(thing: Counted, { isLiked, isBookmarked, totalLike }: Reacted): object {
  return {
    ...thing,
    isLiked,
    ...('isBookmarked' in thing ? { isBookmarked } : {}),
    ...(thing.totalLike === undefined ? {} : { totalLike }),
    ...(thing.stats === undefined ? {} : { stats: { ...thing.stats, likes: totalLike } }),
  };
}

const toggled: Record<ReactionAction, (before: Reacted) => Reacted> = {
  like: (before) => ({ ...before, isLiked: !before.isLiked, totalLike: before.totalLike + (before.isLiked ? -1 : 1) }),
  bookmark: (before) => ({ ...before, isBookmarked: !before.isBookmarked }),
};
const isOn: Record<ReactionAction, (now: Reacted) => boolean> = { like: (now) => now.isLiked, bookmark: (now) => now.isBookmarked };

/** How somebody has reacted to an object, beginning with what was read of it. Guests are led to log in. */
export function useReactions(objectType: ReactionObject, objectId: string, asRead: Reacted): Reactions {
  const [shown, setShown] = useState<Reacted | null>(null);
  const change = useChangeKept();
  const mayAct = useAccountWay();
  const text = JSON.stringify([objectId, asRead.isLiked, asRead.isBookmarked, asRead.totalLike]);
  const [known, setKnown] = useState(text);
  if (known !== text) {
    setKnown(text);
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
      const answer = await inOrder(key, () => services.responses[isOn[action](next) ? 'POST /reactions' : 'DELETE /reactions']({ body }));
      if (isUnderWay(key)) return;
      setShown(answer);
      change(objectId, (thing) => withReactions(thing, answer));
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
