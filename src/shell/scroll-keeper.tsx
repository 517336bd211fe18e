/**
 * Restores the scroll position after Back. The browser would restore it before lists have loaded; this waits until the page is tall
 * enough, up to a limit.
 */
import { useRouter } from 'next/router';
import { useEffect, useRef } from 'react';

const timeout_ms = 1500;
const entriesMax = 50;

function keyOf(): string {
  const state: unknown = history.state;
  return typeof state === 'object' && state !== null && 'key' in state ? String(state.key) : '';
}

export function ScrollKeeper(): null {
  const { events, beforePopState } = useRouter();
  // In a ref, since the effect re-runs with each page: the router object and its functions change.
  const state = useRef({ positions: new Map<string, number>(), isBack: false, frame: 0 });
  useEffect(() => {
    const now = state.current;
    const { positions } = now;
    history.scrollRestoration = 'manual';

    const remember = () => {
      // During Back the URL has changed already, but the scroll position is still that of the page that is left.
      if (now.isBack) return;
      positions.set(keyOf(), window.scrollY);
      const oldest = positions.keys().next().value;
      if (positions.size > entriesMax && oldest !== undefined) positions.delete(oldest);
    };
    const restore = () => {
      const position = now.isBack ? positions.get(keyOf()) : undefined;
      now.isBack = false;
      if (position === undefined) return;
      const giveUpAt = performance.now() + timeout_ms;
      const attempt = () => {
        const isTallEnough = document.documentElement.scrollHeight - window.innerHeight >= position;
        if (isTallEnough || performance.now() > giveUpAt) window.scrollTo(0, position);
        else now.frame = requestAnimationFrame(attempt);
      };
      attempt();
    };
    const leave = () => {
      cancelAnimationFrame(now.frame);
      remember();
    };

    window.addEventListener('scrollend', remember);
    events.on('routeChangeStart', leave);
    events.on('routeChangeComplete', restore);
    beforePopState(() => {
      now.isBack = true;
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
