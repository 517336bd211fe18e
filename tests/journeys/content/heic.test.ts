/** HEIC photos from phones: uploaded as JPEGs, in the orientation in which they were taken. */
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { journey } from '../../kit/browser/journey';
import { signUpFan, signUpPerformer } from '../../kit/people/people';

/** 240 × 160, red above blue, rotated by 90° clockwise: it is displayed upright with red on the right. */
const photo = join(process.cwd(), 'tests/fixtures/turned.heic');

/** Colors near the left and the right edge of an image, and whether it is upright. Functions in a page contain no named functions. */
const edgeColors = (image: Locator) =>
  image.evaluate(async (imageElement: HTMLImageElement) => {
    await imageElement.decode();
    // Before the upload the image is a blob of the page; afterwards it comes from the API server, and is read as bytes.
    const isBlob = imageElement.currentSrc.startsWith('blob:');
    const source = isBlob ? imageElement : await (await fetch(imageElement.currentSrc, { credentials: 'include' })).blob();
    const bitmap = await createImageBitmap(source);
    const canvasContext = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d', { willReadFrequently: true });
    canvasContext?.drawImage(bitmap, 0, 0);
    const [left = [], right = []] = [0.1, 0.9].map((share) => [
      ...(canvasContext?.getImageData(bitmap.width * share, bitmap.height / 2, 1, 1).data ?? []),
    ]);
    return { left, right, isUpright: bitmap.height > bitmap.width };
  });

journey('A HEIC photo', (story) => {
  story('becomes a profile photo', async ({ site, size, visit }) => {
    const { token } = await signUpFan(site.testHost, `ivy-${size}`);
    const fan = await visit({ token });
    const paths: string[] = [];
    fan.page.on('request', (request) => paths.push(new URL(request.url()).pathname));
    await fan.open('/user/account?section=profile');
    await fan.waitForScreen('Profile');
    // The conversion library is not loaded before it is needed.
    expect(paths.filter((path) => path.startsWith('/heic'))).toEqual([]);
    await fan.page.getByLabel('Choose a profile photo').setInputFiles(photo);
    const avatar = fan.page.getByRole('img', { name: 'Your profile photo' });
    await avatar.and(fan.page.locator('img[src*="/files/"], img[src*="/media/"]')).waitFor();
    const { left, right } = await edgeColors(avatar);
    expect([(left[2] ?? 0) > 150, (left[0] ?? 255) < 100]).toEqual([true, true]);
    expect([(right[0] ?? 0) > 150, (right[2] ?? 255) < 100]).toEqual([true, true]);
  });

  story('is published in a post, and a damaged one is reported by name', async ({ site, size, visit }) => {
    const { token } = await signUpPerformer(site.testHost, `iris-${size}`);
    const performer = await visit({ token });
    await performer.open('/creator/posts/new');
    await performer.waitForScreen('New post');
    const damaged = { name: 'broken.heic', mimeType: 'image/heic', buffer: Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1') };
    await performer.page.getByLabel('Add photos: choose files').setInputFiles([damaged]);
    await performer.waitForText(/Couldn’t read broken\.heic\. Export it as JPEG/);
    await performer.press('Remove broken.heic');
    await performer.page.getByLabel('Add photos: choose files').setInputFiles(photo);
    const rows = performer.page.getByRole('list', { name: 'Files in this post' });
    await rows.getByText('Done').waitFor();
    await rows.getByText('turned.jpg', { exact: true }).waitFor();
    const { left, right, isUpright } = await edgeColors(rows.locator('img').first());
    expect([isUpright, (left[2] ?? 0) > 150, (right[0] ?? 0) > 150]).toEqual([true, true, true]);
  });
});
