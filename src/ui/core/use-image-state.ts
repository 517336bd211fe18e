/**
 * The load state of an image. A server-rendered image may have loaded or failed before hydration and then fires no event, so its state is
 * also read in the ref.
 */
import { useState } from 'react';
import type { CSSProperties, RefCallback } from 'react';

interface LoadOutcome {
  src: string;
  outcome: 'loaded' | 'broken';
}

export interface ImageState {
  /** The URL to show; null if there is none or it failed to load. */
  shownSrc: string | null;
  /** Style of the box behind the image: the blur until the image has loaded. */
  placeholderStyle: CSSProperties | undefined;
  /** Props of the `img`. */
  imageProps: { ref: RefCallback<HTMLImageElement>; onLoad: () => void; onError: () => void };
}

export function useImageState(src: string | null | undefined, blur?: string | null): ImageState {
  const [result, setResult] = useState<LoadOutcome | null>(null);
  const outcome = result !== null && result.src === src ? result.outcome : null;
  const shownSrc = src && outcome !== 'broken' ? src : null;
  const record = (next: LoadOutcome['outcome']) => {
    if (shownSrc !== null && outcome !== next) setResult({ src: shownSrc, outcome: next });
  };
  return {
    shownSrc,
    placeholderStyle:
      shownSrc !== null && blur && outcome === null ? { backgroundImage: `url("${blur}")`, backgroundSize: 'cover' } : undefined,
    imageProps: {
      ref: (image) => {
        if (image?.complete && image.currentSrc !== '') record(image.naturalWidth === 0 ? 'broken' : 'loaded');
      },
      onLoad: () => record('loaded'),
      onError: () => record('broken'),
    },
  };
}
