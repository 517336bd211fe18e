/** Debounces typed text. */
import { useEffect, useState } from 'react';

/** About the pause between two words. */
const pause_ms = 250;

/** `text`, debounced. */
export function useDebounced(text: string): string {
  const [debounced, setDebounced] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), pause_ms);
    return () => clearTimeout(timer);
  }, [text]);
  return debounced;
}
