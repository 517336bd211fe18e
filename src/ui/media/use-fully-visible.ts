/** Whether somebody has had the whole of an element in view: time to begin what plays by itself. Never for those who want stillness. */
import { useEffect, useState } from 'react';
import type { RefObject } from 'react';

interface Connection {
  saveData?: boolean;
}

/** Movement that nobody asked for, and bytes that somebody saves, are not wanted. */
function isUnwanted(): boolean {
  const { connection } = navigator as Navigator & { connection?: Connection };
  return connection?.saveData === true || window.matchMedia('(prefers-reduced-motion: reduce)').matches;
}

export function useSeenWhole(ref: RefObject<Element | null>): boolean {
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    if (isSeen || !ref.current || typeof IntersectionObserver === 'undefined' || isUnwanted()) return;
    const observer = new IntersectionObserver((entries) => setSeen(entries.some(({ isIntersecting }) => isIntersecting)), { threshold: 1 });
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, [ref, isSeen]);
  return isSeen;
}
