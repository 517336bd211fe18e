/**
 * The screenshots of the README: a creator's page, a live show and the console, with two device pixels per CSS pixel. `npm run
 * docs:pictures` writes them to docs/images; other runs only check that they can be taken.
 */
import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { artFolder } from '@server/seed/art';
import { withCast } from '../../kit/browser/cast';
import { journey } from '../../kit/browser/journey';
import { devices, expectMovingVideo, stageVideo } from '../../kit/browser/live-video';
import { tokenOf } from '../../kit/browser/tour-pages';
import { fillWallet } from '../../kit/money/ledger';

const folder = process.env['README_PICTURES'];
const size_max_bytes = 400_000;
const webpOptions = { quality: 82, effort: 6 };

/** Who writes what in the chat of the show. */
const chatMessages = [
  ['finn', 'Front row tonight!'],
  ['hugo', 'The light in this one…'],
  ['finn', 'Is this the second act?'],
] as const;

/** Checks the size of a screenshot, and writes it if the run has a folder for it. */
async function saveScreenshot(page: Page, name: string): Promise<void> {
  const image = await sharp(await page.screenshot({ animations: 'disabled' }))
    .webp(webpOptions)
    .toBuffer();
  expect(image.length).toBeLessThan(size_max_bytes);
  if (folder === undefined) return;
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, `${name}.webp`), image);
}

/** Replaces the camera of a page with a slowly moving image, and its microphone with silence. */
async function replaceCamera(page: Page, path: string): Promise<void> {
  const dataUrl = `data:image/webp;base64,${readFileSync(join(artFolder, path)).toString('base64')}`;
  await page.addInitScript((address) => {
    navigator.mediaDevices.getUserMedia = async () => {
      const [image, canvas] = [new Image(), document.createElement('canvas')];
      image.src = address;
      await image.decode();
      [canvas.width, canvas.height] = [1280, 720];
      const scale = (canvas.width * 1.04) / image.width;
      const [width, height] = [image.width * scale, image.height * scale];
      let frame = 0;
      setInterval(() => {
        frame += 1;
        const x = (Math.sin(frame / 40) - 1) * 0.02 * canvas.width;
        canvas.getContext('2d')?.drawImage(image, x, canvas.height - height, width, height);
      }, 50);
      const sound = new AudioContext().createMediaStreamDestination().stream;
      return new MediaStream([...canvas.captureStream(20).getTracks(), ...sound.getTracks()]);
    };
  }, dataUrl);
}

journey(
  'The screenshots of the README',
  (story) => {
    story.onDesktop('show a creator’s page, a live show and the console, each in at most 400 kB', async ({ site, visit }) => {
      const highDensity = { deviceScaleFactor: 2, theme: 'light' } as const;
      const [adaToken, finnToken, hugoToken, oliveToken] = await Promise.all(
        ['ada', 'finn', 'hugo', 'olive'].map((username) => tokenOf(site.testHost, username)),
      );

      // Enough for a tip at each size.
      const { data: finnAccount } = await site.testHost.call('GET /users/me', {}, { token: finnToken });
      await fillWallet(site.testHost, finnAccount._id, 10_000n);
      const guest = await visit(highDensity);
      await guest.open('/ada');
      await saveScreenshot(guest.page, 'profile');

      const ada = await visit({ token: adaToken });
      await ada.context.grantPermissions(devices);
      await replaceCamera(ada.page, 'photos/wings.webp');
      await ada.open('/creator/live');
      await ada.waitForText('Your connection works');
      await ada.fill('Title', 'The lighthouse, second act');
      await ada.fill('Tip goal', '200');
      await ada.page.getByRole('radio', { name: /^Everyone/ }).check();
      await ada.press('Go live');
      await ada.page.getByText('LIVE', { exact: true }).waitFor();
      const [finn, hugo] = await Promise.all([visit({ ...highDensity, token: finnToken }), visit({ token: hugoToken })]);
      const viewers = { finn, hugo };
      for (const person of [finn, hugo]) await person.open('/live/ada');
      for (const [username, text] of chatMessages) {
        await viewers[username].fill('Message', text);
        await viewers[username].page.keyboard.press('Enter');
        await finn.page.getByRole('log', { name: 'Chat history' }).getByText(text).waitFor();
      }
      await finn.press('Tip');
      await finn.press('50');
      await finn.press('Send 50 tokens');
      await finn.press('Done');
      await expectMovingVideo(finn, stageVideo);
      await saveScreenshot(finn.page, 'live');
      await ada.press('End stream');
      await ada.press('End stream', ada.page.getByRole('alertdialog'));
      await ada.waitForText('Your stream has ended');

      const olive = await visit({ ...highDensity, token: oliveToken });
      await olive.open('/admin');
      await saveScreenshot(olive.page, 'console');
    });
  },
  withCast[0],
  { ...withCast[1], hasLive: true },
);
