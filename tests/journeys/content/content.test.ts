/**
 * Publishing, from both sides: a performer posts, uploads, schedules, edits, deletes and restores; a fan follows, unlocks, watches,
 * comments and bookmarks.
 */
import { headers } from '@contract/kernel/conventions';
import { uploadChunk_bytes } from '@contract/kernel/limits';
import { fanWithBoughtTokens } from '../../kit/money/payments';
import { paddedVideoFile } from '../../kit/files/media-clips';
import { eventually } from '../../kit/timing/eventually';
import { journey } from '../../kit/browser/journey';
import { expectNoLayoutShift } from '../../kit/browser/layout-shift';
import { publishVideo } from '../../kit/content/published-media';
import { signUpFan, signUpPerformer } from '../../kit/people/people';
import { imageFile } from '../../kit/files/images';
import { runJob } from '../../kit/content/posts';
import { chooseAudience, itemRow } from '../../kit/browser/own-content';
import { fieldOf } from '../../kit/browser/visitor';
import type { Visitor } from '../../kit/browser/visitor';
import type { TestHost } from '../../kit/host/test-host';

/** Opens an editor from any page of the performer. */
async function openEditor(visitor: Visitor, entry: string, heading: string): Promise<void> {
  await visitor.press('Create');
  await visitor.press(entry, visitor.page.getByRole('dialog', { name: 'Create' }));
  await visitor.waitForScreen(heading);
}

/** The value of a datetime field an hour after the server's time; the browser has the time zone of this process. */
function inAnHour(testHost: TestHost): string {
  const at = new Date(testHost.clock.now().getTime() + 3_600_000);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

async function postPhotosWithPoll(performer: Visitor, text: string): Promise<void> {
  await openEditor(performer, 'Post', 'New post');
  await performer.check('post-editor');
  await performer.fill('Text', text);
  const photos = await Promise.all(['#884422', '#228844', '#224488'].map((color, index) => imageFile(`scene-${index}.jpg`, color)));
  await performer.page.getByLabel('Add photos: choose files').setInputFiles(photos);
  const rows = performer.page.getByRole('list', { name: 'Files in this post' });
  await rows.getByText('Done').nth(2).waitFor();
  await performer.press('Remove scene-1.jpg');
  await performer.fill('Description of scene-0.jpg', 'A warm light on an empty stage');
  await performer.press('Add poll');
  await performer.fill('Question', 'Which light?');
  await performer.fill('Answer 1', 'Candles');
  await performer.fill('Answer 2', 'Footlights');
  await chooseAudience(performer, /^Everyone/);
  await performer.check('post-editor-filled');
  await performer.press('Publish');
  await performer.waitForNavigation(/\/post\//);
  await performer.waitForText(text);
  await performer.waitForText('Which light?');
  await performer.check('post-published');
}

const chunkPaths = /\/uploads\/[\w-]+$/;
const videoSize_bytes = uploadChunk_bytes + 1_000_000;

/** Lets only the first chunk of a file through, until the route of `chunkPaths` is removed. Returns the offsets of the chunks sent. */
async function blockLaterChunks({ page, expectConnectionLoss }: Visitor): Promise<number[]> {
  const offsets: number[] = [];
  expectConnectionLoss();
  page.on('request', (request) => {
    if (request.method() === 'PATCH') offsets.push(Number(request.headers()[headers.uploadOffset]));
  });
  await page.route(chunkPaths, (route) =>
    route.request().method() === 'PATCH' && route.request().headers()[headers.uploadOffset] !== '0'
      ? route.abort('internetdisconnected')
      : route.continue(),
  );
  return offsets;
}

async function uploadVideo(performer: Visitor, title: string): Promise<void> {
  const offsets = await blockLaterChunks(performer);
  performer.limitActivations(4);
  await openEditor(performer, 'Video', 'Upload videos');
  await performer.chooseFiles('Choose files', await paddedVideoFile('film.mp4', 4, videoSize_bytes));
  await performer.waitForText('Waiting for connection');
  await performer.fill('Title', title);
  // Not counted as a tap, because the default audience would need none.
  await performer.page.getByRole('radio', { name: /^Pay-per-view/ }).check();
  await performer.fill('Price', '12.00');
  await performer.waitForText('You receive 9.60 tokens');
  await performer.check('video-editor');
  await performer.page.unroute(chunkPaths);
  await performer.press('Publish when ready');
  performer.stopCounting();
  await performer.waitForNavigation(/tab=content&kind=videos/);
  await itemRow(performer, title).getByText('Published').waitFor();
  // The first chunk was sent only once.
  expect(offsets.filter((offset) => offset === 0)).toHaveLength(1);
  await performer.check('content-videos');
}

/** The editor is complete before scripts run, and offers three frames of the video. */
async function chooseThumbnailFrame(performer: Visitor, title: string): Promise<void> {
  await performer.press(title);
  await performer.waitForScreen('Edit video');
  const source = await (await performer.context.request.get(performer.page.url())).text();
  expect(source).toContain(`value="${title}"`);
  await performer.press(/^Frame 2/);
  await performer.check('video-moments');
  await performer.press('Save changes');
  await performer.waitForText('Changes saved');
  await performer.press('Remove thumbnail');
  await performer.page.getByRole('button', { name: 'Remove thumbnail' }).waitFor({ state: 'detached' });
}

/** The upload tray reports that a video is ready, and closes by itself. */
const waitForTrayToClose = (performer: Visitor): Promise<void> =>
  performer.page.getByRole('complementary', { name: 'Uploads' }).waitFor({ state: 'detached' });

const mediaPath = /\/media\/[^/]+\/(mp4|hls)/;

/** The media URLs of a bought video open for the buyer, and for no other account. */
async function expectBuyerOnlyAccess(urls: readonly string[], buyer: Visitor, other: Visitor): Promise<void> {
  const mediaUrls = urls.filter((url) => mediaPath.test(url));
  expect(mediaUrls).not.toEqual([]);
  for (const url of new Set(mediaUrls)) {
    expect([url, (await buyer.context.request.get(url)).status()]).toEqual([url, 200]);
    expect([url, (await other.context.request.get(url)).status()]).toEqual([url, 403]);
  }
}

journey('Published content', (story) => {
  story('is posted, uploaded, scheduled, edited, deleted and restored by its performer', async ({ site, size, visit }) => {
    const { testHost } = site;
    const { token, username } = await signUpPerformer(testHost, `cora-${size}`);
    const performer = await visit({ token });
    await performer.open(`/${username}`);
    await postPhotosWithPoll(performer, 'Behind the curtain');
    await uploadVideo(performer, 'Dress rehearsal');
    await chooseThumbnailFrame(performer, 'Dress rehearsal');
    await waitForTrayToClose(performer);

    await openEditor(performer, 'Post', 'New post');
    await performer.fill('Text', 'Opening night');
    await chooseAudience(performer, /^Everyone/);
    await fieldOf(performer.page, 'Publish at').fill(inAnHour(testHost));
    await performer.press('Schedule');
    await performer.waitForNavigation(/tab=content&kind=feeds/);
    await itemRow(performer, 'Opening night').getByText('Scheduled').waitFor();
    await performer.check('content-posts');

    await performer.press('Opening night');
    await performer.waitForScreen('Edit post');
    await performer.fill('Text', 'Opening night, at eight');
    await performer.press('Schedule');
    await performer.waitForNavigation(/tab=content&kind=feeds/);
    await performer.press('Actions for Opening night, at eight');
    await performer.check('content-actions');
    await performer.press('Delete');
    await performer.waitForText('Post deleted');
    await performer.page.getByRole('link', { name: 'Opening night, at eight' }).waitFor({ state: 'detached' });
    await performer.press('Undo');
    await itemRow(performer, 'Opening night, at eight').getByText('Scheduled').waitFor();

    const guest = await visit();
    await guest.open(`/${username}`);
    await guest.waitForText('Behind the curtain');
    await guest.page.getByRole('img', { name: 'A warm light on an empty stage' }).waitFor();
    expect(await guest.page.getByText('Opening night').count()).toBe(0);
    await guest.check('profile-with-posts');
    testHost.clock.advance({ hours: 2 });
    await runJob(testHost, 'items/relist', {});
    await guest.open(`/${username}`);
    await guest.waitForText('Opening night, at eight');

    await performer.open(`/${username}?tab=content&kind=feeds`);
    await performer.press('Actions for Behind the curtain');
    await performer.press('Delete');
    await performer.check('content-deleting');
    await performer.press('Delete post', performer.page.getByRole('alertdialog'));
    await performer.waitForText('Post deleted');
    await guest.open(`/${username}`);
    await guest.waitForText('Opening night, at eight');
    expect(await guest.page.getByText('Behind the curtain').count()).toBe(0);
  });

  story('is unlocked once by a fan who follows, and plays immediately', async ({ site, size, visit }) => {
    const { testHost } = site;
    const performer = await signUpPerformer(testHost, `dora-${size}`);
    const title = 'The whole second act';
    await publishVideo(testHost, performer, { title, audience: 'paid', isSale: true, price: 12 });
    const { token } = await fanWithBoughtTokens(testHost, `fay-${size}`, 100);

    const fan = await visit({ token });
    await fan.open(`/${performer.username}`);
    await fan.press(`Follow ${performer.username}`);
    await fan.page.getByRole('button', { name: `Following ${performer.username}` }).waitFor();
    await fan.press('Videos');
    await fan.page.waitForURL(/tab=videos/);
    await fan.check('profile-videos');
    await fan.press(title);
    await fan.waitForScreen(title);
    await fan.check('video-locked');

    const requests: string[] = [];
    fan.page.on('request', (request) => requests.push(request.url()));
    fan.limitActivations(2);
    await fan.press('Unlock for 12.00');
    const dialog = fan.page.getByRole('dialog');
    await dialog.getByText('You pay').waitFor();
    await fan.check('unlock-dialog');
    const expectStill = await expectNoLayoutShift(fan.page);
    await fan.activateTwice(dialog.getByRole('button', { name: 'Unlock for 12.00' }));
    await fan.waitForText(/^Unlocked · 12/);
    fan.stopCounting();
    await fan.page.getByRole('link', { name: 'Wallet, 88 tokens' }).filter({ visible: true }).first().waitFor();
    await eventually(async () => {
      expect(await fan.page.locator('video').evaluate(({ currentTime }: HTMLVideoElement) => currentTime)).toBeGreaterThan(0);
    });
    await expectStill();
    await fan.check('video-playing');
    await expectBuyerOnlyAccess(requests, fan, await visit({ token: (await signUpFan(testHost, `gil-${size}`)).token }));
    const charged = await testHost.call('GET /wallet/charges/search', {}, { token });
    expect(charged.data.data).toMatchObject([{ type: 'video', price: 12, commission: 2.4, earning: 9.6, status: 'success' }]);

    await fan.fill('Write a comment', 'I could not look away.');
    await fan.press('Post comment');
    await fan.page
      .getByRole('article', { name: /^Comment by/ })
      .getByText('I could not look away.')
      .waitFor();
    await fan.page.getByRole('heading', { name: '1 comment' }).waitFor();
    await fan.press('Bookmark');
    await fan.check('video-commented');

    await fan.open('/purchases');
    await fan.page.getByRole('link', { name: title }).filter({ visible: true }).first().waitFor();
    await fan.check('purchases-video');
    await fan.open('/bookmarks?tab=videos');
    await fan.page.getByRole('link', { name: title }).filter({ visible: true }).first().waitFor();
    await fan.check('bookmarks-video');
  });
});
