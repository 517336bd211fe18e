/**
 * Pictures that the host refused to whoever is signed in: the browser may have lost the cookie that opens them, and gets it again
 * with the own account. Until then they are held without their address, so that nothing takes them for broken. Holding begins
 * with the page, before any other script runs: hence a script of its own, which only pages of signed-in people carry.
 */

/** Said on the window when a picture is held. */
export const mediaLost = 'media-lost';

type Held = [image: HTMLImageElement, src: string];

/** A picture whose address names a viewer is held once; the second time it is broken. */
function hold(name: string): void {
  const held: Held[] = [];
  Object.assign(window, { [name]: held });
  window.addEventListener(
    'error',
    (event) => {
      const image = event.target;
      if (!(image instanceof HTMLImageElement) || !/\/media\/.*[?&]viewer=(?!guest)/.test(image.src) || image.dataset['held'] === image.src)
        return;
      event.stopImmediatePropagation();
      held.push([image, image.src]);
      image.dataset['held'] = image.src;
      image.removeAttribute('src');
      window.dispatchEvent(new Event(name));
    },
    true,
  );
}

/** The text of the page's own script. */
export const lostMediaScript = `(${hold.toString()})(${JSON.stringify(mediaLost)})`;

const heldNow = (): Held[] => ((window as unknown as Record<string, Held[] | undefined>)[mediaLost] ??= []);

/** Whether pictures wait for the cookie. */
export const isMediaHeld = (): boolean => heldNow().length > 0;

/** Loads the pictures that were held once more; those that have become other pictures are left alone. */
export function loadHeldMedia(): void {
  for (const [image, src] of heldNow().splice(0)) if (!image.hasAttribute('src')) image.src = src;
}
