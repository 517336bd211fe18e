/**
 * What a balance lacks for a payment, while it is topped up in place: the new balance may be heard before the top-up's own
 * answer, and what waits for that answer must stay on screen until it came.
 */
import { useState } from 'react';

export interface Shortfall {
  isShort: boolean;
  /** In tokens; it stays what it was while the top-up is under way. */
  missing: number;
  /** For `TopUpInPlace`. */
  onUnderWay: (isUnderWay: boolean) => void;
}

/** `missing`: what the balance lacks now; zero or less when it is enough. */
export function useShortfall(missing: number): Shortfall {
  const [isToppingUp, onUnderWay] = useState(false);
  const [kept, keep] = useState(missing);
  if (!isToppingUp && kept !== missing) keep(missing);
  return { isShort: isToppingUp || missing > 0, missing: kept, onUnderWay };
}
