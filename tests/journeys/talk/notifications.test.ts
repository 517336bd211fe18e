/** What happens to somebody elsewhere: the bell counts it on every tab, the list tells it, and the settings silence it. */
import type { Page } from 'playwright-core';
import { fillWallet } from '../../support/books';
import { journey } from '../../kit/browser/journey';
import { freshKey } from '../../support/payments';
import { signUpFan, signUpPerformer } from '../../kit/people/people';
import { inboxOf } from '../../support/told';

jest.setTimeout(180_000);

/** The bell of a page, by how much it says is unread. */
const bell = (page: Page, unread: number) =>
  page
    .getByRole('link', { name: unread === 0 ? 'Notifications' : `Notifications, ${String(unread)} unread`, exact: true })
    .filter({ visible: true })
    .first();

const titled = (page: Page, begin: RegExp): Promise<unknown> =>
  page.waitForFunction(({ source }) => new RegExp(source).test(document.title), { source: begin.source });

journey('Notifications', (tell) => {
  tell('are counted where she is, read on one tab for all of them, and silenced by kind', async ({ site: { world }, size, visit }) => {
    const ada = await signUpPerformer(world, `ada-${size}`);
    const finn = await signUpFan(world, `finn-${size}`);
    await fillWallet(world, finn.id, 5000n);
    const performer = await visit({ token: ada.token });
    await performer.open('/explore');
    const other = await performer.context.newPage();
    await other.goto('/home');
    for (const page of [performer.page, other]) await bell(page, 0).waitFor();

    const fan = await visit({ token: finn.token });
    await fan.open(`/${ada.username}`);
    await fan.press(`Follow ${ada.username}`);
    await bell(performer.page, 1).waitFor();
    await titled(performer.page, /^\(1\) /);
    await fan.press('Tip');
    await fan.press('20');
    await fan.press('Send 20 tokens');
    await fan.read('You sent 20 tokens');
    for (const page of [performer.page, other]) {
      await bell(page, 2).waitFor();
      await titled(page, /^\(2\) /);
    }
    await performer.look('bell-of-two');

    const { page } = performer;
    await bell(page, 2).click();
    await performer.arrive('Notifications');
    await performer.read(/sent you a tip of 20/);
    await performer.read('follows you now.');
    await performer.look('notifications-unread');
    await performer.press(`Mark as read: ${finn.username} follows you now.`);
    for (const one of [page, other]) await bell(one, 1).waitFor();
    await performer.press('Mark all read');
    for (const one of [page, other]) {
      await bell(one, 0).waitFor();
      await titled(one, /^[^(]/);
    }
    expect((await inboxOf(world, ada)).every(({ isRead }) => isRead)).toBe(true);
    await performer.look('notifications-read');

    await performer.press('Settings');
    await performer.arrive('Notifications');
    const kind = page.getByRole('group', { name: 'Tips', exact: true });
    const saved = page.waitForResponse(
      (answer) => answer.url().endsWith('/notifications/preferences') && answer.request().method() === 'PUT',
    );
    await kind.getByRole('switch', { name: 'In the app' }).uncheck();
    await saved;
    await performer.look('notifications-settings');
    const known = (await inboxOf(world, ada)).length;
    const tip = { params: { id: ada.id }, body: { price: 15 } };
    expect((await world.call('POST /wallet/charges/tip/:id', tip, { token: finn.token, key: freshKey() })).status).toBe(200);
    // What comes after it shows that it did not come.
    const gus = await signUpFan(world, `gus-${size}`);
    await world.call('POST /follows/:id', { params: { id: ada.id } }, { token: gus.token });
    for (const one of [page, other]) await bell(one, 1).waitFor();
    expect(await inboxOf(world, ada)).toHaveLength(known + 1);
    await performer.open('/notifications');
    await performer.read(new RegExp(gus.username));
    expect(await page.getByText(/tip of 15/).count()).toBe(0);
  });
});
