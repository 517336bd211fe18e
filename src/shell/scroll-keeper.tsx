/**
 * Restores the scroll position after Back. The browser would restore it before lists have loaded; this waits until the page is tall
 * enough, up to a limit.
 */
import { useRouter } from 'next/router';
import { useEffect, useRef } from 'react';

const timeout_ms = 1500;
const entriesMax = 50;

/** The key that Next.js gives the current history entry. */
function currentEntryKey(): string {
  const state: unknown = history.state;
  return typeof state === 'object' && state !== null && 'key' in state ? String(state.key) : '';
}

export function ScrollKeeper(): null {
  const { events, beforePopState } = useRouter();
  // In a ref, since the effect re-runs with each page: the router object and its functions change.
  const stateRef = useRef({ positions: new Map<string, number>(), isBack: false, frame: 0 });
  useEffect(() => {
    const state = stateRef.current;
    const { positions } = state;
    history.scrollRestoration = 'manual';

    const remember = () => {
      // During Back the URL has changed already, but the scroll position is still that of the page that is left.
      if (state.isBack) return;
      positions.set(currentEntryKey(), window.scrollY);
      const oldest = positions.keys().next().value;
      if (positions.size > entriesMax && oldest !== undefined) positions.delete(oldest);
    };
    const restore = () => {
      const position = state.isBack ? positions.get(currentEntryKey()) : undefined;
      state.isBack = false;
      if (position === undefined) return;
      const giveUpAt = performance.now() + timeout_ms;
      const attempt = () => {
        const isTallEnough = document.documentElement.scrollHeight - window.innerHeight >= position;
        if (isTallEnough || performance.now() > giveUpAt) window.scrollTo(0, position);
        else state.frame = requestAnimationFrame(attempt);
      };
      attempt();
    };
    const leave = () => {
      cancelAnimationFrame(state.frame);
      remember();
    };

    window.addEventListener('scrollend', remember);
    events.on('routeChangeStart', leave);
    events.on('routeChangeComplete', restore);
    beforePopState(() => {
      state.isBack = true;
      return true;
    });
    return () => {
      history.scrollRestoration = 'auto';
      window.removeEventListener('scrollend', remember);
      events.off('routeChangeStart', leave);
      events.off('routeChangeComplete', restore);
      beforePopState(() => true);
    };
  }, [events, beforePopState]);
  return null;
}
