/**
 * The amount missing for a payment during an inline top-up. The event with the new balance may arrive before the top-up's response. Until
 * that response the top-up must stay on screen, so the amount is frozen.
 */
import { useState } from 'react';

export interface Shortfall {
  isShort: boolean;
  /** In tokens; frozen during a top-up. */
  missing: number;
  /** The `onPending` of `TopUpInPlace`. */
  onPending: (isPending: boolean) => void;
}

/** `missing`: the amount missing now, in tokens; zero or less if the balance is enough. */
export function useShortfall(missing: number): Shortfall {
  const [isToppingUp, setToppingUp] = useState(false);
  const [frozen, setFrozen] = useState(missing);
  if (!isToppingUp && frozen !== missing) setFrozen(missing);
  return { isShort: isToppingUp || missing > 0, missing: frozen, onPending: setToppingUp };
}
