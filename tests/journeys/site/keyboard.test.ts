/** By keyboard alone: Tab, Enter, Space and Escape are enough to sign in, to use a menu and a dialog, and to send a form. */
import type { Page } from 'playwright-core';
import { journey } from '../../kit/browser/journey';
import { password, signUpFan, signUpPerformer } from '../../kit/people/people';
import { fieldOf } from '../../support/visitor';

const stops_max = 60;

/** What has the focus: its spoken name, as far as its own words and labels give it. */
function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement)) return '';
    const labels =
      element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement
        ? [...(element.labels ?? [])].map((label) => label.innerText)
        : [];
    return (element.getAttribute('aria-label') ?? (labels.join(' ') || element.innerText)).trim();
  });
}

/** Tabs until the focus is on something of that name; every stop on the way must show that it has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let stop = 0; stop < stops_max; stop += 1) {
    await page.keyboard.press('Tab');
    if ((await focused(page)) === name) return;
  }
  throw new Error(`Tab never came to ${name}; it is on ${await focused(page)}`);
}

journey('By keyboard alone', (tell) => {
  tell.onDesktop('a fan signs in and lands with the focus on the heading', async ({ site, size, visit }) => {
    await signUpFan(site.world, `kai-${size}`);
    const fan = await visit();
    await fan.open('/auth/login');
    await fan.page.keyboard.press('Tab');
    expect(await focused(fan.page)).toMatch(/^Skip to/);
    await fan.look('keyboard-skip-link');
    await tabTo(fan.page, 'Username or e-mail');
    await fan.page.keyboard.type(`kai-${size}`);
    await tabTo(fan.page, 'Password');
    await fan.page.keyboard.type(password);
    await tabTo(fan.page, 'Remember me');
    await fan.page.keyboard.press('Space');
    await fan.page.keyboard.press('Enter');
    await fan.page.waitForURL('**/home');
    await fan.arrive(/./);
    await fan.page.waitForFunction(() => document.activeElement?.tagName === 'H1');
    const token = (await fan.context.cookies()).find(({ name }) => name === 'token');
    expect((token?.expires ?? 0) - Date.now() / 1000).toBeGreaterThan(300 * 86_400);
  });

  tell.onDesktop('a performer edits her page, opens a menu and leaves it by Escape', async ({ site, size, visit }) => {
    const { token, username } = await signUpPerformer(site.world, `kim-${size}`);
    const performer = await visit({ token });
    await performer.open(`/${username}`);
    await tabTo(performer.page, 'More');
    await performer.page.keyboard.press('Enter');
    await performer.page.getByRole('button', { name: 'Copy link' }).waitFor();
    await performer.page.keyboard.press('Escape');
    await performer.page.getByRole('button', { name: 'Copy link' }).waitFor({ state: 'detached' });
    expect(await focused(performer.page)).toBe('More');
    await tabTo(performer.page, 'Edit bio');
    await performer.page.keyboard.press('Enter');
    await fieldOf(performer.page, 'Bio').waitFor();
    await tabTo(performer.page, 'Bio');
    await performer.page.keyboard.type('Written without a mouse.');
    await tabTo(performer.page, 'Save bio');
    await performer.page.keyboard.press('Enter');
    await performer.read('Written without a mouse.');
    await performer.read('Changes saved');
  });

  tell.onDesktop('a guest leaves a sheet by Escape and is where she was', async ({ visit }) => {
    const guest = await visit();
    await guest.open('/explore');
    await tabTo(guest.page, 'Filters (0)');
    await guest.page.keyboard.press('Enter');
    await guest.page.getByRole('dialog', { name: 'Filters' }).waitFor();
    await guest.page.keyboard.press('Escape');
    await guest.page.getByRole('dialog', { name: 'Filters' }).waitFor({ state: 'detached' });
    expect(await focused(guest.page)).toBe('Filters (0)');
  });
});
