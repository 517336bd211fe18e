/** The line is cut: what was read stays readable, what is written goes once when it is back, and nothing stays for others. */
import type { Page } from 'playwright-core';
import { eventually } from '../kit/timing/eventually';
import { journey } from '../kit/browser/journey';
import { signUpFan, signUpPerformer } from '../kit/people/people';
import { publishPost, uploadPhoto } from '../support/posts';
import { logIn, logOut } from '../kit/browser/sign-in';
import { read, talkOf } from '../support/talk';

/** All that lies in the browser's own storages: names of caches with what each holds, and databases. */
const stored = (page: Page): Promise<{ caches: Record<string, string[]>; databases: number }> =>
  page.evaluate(async () => {
    const held = await Promise.all(
      (await caches.keys()).map(async (name) => [name, (await (await caches.open(name)).keys()).map(({ url }) => url)] as const),
    );
    return { caches: Object.fromEntries(held), databases: (await indexedDB.databases()).length };
  });

/** Until the code of the page on screen is kept, and answers of these endpoints. */
const isKept = async (page: Page, accountId: string, answers: string[]): Promise<void> =>
  eventually(async () => {
    const { caches: held } = await stored(page);
    const own = held[`kept:${accountId}`]?.map(decodeURIComponent) ?? [];
    for (const answer of answers) expect(own.filter((address) => address.includes(answer))).not.toEqual([]);
    const shell = Object.entries(held).flatMap(([name, addresses]) => (name.startsWith('shell:') ? addresses : []));
    const code = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name.replace(/#.*/, '')));
    expect(code.filter((address) => address.includes('/_next/static/') && !shell.includes(address))).toEqual([]);
    expect(shell.some((address) => address.endsWith('/offline'))).toBe(true);
  }, 20_000);

journey('Without a connection', (tell) => {
  tell('the feed and a thread are read, a message waits and goes once, and nothing is left for others', async (told) => {
    const { world } = told.site;
    const ada = await signUpPerformer(world, `ada-${told.size}`);
    const finn = await signUpFan(world, `finn-${told.size}`);
    const eve = await signUpFan(world, `eve-${told.size}`);
    await world.call('POST /follows/:id', { params: { id: ada.id } }, { token: finn.token });
    await publishPost(world, ada, { text: 'Tonight at eight', type: 'photo', fileIds: [await uploadPhoto(world, ada)] });
    await publishPost(world, ada, {
      text: 'For those who pay',
      audience: 'paid',
      price: 5,
      type: 'photo',
      fileIds: [await uploadPhoto(world, ada)],
    });
    const id = await talkOf(world, finn, ada);
    await world.call('POST /messages/conversations/:id', { params: { id }, body: { text: 'Will you come?' } }, { token: ada.token });

    const fan = await told.visit({ token: finn.token });
    fan.losesLine();
    // A picture that is on its way for keeping when she leaves.
    fan.provoke(403);
    await fan.open('/home');
    await fan.read('Tonight at eight');
    await isKept(fan.page, finn.id, ['GET /user/feeds', '/media/']);
    await fan.open(`/messages/${id}`);
    await fan.read('Will you come?');
    await isKept(fan.page, finn.id, ['GET /messages/conversations/:id', 'GET /conversations"']);
    const { caches: held } = await stored(fan.page);
    const pictures = (held[`kept:${finn.id}`] ?? []).filter((address) => address.includes('/media/'));
    expect(pictures.filter((address) => !/\/(small|poster-small|locked)(\?|$)/.test(address))).toEqual([]);

    await fan.context.setOffline(true);
    await fan.open('/home');
    await fan.read('Tonight at eight');
    await fan.read(/^You are offline\. What you see was kept on/);
    await fan.isTaken(/\/home/);
    expect(
      await fan.page
        .getByRole('main')
        .locator('img[src*="/media/"]')
        .first()
        .evaluate((image: HTMLImageElement) => image.naturalWidth),
    ).toBeGreaterThan(0);
    await fan.look('offline-feed');
    await fan.open('/explore');
    await fan.arrive('You are offline');
    await fan.isTaken(/\/explore/);
    await fan.look('offline-elsewhere');
    await fan.press('Messages', fan.page.getByRole('main'));
    await fan.page
      .getByRole('link', { name: new RegExp(ada.username) })
      .first()
      .click();
    await fan.read('Will you come?');
    await fan.write('Message', 'Written without a line');
    await fan.press('Send');
    await fan.read('Waiting for connection');
    await fan.write('Message', 'Taken back');
    await fan.press('Send');
    await fan.page.getByRole('button', { name: 'Discard' }).last().click();
    await fan.open(`/messages/${id}`);
    await fan.read('Waiting for connection');
    await fan.isTaken(/\/messages\//);
    await fan.look('offline-thread');
    await fan.context.setOffline(false);
    await fan.read('You are connected again.');
    await fan.page.getByText('Waiting for connection').waitFor({ state: 'detached' });
    await fan.look('offline-over');
    const { data } = await read(world, finn, id);
    expect(data.map(({ text }) => text)).toEqual(['Written without a line', 'Will you come?']);

    await fan.open('/home');
    await logOut(fan);
    await eventually(async () => expect(await stored(fan.page)).toEqual({ caches: {}, databases: 0 }));
    await logIn(fan, `eve-${told.size}`);
    await fan.page.waitForURL('**/home');
    await isKept(fan.page, eve.id, []);
    expect(JSON.stringify(await stored(fan.page))).not.toContain(finn.id);
    await fan.context.setOffline(true);
    await fan.open(`/messages/${id}`);
    await fan.page.getByRole('alert').first().waitFor();
    expect(await fan.page.getByText('Will you come?').count()).toBe(0);
  });

  tell('a performer reads her own page', async (told) => {
    const { world } = told.site;
    const ada = await signUpPerformer(world, `own-${told.size}`);
    await publishPost(world, ada, { text: 'Written at home', type: 'text' });
    const performer = await told.visit({ token: ada.token });
    performer.losesLine();
    await performer.open(`/${ada.username}`);
    await performer.read('Written at home');
    await isKept(performer.page, ada.id, ['GET /performers/:id', `performerId:"${ada.id}"`]);
    await performer.context.setOffline(true);
    await performer.open(`/${ada.username}`);
    await performer.read('Written at home');
    await performer.read(/^You are offline\. What you see was kept on/);
    await performer.isTaken(new RegExp(`/${ada.username}`));
    await performer.look('offline-own-page');

    // Somebody threw a part of the code away: that is said, and the page is not begun again and again, whatever its size.
    if (told.size === 'desktop') return;
    await performer.page.evaluate(async () => {
      for (const name of (await caches.keys()).filter((one) => one.startsWith('shell:'))) {
        const cache = await caches.open(name);
        for (const request of await cache.keys())
          if ((await (await cache.match(request))?.text())?.includes('load_page_chunks__("/[profileId]"')) await cache.delete(request);
      }
    });
    await (await performer.context.newCDPSession(performer.page)).send('Network.clearBrowserCache');
    let failures = 0;
    performer.page.on('requestfailed', (request) => (failures += request.url().includes('/_next/') ? 1 : 0));
    await performer.open(`/${ada.username}`);
    await performer.arrive('You are offline');
    await performer.read('Your page');
    await performer.isTaken(new RegExp(`/${ada.username}`));
    expect(failures).toBeLessThan(10);
  });
});
