/** How much of the window can be seen while a keyboard stands over its foot. */
import { useEffect } from 'react';

const name = '--visible-height';

/** Keeps the height that can be seen in a variable of the document while the component is on screen. */
export function useVisibleHeight(): void {
  useEffect(() => {
    const { visualViewport: view } = window;
    if (!view) return;
    const { style } = document.documentElement;
    const note = () => {
      // Pinched larger, it is the same page: only a keyboard takes room away.
      if (view.scale === 1) style.setProperty(name, `${String(Math.round(view.height))}px`);
    };
    note();
    view.addEventListener('resize', note);
    return () => {
      view.removeEventListener('resize', note);
      style.removeProperty(name);
    };
  }, []);
}
