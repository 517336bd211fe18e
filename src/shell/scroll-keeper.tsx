/**
 * Back comes back to the same place. The browser restores at once, before lists have their height; here it is done when the
 * page is tall enough, or given up after a while.
 */
import { useRouter } from 'next/router';
import { useEffect, useRef } from 'react';

const patience_ms = 1500;
const entriesMax = 50;

function keyOf(): string {
  const state: unknown = history.state;
  return typeof state === 'object' && state !== null && 'key' in state ? String(state.key) : '';
}

export function ScrollKeeper(): null {
  const { events, beforePopState } = useRouter();
  // The router hands out new functions with each page: what is remembered outlives the effect that they begin again.
  const kept = useRef({ places: new Map<string, number>(), isBack: false, frame: 0 });
  useEffect(() => {
    const now = kept.current;
    const { places } = now;
    history.scrollRestoration = 'manual';

    const remember = () => {
      // On the way back the address is the old one already, and what moves is still the page that is left.
      if (now.isBack) return;
      places.set(keyOf(), window.scrollY);
      const oldest = places.keys().next().value;
      if (places.size > entriesMax && oldest !== undefined) places.delete(oldest);
    };
    const restore = () => {
      const place = now.isBack ? places.get(keyOf()) : undefined;
      now.isBack = false;
      if (place === undefined) return;
      const giveUpAt = performance.now() + patience_ms;
      const attempt = () => {
        const isTallEnough = document.documentElement.scrollHeight - window.innerHeight >= place;
        if (isTallEnough || performance.now() > giveUpAt) window.scrollTo(0, place);
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
