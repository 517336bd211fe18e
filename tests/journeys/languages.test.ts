/** The site in another language: chosen by a guest, kept, and followed by dates and amounts. */
import { cookies } from '@contract/kernel/conventions';
import { journey } from '../kit/browser/journey';
import { password, signUpFan, signUpOperator, signUpPerformer } from '../kit/people/people';
import { publishPost } from '../support/posts';
import { pseudo, pseudoFolder, sideways, unmarked } from '../kit/browser/pseudo-locale';
import type { Visitor } from '../support/visitor';

/** By the form's own marks: its words are in any language. */
async function signIn(visitor: Visitor, name: string): Promise<void> {
  await visitor.open('/auth/login');
  await visitor.page.locator('input[autocomplete~="username"]').first().fill(name);
  await visitor.page.locator('input[type="password"]').first().fill(password);
  await visitor.page.locator('main form button[type="submit"]').first().click();
  await visitor.page.waitForURL((url) => url.pathname !== '/auth/login');
}

journey('A reader of German', (tell) => {
  tell('chooses it on the first page and keeps it as a member', async ({ site, size, visit }) => {
    const name = `greta-${size}`;
    await signUpFan(site.world, name);
    const guest = await visit();
    await guest.open('/');
    await guest.arrive('Closer to the people you admire');
    const before = await guest.page.evaluate(() => performance.getEntriesByType('resource').map((entry) => entry.name));
    expect(before.filter((address) => address.includes('/assets/words/'))).toEqual([]);
    await guest.press('Language, theme and text size');
    await guest.page.getByText('Deutsch').click();
    await guest.page.locator('html[lang="de"][dir="ltr"]').waitFor({ state: 'attached' });
    expect(await (await guest.context.request.get('/')).text()).toContain('<html lang="de" dir="ltr"');

    await signIn(guest, name);
    await guest.open('/wallet');
    await guest.page.locator('html[lang="de"]').waitFor({ state: 'attached' });
    await guest.read('0,00');
    await guest.open('/user/account?section=display');
    expect(await guest.page.getByRole('radio', { name: 'Deutsch' }).isChecked()).toBe(true);
    await guest.look('display-in-german');

    // What she chooses as a member goes with her to a browser that knows nothing of her.
    for (const [label, code] of Object.entries({ English: 'en', Deutsch: 'de' })) {
      await guest.page.getByText(label, { exact: true }).click();
      await guest.page.locator(`html[lang="${code}"]`).waitFor({ state: 'attached' });
    }
    const elsewhere = await visit();
    await signIn(elsewhere, name);
    await elsewhere.page.locator('html[lang="de"]').waitFor({ state: 'attached' });
  });
});

/** What people wrote and what nobody translates: the site's name, her own, pages and addresses of operators. */
const theirs =
  /^(Footlight|©.*|@?((fan|perla)-(phone|desktop)|operator\d)|Terms.*|Fees|Contact|Privacy.*|Accessibility.*|Content rules.*|[\w.-]+@[\w.-]+|[\u200e\u200f\d.,\s]*[A-Z]{2,4}[$£]?|UTC|PayPal|Google|Twitter)$/;

journey(
  'A reader of a language that is written from the right and takes more room',
  (tell) => {
    tell('finds every text in it, and nothing that stands out of the window', async ({ site, size, visit }) => {
      const { token } = await signUpFan(site.world, `fan-${size}`);
      const perla = await signUpPerformer(site.world, `perla-${size}`);
      await publishPost(site.world, perla, { text: `perla-${size}` });
      const olive = await signUpOperator(site.world);
      const troubles: string[] = [];
      const read = async (paths: string[], options?: { token: string }): Promise<void> => {
        const reader = await visit(options);
        await reader.context.addCookies([{ name: cookies.language, value: pseudo, url: site.url }]);
        for (const path of paths) {
          await reader.open(path);
          await reader.page.locator(`html[lang="${pseudo}"][dir="rtl"]`).waitFor({ state: 'attached' });
          await reader.page.getByRole('heading', { level: 1, includeHidden: true }).first().waitFor({ state: 'attached' });
          const wide = await sideways(reader.page);
          if (wide !== 0) troubles.push(`${path} can be scrolled sideways by ${String(wide)} px`);
          for (const text of await unmarked(reader.page, theirs)) troubles.push(`${path} says "${text}" in English`);
          await reader.picture(`rtl${path.replaceAll(/[^\w]+/g, '-')}`);
        }
      };
      await read(['/', '/explore', `/perla-${size}`, '/auth/login', '/auth/register', '/live', '/contact', '/search']);
      await read(['/home', '/wallet', '/user/account', '/messages', '/notifications', '/orders', '/purchases'], { token });
      await read(['/creator/posts/new', `/perla-${size}?tab=earnings`, '/messages/mass/new'], { token: perla.token });
      await read(['/admin/settings/general', '/admin/users'], { token: olive.token });
      expect(troubles).toEqual([]);
    });
  },
  { LOCALES_DIR: pseudoFolder() },
);
