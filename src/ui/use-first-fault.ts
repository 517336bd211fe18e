import { useEffect, useRef, type RefObject } from 'react';

/** Fields that say what is wrong with them, and notices of what is no field. */
const wrong = '[aria-invalid="true"], [data-fault]';

/** Takes whoever sent a form to the first thing that is wrong in it, each time `faults` were found anew. Returns the form's ref. */
export function useFirstFault(faults: object): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (Object.keys(faults).length === 0) return;
    const first = form.current?.querySelector<HTMLElement>(wrong);
    first?.focus({ preventScroll: true });
    first?.scrollIntoView({ block: 'center' });
  }, [faults]);
  return form;
}
