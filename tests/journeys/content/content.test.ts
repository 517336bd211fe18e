/**
 * What is published, from both sides: a performer posts, uploads, plans, changes and takes back; a guest finds her; a fan follows,
 * unlocks, watches, answers, keeps, and comes back to where she was.
 */
import { headers } from '@contract/kernel/conventions';
import { uploadPiece_bytes } from '@contract/kernel/limits';
import { addTestCard, freshKey } from '../../support/payments';
import { paddedVideoFile } from '../../kit/files/media-clips';
import { eventually } from '../../kit/timing/eventually';
import { journey } from '../../kit/browser/journey';
import { showFilm } from '../../support/on-show';
import { signUpFan, signUpPerformer, somePicture } from '../../kit/people/people';
import { pictureFile } from '../../kit/files/images';
import { publishPost, runJob, uploadPhoto } from '../../support/posts';
import { fieldOf } from '../../support/visitor';
import type { Locator } from 'playwright-core';
import type { Visitor } from '../../support/visitor';
import type { World } from '../../kit/host/test-host';

jest.setTimeout(180_000);

const converted_ms = 60_000;

/** Leads from wherever she is to one of the editors. */
async function create(visitor: Visitor, what: string, heading: string): Promise<void> {
  await visitor.press('Create');
  await visitor.press(what, visitor.page.getByRole('dialog', { name: 'Create' }));
  await visitor.arrive(heading);
}

const isFor = (visitor: Visitor, audience: RegExp): Promise<void> => visitor.activate(visitor.page.getByRole('radio', { name: audience }));

/** The line of a list of one's own content that names `name`. */
const lineOf = ({ page }: Visitor, name: string): Locator =>
  page.getByRole('row').or(page.getByRole('listitem')).filter({ hasText: name }).filter({ visible: true }).first();

/** What the field for a time holds an hour after the host's now; the browser lives in the zone of this process. */
function inAnHour(world: World): string {
  const at = new Date(world.clock.now().getTime() + 3_600_000);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

async function postPhotosWithPoll(performer: Visitor, words: string): Promise<void> {
  await create(performer, 'Post', 'New post');
  await performer.look('post-editor');
  await performer.write('Text', words);
  const photos = await Promise.all(['#884422', '#228844', '#224488'].map((colour, index) => pictureFile(`scene-${index}.jpg`, colour)));
  await performer.page.getByLabel('Add photos: choose files').setInputFiles(photos);
  const rows = performer.page.getByRole('list', { name: 'Files of the post' });
  await rows.getByText('Done').nth(2).waitFor();
  await performer.press('Remove scene-1.jpg');
  await performer.write('What scene-0.jpg shows', 'A warm light on an empty stage');
  await performer.press('Add poll');
  await performer.write('Question', 'Which light?');
  await performer.write('Answer 1', 'Candles');
  await performer.write('Answer 2', 'Footlights');
  await isFor(performer, /^Everyone/);
  await performer.look('post-editor-filled');
  await performer.press('Publish');
  await performer.isTaken(/\/post\//);
  await performer.read(words);
  await performer.read('Which light?');
  await performer.look('post-published');
}

const pieces = /\/uploads\/[\w-]+$/;
const filmSize_bytes = uploadPiece_bytes + 1_000_000;

/** Lets the first piece of a file through and none after it, until `pieces` are let go. Answers where those that are sent begin. */
async function cutLine({ page, losesLine }: Visitor): Promise<number[]> {
  const begun: number[] = [];
  losesLine();
  page.on('request', (request) => {
    if (request.method() === 'PATCH') begun.push(Number(request.headers()[headers.uploadOffset]));
  });
  await page.route(pieces, (route) =>
    route.request().method() === 'PATCH' && route.request().headers()[headers.uploadOffset] !== '0'
      ? route.abort('internetdisconnected')
      : route.continue(),
  );
  return begun;
}

async function uploadFilm(performer: Visitor, title: string): Promise<void> {
  const begun = await cutLine(performer);
  performer.counts(4);
  await create(performer, 'Video', 'Upload videos');
  await performer.chooseFiles('Choose files', await paddedVideoFile('film.mp4', 4, filmSize_bytes));
  await performer.read('Waiting for connection');
  await performer.write('Title', title);
  // Films are for subscribers where nothing else is said, which takes no tap.
  await performer.page.getByRole('radio', { name: /^For a price/ }).check();
  await performer.write('Price', '12.00');
  await performer.read('You receive 9.60 tokens');
  await performer.look('video-editor');
  await performer.page.unroute(pieces);
  await performer.press('Publish when ready');
  performer.hasCome();
  await performer.isTaken(/tab=content&kind=videos/);
  await lineOf(performer, title).getByText('Published').waitFor({ timeout: converted_ms });
  // What had arrived before the cut was sent once.
  expect(begun.filter((offset) => offset === 0)).toHaveLength(1);
  await performer.look('content-videos');
}

/** Its editor is whole before any script runs, and offers three moments of the film. */
async function chooseMoment(performer: Visitor, title: string): Promise<void> {
  await performer.press(title);
  await performer.arrive('Edit video');
  const source = await (await performer.context.request.get(performer.page.url())).text();
  expect(source).toContain(`value="${title}"`);
  await performer.press(/^Moment 2/);
  await performer.look('video-moments');
  await performer.press('Save changes');
  await performer.read('Changes saved');
  await performer.press('Remove thumbnail');
  await performer.page.getByRole('button', { name: 'Remove thumbnail' }).waitFor({ state: 'detached' });
}

/** The tray says that a film was made ready, and goes by itself. */
const trayLeaves = (performer: Visitor): Promise<void> =>
  performer.page.getByRole('complementary', { name: 'Uploads' }).waitFor({ state: 'detached', timeout: 20_000 });

const filmAddress = /\/media\/[^/]+\/(mp4|hls)/;

/** The addresses of a film that she has bought open for her, and for nobody else to whom she gives them. */
async function staysHers(addresses: readonly string[], buyer: Visitor, other: Visitor): Promise<void> {
  const films = addresses.filter((address) => filmAddress.test(address));
  expect(films).not.toEqual([]);
  for (const address of new Set(films)) {
    expect([address, (await buyer.context.request.get(address)).status()]).toEqual([address, 200]);
    expect([address, (await other.context.request.get(address)).status()]).toEqual([address, 403]);
  }
}

journey('What is published', (tell) => {
  tell('is posted, uploaded, planned, changed, deleted and taken back by its performer', async ({ site, size, visit }) => {
    const { world } = site;
    const { token, username } = await signUpPerformer(world, `cora-${size}`);
    const performer = await visit({ token });
    await performer.open(`/${username}`);
    await postPhotosWithPoll(performer, 'Behind the curtain');
    await uploadFilm(performer, 'Dress rehearsal');
    await chooseMoment(performer, 'Dress rehearsal');
    await trayLeaves(performer);

    await create(performer, 'Post', 'New post');
    await performer.write('Text', 'Opening night');
    await isFor(performer, /^Everyone/);
    await fieldOf(performer.page, 'Publish at').fill(inAnHour(world));
    await performer.press('Schedule');
    await performer.isTaken(/tab=content&kind=feeds/);
    await lineOf(performer, 'Opening night').getByText('Scheduled').waitFor();
    await performer.look('content-posts');

    await performer.press('Opening night');
    await performer.arrive('Edit post');
    await performer.write('Text', 'Opening night, at eight');
    await performer.press('Schedule');
    await performer.isTaken(/tab=content&kind=feeds/);
    await performer.press('Actions for Opening night, at eight');
    await performer.look('content-actions');
    await performer.press('Delete');
    await performer.read('Post deleted');
    await performer.page.getByRole('link', { name: 'Opening night, at eight' }).waitFor({ state: 'detached' });
    await performer.press('Undo');
    await lineOf(performer, 'Opening night, at eight').getByText('Scheduled').waitFor();

    const guest = await visit();
    await guest.open(`/${username}`);
    await guest.read('Behind the curtain');
    await guest.page.getByRole('img', { name: 'A warm light on an empty stage' }).waitFor();
    expect(await guest.page.getByText('Opening night').count()).toBe(0);
    await guest.look('profile-with-posts');
    world.clock.advance({ hours: 2 });
    await runJob(world, 'items/relist', {});
    await guest.open(`/${username}`);
    await guest.read('Opening night, at eight');

    await performer.open(`/${username}?tab=content&kind=feeds`);
    await performer.press('Actions for Behind the curtain');
    await performer.press('Delete');
    await performer.look('content-deleting');
    await performer.press('Delete post', performer.page.getByRole('alertdialog'));
    await performer.read('Post deleted');
    await guest.open(`/${username}`);
    await guest.read('Opening night, at eight');
    expect(await guest.page.getByText('Behind the curtain').count()).toBe(0);
  });

  tell('is described, shown to followers and put into a gallery, photo by photo', async ({ site, size, visit }) => {
    const { world } = site;
    const { token, username } = await signUpPerformer(world, `gesa-${size}`);
    await world.call('POST /performer/performer-assets/galleries', { body: { title: 'Autumn', audience: 'public' } }, { token });
    const photo = await somePicture(400, 500);
    await world.call('POST /performer/performer-assets/photos/upload', { files: { photo }, body: { title: 'Lantern' } }, { token });
    const performer = await visit({ token });
    await performer.open(`/${username}?tab=content&kind=photos`);
    const source = await (await performer.context.request.get(`/${username}?tab=content&kind=photos`)).text();
    expect(source).toContain('Lantern');
    await performer.look('content-photos');
    await performer.press('Actions for Lantern');
    await performer.press('Edit');
    await performer.write('What it shows', 'A lantern in the wings');
    await isFor(performer, /^Followers/);
    await performer.look('photo-editor');
    await performer.press('Save photo');
    await performer.read('Changes saved');
    await lineOf(performer, 'Lantern').getByText('Followers').waitFor();
    await performer.press('Actions for Lantern');
    await performer.press('Edit');
    await fieldOf(performer.page, 'Gallery').selectOption('Autumn');
    await performer.press('Save photo');
    await performer.read('Photo moved');
    await lineOf(performer, 'Lantern').getByText('Cover').waitFor();
    await performer.press('Undo');
    await lineOf(performer, 'Lantern').getByText('None').waitFor();
  });

  tell('is seen again by a fan whose browser has lost the cookie that opens it', async ({ site, size, visit }) => {
    const { world } = site;
    const performer = await signUpPerformer(world, `hedy-${size}`);
    const { token } = await signUpFan(world, `fred-${size}`);
    await world.call('POST /follows/:id', { params: { id: performer.id } }, { token });
    const photo = await uploadPhoto(world, performer);
    const altTexts = [{ fileId: photo, text: 'An open door' }];
    await publishPost(world, performer, { type: 'photo', fileIds: [photo], audience: 'followers', altTexts });
    const fan = await visit({ token });
    fan.provoke(403);
    await fan.context.clearCookies({ name: 'media' });
    const asked: string[] = [];
    fan.page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await fan.open('/home');
    const picture = fan.page.getByRole('img', { name: 'An open door' });
    await eventually(async () => {
      expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    }, 20_000);
    expect((await fan.context.cookies(world.url + '/media')).map(({ name }) => name)).toContain('media');
    // A page reads the own account once its socket has logged in; a lost cookie costs one read more, and only the first time.
    const reads = (): number => asked.filter((path) => path === '/users/me').length;
    expect(reads()).toBeLessThanOrEqual(2);
    const before = reads();
    await fan.open(`/${performer.username}`);
    await picture.first().waitFor();
    expect(reads() - before).toBeLessThanOrEqual(1);
    await fan.look('pictures-again');
  });

  tell('is found by a guest through a filter, and by a name written wrongly', async ({ site, size, visit }) => {
    const name = `philomena-${size}`;
    const performer = await signUpPerformer(site.world, name);
    await publishPost(site.world, performer, { text: 'A philomena is a nightingale.' });
    const other = await signUpPerformer(site.world, `paid-${size}`);
    await site.world.call('PUT /performers/:id', { params: { id: 'me' }, body: { isFreeSubscription: true } }, { token: performer.token });
    const guest = await visit();
    await guest.open('/explore');
    await guest.page.getByRole('link', { name: other.username }).waitFor();
    await guest.press('Free', guest.page.getByRole('group', { name: 'Quick filters' }));
    await guest.page.waitForURL(/free/);
    await guest.page.getByRole('link', { name: other.username }).waitFor({ state: 'detached' });
    await guest.page.getByRole('link', { name }).waitFor();

    await guest.open('/search');
    await guest.look('search');
    const field = guest.page.getByRole('searchbox', { name: 'Search the site' }).or(guest.page.getByLabel('Search the site')).first();
    await field.fill('filomena');
    await field.press('Enter');
    await guest.page.waitForURL(/\/search\?q=filomena/);
    await guest.page.getByRole('link', { name }).waitFor();
    await guest.look('search-found');
    await guest.press(name);
    await guest.arrive(new RegExp(name));
    await guest.read('A philomena is a nightingale.');
  });

  tell('is unlocked once by a fan who follows, and plays at once', async ({ site, size, visit }) => {
    const { world } = site;
    const performer = await signUpPerformer(world, `dora-${size}`);
    const title = 'The whole second act';
    await showFilm(world, performer, { title, audience: 'paid', isSale: true, price: 12 });
    const { token } = await signUpFan(world, `fay-${size}`);
    await addTestCard(world, token, 'test_visa');
    await world.call('POST /payment/wallet/top-up', { body: { amount: 100 } }, { token, key: freshKey() });

    const fan = await visit({ token });
    await fan.open(`/${performer.username}`);
    await fan.press(`Follow ${performer.username}`);
    await fan.page.getByRole('button', { name: `Following ${performer.username}` }).waitFor();
    await fan.press('Videos');
    await fan.page.waitForURL(/tab=videos/);
    await fan.look('profile-videos');
    await fan.press(title);
    await fan.arrive(title);
    await fan.look('video-locked');

    const asked: string[] = [];
    fan.page.on('request', (request) => asked.push(request.url()));
    fan.counts(2);
    await fan.press('Unlock for 12.00');
    const dialog = fan.page.getByRole('dialog');
    await dialog.getByText('You pay').waitFor();
    await fan.look('unlock-dialog');
    await fan.activateTwice(dialog.getByRole('button', { name: 'Unlock for 12.00' }));
    await fan.read(/^Unlocked · 12/);
    fan.hasCome();
    await fan.page.getByRole('link', { name: 'Wallet, 88 tokens' }).filter({ visible: true }).first().waitFor();
    await eventually(async () => {
      expect(await fan.page.locator('video').evaluate(({ currentTime }: HTMLVideoElement) => currentTime)).toBeGreaterThan(0);
    }, 20_000);
    await fan.look('video-playing');
    await staysHers(asked, fan, await visit({ token: (await signUpFan(world, `gil-${size}`)).token }));
    const charged = await world.call('GET /wallet/charges/search', {}, { token });
    expect(charged.data.data).toMatchObject([{ type: 'video', price: 12, commission: 2.4, earning: 9.6, status: 'success' }]);

    await fan.write('Write a comment', 'I could not look away.');
    await fan.press('Post comment');
    await fan.page
      .getByRole('article', { name: /^Comment by/ })
      .getByText('I could not look away.')
      .waitFor();
    await fan.page.getByRole('heading', { name: '1 comment' }).waitFor();
    await fan.press('Bookmark');
    await fan.look('video-commented');

    await fan.open('/purchases');
    await fan.page.getByRole('link', { name: title }).filter({ visible: true }).first().waitFor();
    await fan.look('purchases-video');
    await fan.open('/bookmarks?tab=videos');
    await fan.page.getByRole('link', { name: title }).filter({ visible: true }).first().waitFor();
    await fan.look('bookmarks-video');
  });

  tell('is read in the feed, voted on and kept, and Back leads to the same place', async ({ site, size, visit }) => {
    const { world } = site;
    const performer = await signUpPerformer(world, `edda-${size}`);
    const { token } = await signUpFan(world, `flo-${size}`);
    await world.call('POST /follows/:id', { params: { id: performer.id } }, { token });
    const options = ['Candles', 'Footlights'];
    const { data: poll } = await world.call('POST /performer/feeds/polls', { body: { question: 'Which light?', options } }, performer);
    for (let day = 1; day <= 12; day += 1) {
      const fileIds = day % 3 === 0 ? [await uploadPhoto(world, performer)] : [];
      const content = fileIds.length > 0 ? ({ type: 'photo', fileIds } as const) : ({ type: 'text' } as const);
      await publishPost(world, performer, { ...content, text: `Day ${day} of rehearsals`, ...(day === 4 && { pollId: poll._id }) });
    }

    const fan = await visit({ token });
    await fan.open('/home');
    await fan.read('Day 12 of rehearsals');
    await fan.look('home-feed');
    const asked = fan.page.getByRole('article').filter({ hasText: 'Day 4 of rehearsals' });
    await eventually(async () => {
      await fan.page.mouse.wheel(0, 600);
      expect(await asked.count()).toBe(1);
    }, 20_000);
    await asked.scrollIntoViewIfNeeded();
    await fan.press('Bookmark', asked);
    const before_px = await fan.page.evaluate(() => window.scrollY);
    expect(before_px).toBeGreaterThan(500);
    await fan.press(/^Comment, /, asked);
    await fan.page.waitForURL(/\/post\//);
    await fan.press('Footlights');
    await fan.read('100 %');
    await fan.look('post-voted');

    await fan.page.goBack();
    await asked.waitFor();
    await eventually(async () => {
      expect(Math.abs((await fan.page.evaluate(() => window.scrollY)) - before_px)).toBeLessThan(40);
    });
    await asked.getByText('100 %').waitFor();
    await fan.open('/bookmarks');
    await fan.read(/Day 4 of rehearsals/);
    await fan.look('bookmarks-posts');
    await fan.open('/following');
    await fan.read(performer.username);
    await fan.look('following');
  });
});
