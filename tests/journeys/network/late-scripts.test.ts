/** Slow networks: forms are shown before their scripts arrive, and what is typed and submitted then is not lost. */
import type { Page } from 'playwright-core';

import { password, signUpFan } from '../../kit/people/people';
import { journey } from '../../kit/browser/journey';
import { fieldOf, type Visitor } from '../../kit/browser/visitor';

const scripts = /\/_next\/static\/.*\.js/;

/** The addresses that the page has had. */
function addressesOf(page: Page): string[] {
  const addresses: string[] = [];
  page.on('framenavigated', (frame) => addresses.push(frame.url()));
  return addresses;
}

/** Opens a page whose scripts do not arrive before the returned function is called. */
async function openWithoutScripts({ page }: Visitor, path: string): Promise<() => void> {
  let arrive: () => void = () => undefined;
  const arrival = new Promise<void>((resolve) => (arrive = resolve));
  await page.route(scripts, async (route) => {
    await arrival;
    await route.continue();
  });
  await page.goto(path, { waitUntil: 'commit' });
  return arrive;
}

journey('Before the scripts arrive', (story) => {
  story('a person signs in: the form goes out when it can, and the password is in no address', async ({ site, size, visit }) => {
    const name = `ida-${size}`;
    await signUpFan(site.testHost, name);
    const fan = await visit();
    const addresses = addressesOf(fan.page);
    const arrive = await openWithoutScripts(fan, '/auth/login');
    await fieldOf(fan.page, 'Username or email').fill(name);
    await fieldOf(fan.page, 'Password').fill(password);
    await fieldOf(fan.page, 'Password').press('Enter');
    await fan.page
      .getByRole('button', { name: 'Log in', exact: true, includeHidden: true })
      .and(fan.page.locator('[aria-busy="true"]'))
      .waitFor();
    arrive();
    await fan.page.waitForURL('**/home');
    expect(addresses.filter((address) => /[?&]/.test(address))).toEqual([]);
  });

  story('what is typed stays in the fields, and the form is sent by a press as ever', async ({ visit }) => {
    const guest = await visit();
    const arrive = await openWithoutScripts(guest, '/contact');
    const label = 'Message';
    await fieldOf(guest.page, label).fill('Where do I find my receipts?');
    arrive();
    await guest.page.waitForLoadState('load');
    await guest.press('Send message');
    await guest.page.locator('[aria-invalid="true"]').first().waitFor();
    expect(await fieldOf(guest.page, label).inputValue()).toBe('Where do I find my receipts?');
  });

  story('no form puts its fields into the address, even if the scripts never arrive', async ({ visit }) => {
    const guest = await visit();
    guest.page.removeAllListeners('console');
    await guest.page.route(scripts, (route) => route.abort());
    const addresses = addressesOf(guest.page);
    for (const path of ['/auth/login', '/auth/register', '/auth/register/performer', '/auth/forgot', '/contact']) {
      await guest.page.goto(path);
      const loaded = guest.page.waitForEvent('load');
      const answered = guest.page.waitForResponse((response) => response.request().method() === 'POST');
      // What the browser does when it has waited long enough for the scripts.
      await guest.page.locator('form[method="post"]').evaluate((form: HTMLFormElement) => form.submit());
      const answer = await answered;
      await loaded;
      expect(answer.status()).toBe(200);
      expect(new URL(answer.url()).pathname).toBe(path);
    }
    expect(addresses.filter((address) => address.includes('?'))).toEqual([]);
  });
});
