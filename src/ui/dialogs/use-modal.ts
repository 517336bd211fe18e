/** Opens a native dialog as modal while it is mounted. The browser traps the focus and closes it on Esc and on Back on phones. */
import { useLayoutEffect, useRef, type RefObject } from 'react';

/** Returns the ref for the `<dialog>`. `focusFirst` gets the focus instead of the first control. The focus is restored on unmount. */
export function useModal(focusFirst?: RefObject<HTMLElement | null>): RefObject<HTMLDialogElement | null> {
  const ref = useRef<HTMLDialogElement>(null);
  // A layout effect, so that the dialog is already open when its content is first painted.
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    const previousFocus = document.activeElement;
    dialog.showModal();
    focusFirst?.current?.focus();
    const { overflow } = document.documentElement.style;
    document.documentElement.style.overflow = 'hidden';
    return () => {
      document.documentElement.style.overflow = overflow;
      dialog.close();
      if (previousFocus instanceof HTMLElement && previousFocus.isConnected) previousFocus.focus();
    };
  }, [focusFirst]);
  return ref;
}
