/**
 * Recovers images that the server denied to a signed-in person. The browser may have lost the media cookie, which the next request for
 * the account sets again. Until then the images are held without their `src`, so that no component shows them as broken. This is an
 * inline script of signed-in pages, since it must run before all others.
 */

/** Dispatched on the window when an image is held. */
export const mediaLostEvent = 'media-lost';

type Held = [image: HTMLImageElement, src: string];

/** Holds an image whose URL names a viewer. A second failure counts as broken. */
function hold(name: string): void {
  const waiting: Held[] = [];
  Object.assign(window, { [name]: waiting });
  window.addEventListener(
    'error',
    (event) => {
      const image = event.target;
      if (!(image instanceof HTMLImageElement) || !/\/media\/.*[?&]viewer=(?!guest)/.test(image.src) || image.dataset['held'] === image.src)
        return;
      event.stopImmediatePropagation();
      waiting.push([image, image.src]);
      image.dataset['held'] = image.src;
      image.removeAttribute('src');
      window.dispatchEvent(new Event(name));
    },
    true,
  );
}

/** The source of the inline script. */
export const lostMediaScript = `(${hold.toString()})(${JSON.stringify(mediaLostEvent)})`;

const heldNow = (): Held[] => ((window as unknown as Record<string, Held[] | undefined>)[mediaLostEvent] ??= []);

/** Whether images wait for the cookie. */
export const hasHeldMedia = (): boolean => heldNow().length > 0;

/** Reloads the held images. Images that have another `src` by now are left alone. */
export function loadHeldMedia(): void {
  for (const [image, src] of heldNow().splice(0)) if (!image.hasAttribute('src')) image.src = src;
}
