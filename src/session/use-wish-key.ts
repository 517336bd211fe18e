/** One key for as long as the same is wished: what is sent again because its answer was lost has its effect once. */
import { useRef } from 'react';

/** Answers the key of a wish, a new one for each that differs; `done` once one was granted. */
export function useWishKey(): { keyOf: (wish: unknown) => string; done: () => void } {
  const kept = useRef(new Map<string, string>());
  return {
    keyOf: (wish) => {
      const text = JSON.stringify(wish);
      const key = kept.current.get(text) ?? crypto.randomUUID();
      kept.current.set(text, key);
      return key;
    },
    done: () => kept.current.clear(),
  };
}
