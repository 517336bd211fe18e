/** Waiting until somebody has stopped typing. */
import { useEffect, useState } from 'react';

/** About as long as people rest between two words. */
const pause_ms = 250;

/** `text` once it has rested for a moment. */
export function useRested(text: string): string {
  const [rested, setRested] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), pause_ms);
    return () => clearTimeout(timer);
  }, [text]);
  return rested;
}
