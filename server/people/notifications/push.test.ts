/** Messages to devices: sealed for the browser, signed by the site, once each, and never into the host's own network. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asc, eq, sql } from 'drizzle-orm';
import * as limits from '@contract/kernel/limits';
import { notifications, pushDevices } from '@server/platform/db/schema/schema';
import { ClosedAddress, isPublic, publicLookup } from '@server/platform/outgoing/addresses';
import { sendPush } from '@server/platform/push/send';
import { eventually } from '../../../tests/kit/timing/eventually';
import { insist } from '../../../tests/kit/timing/retry';
import { signUpFan } from '../../../tests/kit/people/people';
import { openPushStandIn, type Browser, type PushStandIn } from '../../../tests/kit/stand-ins/push';
import { tellOf } from '../../../tests/support/told';
import { openWorld, type World } from '../../../tests/kit/host/test-host';
import { pushTo } from './devices';
import type { Told } from './notifications';

let world: World;
let service: PushStandIn;
let siteKey = '';
beforeAll(async () => {
  service = await openPushStandIn(() => siteKey);
  world = await openWorld({ PUSH_API_BASE: service.origin, MAIL_FROM: 'Stage <stage@example.com>' });
  siteKey = (await world.call('GET /settings/public')).data.webPushPublicKey;
});
afterAll(async () => {
  await world.close();
  await service.close();
});

interface Somebody {
  id: string;
  token: string;
}
type Work = Parameters<typeof pushTo>[1];
const tell = (who: Pick<Somebody, 'id'>, change: Partial<Told> = {}) => tellOf(world, who.id, change);
const register = (who: Somebody, { endpoint, keys }: Browser['subscription']) =>
  insist(() => world.call('POST /notifications/push', { body: { endpoint, keys } }, { token: who.token }));
const forget = (who: Somebody, endpoint: string) =>
  insist(() => world.call('DELETE /notifications/push', { body: { endpoint } }, { token: who.token }));
const devicesOf = async (who: Somebody) =>
  (await world.ctx.db.select().from(pushDevices).where(eq(pushDevices.accountId, who.id)).orderBy(asc(pushDevices.createdAt))).map(
    ({ endpoint }) => endpoint,
  );
/** Takes what waits to be sent out of the queue. */
const waiting = async (): Promise<Work[]> =>
  (await world.ctx.db.execute<{ data: Work }>(sql`delete from jobs.job where name = 'notifications/push' returning data`)).rows.map(
    ({ data }) => data,
  );
const sendAll = async (): Promise<void> => {
  for (const work of await waiting()) await pushTo(world.ctx, work);
};
async function withDevice(): Promise<{ fan: Awaited<ReturnType<typeof signUpFan>>; browser: Browser }> {
  const [fan, browser] = [await signUpFan(world), service.browser()];
  await register(fan, browser.subscription);
  return { fan, browser };
}

describe('a device', () => {
  test('is told what happened, in a message that it alone can open', async () => {
    const [{ fan, browser }, actor] = [await withDevice(), await signUpFan(world)];
    const other = service.browser();
    await register(fan, other.subscription);
    await tell(fan, { actorId: actor.id, text: 'sent you a tip of 2 tokens.' });
    await sendAll();
    const [{ data }] = [await world.call('GET /notifications', {}, { token: fan.token })];
    const tag = data.data[0]?._id ?? '';
    const message = { title: 'Footlight', body: `${actor.username} sent you a tip of 2 tokens.`, link: '/wallet', tag };
    expect([browser.messages(), other.messages()]).toEqual([[message], [message]]);
    expect(service.lastHeaders()).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400', topic: tag.replaceAll('-', '') });
  });

  test('is told in the language of its account, or in English where the site has not got it', async () => {
    const [{ fan, browser }, actor] = [await withDevice(), await signUpFan(world)];
    const readIn = (locale: string | null) => insist(() => world.call('PUT /users', { body: { locale } }, { token: fan.token }));
    for (const locale of ['de', 'ar', null]) {
      await readIn(locale);
      await tell(fan, { actorId: actor.id, text: 'sent you a tip of 20 tokens.' });
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

  test('is told which way a language is written', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'languages-'));
    await writeFile(join(folder, 'ar.json'), JSON.stringify({ 'sent you a tip of {0} tokens.': '⟦{0}⟧' }));
    const elsewhere = await openWorld({ DATABASE_URL: world.databaseUrl, PUSH_API_BASE: service.origin, LOCALES_DIR: folder });
    try {
      const { fan, browser } = await withDevice();
      await insist(() => world.call('PUT /users', { body: { locale: 'ar' } }, { token: fan.token }));
      await tell(fan, { text: 'sent you a tip of 2 tokens.' });
      for (const work of await waiting()) await pushTo(elsewhere.ctx, work);
      expect(browser.messages()).toMatchObject([{ body: '⟦2⟧', lang: 'ar', dir: 'rtl' }]);
    } finally {
      await elsewhere.close();
      await rm(folder, { recursive: true });
    }
  });

  test('is told once of a thousand likes, and again when they were read', async () => {
    const { fan, browser } = await withDevice();
    const like = () => tell(fan, { type: 'like', text: 'liked your post.', group: 'like:1' });
    await Promise.all(Array.from({ length: 40 }, like));
    expect(await world.ctx.db.$count(sql`jobs.job`, sql`name = 'notifications/push'`)).toBe(1);
    await sendAll();
    expect(browser.messages()).toHaveLength(1);
    await world.call('POST /notifications/read', { body: {} }, { token: fan.token });
    await like();
    await sendAll();
    expect(browser.messages()).toHaveLength(2);
  });

  test('stays silent for what was read meanwhile, is not wished, or comes in quiet hours: the list has it', async () => {
    const { fan, browser } = await withDevice();
    const prefer = (body: object) => world.call('PUT /notifications/preferences', { body }, { token: fan.token });
    await tell(fan);
    await world.call('POST /notifications/read', { body: {} }, { token: fan.token });
    await prefer({ types: { comment: { push: false } } });
    await tell(fan, { type: 'comment' });
    await sendAll();
    const hour = (away_h: number) => `${String((world.clock.now().getUTCHours() + away_h + 24) % 24).padStart(2, '0')}:00`;
    await prefer({ quietHours: { from: hour(-1), to: hour(2), timeZone: 'UTC' } });
    await tell(fan);
    await sendAll();
    expect(browser.messages()).toEqual([]);
    expect((await world.call('GET /notifications', {}, { token: fan.token })).data).toMatchObject({ total: 3, unread: 2 });
    await prefer({ quietHours: { from: hour(3), to: hour(-2), timeZone: 'UTC' } });
    await tell(fan);
    await sendAll();
    expect(browser.messages()).toHaveLength(1);
  });

  test('that is no more is forgotten; one whose service fails is tried again', async () => {
    const { fan, browser } = await withDevice();
    await tell(fan);
    const [work] = await waiting();
    if (!work) throw new Error('nothing waits');
    service.answerWith(503, 429);
    await expect(pushTo(world.ctx, work)).rejects.toThrow('503');
    await expect(pushTo(world.ctx, work)).rejects.toThrow('429');
    await pushTo(world.ctx, work);
    expect(browser.messages()).toHaveLength(1);
    for (const status of [404, 410]) {
      await register(fan, browser.subscription);
      await tell(fan);
      service.answerWith(status);
      await sendAll();
      expect(await devicesOf(fan)).toEqual([]);
    }
    await pushTo(world.ctx, work);
    expect(browser.messages()).toHaveLength(1);
  });

  test('is sent a message once by two workers, which both look for work', async () => {
    const { fan, browser } = await withDevice();
    const second = await openWorld({ DATABASE_URL: world.databaseUrl, PUSH_API_BASE: service.origin });
    try {
      const asked = service.asked();
      await Promise.all(Array.from({ length: 20 }, () => tell(fan)));
      await Promise.all([world.ctx.jobs.work(world.ctx), second.ctx.jobs.work(second.ctx)]);
      await eventually(() => {
        expect(browser.messages()).toHaveLength(20);
      }, 20_000);
      expect(new Set(browser.messages().map(({ tag }) => tag)).size).toBe(20);
      expect(service.asked() - asked).toBe(20);
    } finally {
      await second.close();
    }
  }, 60_000);
});

describe('the list of devices', () => {
  test('holds ten: another one takes the place of the oldest, and one that comes back is the newest', async () => {
    const fan = await signUpFan(world);
    const browsers = Array.from({ length: limits.pushDevicesMax + 2 }, () => service.browser().subscription);
    const [first, second, ...others] = browsers;
    if (!first || !second) throw new Error('there are no browsers');
    const add = async (subscription: Browser['subscription']) => {
      world.clock.advance({ seconds: 1 });
      return (await register(fan, subscription)).data._id;
    };
    const id = await add(first);
    await add(second);
    for (const other of others.slice(0, -2)) await add(other);
    expect(await add(first)).toBe(id);
    for (const other of others.slice(-2)) await add(other);
    const kept = await devicesOf(fan);
    expect(kept).toHaveLength(limits.pushDevicesMax);
    expect(kept).toContain(first.endpoint);
    expect(kept).not.toContain(second.endpoint);
    const many = Array.from({ length: 15 }, () => service.browser().subscription);
    await Promise.all(many.map((subscription) => register(fan, subscription)));
    expect(await devicesOf(fan)).toHaveLength(limits.pushDevicesMax);
  });

  test('gives a browser to whoever registers it last, with all that waits for it; a stranger takes none away', async () => {
    const [{ fan, browser }, next] = [await withDevice(), await signUpFan(world)];
    const { endpoint } = browser.subscription;
    await tell(fan);
    const [work] = await waiting();
    await forget(next, endpoint);
    expect(await devicesOf(fan)).toEqual([endpoint]);
    await register(next, browser.subscription);
    expect([await devicesOf(fan), await devicesOf(next)]).toEqual([[], [endpoint]]);
    if (work) await pushTo(world.ctx, work);
    expect(browser.messages()).toEqual([]);
    expect((await forget(next, endpoint)).data).toEqual({ deleted: true });
    expect((await forget(next, endpoint)).data).toEqual({ deleted: true });
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
  ])('takes no address like %s', async (endpoint) => {
    const fan = await signUpFan(world);
    const refused = await register(fan, { endpoint, keys: service.browser().subscription.keys });
    expect(refused.refusal).toMatchObject({ error: 'setting_invalid', issues: [{ path: 'endpoint' }] });
  });

  test('takes only keys that something can be sealed with', async () => {
    const fan = await signUpFan(world);
    const { endpoint, keys } = service.browser().subscription;
    const point = Buffer.from(keys.p256dh, 'base64url');
    point[40] = (point[40] ?? 0) ^ 1;
    for (const wrong of [{ auth: 'AAAA' }, { p256dh: 'AAAA' }, { p256dh: point.toString('base64url') }]) {
      const refused = await register(fan, { endpoint, keys: { ...keys, ...wrong } });
      expect(refused.refusal).toMatchObject({ error: 'setting_invalid', issues: [{ path: 'keys' }] });
    }
    const known = await register(fan, { endpoint: 'https://updates.push.services.mozilla.com/wpush/v2/x', keys });
    expect(known.status).toBe(200);
    await forget(fan, 'https://updates.push.services.mozilla.com/wpush/v2/x');
  });
});

describe('what a name leads to', () => {
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
    expect(isPublic(address)).toBe(is);
  });

  test.each([true, false])('is looked at again when the connection is made (all of them: %s)', async (all) => {
    const found = await new Promise<Error | null>((resolve) => {
      publicLookup('localhost', { all }, resolve);
    });
    expect(found).toBeInstanceOf(ClosedAddress);
  });

  test('is not followed elsewhere: a service that points to another is not obeyed', async () => {
    const { fan, browser } = await withDevice();
    let reached = 0;
    const inside = createServer((_request, response) => {
      reached += 1;
      response.end();
    });
    await new Promise<void>((listening) => inside.listen(0, '127.0.0.1', listening));
    const { port } = inside.address() as AddressInfo;
    service.answerWith(307);
    const device = { endpoint: browser.subscription.endpoint, ...browser.subscription.keys };
    const message = { title: 'A', body: 'B', link: '/', tag: fan.id };
    await expect(sendPush(world.ctx, device, message)).rejects.toThrow('307');
    const stranger = { ...device, endpoint: `http://127.0.0.1:${String(port)}/send` };
    await expect(sendPush(world.ctx, stranger, message)).rejects.toThrow('nothing is sent to');
    expect(reached).toBe(0);
    await new Promise((closed) => inside.close(closed));
    expect(await world.ctx.db.$count(notifications, eq(notifications.accountId, fan.id))).toBe(0);
  });
});
