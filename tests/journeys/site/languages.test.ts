/** The site in another language: chosen by a guest, stored, and used for dates and amounts. */
import { cookies } from '@contract/kernel/conventions';
import { fillWallet } from '../../kit/money/ledger';
import { journey } from '../../kit/browser/journey';
import { password, signUpFan, signUpOperator, signUpPerformer } from '../../kit/people/people';
import { publishPost } from '../../kit/content/posts';
import { pseudo, pseudoFolder, horizontalOverflow, untranslatedTexts } from '../../kit/browser/pseudo-locale';
import type { Visitor } from '../../kit/browser/visitor';

/** Signs in through the form. Finds its fields by their attributes, because their labels may be in any language. */
async function signIn(visitor: Visitor, name: string): Promise<void> {
  await visitor.open('/auth/login');
  await visitor.page.locator('input[autocomplete~="username"]').first().fill(name);
  await visitor.page.locator('input[type="password"]').first().fill(password);
  await visitor.page.locator('main form button[type="submit"]').first().click();
  await visitor.page.waitForURL((url) => url.pathname !== '/auth/login');
}

journey('A visitor who reads German', (story) => {
  story('chooses it on the landing page and keeps it after signing in', async ({ site, size, visit }) => {
    const name = `greta-${size}`;
    await signUpFan(site.testHost, name);
    const guest = await visit();
    await guest.open('/');
    await guest.waitForScreen('Closer to the people you admire');
    const resources = await guest.page.evaluate(() => performance.getEntriesByType('resource').map((entry) => entry.name));
    expect(resources.filter((address) => address.includes('/assets/words/'))).toEqual([]);
    await guest.press('Language, theme and text size');
    const reload = guest.page.waitForRequest((request) => request.isNavigationRequest());
    await guest.page.getByText('Deutsch').click();
    expect(await (await reload).headerValue('cookie')).toContain(`${cookies.language}=de`);
    await guest.page.locator('html[lang="de"][dir="ltr"]').waitFor({ state: 'attached' });
    expect(await (await guest.context.request.get('/')).text()).toContain('<html lang="de" dir="ltr"');

    await signIn(guest, name);
    await guest.open('/wallet');
    await guest.page.locator('html[lang="de"]').waitFor({ state: 'attached' });
    await guest.waitForText('0,00');
    await guest.open('/user/account?section=display');
    expect(await guest.page.getByRole('radio', { name: 'Deutsch' }).isChecked()).toBe(true);
    await guest.check('display-in-german');

    // The language of a signed-in account also applies in other browsers.
    for (const [label, code] of Object.entries({ English: 'en', Deutsch: 'de' })) {
      await guest.page.getByText(label, { exact: true }).click();
      await guest.page.locator(`html[lang="${code}"]`).waitFor({ state: 'attached' });
    }
    const otherBrowser = await visit();
    await signIn(otherBrowser, name);
    await otherBrowser.page.locator('html[lang="de"]').waitFor({ state: 'attached' });
  });
});

/** Translates a page as browsers do: replaces each text node with an element. */
const translatePage = (visitor: Visitor): Promise<void> =>
  visitor.page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const nodes: Node[] = [];
    while (walker.nextNode()) nodes.push(walker.currentNode);
    for (const node of nodes as Text[]) {
      if (node.data.trim() === '' || node.parentElement?.closest('script, style')) continue;
      node.replaceWith(Object.assign(document.createElement('x-translation'), { textContent: node.data }));
    }
  });

journey('A visitor whose browser translates pages', (story) => {
  story('sees the current price after each change', async ({ site, size, visit }) => {
    const performer = await signUpPerformer(site.testHost, `ada-${size}`);
    const { id, token } = await signUpFan(site.testHost, `tom-${size}`);
    await fillWallet(site.testHost, id, 10_000n);
    const fan = await visit({ token });
    await fan.open(`/${performer.username}`);
    await fan.press('Tip');
    await fan.press('20');
    await fan.waitForText('You pay 20');
    await translatePage(fan);
    await fan.press('50');
    await fan.waitForText('You pay 50');
    await fan.page.getByRole('button', { name: 'Send 50 tokens' }).waitFor();
    expect(await fan.page.getByText('You pay 20').count()).toBe(0);
  });
});

/** Texts that are not translated: the site's name, usernames, and pages and addresses of operators. */
const untranslated =
  /^(Footlight|©.*|@?((fan|perla)-(phone|desktop)|operator\d)|Terms.*|Fees|Contact|Privacy.*|Accessibility.*|Content rules.*|[\w.-]+@[\w.-]+|[\u200e\u200f\d.,\s]*[A-Z]{2,4}[$£]?|UTC|PayPal|Google|Twitter)$/;

journey(
  'A visitor with a right-to-left language whose texts are longer',
  (story) => {
    story('finds every text translated, and no horizontal overflow', async ({ site, size, visit }) => {
      const { token } = await signUpFan(site.testHost, `fan-${size}`);
      const perla = await signUpPerformer(site.testHost, `perla-${size}`);
      await publishPost(site.testHost, perla, { text: `perla-${size}` });
      const olive = await signUpOperator(site.testHost);
      const problems: string[] = [];
      const checkPages = async (paths: string[], options?: { token: string }): Promise<void> => {
        const rtlVisitor = await visit(options);
        await rtlVisitor.context.addCookies([{ name: cookies.language, value: pseudo, url: site.url }]);
        for (const path of paths) {
          await rtlVisitor.open(path);
          await rtlVisitor.page.locator(`html[lang="${pseudo}"][dir="rtl"]`).waitFor({ state: 'attached' });
          await rtlVisitor.page.getByRole('heading', { level: 1, includeHidden: true }).first().waitFor({ state: 'attached' });
          const overflow_px = await horizontalOverflow(rtlVisitor.page);
          if (overflow_px !== 0) problems.push(`${path} can be scrolled sideways by ${String(overflow_px)} px`);
          for (const text of await untranslatedTexts(rtlVisitor.page, untranslated)) problems.push(`${path} says "${text}" in English`);
          await rtlVisitor.saveScreenshot(`rtl${path.replaceAll(/[^\w]+/g, '-')}`);
        }
      };
      await checkPages(['/', '/explore', `/perla-${size}`, '/auth/login', '/auth/register', '/live', '/contact', '/search']);
      await checkPages(['/home', '/wallet', '/user/account', '/messages', '/notifications', '/orders', '/purchases'], { token });
      await checkPages(['/creator/posts/new', `/perla-${size}?tab=earnings`, '/messages/mass/new'], { token: perla.token });
      await checkPages(['/admin/settings/general', '/admin/users'], { token: olive.token });
      expect(problems).toEqual([]);
    });
  },
  { LOCALES_DIR: pseudoFolder() },
);
