/** Whether an element has been fully in view, to start autoplay. Never with reduced motion or data saving. */
import { useEffect, useState } from 'react';
import type { RefObject } from 'react';

interface Connection {
  saveData?: boolean;
}

/** Whether the person prefers reduced motion or saves data. */
function isAutoplayUnwanted(): boolean {
  const { connection } = navigator as Navigator & { connection?: Connection };
  return connection?.saveData === true || window.matchMedia('(prefers-reduced-motion: reduce)').matches;
}

export function useFullyInView(ref: RefObject<Element | null>): boolean {
  const [wasInView, setInView] = useState(false);
  useEffect(() => {
    if (wasInView || !ref.current || typeof IntersectionObserver === 'undefined' || isAutoplayUnwanted()) return;
    const observer = new IntersectionObserver((entries) => setInView(entries.some(({ isIntersecting }) => isIntersecting)), {
      threshold: 1,
    });
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, [ref, wasInView]);
  return wasInView;
}
