/** Animated images chosen as photos: people are warned before publishing that only the first frame is stored. */
import { screen } from '@testing-library/react';
import { mockEndpoint, startFakeHost, fakeHostUrl } from '../../tests/kit/screens/fake-host';
import { renderScreen } from '../../tests/kit/screens/render';
import { storedFile } from '../../tests/kit/fixtures/stored-files';
import { setApiUrl } from '@web/services/api';
import { services } from '@web/services/services';
import { isAnimation, warnIfAnimated } from './animation';
import { readUploads } from './upload-list';
import { discardUploads, startUpload } from './uploads';

startFakeHost();
beforeAll(() => {
  setApiUrl(fakeHostUrl);
  URL.createObjectURL = () => 'blob:preview';
  URL.revokeObjectURL = () => undefined;
});
afterEach(() => discardUploads(readUploads().map(({ id }) => id)));

const bytes = (...parts: (string | number[])[]): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === 'string' ? [...Buffer.from(part, 'latin1')] : part)));
const frame = [0x00, 0x21, 0xf9, 0x04, 0, 10, 0, 0, 0x00, 0x2c];
const gif = (frames: number) => bytes('GIF89a', ...Array.from({ length: frames }, () => frame));

it.each<[string, Uint8Array, boolean]>([
  ['a GIF of several frames', gif(3), true],
  ['a GIF of one frame', gif(1), false],
  ['an animated PNG', bytes('\u0089PNG\r\n\u001a\n', [0, 0, 0, 13], 'IHDR', [0, 0, 0, 8], 'acTL', [0, 0, 0, 2], 'IDAT'), true],
  ['a PNG', bytes('\u0089PNG\r\n\u001a\n', [0, 0, 0, 13], 'IHDR', [0, 0, 0, 2], 'IDAT', 'acTL'), false],
  ['an animated WebP', bytes('RIFF', [0, 0, 0, 0], 'WEBPVP8X', [10, 0, 0, 0, 0x12]), true],
  ['a WebP with transparency', bytes('RIFF', [0, 0, 0, 0], 'WEBPVP8X', [10, 0, 0, 0, 0x10]), false],
  ['an animated AVIF', bytes([0, 0, 0, 40], 'ftypavis'), true],
  ['an AVIF', bytes([0, 0, 0, 40], 'ftypavif'), false],
  ['nothing', bytes(), false],
])('detects %s', (_what, content, expected) => {
  expect(isAnimation(content)).toBe(expected);
});

it('warns when an animation is chosen as a photo, but not as a video', async () => {
  mockEndpoint('POST /performer/feeds/photo/upload', storedFile());
  mockEndpoint('POST /performer/feeds/video/upload', storedFile({ type: 'feed-video' }));
  renderScreen(<main />);
  const target = { formKey: 'post:new', href: '/creator/posts/new' };
  startUpload({
    ...target,
    file: new File([gif(2)], 'film.gif', { type: 'image/gif' }),
    type: 'feed-video',
    finish: (sent, options) => services.feeds['POST /performer/feeds/video/upload']({ files: { file: sent } }, options),
  });
  startUpload({
    ...target,
    file: new File([gif(2)], 'loop.gif', { type: 'image/gif' }),
    type: 'feed-photo',
    finish: (sent, options) => services.feeds['POST /performer/feeds/photo/upload']({ files: { file: sent } }, options),
  });
  expect(await screen.findByText(/loop\.gif is animated, .*upload it as a video/)).toBeInTheDocument();
});

it('suggests another format for an animated WebP, which cannot be uploaded as a video', async () => {
  renderScreen(<main />);
  const content = bytes('RIFF', [0, 0, 0, 0], 'WEBPVP8X', [10, 0, 0, 0, 0x12]);
  await warnIfAnimated(new File([content], 'loop.webp', { type: 'image/webp' }));
  expect(await screen.findByText(/loop\.webp is animated, .*save it as GIF or MP4/)).toBeInTheDocument();
});
