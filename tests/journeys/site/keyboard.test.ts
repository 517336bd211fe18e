/** Keyboard only: Tab, Enter, Space and Escape are enough to sign in, to use a menu and a dialog, and to submit a form. */
import type { Page } from 'playwright-core';
import { journey } from '../../kit/browser/journey';
import { password, signUpFan, signUpPerformer } from '../../kit/people/people';
import { fieldOf } from '../../kit/browser/visitor';

const stops_max = 60;

/** The accessible name of the focused element, from its label or text. */
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

/** Tabs until the element with this name has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let stop = 0; stop < stops_max; stop += 1) {
    await page.keyboard.press('Tab');
    if ((await focused(page)) === name) return;
  }
  throw new Error(`Tab never reached ${name}; the focus is on ${await focused(page)}`);
}

journey('By keyboard only', (story) => {
  story.onDesktop('a fan signs in and lands with the focus on the heading', async ({ site, size, visit }) => {
    await signUpFan(site.testHost, `kai-${size}`);
    const fan = await visit();
    await fan.open('/auth/login');
    await fan.page.keyboard.press('Tab');
    expect(await focused(fan.page)).toMatch(/^Skip to/);
    await fan.check('keyboard-skip-link');
    await tabTo(fan.page, 'Username or email');
    await fan.page.keyboard.type(`kai-${size}`);
    await tabTo(fan.page, 'Password');
    await fan.page.keyboard.type(password);
    await tabTo(fan.page, 'Remember me');
    await fan.page.keyboard.press('Space');
    await fan.page.keyboard.press('Enter');
    await fan.page.waitForURL('**/home');
    await fan.waitForScreen(/./);
    await fan.page.waitForFunction(() => document.activeElement?.tagName === 'H1');
    const token = (await fan.context.cookies()).find(({ name }) => name === 'token');
    expect((token?.expires ?? 0) - Date.now() / 1000).toBeGreaterThan(300 * 86_400);
  });

  story.onDesktop('a performer edits their page, opens a menu and closes it with Escape', async ({ site, size, visit }) => {
    const { token, username } = await signUpPerformer(site.testHost, `kim-${size}`);
    const performer = await visit({ token });
    await performer.open(`/${username}`);
    // Skips the side rail, which has its own More button.
    await performer.page.keyboard.press('Tab');
    await performer.page.keyboard.press('Enter');
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
    await performer.waitForText('Written without a mouse.');
    await performer.waitForText('Changes saved');
  });

  story.onDesktop('a guest closes a sheet with Escape and keeps the focus', async ({ visit }) => {
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
