/** Published content, as fans and guests find and read it, also after the media cookie was lost. */
import { journey } from '../../kit/browser/journey';
import { publishPost, uploadPhoto } from '../../kit/content/posts';
import { signUpFan, signUpPerformer } from '../../kit/people/people';
import { eventually } from '../../kit/timing/eventually';

journey('Published content', (story) => {
  story('is visible again for a fan whose browser has lost the media cookie', async ({ site, size, visit }) => {
    const { testHost } = site;
    const performer = await signUpPerformer(testHost, `hedy-${size}`);
    const { token } = await signUpFan(testHost, `fred-${size}`);
    await testHost.call('POST /follows/:id', { params: { id: performer.id } }, { token });
    const photo = await uploadPhoto(testHost, performer);
    const altTexts = [{ fileId: photo, text: 'An open door' }];
    await publishPost(testHost, performer, { type: 'photo', fileIds: [photo], audience: 'followers', altTexts });
    const fan = await visit({ token });
    fan.expectStatuses(403);
    await fan.context.clearCookies({ name: 'media' });
    const requests: string[] = [];
    fan.page.on('request', (request) => requests.push(new URL(request.url()).pathname));
    await fan.open('/home');
    const picture = fan.page.getByRole('img', { name: 'An open door' });
    await eventually(async () => {
      expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    });
    expect((await fan.context.cookies(testHost.url + '/media')).map(({ name }) => name)).toContain('media');
    // A page requests its own account once its socket has logged in; a lost cookie causes one more request, and only the first time.
    const accountRequests = (): number => requests.filter((path) => path === '/users/me').length;
    expect(accountRequests()).toBeLessThanOrEqual(2);
    const before = accountRequests();
    await fan.open(`/${performer.username}`);
    await picture.first().waitFor();
    expect(accountRequests() - before).toBeLessThanOrEqual(1);
    await fan.check('pictures-again');
  });

  story('is found by a guest with a filter, and by a misspelled name', async ({ site, size, visit }) => {
    const name = `philomena-${size}`;
    const performer = await signUpPerformer(site.testHost, name);
    await publishPost(site.testHost, performer, { text: 'A philomena is a nightingale.' });
    const other = await signUpPerformer(site.testHost, `paid-${size}`);
    await site.testHost.call(
      'PUT /performers/:id',
      { params: { id: 'me' }, body: { isFreeSubscription: true } },
      { token: performer.token },
    );
    const guest = await visit();
    await guest.open('/explore');
    await guest.page.getByRole('link', { name: other.username }).waitFor();
    await guest.press('Free', guest.page.getByRole('group', { name: 'Quick filters' }));
    await guest.page.waitForURL(/free/);
    await guest.page.getByRole('link', { name: other.username }).waitFor({ state: 'detached' });
    await guest.page.getByRole('link', { name }).waitFor();

    await guest.open('/search');
    await guest.check('search');
    const field = guest.page.getByRole('searchbox', { name: 'Search the site' }).or(guest.page.getByLabel('Search the site')).first();
    await field.fill('filomena');
    await field.press('Enter');
    await guest.page.waitForURL(/\/search\?q=filomena/);
    await guest.page.getByRole('link', { name }).waitFor();
    await guest.check('search-found');
    await guest.press(name);
    await guest.waitForScreen(new RegExp(name));
    await guest.waitForText('A philomena is a nightingale.');
  });

  story('is read in the feed, voted on and bookmarked, and Back returns to the same position', async ({ site, size, visit }) => {
    const { testHost } = site;
    const performer = await signUpPerformer(testHost, `edda-${size}`);
    const { token } = await signUpFan(testHost, `flo-${size}`);
    await testHost.call('POST /follows/:id', { params: { id: performer.id } }, { token });
    const options = ['Candles', 'Footlights'];
    const { data: poll } = await testHost.call('POST /performer/feeds/polls', { body: { question: 'Which light?', options } }, performer);
    for (let day = 1; day <= 12; day += 1) {
      const fileIds = day % 3 === 0 ? [await uploadPhoto(testHost, performer)] : [];
      const content = fileIds.length > 0 ? ({ type: 'photo', fileIds } as const) : ({ type: 'text' } as const);
      await publishPost(testHost, performer, { ...content, text: `Day ${day} of rehearsals`, ...(day === 4 && { pollId: poll._id }) });
    }

    const fan = await visit({ token });
    await fan.open('/home');
    await fan.waitForText('Day 12 of rehearsals');
    await fan.check('home-feed');
    const post = fan.page.getByRole('article').filter({ hasText: 'Day 4 of rehearsals' });
    await eventually(async () => {
      await fan.page.mouse.wheel(0, 600);
      expect(await post.count()).toBe(1);
    });
    await post.scrollIntoViewIfNeeded();
    await fan.press('Bookmark', post);
    const before_px = await fan.page.evaluate(() => window.scrollY);
    expect(before_px).toBeGreaterThan(500);
    await fan.press(/^Comment, /, post);
    await fan.page.waitForURL(/\/post\//);
    await fan.press('Footlights');
    await fan.waitForText('100%');
    await fan.check('post-voted');

    await fan.page.goBack();
    await post.waitFor();
    await eventually(async () => {
      expect(Math.abs((await fan.page.evaluate(() => window.scrollY)) - before_px)).toBeLessThan(40);
    });
    await post.getByText('100%').waitFor();
    await fan.open('/bookmarks');
    await fan.waitForText(/Day 4 of rehearsals/);
    await fan.check('bookmarks-posts');
    await fan.open('/following');
    await fan.waitForText(performer.username);
    await fan.check('following');
  });
});
