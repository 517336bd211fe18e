/** One key for as long as the same is wished: what is sent again because its answer was lost has its effect once. */
import { useRef } from 'react';

/** Answers the key of a wish, a new one whenever another is wished; `done` once it was granted. */
export function useWishKey(): { keyOf: (wish: unknown) => string; done: () => void } {
  const kept = useRef<{ wish: string; key: string } | null>(null);
  return {
    keyOf: (wish) => {
      const text = JSON.stringify(wish);
      if (kept.current?.wish !== text) kept.current = { wish: text, key: crypto.randomUUID() };
      return kept.current.key;
    },
    done: () => {
      kept.current = null;
    },
  };
}
