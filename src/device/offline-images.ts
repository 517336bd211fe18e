/**
 * Caches a thumbnail once the page has shown an image of the same file. Images that may not be seen, or were not looked at, are never
 * requested.
 */
import type { CacheStore } from './cache-storage';

const fileOf = (address: string): string | undefined => /\/media\/([^/?#]+)\//.exec(address)?.[1];
const isShown = (image: HTMLImageElement): boolean => image.complete && image.naturalWidth > 0;

export interface ThumbnailCache {
  /** Adds URLs to cache once their file is shown. */
  want: (addresses: readonly string[]) => void;
  stop: () => void;
}

/** Starts to cache thumbnails. */
export function cacheThumbnails({ putImage }: Pick<CacheStore, 'putImage'>): ThumbnailCache {
  const required = new Map<string, string>();
  let isOver = false;
  let fetching = Promise.resolve();

  const show = (image: HTMLImageElement): void => {
    const file = fileOf(image.currentSrc || image.src);
    const address = file === undefined ? undefined : required.get(file);
    if (file === undefined || address === undefined) return;
    required.delete(file);
    // One at a time, so that images on screen load first.
    fetching = fetching.then(() => (isOver ? undefined : putImage(address)));
  };
  const onLoad = ({ target }: Event): void => {
    if (target instanceof HTMLImageElement) show(target);
  };
  // `load` of images does not bubble, so it is captured.
  document.addEventListener('load', onLoad, true);

  return {
    want: (addresses) => {
      for (const address of addresses) {
        const file = fileOf(address);
        if (file !== undefined) required.set(file, address);
      }
      for (const image of document.images) if (isShown(image)) show(image);
    },
    stop: () => {
      isOver = true;
      document.removeEventListener('load', onLoad, true);
    },
  };
}
