/**
 * The load state of an image. A server-rendered image may have loaded or failed before hydration and then fires no event, so its state is
 * also read in the ref.
 */
import { useState } from 'react';
import type { CSSProperties, RefCallback } from 'react';

interface LoadResult {
  src: string;
  end: 'loaded' | 'broken';
}

export interface Picture {
  /** The URL to show; null if there is none or it failed to load. */
  shown: string | null;
  /** Style of the box behind the image: the blur until the image has loaded. */
  behind: CSSProperties | undefined;
  /** Props of the `img`. */
  watch: { ref: RefCallback<HTMLImageElement>; onLoad: () => void; onError: () => void };
}

export function useImageState(src: string | null | undefined, blur?: string | null): Picture {
  const [result, setResult] = useState<LoadResult | null>(null);
  const end = result !== null && result.src === src ? result.end : null;
  const shown = src && end !== 'broken' ? src : null;
  const note = (next: LoadResult['end']) => {
    if (shown !== null && end !== next) setResult({ src: shown, end: next });
  };
  return {
    shown,
    behind: shown !== null && blur && end === null ? { backgroundImage: `url("${blur}")`, backgroundSize: 'cover' } : undefined,
    watch: {
      ref: (image) => {
        if (image?.complete && image.currentSrc !== '') note(image.naturalWidth === 0 ? 'broken' : 'loaded');
      },
      onLoad: () => note('loaded'),
      onError: () => note('broken'),
    },
  };
}
