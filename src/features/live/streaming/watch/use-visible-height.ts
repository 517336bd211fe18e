/** How much of the window is visible while an on-screen keyboard covers its bottom. */
import { useEffect } from 'react';

const cssVariable = '--visible-height';

/** Writes the visible height to a CSS variable of the document while the component is mounted. */
export function useVisibleHeight(): void {
  useEffect(() => {
    const { visualViewport: view } = window;
    if (!view) return;
    const { style } = document.documentElement;
    const update = () => {
      // A pinch zoom also shrinks the visual viewport: only a keyboard counts.
      if (view.scale === 1) style.setProperty(cssVariable, `${String(Math.round(view.height))}px`);
    };
    update();
    view.addEventListener('resize', update);
    return () => {
      view.removeEventListener('resize', update);
      style.removeProperty(cssVariable);
    };
  }, []);
}
