/** Web Push: encrypted for the browser, signed by the site, sent once, and never into the private network. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asc, eq, sql } from 'drizzle-orm';
import * as limits from '@contract/kernel/limits';
import { notifications, pushDevices } from '@server/platform/db/schema/notifications';
import { BlockedAddressError, isPublicAddress, publicLookup } from '@server/platform/outgoing/addresses';
import { sendPush } from '@server/platform/push/send';
import { eventually } from '../../../tests/kit/timing/eventually';
import { retryOn503 } from '../../../tests/kit/timing/retry';
import { signUpFan } from '../../../tests/kit/people/people';
import { openPushStandIn, type Browser, type PushStandIn } from '../../../tests/kit/stand-ins/push';
import { sendTipNotification } from '../../../tests/kit/talk/notifications';
import { openTestHost, type TestHost } from '../../../tests/kit/host/test-host';
import { sendPushNotification } from './devices';
import type { NotificationInput } from './delivery/notification-input';

let testHost: TestHost;
let service: PushStandIn;
let siteKey = '';
beforeAll(async () => {
  service = await openPushStandIn(() => siteKey);
  testHost = await openTestHost({ PUSH_API_BASE: service.origin, MAIL_FROM: 'Stage <stage@example.com>' });
  siteKey = (await testHost.call('GET /settings/public')).data.webPushPublicKey;
});
afterAll(async () => {
  await testHost.close();
  await service.close();
});

interface TestPerson {
  id: string;
  token: string;
}
type PushJob = Parameters<typeof sendPushNotification>[1];
const notifyPerson = (person: Pick<TestPerson, 'id'>, change: Partial<NotificationInput> = {}) =>
  sendTipNotification(testHost, person.id, change);
const register = (person: TestPerson, { endpoint, keys }: Browser['subscription']) =>
  retryOn503(() => testHost.call('POST /notifications/push', { body: { endpoint, keys } }, { token: person.token }));
const unregister = (person: TestPerson, endpoint: string) =>
  retryOn503(() => testHost.call('DELETE /notifications/push', { body: { endpoint } }, { token: person.token }));
const devicesOf = async (person: TestPerson) =>
  (await testHost.ctx.db.select().from(pushDevices).where(eq(pushDevices.accountId, person.id)).orderBy(asc(pushDevices.createdAt))).map(
    ({ endpoint }) => endpoint,
  );
/** Removes and returns the pending push jobs. */
const takeJobs = async (): Promise<PushJob[]> =>
  (await testHost.ctx.db.execute<{ data: PushJob }>(sql`delete from jobs.job where name = 'notifications/push' returning data`)).rows.map(
    ({ data }) => data,
  );
const sendAll = async (): Promise<void> => {
  for (const job of await takeJobs()) await sendPushNotification(testHost.ctx, job);
};
async function withDevice(): Promise<{ fan: Awaited<ReturnType<typeof signUpFan>>; browser: Browser }> {
  const [fan, browser] = [await signUpFan(testHost), service.browser()];
  await register(fan, browser.subscription);
  return { fan, browser };
}

describe('a device', () => {
  test('gets a message that only it can decrypt', async () => {
    const [{ fan, browser }, actor] = [await withDevice(), await signUpFan(testHost)];
    const other = service.browser();
    await register(fan, other.subscription);
    await notifyPerson(fan, { actorId: actor.id, text: 'sent you a tip of 2 tokens.' });
    await sendAll();
    const [{ data }] = [await testHost.call('GET /notifications', {}, { token: fan.token })];
    const tag = data.data[0]?._id ?? '';
    const message = { title: 'Footlight', body: `${actor.username} sent you a tip of 2 tokens.`, link: '/wallet', tag };
    expect([browser.messages(), other.messages()]).toEqual([[message], [message]]);
    expect(service.lastHeaders()).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400', topic: tag.replaceAll('-', '') });
  });

  test('gets the language of its account, or English if the site has no translation', async () => {
    const [{ fan, browser }, actor] = [await withDevice(), await signUpFan(testHost)];
    const setLocale = (locale: string | null) => retryOn503(() => testHost.call('PUT /users', { body: { locale } }, { token: fan.token }));
    for (const locale of ['de', 'ar', null]) {
      await setLocale(locale);
      await notifyPerson(fan, { actorId: actor.id, text: 'sent you a tip of 20 tokens.' });
      await sendAll();
    }
    const [inGerman, ...others] = browser.messages();
    expect(inGerman).toMatchObject({ body: `${actor.username} hat dir 20 Tokens Trinkgeld gegeben.`, lang: 'de', dir: 'ltr' });
    expect(others).toHaveLength(2);
    for (const message of others) {
      expect(message).toMatchObject({ title: 'Footlight', body: `${actor.username} sent you a tip of 20 tokens.` });
      expect(message).not.toHaveProperty('lang');
    }
  });

  test('gets the writing direction of the language', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'languages-'));
    await writeFile(join(folder, 'ar.json'), JSON.stringify({ 'sent you a tip of {0} tokens.': '⟦{0}⟧' }));
    const translatedHost = await openTestHost({ DATABASE_URL: testHost.databaseUrl, PUSH_API_BASE: service.origin, LOCALES_DIR: folder });
    try {
      const { fan, browser } = await withDevice();
      await retryOn503(() => testHost.call('PUT /users', { body: { locale: 'ar' } }, { token: fan.token }));
      await notifyPerson(fan, { text: 'sent you a tip of 2 tokens.' });
      for (const job of await takeJobs()) await sendPushNotification(translatedHost.ctx, job);
      expect(browser.messages()).toMatchObject([{ body: '⟦2⟧', lang: 'ar', dir: 'rtl' }]);
    } finally {
      await translatedHost.close();
      await rm(folder, { recursive: true });
    }
  });

  test('gets one message for many likes, and another after they were read', async () => {
    const { fan, browser } = await withDevice();
    const like = () => notifyPerson(fan, { type: 'like', text: 'liked your post.', group: 'like:1' });
    await Promise.all(Array.from({ length: 40 }, like));
    expect(await testHost.ctx.db.$count(sql`jobs.job`, sql`name = 'notifications/push'`)).toBe(1);
    await sendAll();
    expect(browser.messages()).toHaveLength(1);
    await testHost.call('POST /notifications/read', { body: {} }, { token: fan.token });
    await like();
    await sendAll();
    expect(browser.messages()).toHaveLength(2);
  });

  test('gets no message that was read, is disabled, or arrives in quiet hours; the list still has it', async () => {
    const { fan, browser } = await withDevice();
    const setPreferences = (body: object) => testHost.call('PUT /notifications/preferences', { body }, { token: fan.token });
    await notifyPerson(fan);
    await testHost.call('POST /notifications/read', { body: {} }, { token: fan.token });
    await setPreferences({ types: { comment: { push: false } } });
    await notifyPerson(fan, { type: 'comment' });
    await sendAll();
    const hour = (offset_h: number) => `${String((testHost.clock.now().getUTCHours() + offset_h + 24) % 24).padStart(2, '0')}:00`;
    await setPreferences({ quietHours: { from: hour(-1), to: hour(2), timeZone: 'UTC' } });
    await notifyPerson(fan);
    await sendAll();
    expect(browser.messages()).toEqual([]);
    expect((await testHost.call('GET /notifications', {}, { token: fan.token })).data).toMatchObject({ total: 3, unread: 2 });
    await setPreferences({ quietHours: { from: hour(3), to: hour(-2), timeZone: 'UTC' } });
    await notifyPerson(fan);
    await sendAll();
    expect(browser.messages()).toHaveLength(1);
  });

  test('is deleted if the push service reports it as gone; a message is retried if the service fails', async () => {
    const { fan, browser } = await withDevice();
    await notifyPerson(fan);
    const [job] = await takeJobs();
    if (!job) throw new Error('nothing waits');
    service.respondWith(503, 429);
    await expect(sendPushNotification(testHost.ctx, job)).rejects.toThrow('503');
    await expect(sendPushNotification(testHost.ctx, job)).rejects.toThrow('429');
    await sendPushNotification(testHost.ctx, job);
    expect(browser.messages()).toHaveLength(1);
    for (const status of [404, 410]) {
      await register(fan, browser.subscription);
      await notifyPerson(fan);
      service.respondWith(status);
      await sendAll();
      expect(await devicesOf(fan)).toEqual([]);
    }
    await sendPushNotification(testHost.ctx, job);
    expect(browser.messages()).toHaveLength(1);
  });

  test('gets a message once from two concurrent workers', async () => {
    const { fan, browser } = await withDevice();
    const secondHost = await openTestHost({ DATABASE_URL: testHost.databaseUrl, PUSH_API_BASE: service.origin });
    try {
      const requestsBefore = service.requestCount();
      await Promise.all(Array.from({ length: 20 }, () => notifyPerson(fan)));
      await Promise.all([testHost.ctx.jobs.work(testHost.ctx), secondHost.ctx.jobs.work(secondHost.ctx)]);
      await eventually(() => {
        expect(browser.messages()).toHaveLength(20);
      });
      expect(new Set(browser.messages().map(({ tag }) => tag)).size).toBe(20);
      expect(service.requestCount() - requestsBefore).toBe(20);
    } finally {
      await secondHost.close();
    }
  });
});

describe('the list of devices', () => {
  test('has at most ten: a new one replaces the oldest, and a renewed one is the newest', async () => {
    const fan = await signUpFan(testHost);
    const browsers = Array.from({ length: limits.pushDevicesMax + 2 }, () => service.browser().subscription);
    const [first, second, ...others] = browsers;
    if (!first || !second) throw new Error('there are no browsers');
    const add = async (subscription: Browser['subscription']) => {
      testHost.clock.advance({ seconds: 1 });
      return (await register(fan, subscription)).data._id;
    };
    const id = await add(first);
    await add(second);
    for (const other of others.slice(0, -2)) await add(other);
    expect(await add(first)).toBe(id);
    for (const other of others.slice(-2)) await add(other);
    const stored = await devicesOf(fan);
    expect(stored).toHaveLength(limits.pushDevicesMax);
    expect(stored).toContain(first.endpoint);
    expect(stored).not.toContain(second.endpoint);
    const many = Array.from({ length: 15 }, () => service.browser().subscription);
    await Promise.all(many.map((subscription) => register(fan, subscription)));
    expect(await devicesOf(fan)).toHaveLength(limits.pushDevicesMax);
  });

  test('moves a browser to the last account to register it, with pending messages dropped; other accounts cannot remove it', async () => {
    const [{ fan, browser }, next] = [await withDevice(), await signUpFan(testHost)];
    const { endpoint } = browser.subscription;
    await notifyPerson(fan);
    const [job] = await takeJobs();
    await unregister(next, endpoint);
    expect(await devicesOf(fan)).toEqual([endpoint]);
    await register(next, browser.subscription);
    expect([await devicesOf(fan), await devicesOf(next)]).toEqual([[], [endpoint]]);
    if (job) await sendPushNotification(testHost.ctx, job);
    expect(browser.messages()).toEqual([]);
    expect((await unregister(next, endpoint)).data).toEqual({ deleted: true });
    expect((await unregister(next, endpoint)).data).toEqual({ deleted: true });
    expect(await devicesOf(next)).toEqual([]);
  });

  test.each([
    'http://push.example.com/send/1',
    'https://127.0.0.1/send/1',
    'https://10.1.2.3/send/1',
    'https://169.254.169.254/latest',
    'https://[::1]/send/1',
    'https://[::ffff:127.0.0.1]/send/1',
    'https://[fd00::1]/send/1',
    'https://0x7f.1/send/1',
    'https://localhost/send/1',
    'https://name.localhost/send/1',
    'https://printer.local/send/1',
    'https://redis/send/1',
    'https://user:word@push.example.com/send/1',
    'http://127.0.0.1:1/send/1',
  ])('rejects the endpoint %s', async (endpoint) => {
    const fan = await signUpFan(testHost);
    const response = await register(fan, { endpoint, keys: service.browser().subscription.keys });
    expect(response.errorBody).toMatchObject({ error: 'setting_invalid', issues: [{ path: 'endpoint' }] });
  });

  test('accepts only valid encryption keys', async () => {
    const fan = await signUpFan(testHost);
    const { endpoint, keys } = service.browser().subscription;
    const point = Buffer.from(keys.p256dh, 'base64url');
    point[40] = (point[40] ?? 0) ^ 1;
    for (const invalidKeys of [{ auth: 'AAAA' }, { p256dh: 'AAAA' }, { p256dh: point.toString('base64url') }]) {
      const response = await register(fan, { endpoint, keys: { ...keys, ...invalidKeys } });
      expect(response.errorBody).toMatchObject({ error: 'setting_invalid', issues: [{ path: 'keys' }] });
    }
    const recognized = await register(fan, { endpoint: 'https://updates.push.services.mozilla.com/wpush/v2/x', keys });
    expect(recognized.status).toBe(200);
    await unregister(fan, 'https://updates.push.services.mozilla.com/wpush/v2/x');
  });
});

describe('the network address of an endpoint', () => {
  test.each([
    ['8.8.8.8', true],
    ['2606:4700::1', true],
    ['172.16.0.1', false],
    ['172.32.0.1', true],
    ['100.64.0.1', false],
    ['::', false],
    ['fe80::1', false],
    ['2002:7f00:1::', false],
    ['64:ff9b::7f00:1', false],
    ['nonsense', false],
  ])('%s is public: %s', (address, is) => {
    expect(isPublicAddress(address)).toBe(is);
  });

  test.each([true, false])('is checked again on connect (all addresses: %s)', async (all) => {
    const found = await new Promise<Error | null>((resolve) => {
      publicLookup('localhost', { all }, resolve);
    });
    expect(found).toBeInstanceOf(BlockedAddressError);
  });

  test('is not changed by a redirect', async () => {
    const { fan, browser } = await withDevice();
    let reached = 0;
    const privateServer = createServer((_request, response) => {
      reached += 1;
      response.end();
    });
    await new Promise<void>((listening) => privateServer.listen(0, '127.0.0.1', listening));
    const { port } = privateServer.address() as AddressInfo;
    service.respondWith(307);
    const device = { endpoint: browser.subscription.endpoint, ...browser.subscription.keys };
    const message = { title: 'A', body: 'B', link: '/', tag: fan.id };
    await expect(sendPush(testHost.ctx, device, message)).rejects.toThrow('307');
    const privateEndpoint = { ...device, endpoint: `http://127.0.0.1:${String(port)}/send` };
    await expect(sendPush(testHost.ctx, privateEndpoint, message)).rejects.toThrow('are not allowed');
    expect(reached).toBe(0);
    await new Promise((closed) => privateServer.close(closed));
    expect(await testHost.ctx.db.$count(notifications, eq(notifications.accountId, fan.id))).toBe(0);
  });
});
