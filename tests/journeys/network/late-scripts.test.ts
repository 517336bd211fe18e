/** Slow networks: forms are shown before their scripts arrive, and what is typed and submitted then is not lost. */
import type { Page } from 'playwright-core';

import { password, signUpFan } from '../../kit/people/people';
import { journey } from '../../kit/browser/journey';
import { fieldOf, type Visitor } from '../../kit/browser/visitor';

const scripts = /\/_next\/static\/.*\.js/;

/** The URLs to which the page navigates from now on; the list grows. */
function recordUrls(page: Page): string[] {
  const urls: string[] = [];
  page.on('framenavigated', (frame) => urls.push(frame.url()));
  return urls;
}

/** Opens a page whose scripts do not arrive before the returned function is called. */
async function openWithoutScripts({ page }: Visitor, path: string): Promise<() => void> {
  let releaseScripts: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (releaseScripts = resolve));
  await page.route(scripts, async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(path, { waitUntil: 'commit' });
  return releaseScripts;
}

journey('Before the scripts arrive', (story) => {
  story('a sign-in is submitted once they have arrived, and the password is in no URL', async ({ site, size, visit }) => {
    const name = `ida-${size}`;
    await signUpFan(site.testHost, name);
    const fan = await visit();
    const urls = recordUrls(fan.page);
    const releaseScripts = await openWithoutScripts(fan, '/auth/login');
    await fieldOf(fan.page, 'Username or email').fill(name);
    await fieldOf(fan.page, 'Password').fill(password);
    await fieldOf(fan.page, 'Password').press('Enter');
    await fan.page
      .getByRole('button', { name: 'Log in', exact: true, includeHidden: true })
      .and(fan.page.locator('[aria-busy="true"]'))
      .waitFor();
    releaseScripts();
    await fan.page.waitForURL('**/home');
    expect(urls.filter((url) => /[?&]/.test(url))).toEqual([]);
  });

  story('what is typed stays in the fields, and the form can be sent as usual', async ({ visit }) => {
    const guest = await visit();
    const releaseScripts = await openWithoutScripts(guest, '/contact');
    const label = 'Message';
    await fieldOf(guest.page, label).fill('Where do I find my receipts?');
    releaseScripts();
    await guest.page.waitForLoadState('load');
    await guest.press('Send message');
    await guest.page.locator('[aria-invalid="true"]').first().waitFor();
    expect(await fieldOf(guest.page, label).inputValue()).toBe('Where do I find my receipts?');
  });

  story('no form puts its fields into the URL, even if the scripts never arrive', async ({ visit }) => {
    const guest = await visit();
    guest.page.removeAllListeners('console');
    await guest.page.route(scripts, (route) => route.abort());
    const urls = recordUrls(guest.page);
    for (const path of ['/auth/login', '/auth/register', '/auth/register/performer', '/auth/forgot', '/contact']) {
      await guest.page.goto(path);
      const loaded = guest.page.waitForEvent('load');
      const posted = guest.page.waitForResponse((response) => response.request().method() === 'POST');
      // As the inline script does when the page's scripts do not arrive in time.
      await guest.page.locator('form[method="post"]').evaluate((form: HTMLFormElement) => form.submit());
      const response = await posted;
      await loaded;
      expect(response.status()).toBe(200);
      expect(new URL(response.url()).pathname).toBe(path);
    }
    expect(urls.filter((url) => url.includes('?'))).toEqual([]);
  });
});
