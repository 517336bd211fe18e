/**
 * Counts the posts that were published since a list was loaded. Polls once a minute while the page is visible, and when it becomes
 * visible again.
 */
import { useEffect, useRef, useState } from 'react';
import { services } from '@web/services/services';
import { useReachability } from '@web/device/connection-state';
import type { Post, PostsQuery } from './requests';

const interval_ms = 60_000;

/**
 * `shown`: the posts of the list, newest first; undefined while loading. Returns at most one page's worth. After a
 * reconnect `refresh` is called if the list still starts with the same post: picture URLs and counts may have changed.
 */
export function useNewPosts(query: PostsQuery, shown: readonly Post[] | undefined, refresh: () => void): number {
  const [latest, setLatest] = useState<{ type: PostsQuery['type']; posts: readonly Post[] } | null>(null);
  const latestInput = useRef({ query, shown, refresh });
  useEffect(() => {
    latestInput.current = { query, shown, refresh };
  });
  const { isUnreachable } = useReachability();
  const wasOffline = useRef(isUnreachable);
  useEffect(() => {
    wasOffline.current ||= isUnreachable;
  }, [isUnreachable]);
  const isLoaded = shown !== undefined;
  const { type } = query;
  useEffect(() => {
    // Cached posts are not new.
    if (!isLoaded || isUnreachable) return;
    let isDisposed = false;
    const poll = async () => {
      if (document.visibilityState === 'hidden') return;
      try {
        const { data } = await services.feeds['GET /user/feeds']({ query: latestInput.current.query });
        if (isDisposed) return;
        setLatest({ type, posts: data });
        if (wasOffline.current && data[0]?._id === latestInput.current.shown?.[0]?._id) latestInput.current.refresh();
        wasOffline.current = false;
      } catch {
        // The next interval retries.
      }
    };
    const pollNow = () => void poll();
    if (wasOffline.current) pollNow();
    const timer = setInterval(pollNow, interval_ms);
    document.addEventListener('visibilitychange', pollNow);
    return () => {
      isDisposed = true;
      clearInterval(timer);
      document.removeEventListener('visibilitychange', pollNow);
    };
  }, [isLoaded, isUnreachable, type]);
  // The result for another post type does not apply.
  const newestPosts = latest !== null && latest.type === type ? latest.posts : [];
  const shownIds = new Set(shown?.map(({ _id }) => _id));
  const firstShownIndex = newestPosts.findIndex(({ _id }) => shownIds.has(_id));
  return firstShownIndex === -1 ? newestPosts.length : firstShownIndex;
}
