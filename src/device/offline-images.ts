/**
 * Small pictures are kept once the page has shown something of the same file: what may not be seen is never asked for, and what
 * nobody has looked at is not loaded.
 */
import type { Kept } from '@web/session/kept-store';

const fileOf = (address: string): string | undefined => /\/media\/([^/?#]+)\//.exec(address)?.[1];
const isShown = (image: HTMLImageElement): boolean => image.complete && image.naturalWidth > 0;

export interface PictureKeeper {
  /** Addresses that are worth keeping. */
  want: (addresses: readonly string[]) => void;
  stop: () => void;
}

/** Keeps pictures of the page from now on. */
export function keepPictures({ keepPicture }: Pick<Kept, 'keepPicture'>): PictureKeeper {
  const wanted = new Map<string, string>();
  let isOver = false;
  let fetching = Promise.resolve();

  const show = (image: HTMLImageElement): void => {
    const file = fileOf(image.currentSrc || image.src);
    const address = file === undefined ? undefined : wanted.get(file);
    if (file === undefined || address === undefined) return;
    wanted.delete(file);
    // One after the other: what is on screen goes first.
    fetching = fetching.then(() => (isOver ? undefined : keepPicture(address)));
  };
  const onLoad = ({ target }: Event): void => {
    if (target instanceof HTMLImageElement) show(target);
  };
  // Pictures tell nobody above them that they have come: they are overheard on the way down.
  document.addEventListener('load', onLoad, true);

  return {
    want: (addresses) => {
      for (const address of addresses) {
        const file = fileOf(address);
        if (file !== undefined) wanted.set(file, address);
      }
      for (const image of document.images) if (isShown(image)) show(image);
    },
    stop: () => {
      isOver = true;
      document.removeEventListener('load', onLoad, true);
    },
  };
}
