/** Debounces typed text. */
import { useEffect, useState } from 'react';

/** About the pause between two words. */
const pause_ms = 250;

/** `text`, debounced. */
export function useDebounced(text: string): string {
  const [rested, setRested] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), pause_ms);
    return () => clearTimeout(timer);
  }, [text]);
  return rested;
}
