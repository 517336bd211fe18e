/**
 * Back comes back to the same place. The browser restores at once, before lists have their height; here it is done when the
 * page is tall enough, or given up after a while.
 */
import { useRouter } from 'next/router';
import { useEffect } from 'react';

const patience_ms = 1500;
const entriesMax = 50;

function keyOf(): string {
  const state: unknown = history.state;
  return typeof state === 'object' && state !== null && 'key' in state ? String(state.key) : '';
}

export function ScrollKeeper(): null {
  const { events, beforePopState } = useRouter();
  useEffect(() => {
    const places = new Map<string, number>();
    let isBack = false;
    let frame = 0;
    history.scrollRestoration = 'manual';

    const remember = () => {
      places.set(keyOf(), window.scrollY);
      const oldest = places.keys().next().value;
      if (places.size > entriesMax && oldest !== undefined) places.delete(oldest);
    };
    const restore = () => {
      const place = isBack ? places.get(keyOf()) : undefined;
      isBack = false;
      if (place === undefined) return;
      const giveUpAt = performance.now() + patience_ms;
      const attempt = () => {
        const isTallEnough = document.documentElement.scrollHeight - window.innerHeight >= place;
        if (isTallEnough || performance.now() > giveUpAt) window.scrollTo(0, place);
        else frame = requestAnimationFrame(attempt);
      };
      attempt();
    };
    const leave = () => {
      cancelAnimationFrame(frame);
      if (!isBack) remember();
    };

    window.addEventListener('scrollend', remember);
    events.on('routeChangeStart', leave);
    events.on('routeChangeComplete', restore);
    beforePopState(() => {
      isBack = true;
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
