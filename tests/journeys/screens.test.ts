/**
 * Every screen, seen by whom it is made for, at both sizes and in both themes: silent, accessible, at rest, and no wider than
 * its window, with its headings there before any script has run. The people are those of the demonstration.
 */
import { settingGroups } from '@contract/settings';
import { seed } from '@server/seed/main';
import { journey } from '../support/journey';
import { signUpFan } from '../support/people';
import type { Page } from 'playwright-core';
import type { Site } from '../support/site';
import type { Visitor } from '../support/visitor';

// A story here is twenty screens long; on a busy machine each takes a while.
jest.setTimeout(600_000);

const secret = 'a password of the demonstration';
const seeded = new WeakMap<Site, Promise<unknown>>();

/** The token of one of the demonstration's people, who are made when the first is asked for. */
async function tokenOf(site: Site, username: string): Promise<string> {
  await peopled(site);
  return (await site.world.call('POST /auth/login', { body: { username, password: secret, remember: false } })).data.token;
}

async function peopled(site: Site): Promise<void> {
  const made = seeded.get(site) ?? seed(site.world.ctx);
  seeded.set(site, made);
  await made;
}

/** Screens that act as soon as scripts run, and then say what came of it. */
const acting = new Set(['demo-verify-refused', 'demo-callback']);

/** Goes through all of them before it fails, so that one run tells everything. */
async function see(visitor: Visitor, screens: Record<string, string>): Promise<void> {
  const troubles: string[] = [];
  for (const [name, path] of Object.entries(screens)) {
    const drawn = visitor.page.waitForResponse((response) => response.request().isNavigationRequest() && response.status() !== 307);
    await visitor.open(path);
    await visitor.arrive(/./);
    const atFirst = await headingsIn(visitor.page, await (await drawn).text());
    const atLast = await headingsOn(visitor.page);
    if (atFirst === '' || !(acting.has(name) || atLast.startsWith(atFirst)))
      troubles.push(`${name}: the server draws "${atFirst}" where scripts show "${atLast}"`);
    await visitor.look(name).catch((error: unknown) => troubles.push(String(error)));
    visitor.troubles().length = 0;
  }
  expect(troubles).toEqual([]);
}

const headings = 'main :is(h1, h2, h3)';
const headingsOn = (page: Page): Promise<string> =>
  page.locator(headings).evaluateAll((found) => found.map(({ textContent }) => textContent).join(' | '));

/** The headings of a document that no script has touched. */
const headingsIn = (page: Page, html: string): Promise<string> =>
  page.evaluate(
    ([text, wanted]) => {
      const found = new DOMParser().parseFromString(text, 'text/html').querySelectorAll(wanted);
      return [...found].map(({ textContent }) => textContent).join(' | ');
    },
    [html, headings] as const,
  );

const sections = (root: string, names: string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [`${root.replaceAll('/', '-').slice(1)}-${name}`, `${root}?section=${name}`]));

const ofFans = ['profile', 'password', 'sessions', 'privacy', 'display'];
const ofPerformers = [...ofFans, 'attributes', 'documents', 'prices', 'messages', 'payout-method', 'blocked-users', 'blocked-countries'];

journey(
  'The screens',
  (tell) => {
    tell('of guests', async ({ site, visit }) => {
      await peopled(site);
      const guest = await visit();
      guest.provoke(404, 403, 422);
      await see(guest, {
        'demo-landing': '/',
        'demo-explore': '/explore',
        'demo-explore-nothing': '/explore?q=nobody+at+all&gender=male',
        'demo-profile': '/ada',
        'demo-login': '/auth/login',
        'demo-register': '/auth/register',
        'demo-register-performer': '/auth/register/performer',
        'demo-forgot': '/auth/forgot',
        'demo-reset-without-link': '/auth/reset',
        'demo-reset': '/auth/reset?token=something',
        'demo-verify': '/auth/verify-email',
        'demo-verify-refused': '/auth/verify-email?token=something',
        'demo-callback': '/auth/callback/google?state=none&code=none',
        'demo-contact': '/contact',
        'demo-terms': '/page/terms',
        'demo-accessibility': '/page/accessibility',
        'demo-404': '/page/nothing',
        'demo-403': '/403',
      });
    });

    tell('of fans', async ({ site, visit }) => {
      const fan = await visit({ token: await tokenOf(site, 'finn') });
      fan.provoke(404);
      await see(fan, {
        'fan-home': '/home',
        'fan-explore': '/explore',
        'fan-profile': '/bruno',
        'fan-account': '/user/account',
        ...sections('/user/account', ofFans),
        'fan-performers-only': '/creator/account',
        'fan-no-console': '/admin',
      });
      const newcomer = await visit({ token: await tokenOf(site, 'greta') });
      await see(newcomer, { 'fan-setup': '/user/account' });
    });

    tell('of performers', async ({ site, visit }) => {
      const performer = await visit({ token: await tokenOf(site, 'ada') });
      await see(performer, {
        'performer-own-page': '/ada',
        'performer-home': '/home',
        'performer-account': '/creator/account',
        ...sections('/creator/account', ofPerformers),
      });
      const waiting = await visit({ token: await tokenOf(site, 'chen') });
      await see(waiting, { 'performer-waiting': '/chen', 'performer-waiting-documents': '/creator/account?section=documents' });
    });

    tell('of operators', async ({ site, size, visit }) => {
      const token = await tokenOf(site, 'olive');
      const { world } = site;
      // The demonstration itself sends no mail; a newcomer gets one.
      await signUpFan(world, `newcomer-${size}`);
      const { data: performers } = await world.call('GET /admin/performers/search', { query: { q: 'chen' } }, { token });
      const { data: people } = await world.call('GET /admin/users/search', { query: { q: 'finn' } }, { token });
      const { data: mails } = await world.call('GET /admin/mails/search', {}, { token });
      const operator = await visit({ token });
      await see(operator, {
        'operator-overview': '/admin',
        'operator-performers': '/admin/performers',
        'operator-performer': `/admin/performers/${performers.data[0]?._id ?? ''}`,
        'operator-users': '/admin/users',
        'operator-user': `/admin/users/${people.data[0]?._id ?? ''}`,
        'operator-countries': '/admin/countries',
        'operator-mails': '/admin/mails',
        'operator-mail': `/admin/mails/${mails.data[0]?._id ?? ''}`,
        ...Object.fromEntries(settingGroups.map((group) => [`operator-settings-${group}`, `/admin/settings/${group}`])),
      });
    });
  },
  { DEMO_PASSWORD: secret },
);
