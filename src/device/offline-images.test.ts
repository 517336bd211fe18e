/** Which pictures are fetched for keeping, and when. */
import { waitFor } from '@testing-library/react';
import { keepPictures } from './offline-images';

const host = 'https://host.test/media';

/** A picture on the page, as browsers tell of it once it has come. */
function picture(src: string, { isThere }: { isThere: boolean }): HTMLImageElement {
  const image = document.body.appendChild(document.createElement('img'));
  Object.defineProperties(image, { complete: { value: true }, naturalWidth: { value: isThere ? 8 : 0 } });
  image.src = src;
  return image;
}

afterEach(() => {
  document.body.replaceChildren();
});

test('a small picture is fetched once something of its file has been shown, once, and not after the end', async () => {
  const kept: string[] = [];
  const pictures = keepPictures({ keepPicture: (address) => Promise.resolve(void kept.push(address)) });
  picture(`${host}/f1/medium?signature=a`, { isThere: true });
  const later = picture(`${host}/f2/medium`, { isThere: false });
  const never = picture(`${host}/f4/small`, { isThere: false });
  pictures.want(['f1', 'f2', 'f3', 'f4'].map((file) => `${host}/${file}/small`));
  await waitFor(() => expect(kept).toEqual([`${host}/f1/small`]));

  for (const image of [later, later]) image.dispatchEvent(new Event('load'));
  never.dispatchEvent(new Event('error'));
  await waitFor(() => expect(kept).toEqual([`${host}/f1/small`, `${host}/f2/small`]));

  pictures.want([`${host}/f5/small`]);
  pictures.stop();
  const after = keepPictures({ keepPicture: (address) => Promise.resolve(void kept.push(address)) });
  after.want([`${host}/f6/small`]);
  for (const file of ['f5', 'f6']) picture(`${host}/${file}/small`, { isThere: true }).dispatchEvent(new Event('load'));
  await waitFor(() => expect(kept).toContain(`${host}/f6/small`));
  expect(kept).toHaveLength(3);
  after.stop();
});
