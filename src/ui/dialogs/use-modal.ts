/** Opens a native dialog as modal while it is mounted. The browser traps the focus and closes it on Esc and on Back on phones. */
import { useLayoutEffect, useRef, type RefObject } from 'react';

/** Returns the ref for the `<dialog>`. `focusFirst` gets the focus instead of the first control. The focus is restored on unmount. */
export function useModal(focusFirst?: RefObject<HTMLElement | null>): RefObject<HTMLDialogElement | null> {
  const ref = useRef<HTMLDialogElement>(null);
  // Before the browser paints: with the content the dialog is open.
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    const before = document.activeElement;
    dialog.showModal();
    focusFirst?.current?.focus();
    const { overflow } = document.documentElement.style;
    document.documentElement.style.overflow = 'hidden';
    return () => {
      document.documentElement.style.overflow = overflow;
      dialog.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, [focusFirst]);
  return ref;
}
