/**
 * What has become of a picture. The tag that the server rendered may have loaded or failed before scripts run and then tells
 * nothing any more, so it is also asked when it is taken over.
 */
import { useState } from 'react';
import type { CSSProperties, RefCallback } from 'react';

interface Seen {
  src: string;
  end: 'loaded' | 'broken';
}

export interface Picture {
  /** The address to show; null when there is none or it does not load. */
  shown: string | null;
  /** For the box behind the picture: the blur, until the picture stands before it. */
  behind: CSSProperties | undefined;
  /** For the `img` itself. */
  watch: { ref: RefCallback<HTMLImageElement>; onLoad: () => void; onError: () => void };
}

export function usePicture(src: string | null | undefined, blur?: string | null): Picture {
  const [seen, setSeen] = useState<Seen | null>(null);
  const end = seen !== null && seen.src === src ? seen.end : null;
  const shown = src && end !== 'broken' ? src : null;
  const note = (next: Seen['end']) => {
    if (shown !== null && end !== next) setSeen({ src: shown, end: next });
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
