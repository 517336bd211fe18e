/** The site's public endpoints. */
import { eq } from 'drizzle-orm';
import { settingDefaults } from '@contract/kernel/settings';
import { contactMessages, mails, sitePages, settings } from '@server/platform/db/schema/site';
import { signUpOperator } from '../../../tests/kit/people/people';
import { openRecaptchaStandIn } from '../../../tests/kit/stand-ins/recaptcha';
import { openTestHost, type TestHost } from '../../../tests/kit/host/test-host';
import { ensureDefaultPages } from './site';

let testHost: TestHost;

beforeAll(async () => {
  testHost = await openTestHost();
  await ensureDefaultPages(testHost.ctx);
});
afterAll(() => testHost.close());

const message = { name: 'Vera', email: 'Vera@Example.com', message: 'Where can I find my receipts, please?' };

test('a new site returns all public default settings as a flat object, and no others', async () => {
  const { data } = await testHost.call('GET /settings/public');
  for (const key of [
    'siteName',
    'minimumSubscriptionPrice',
    'maximumTipPrice',
    'freeSubscriptionDuration',
    'paymentGateway',
    'maintenanceMode',
  ] as const)
    expect(data[key]).toEqual(settingDefaults[key]);
  expect(data).toMatchObject({ isSandbox: true, googleLoginEnabled: false, twitterLoginEnabled: false, recaptchaEnabled: false });
  expect(data).not.toHaveProperty('homeTitle');
});

test('unchanged settings are not sent twice', async () => {
  const first = await testHost.call('GET /settings/public');
  const again = await testHost.call('GET /settings/public', {}, { headers: { 'if-none-match': first.headers.get('etag') ?? '' } });
  expect(again.status).toBe(304);
});

test('settings requested by key include public and keyed ones, and no others', async () => {
  const keys = ['siteName', 'homeTitle', 'footerContent', 'menus', 'APP_SECRET', 'toString', '__proto__', 'nothing'];
  const { data } = await testHost.call('POST /settings/keys', { body: { keys } });
  expect(Object.keys(data).sort()).toEqual(['footerContent', 'homeTitle', 'menus', 'siteName']);
});

test('a new site gets default pages with menu links, created once', async () => {
  await Promise.all([ensureDefaultPages(testHost.ctx), ensureDefaultPages(testHost.ctx)]);
  const { data } = await testHost.call('GET /posts/search', { query: { type: 'page', sortBy: 'ordering', sort: 'asc' } });
  expect(data.data.map(({ slug }) => slug)).toEqual(['terms', 'privacy', 'accessibility', 'fees']);
  expect(data.data[0]).not.toHaveProperty('content');
  const { menus } = (await testHost.call('GET /settings/public')).data;
  for (const { path } of menus.filter(({ path }) => path.startsWith('/page/')))
    expect((await testHost.call('GET /posts/:id', { params: { id: path.replace('/page/', '') } })).status).toBe(200);
  expect(menus.map(({ section }) => section)).toEqual(['footer', 'footer', 'footer', 'footer', 'footer']);
});

test('a published page is found by id and by slug, with sanitized text; a draft is not', async () => {
  const { data } = await testHost.call('GET /posts/:id', { params: { id: 'Terms' } });
  expect(data.content).toMatch(/^<h2>/);
  expect(data.content.replaceAll(/<\/?(h2|p)>/g, '')).not.toContain('<');
  expect((await testHost.call('GET /posts/:id', { params: { id: data._id } })).data.slug).toBe('terms');
  await testHost.ctx.db.update(sitePages).set({ status: 'draft' }).where(eq(sitePages.slug, 'fees'));
  for (const id of ['fees', 'nothing', testHost.ctx.random.id()])
    expect((await testHost.call('GET /posts/:id', { params: { id } })).errorBody.error).toBe('post_not_found');
  expect((await testHost.call('GET /posts/search', { query: { q: 'FEES' } })).data.total).toBe(0);
});

test('a contact message is stored and mailed to the operators, who can reply to its sender', async () => {
  const operator = await signUpOperator(testHost);
  expect((await testHost.call('POST /contact', { body: message })).data).toEqual({ sent: true });
  expect(await testHost.ctx.db.$count(contactMessages)).toBe(1);
  const [mail] = await testHost.ctx.db.select().from(mails).where(eq(mails.template, 'contact'));
  expect(mail).toMatchObject({ to: operator.email, replyTo: 'vera@example.com' });
  expect(mail?.text).toContain(message.message);
});

test('only the contact address receives messages, once it is set', async () => {
  await testHost.ctx.db.insert(settings).values({ key: 'contactEmail', value: 'desk@example.com', updatedAt: testHost.clock.now() });
  await testHost.ctx.settings.reload();
  await testHost.call('POST /contact', { body: { ...message, message: 'Another question, to the desk this time.' } });
  const mailed = await testHost.ctx.db.select({ to: mails.to }).from(mails).where(eq(mails.to, 'desk@example.com'));
  expect(mailed).toHaveLength(1);
});

test('a bot cannot send messages while captchas are on', async () => {
  const captcha = await openRecaptchaStandIn();
  const hostWithCaptcha = await openTestHost({
    RECAPTCHA_SITE_KEY: 'site',
    RECAPTCHA_SECRET: 'secret',
    RECAPTCHA_VERIFY_URL: captcha.verifyUrl,
  });
  expect((await hostWithCaptcha.call('POST /contact', { body: message })).errorBody.error).toBe('captcha_failed');
  expect(await hostWithCaptcha.ctx.db.$count(contactMessages)).toBe(0);
  await hostWithCaptcha.close();
  await captcha.close();
});
