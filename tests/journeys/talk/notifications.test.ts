/** Notifications: the bell counts them in every tab, the list shows them, and the settings turn them off. */
import type { Page } from 'playwright-core';
import { fillWallet } from '../../kit/money/ledger';
import { journey } from '../../kit/browser/journey';
import { newIdempotencyKey } from '../../kit/money/payments';
import { signUpFan, signUpPerformer } from '../../kit/people/people';
import { notificationInboxOf } from '../../kit/talk/notifications';

/** The notification link of a page with this unread count. */
const bell = (page: Page, unread: number) =>
  page
    .getByRole('link', { name: unread === 0 ? 'Notifications' : `Notifications, ${String(unread)} unread`, exact: true })
    .filter({ visible: true })
    .first();

const waitForTitle = (page: Page, pattern: RegExp): Promise<unknown> =>
  page.waitForFunction(({ source }) => new RegExp(source).test(document.title), { source: pattern.source });

journey('Notifications', (story) => {
  story('are counted in every tab, marked as read in all tabs, and turned off by type', async ({ site: { testHost }, size, visit }) => {
    const ada = await signUpPerformer(testHost, `ada-${size}`);
    const finn = await signUpFan(testHost, `finn-${size}`);
    await fillWallet(testHost, finn.id, 5000n);
    const performer = await visit({ token: ada.token });
    await performer.open('/explore');
    const otherTab = await performer.context.newPage();
    await otherTab.goto('/home');
    for (const page of [performer.page, otherTab]) await bell(page, 0).waitFor();

    const fan = await visit({ token: finn.token });
    await fan.open(`/${ada.username}`);
    await fan.press(`Follow ${ada.username}`);
    await bell(performer.page, 1).waitFor();
    await waitForTitle(performer.page, /^\(1\) /);
    await fan.press('Tip');
    await fan.press('20');
    await fan.press('Send 20 tokens');
    await fan.waitForText('You sent 20 tokens');
    for (const page of [performer.page, otherTab]) {
      await bell(page, 2).waitFor();
      await waitForTitle(page, /^\(2\) /);
    }
    await performer.check('bell-of-two');

    const { page } = performer;
    await bell(page, 2).click();
    await performer.waitForScreen('Notifications');
    await performer.waitForText(/sent you a tip of 20/);
    await performer.waitForText('started following you.');
    await performer.check('notifications-unread');
    await performer.press(`Mark as read: ${finn.username} started following you.`);
    for (const openPage of [page, otherTab]) await bell(openPage, 1).waitFor();
    await performer.press('Mark all as read');
    for (const openPage of [page, otherTab]) {
      await bell(openPage, 0).waitFor();
      await waitForTitle(openPage, /^[^(]/);
    }
    expect((await notificationInboxOf(testHost, ada)).every(({ isRead }) => isRead)).toBe(true);
    await performer.check('notifications-read');

    await performer.press('Settings');
    await performer.waitForScreen('Notifications');
    const tipSettings = page.getByRole('group', { name: 'Tips', exact: true });
    const saved = page.waitForResponse(
      (response) => response.url().endsWith('/notifications/preferences') && response.request().method() === 'PUT',
    );
    await tipSettings.getByRole('switch', { name: 'In-app' }).uncheck();
    await saved;
    await performer.check('notifications-settings');
    const countBefore = (await notificationInboxOf(testHost, ada)).length;
    const tip = { params: { id: ada.id }, body: { price: 15 } };
    expect((await testHost.call('POST /wallet/charges/tip/:id', tip, { token: finn.token, key: newIdempotencyKey() })).status).toBe(200);
    // Notifications arrive in order: when this later one has arrived, the tip has sent none.
    const gus = await signUpFan(testHost, `gus-${size}`);
    await testHost.call('POST /follows/:id', { params: { id: ada.id } }, { token: gus.token });
    for (const openPage of [page, otherTab]) await bell(openPage, 1).waitFor();
    expect(await notificationInboxOf(testHost, ada)).toHaveLength(countBefore + 1);
    await performer.open('/notifications');
    await performer.waitForText(new RegExp(gus.username));
    expect(await page.getByText(/tip of 15/).count()).toBe(0);
  });
});
