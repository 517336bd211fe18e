/** How many posts have come since a list was read: asked once a minute while somebody looks, and when she comes back. */
import { useEffect, useRef, useState } from 'react';
import { services } from '@web/services/services';
import { useKeptLine } from '@web/session/kept-line';
import type { Post, PostsQuery } from '../content/feed/requests';

const beat_ms = 60_000;

/**
 * `shown`: the posts of the list, the newest first; undefined while they are awaited. Answers at most a page's worth. `refresh` is
 * called when the host is heard again and the list begins as it did: pictures and counts may have changed, and nothing moves.
 */
export function useNewPosts(query: PostsQuery, shown: readonly Post[] | undefined, refresh: () => void): number {
  const [looked, setLooked] = useState<{ type: PostsQuery['type']; posts: readonly Post[] } | null>(null);
  const asked = useRef({ query, shown, refresh });
  useEffect(() => {
    asked.current = { query, shown, refresh };
  });
  const { isCutOff } = useKeptLine();
  const wasCutOff = useRef(isCutOff);
  useEffect(() => {
    wasCutOff.current ||= isCutOff;
  }, [isCutOff]);
  const isThere = shown !== undefined;
  const { type } = query;
  useEffect(() => {
    // What is kept is no news.
    if (!isThere || isCutOff) return;
    let isOver = false;
    const look = async () => {
      if (document.visibilityState === 'hidden') return;
      try {
        const { data } = await services.feeds['GET /user/feeds']({ query: asked.current.query });
        if (isOver) return;
        setLooked({ type, posts: data });
        if (wasCutOff.current && data[0]?._id === asked.current.shown?.[0]?._id) asked.current.refresh();
        wasCutOff.current = false;
      } catch {
        // The next beat asks again.
      }
    };
    const lookNow = () => void look();
    if (wasCutOff.current) lookNow();
    const timer = setInterval(lookNow, beat_ms);
    document.addEventListener('visibilitychange', lookNow);
    return () => {
      isOver = true;
      clearInterval(timer);
      document.removeEventListener('visibilitychange', lookNow);
    };
  }, [isThere, isCutOff, type]);
  // What was found among other kinds of posts says nothing of these.
  const newest = looked !== null && looked.type === type ? looked.posts : [];
  const known = new Set(shown?.map(({ _id }) => _id));
  const before = newest.findIndex(({ _id }) => known.has(_id));
  return before === -1 ? newest.length : before;
}
