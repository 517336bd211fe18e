/** Settings as operators change them. */
import { SMTPServer } from 'smtp-server';
import type { AddressInfo } from 'node:net';
import { and, eq } from 'drizzle-orm';
import { auditLog, mails, outbox, settings } from '@server/platform/db/schema/site';
import { settingRules, type SettingKey } from '@contract/kernel/settings';
import { fillWallet } from '../../../tests/kit/money/ledger';
import { freshDatabase } from '../../../tests/kit/host/database';
import { eventually } from '../../../tests/kit/timing/eventually';
import { signUpFan, signUpOperator, sampleImage } from '../../../tests/kit/people/people';
import { openTestHost, type TestHost } from '../../../tests/kit/host/test-host';

let testHost: TestHost;
let token: string;
let operatorId: string;

beforeAll(async () => {
  testHost = await openTestHost({
    STRIPE_SECRET_KEY: 'sk_test',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_fixed',
    STRIPE_WEBHOOK_SECRET: 'whsec_test',
  });
  ({ token, id: operatorId } = await signUpOperator(testHost));
});
afterAll(() => testHost.close());

type Value = string | number | boolean | null;
const put = (key: string, value: Value, on = testHost, operatorToken = token) =>
  on.call('PUT /admin/settings/:key', { params: { key }, body: { value } }, { token: operatorToken });
const auditEntries = (key: string) =>
  testHost.ctx.db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.targetType, 'setting'), eq(auditLog.targetId, key)));

test('rejects a change of currency while the ledger has balances', async () => {
  const site = await openTestHost();
  const operatorToken = (await signUpOperator(site)).token;
  const fan = await signUpFan(site);
  await fillWallet(site, fan.id, 1000n);
  expect((await put('currency', 'eur', site, operatorToken)).errorBody.error).toBe('currency_in_use');
  expect((await put('currency', 'usd', site, operatorToken)).status).toBe(200);
  await fillWallet(site, fan.id, -1000n);
  expect((await put('currency', 'eur', site, operatorToken)).data).toMatchObject({ value: 'eur' });
  await site.close();
});

test('lists every setting with its rule, or those of a group', async () => {
  const all = await testHost.call('GET /admin/settings', {}, { token });
  expect(all.data.map(({ key }) => key)).toEqual(Object.keys(settingRules));
  expect(all.data.find(({ key }) => key === 'minimumTipPrice')).toEqual({
    key: 'minimumTipPrice',
    label: 'Minimum tip',
    value: 10,
    type: 'amount',
    group: 'pricing',
    isPublic: true,
    isFixed: false,
    minimum: 0.5,
    maximum: 100_000,
    options: [],
  });
  expect(all.data.find(({ key }) => key === 'stripePublishableKey')).toMatchObject({ value: 'pk_test_fixed', isFixed: true });
  const some = await testHost.call('GET /admin/settings', { query: { group: 'maintenance' } }, { token });
  expect(some.data.map(({ key }) => key)).toEqual(['maintenanceMode', 'maintenanceMessage', 'maintenanceEndsAt']);
});

test.each<[SettingKey, Value, Value]>([
  ['siteName', '  Stage Door ', 'Stage Door'],
  ['contactEmail', 'desk@example.com', 'desk@example.com'],
  ['contactEmail', '', ''],
  ['currency', 'eur', 'eur'],
  ['minimumPayoutAmount', 1, 1],
  ['minimumPayoutAmount', 100_000, 100_000],
  ['commissionRate', 0, 0],
  ['commissionRate', 0.99, 0.99],
  ['freeSubscriptionDuration', 30, 30],
  ['requireEmailVerification', false, false],
  ['maintenanceMessage', 'Two\nlines', 'Two\nlines'],
  ['maintenanceEndsAt', '2030-01-02T03:04:05+01:00', '2030-01-02T02:04:05.000Z'],
  ['maintenanceEndsAt', null, null],
  ['logo', 'https://example.com/logo.png', 'https://example.com/logo.png'],
  ['favicon', '/favicon.ico', '/favicon.ico'],
  ['streamingEngine', 'embedded', 'embedded'],
])('%s accepts %p and stores %p', async (key, value, stored) => {
  const { status, data } = await put(key, value);
  expect(status).toBe(200);
  expect(data).toMatchObject({ key, value: stored });
  const { data: read } = await testHost.call('GET /admin/settings', {}, { token });
  expect(read.find((setting) => setting.key === key)?.value).toEqual(stored);
});

test.each<[SettingKey, Value]>([
  ['siteName', ''],
  ['siteName', 'x'.repeat(61)],
  ['siteName', 'two\nlines'],
  ['siteName', 'bell\u007f'],
  ['siteName', 5],
  ['siteName', null],
  ['contactEmail', 'not an address'],
  ['currency', 'xau'],
  ['minimumPayoutAmount', 0.99],
  ['minimumPayoutAmount', 100_000.01],
  ['minimumPayoutAmount', 50.001],
  ['minimumPayoutAmount', '50'],
  ['commissionRate', -0.01],
  ['commissionRate', 1],
  ['commissionRate', null],
  ['freeSubscriptionDuration', 0],
  ['freeSubscriptionDuration', 31],
  ['freeSubscriptionDuration', 1.5],
  ['requireEmailVerification', 'true'],
  ['maintenanceEndsAt', 'tomorrow'],
  ['logo', 'javascript:alert(1)'],
  ['logo', '//example.com/logo.png'],
  ['footerContent', 'x'.repeat(1001)],
  ['streamingEngine', 'livekit'],
  ['streamingEngine', 'agora'],
  ['stripePublishableKey', 'pk_test_other'],
])('%s rejects %p with a reason', async (key, value) => {
  const entries = (await auditEntries(key)).length;
  const { errorBody } = await put(key, value);
  expect(errorBody).toMatchObject({ error: 'setting_invalid', issues: [{ path: 'value' }] });
  expect(errorBody.message).not.toBe('This value isn’t allowed for this setting.');
  expect(await auditEntries(key)).toHaveLength(entries);
});

test.each([
  ['minimumSubscriptionPrice', 'maximumSubscriptionPrice'],
  ['minimumWalletPrice', 'maximumWalletPrice'],
  ['minimumTipPrice', 'maximumTipPrice'],
] as const)('%s cannot exceed %s, whichever of the two changes', async (low, high) => {
  await put(low, 5);
  await put(high, 20);
  expect((await put(low, 20.01)).errorBody.error).toBe('setting_invalid');
  expect((await put(high, 4.99)).errorBody.error).toBe('setting_invalid');
  expect((await put(low, 20)).status).toBe(200);
  const responses = await Promise.all([put(low, 19), put(high, 18), put(low, 17), put(high, 16)]);
  expect(responses.some(({ status }) => status === 200)).toBe(true);
  const values = testHost.ctx.settings.values();
  expect(values[low]).toBeLessThanOrEqual(values[high]);
});

test('a change is audited with before and after, and visible to visitors; its event leaves the outbox', async () => {
  await put('siteName', 'Before');
  await put('siteName', 'After');
  expect((await auditEntries('siteName')).at(-1)).toMatchObject({
    actorId: operatorId,
    action: 'settings.change',
    before: { value: 'Before' },
    after: { value: 'After' },
    address: expect.stringContaining('127.0.0.1') as string,
  });
  expect((await testHost.call('GET /settings/public')).data.siteName).toBe('After');
  await eventually(async () => {
    expect(await testHost.ctx.db.$count(outbox)).toBe(0);
  });
});

test('returns setting_not_found for an unknown key, including names of object members', async () => {
  for (const key of ['nothing', '__proto__', 'toString', 'APP_SECRET'])
    expect((await put(key, 'x')).errorBody.error).toBe('setting_not_found');
});

test('only operators read or change settings', async () => {
  const fan = await signUpFan(testHost);
  expect((await put('siteName', 'Mine', testHost, fan.token)).errorBody.error).toBe('forbidden_role');
  expect((await testHost.call('GET /admin/settings')).errorBody.error).toBe('session_required');
});

test('rows of the audit log can be neither changed nor removed', async () => {
  for (const statement of [`update audit_log set action = 'x'`, `delete from audit_log`, `truncate audit_log`])
    await expect(testHost.ctx.db.execute(statement)).rejects.toThrow();
});

test('a new site image replaces the old one, which is deleted', async () => {
  const upload = async () =>
    testHost.call('POST /admin/settings/images/upload', { body: { key: 'darkLogo' }, files: { file: await sampleImage() } }, { token });
  const first = await upload();
  const second = await upload();
  expect(second.data).toMatchObject({ type: 'site-image', status: 'finished' });
  expect((await testHost.call('GET /settings/public')).data.darkLogo).toBe(second.data.url);
  const get = async (address: string | null) => (await fetch(testHost.url + new URL(address ?? '').pathname)).status;
  expect(await get(second.data.url)).toBe(200);
  expect(await get(first.data.url)).toBe(404);
  const damaged = new File([new Uint8Array(await (await sampleImage()).arrayBuffer()).slice(0, 400)], 'a.jpg');
  expect(
    (await testHost.call('POST /admin/settings/images/upload', { body: { key: 'logo' }, files: { file: damaged } }, { token })).errorBody
      .error,
  ).toBe('file_unreadable');
});

test('a test mail without a mail server is written to the outbox', async () => {
  const { data } = await testHost.call('POST /admin/settings/mail-test', { body: { to: 'me@example.com' } }, { token });
  expect(data).toMatchObject({ sent: true, detail: expect.stringContaining('outbox') as string });
  expect(await testHost.ctx.db.$count(mails, eq(mails.to, 'me@example.com'))).toBe(1);
});

test('returns the error of a mail server that rejects a test mail, and hides the mails of a site with a mail server', async () => {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: (_address, _session, done) => {
      done(new Error('no such mailbox'));
    },
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  const siteWithMailServer = await openTestHost({ SMTP_URL: `smtp://127.0.0.1:${String(port)}` });
  const operator = await signUpOperator(siteWithMailServer);
  const rejected = await siteWithMailServer.call(
    'POST /admin/settings/mail-test',
    { body: { to: 'me@example.com' } },
    { token: operator.token },
  );
  expect(rejected.errorBody).toMatchObject({ error: 'mail_failed', message: expect.stringContaining('no such mailbox') as string });
  expect((await siteWithMailServer.call('GET /admin/mails/search', {}, { token: operator.token })).errorBody.error).toBe('mail_not_found');
  const [mail] = await siteWithMailServer.ctx.db.select().from(mails);
  expect(
    (await siteWithMailServer.call('GET /admin/mails/:id', { params: { id: mail?.id ?? '' } }, { token: operator.token })).errorBody.error,
  ).toBe('mail_not_found');
  await siteWithMailServer.close();
  await new Promise<void>((resolve) =>
    server.close(() => {
      resolve();
    }),
  );
});

test('a change on one API server applies on the other, for settings and blocked countries', async () => {
  const database = await freshDatabase();
  const [one, two] = [await openTestHost({ DATABASE_URL: database.url }), await openTestHost({ DATABASE_URL: database.url })];
  const operator = await signUpOperator(one);
  await put('siteName', 'Shared', one, operator.token);
  expect(one.ctx.settings.values().siteName).toBe('Shared');
  await one.call('PUT /admin/blocked-countries', { body: { countryCodes: ['fr', 'DE', 'FR'] } }, { token: operator.token });
  await eventually(async () => {
    expect((await two.call('GET /settings/public')).data.siteName).toBe('Shared');
    expect((await two.call('GET /admin/blocked-countries', {}, { token: operator.token })).data.countryCodes).toEqual(['DE', 'FR']);
  });
  expect(
    (await one.call('PUT /admin/blocked-countries', { body: { countryCodes: ['XX'] } }, { token: operator.token })).errorBody.error,
  ).toBe('country_unknown');
  const [entry] = await one.ctx.db.select().from(auditLog).where(eq(auditLog.action, 'countries.block'));
  expect(entry).toMatchObject({ before: { countryCodes: [] }, after: { countryCodes: ['DE', 'FR'] } });
  await one.close();
  await two.close();
  await database.drop();
});

test('maintenance admits only operators, until it is switched off', async () => {
  const fan = await signUpFan(testHost);
  await put('maintenanceMode', true);
  expect((await testHost.call('GET /users/me', {}, { token: fan.token })).errorBody.error).toBe('maintenance');
  expect((await testHost.call('GET /users/me', {}, { token })).status).toBe(200);
  expect((await testHost.call('GET /settings/public')).data.maintenanceMode).toBe(true);
  await put('maintenanceMode', false);
  expect((await testHost.call('GET /users/me', {}, { token: fan.token })).status).toBe(200);
  expect(await testHost.ctx.db.$count(settings, eq(settings.key, 'maintenanceMode'))).toBe(1);
});
