/**
 * The connection is lost: pages that were read stay readable, messages are sent once when it returns, and other accounts find no
 * data.
 */
import type { Page } from 'playwright-core';
import { eventually } from '../../kit/timing/eventually';
import { journey } from '../../kit/browser/journey';
import { signUpFan, signUpPerformer } from '../../kit/people/people';
import { publishPost, uploadPhoto } from '../../kit/content/posts';
import { logIn, logOut } from '../../kit/browser/sign-in';
import { readMessages, openConversation } from '../../kit/talk/conversations';

/** Everything in the browser's own storage: cached URLs by cache, and the number of databases. */
const browserStorage = (page: Page): Promise<{ caches: Record<string, string[]>; databases: number }> =>
  page.evaluate(async () => {
    const cacheContents = await Promise.all(
      (await caches.keys()).map(async (name) => [name, (await (await caches.open(name)).keys()).map(({ url }) => url)] as const),
    );
    return { caches: Object.fromEntries(cacheContents), databases: (await indexedDB.databases()).length };
  });

/** The URLs in an account's cache of responses. */
const responsesOf = (cacheContents: Record<string, string[]>, accountId: string): string[] =>
  Object.entries(cacheContents).flatMap(([name, urls]) => (name.startsWith(`kept:${accountId}:`) ? urls : []));

/** Waits until the code of the current page and the responses of these endpoints are cached. */
const waitUntilCached = async (page: Page, accountId: string, endpoints: string[]): Promise<void> =>
  eventually(async () => {
    const { caches: cacheContents } = await browserStorage(page);
    const ownCache = responsesOf(cacheContents, accountId).map(decodeURIComponent);
    for (const endpoint of endpoints) expect(ownCache.filter((address) => address.includes(endpoint))).not.toEqual([]);
    const shellUrls = Object.entries(cacheContents).flatMap(([name, addresses]) => (name.startsWith('shell:') ? addresses : []));
    const resourceUrls = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name.replace(/#.*/, '')));
    expect(resourceUrls.filter((address) => address.includes('/_next/static/') && !shellUrls.includes(address))).toEqual([]);
    expect(shellUrls.some((address) => address.endsWith('/offline'))).toBe(true);
  });

journey('Without a connection', (story) => {
  story('the feed and a thread are readable, a pending message is sent once, and no data is left for another account', async (context) => {
    const { testHost } = context.site;
    const ada = await signUpPerformer(testHost, `ada-${context.size}`);
    const finn = await signUpFan(testHost, `finn-${context.size}`);
    const eve = await signUpFan(testHost, `eve-${context.size}`);
    await testHost.call('POST /follows/:id', { params: { id: ada.id } }, { token: finn.token });
    await publishPost(testHost, ada, { text: 'Tonight at eight', type: 'photo', fileIds: [await uploadPhoto(testHost, ada)] });
    await publishPost(testHost, ada, {
      text: 'For those who pay',
      audience: 'paid',
      price: 5,
      type: 'photo',
      fileIds: [await uploadPhoto(testHost, ada)],
    });
    const id = await openConversation(testHost, finn, ada);
    await testHost.call('POST /messages/conversations/:id', { params: { id }, body: { text: 'Will you come?' } }, { token: ada.token });

    const fan = await context.visit({ token: finn.token });
    fan.expectConnectionLoss();
    // Logging out may abort an image request that the cache has just started.
    fan.expectStatuses(403);
    await fan.open('/home');
    await fan.waitForText('Tonight at eight');
    await waitUntilCached(fan.page, finn.id, ['GET /user/feeds', '/media/']);
    await fan.open(`/messages/${id}`);
    await fan.waitForText('Will you come?');
    await waitUntilCached(fan.page, finn.id, ['GET /messages/conversations/:id', 'GET /conversations"']);
    const { caches: cacheContents } = await browserStorage(fan.page);
    const cachedImages = responsesOf(cacheContents, finn.id).filter((address) => address.includes('/media/'));
    expect(cachedImages.filter((address) => !/\/(small|poster-small|locked)(\?|$)/.test(address))).toEqual([]);

    await fan.context.setOffline(true);
    await fan.open('/home');
    await fan.waitForText('Tonight at eight');
    await fan.waitForText(/^You’re offline\. You’re viewing content saved on/);
    await fan.waitForNavigation(/\/home/);
    expect(
      await fan.page
        .getByRole('main')
        .locator('img[src*="/media/"]')
        .first()
        .evaluate((image: HTMLImageElement) => image.naturalWidth),
    ).toBeGreaterThan(0);
    await fan.check('offline-feed');
    await fan.open('/explore');
    await fan.waitForScreen('You’re offline');
    await fan.waitForNavigation(/\/explore/);
    await fan.check('offline-elsewhere');
    await fan.press('Messages', fan.page.getByRole('main'));
    await fan.page
      .getByRole('link', { name: new RegExp(ada.username) })
      .first()
      .click();
    await fan.waitForText('Will you come?');
    await fan.fill('Message', 'Written without a line');
    await fan.press('Send');
    await fan.waitForText('Waiting for connection');
    await fan.fill('Message', 'Decision reversed');
    await fan.press('Send');
    await fan.page.getByRole('button', { name: 'Discard' }).last().click();
    await fan.open(`/messages/${id}`);
    await fan.waitForText('Waiting for connection');
    await fan.waitForNavigation(/\/messages\//);
    await fan.check('offline-thread');
    await fan.context.setOffline(false);
    await fan.waitForText('You’re back online.');
    await fan.page.getByText('You, not sent yet:').waitFor({ state: 'detached' });
    await fan.check('offline-over');
    const { data } = await readMessages(testHost, finn, id);
    expect(data.map(({ text }) => text)).toEqual(['Written without a line', 'Will you come?']);

    await fan.open('/home');
    await logOut(fan);
    await eventually(async () => expect(await browserStorage(fan.page)).toEqual({ caches: {}, databases: 0 }));
    await logIn(fan, `eve-${context.size}`);
    await fan.page.waitForURL('**/home');
    await waitUntilCached(fan.page, eve.id, []);
    expect(JSON.stringify(await browserStorage(fan.page))).not.toContain(finn.id);
    await fan.context.setOffline(true);
    await fan.open(`/messages/${id}`);
    await fan.page.getByRole('alert').first().waitFor();
    expect(await fan.page.getByText('Will you come?').count()).toBe(0);
  });

  story('a performer reads their own page', async (context) => {
    const { testHost } = context.site;
    const ada = await signUpPerformer(testHost, `own-${context.size}`);
    await publishPost(testHost, ada, { text: 'Written at home', type: 'text' });
    const performer = await context.visit({ token: ada.token });
    performer.expectConnectionLoss();
    await performer.open(`/${ada.username}`);
    await performer.waitForText('Written at home');
    await waitUntilCached(performer.page, ada.id, ['GET /performers/:id', `performerId:"${ada.id}"`]);
    await performer.context.setOffline(true);
    await performer.open(`/${ada.username}`);
    await performer.waitForText('Written at home');
    await performer.waitForText(/^You’re offline\. You’re viewing content saved on/);
    await performer.waitForNavigation(new RegExp(`/${ada.username}`));
    await performer.check('offline-own-page');

    // A part of the cached code is missing: the page says so and does not reload in a loop. The screen size is irrelevant here.
    if (context.size === 'desktop') return;
    await performer.page.evaluate(async () => {
      for (const name of (await caches.keys()).filter((cacheName) => cacheName.startsWith('shell:'))) {
        const cache = await caches.open(name);
        for (const request of await cache.keys())
          if ((await (await cache.match(request))?.text())?.includes('load_page_chunks__("/[profileId]"')) await cache.delete(request);
      }
    });
    await (await performer.context.newCDPSession(performer.page)).send('Network.clearBrowserCache');
    let failures = 0;
    performer.page.on('requestfailed', (request) => (failures += request.url().includes('/_next/') ? 1 : 0));
    await performer.open(`/${ada.username}`);
    await performer.waitForScreen('You’re offline');
    await performer.waitForText('Your profile');
    await performer.waitForNavigation(new RegExp(`/${ada.username}`));
    expect(failures).toBeLessThan(10);
  });
});
