/** Idempotency keys for forms: a request that is repeated after a lost response takes effect once. */
import { useRef } from 'react';
import { v4 as uuid } from 'uuid';

/** `keyOf` returns the key of a payload: the same for the same JSON, until `done`. Call `done` after success. */
export function useIdempotencyKey(): { keyOf: (payload: unknown) => string; done: () => void } {
  const keys = useRef(new Map<string, string>());
  return {
    keyOf: (payload) => {
      const text = JSON.stringify(payload);
      const key = keys.current.get(text) ?? uuid();
      keys.current.set(text, key);
      return key;
    },
    done: () => keys.current.clear(),
  };
}
