/**
 * Caches a thumbnail once the page has shown an image of the same file. Images that the viewer may not see, or has not
 * seen, are never requested.
 */
import type { CacheStore } from './cache-storage';

const fileOf = (url: string): string | undefined => /\/media\/([^/?#]+)\//.exec(url)?.[1];
const isShown = (image: HTMLImageElement): boolean => image.complete && image.naturalWidth > 0;

export interface ThumbnailCache {
  /** Caches each URL once an image of its file has been shown. */
  cacheWhenShown: (urls: readonly string[]) => void;
  stop: () => void;
}

/** Starts to cache thumbnails, until `stop`. */
export function cacheThumbnails({ putImage }: Pick<CacheStore, 'putImage'>): ThumbnailCache {
  const pendingUrls = new Map<string, string>();
  let isStopped = false;
  let fetching = Promise.resolve();

  const onShown = (image: HTMLImageElement): void => {
    const file = fileOf(image.currentSrc || image.src);
    const url = file === undefined ? undefined : pendingUrls.get(file);
    if (file === undefined || url === undefined) return;
    pendingUrls.delete(file);
    // One at a time, so that images on screen load first.
    fetching = fetching.then(() => (isStopped ? undefined : putImage(url)));
  };
  const onLoad = ({ target }: Event): void => {
    if (target instanceof HTMLImageElement) onShown(target);
  };
  // `load` of images does not bubble, so it is captured.
  document.addEventListener('load', onLoad, true);

  return {
    cacheWhenShown: (urls) => {
      for (const url of urls) {
        const file = fileOf(url);
        if (file !== undefined) pendingUrls.set(file, url);
      }
      for (const image of document.images) if (isShown(image)) onShown(image);
    },
    stop: () => {
      isStopped = true;
      document.removeEventListener('load', onLoad, true);
    },
  };
}
