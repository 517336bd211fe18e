/** The site's own endpoints. */
import { eq } from 'drizzle-orm';
import { settingDefaults } from '@contract/kernel/settings';
import { contactMessages, mails, posts, settings } from '@server/platform/db/schema/schema';
import { signUpOperator } from '../../../tests/kit/people/people';
import { openRecaptchaStandIn } from '../../../tests/kit/stand-ins/recaptcha';
import { openWorld, type World } from '../../../tests/kit/host/test-host';
import { ensurePages } from './site';

let world: World;

beforeAll(async () => {
  world = await openWorld();
  await ensurePages(world.ctx);
});
afterAll(() => world.close());

const message = { name: 'Vera', email: 'Vera@Example.com', message: 'Where can I find my receipts, please?' };

test('a new site tells visitors its default settings, flat and whole, and nothing that is not public', async () => {
  const { data } = await world.call('GET /settings/public');
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
  const first = await world.call('GET /settings/public');
  const again = await world.call('GET /settings/public', {}, { headers: { 'if-none-match': first.headers.get('etag') ?? '' } });
  expect(again.status).toBe(304);
});

test('keys give public and keyed settings, and leave out all others', async () => {
  const keys = ['siteName', 'homeTitle', 'footerContent', 'menus', 'APP_SECRET', 'toString', '__proto__', 'nothing'];
  const { data } = await world.call('POST /settings/keys', { body: { keys } });
  expect(Object.keys(data).sort()).toEqual(['footerContent', 'homeTitle', 'menus', 'siteName']);
});

test('a new site has its first pages and a way to them, made once', async () => {
  await Promise.all([ensurePages(world.ctx), ensurePages(world.ctx)]);
  const { data } = await world.call('GET /posts/search', { query: { type: 'page', sortBy: 'ordering', sort: 'asc' } });
  expect(data.data.map(({ slug }) => slug)).toEqual(['terms', 'privacy', 'accessibility', 'fees']);
  expect(data.data[0]).not.toHaveProperty('content');
  const { menus } = (await world.call('GET /settings/public')).data;
  for (const { path } of menus.filter(({ path }) => path.startsWith('/page/')))
    expect((await world.call('GET /posts/:id', { params: { id: path.replace('/page/', '') } })).status).toBe(200);
  expect(menus.map(({ section }) => section)).toEqual(['footer', 'footer', 'footer', 'footer', 'footer']);
});

test('a page opens by id and by speaking name, with clean text; drafts do not', async () => {
  const { data } = await world.call('GET /posts/:id', { params: { id: 'Terms' } });
  expect(data.content).toMatch(/^<h2>/);
  expect(data.content.replaceAll(/<\/?(h2|p)>/g, '')).not.toContain('<');
  expect((await world.call('GET /posts/:id', { params: { id: data._id } })).data.slug).toBe('terms');
  await world.ctx.db.update(posts).set({ status: 'draft' }).where(eq(posts.slug, 'fees'));
  for (const id of ['fees', 'nothing', world.ctx.chance.id()])
    expect((await world.call('GET /posts/:id', { params: { id } })).refusal.error).toBe('post_not_found');
  expect((await world.call('GET /posts/search', { query: { q: 'FEES' } })).data.total).toBe(0);
});

test('a message is kept and mailed to the operators, who can answer its sender', async () => {
  const operator = await signUpOperator(world);
  expect((await world.call('POST /contact', { body: message })).data).toEqual({ sent: true });
  expect(await world.ctx.db.$count(contactMessages)).toBe(1);
  const [mail] = await world.ctx.db.select().from(mails).where(eq(mails.template, 'contact'));
  expect(mail).toMatchObject({ to: operator.email, replyTo: 'vera@example.com' });
  expect(mail?.text).toContain(message.message);
});

test('an address for messages, once set, gets them alone', async () => {
  await world.ctx.db.insert(settings).values({ key: 'contactEmail', value: 'desk@example.com', updatedAt: world.clock.now() });
  await world.ctx.settings.reload();
  await world.call('POST /contact', { body: { ...message, message: 'Another question, to the desk this time.' } });
  const told = await world.ctx.db.select({ to: mails.to }).from(mails).where(eq(mails.to, 'desk@example.com'));
  expect(told).toHaveLength(1);
});

test('a machine cannot write while captchas are on', async () => {
  const captcha = await openRecaptchaStandIn();
  const guarded = await openWorld({ RECAPTCHA_SITE_KEY: 'site', RECAPTCHA_SECRET: 'secret', RECAPTCHA_VERIFY_URL: captcha.verifyUrl });
  expect((await guarded.call('POST /contact', { body: message })).refusal.error).toBe('captcha_failed');
  expect(await guarded.ctx.db.$count(contactMessages)).toBe(0);
  await guarded.close();
  await captcha.close();
});
