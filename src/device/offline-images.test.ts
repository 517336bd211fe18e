/** Which images are fetched for the offline cache, and when. */
import { waitFor } from '@testing-library/react';
import { cacheThumbnails } from './offline-images';

const host = 'https://host.test/media';

/** Adds an image to the page. */
function addImage(src: string, { isLoaded }: { isLoaded: boolean }): HTMLImageElement {
  const image = document.body.appendChild(document.createElement('img'));
  Object.defineProperties(image, { complete: { value: true }, naturalWidth: { value: isLoaded ? 8 : 0 } });
  image.src = src;
  return image;
}

afterEach(() => {
  document.body.replaceChildren();
});

test('fetches a thumbnail only once, when its file has been shown, and none after stop', async () => {
  const cached: string[] = [];
  const thumbnails = cacheThumbnails({ putImage: (url) => Promise.resolve(void cached.push(url)) });
  addImage(`${host}/f1/medium?signature=a`, { isLoaded: true });
  const slow = addImage(`${host}/f2/medium`, { isLoaded: false });
  const broken = addImage(`${host}/f4/small`, { isLoaded: false });
  thumbnails.cacheWhenShown(['f1', 'f2', 'f3', 'f4'].map((file) => `${host}/${file}/small`));
  await waitFor(() => expect(cached).toEqual([`${host}/f1/small`]));

  for (const image of [slow, slow]) image.dispatchEvent(new Event('load'));
  broken.dispatchEvent(new Event('error'));
  await waitFor(() => expect(cached).toEqual([`${host}/f1/small`, `${host}/f2/small`]));

  thumbnails.cacheWhenShown([`${host}/f5/small`]);
  thumbnails.stop();
  const restarted = cacheThumbnails({ putImage: (url) => Promise.resolve(void cached.push(url)) });
  restarted.cacheWhenShown([`${host}/f6/small`]);
  for (const file of ['f5', 'f6']) addImage(`${host}/${file}/small`, { isLoaded: true }).dispatchEvent(new Event('load'));
  await waitFor(() => expect(cached).toContain(`${host}/f6/small`));
  expect(cached).toHaveLength(3);
  restarted.stop();
});
