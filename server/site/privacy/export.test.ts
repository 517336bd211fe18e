/** The export of personal data: it opens, it contains what the database contains, and only its owner can open it. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import * as limits from '@contract/kernel/limits';
import { files } from '@server/platform/db/schema/files';
import { notifications } from '@server/platform/db/schema/notifications';
import { dataExports } from '@server/platform/db/schema/privacy';
import { mails } from '@server/platform/db/schema/site';
import { findFile } from '@server/platform/media/files';
import { documentKey, decrypt } from '@server/platform/media/storage/encryption';
import { mainVariant } from '@server/platform/media/pictures/variants';
import { entriesOf, sha256 } from '../../../tests/kit/files/archives';
import { password, signUpFan, signUpOperator } from '../../../tests/kit/people/people';
import { eventually } from '../../../tests/kit/timing/eventually';
import { collectEvents } from '../../../tests/kit/money/payments';
import { runJob } from '../../../tests/kit/content/posts';
import { demoPassword, demoSite } from '../../../tests/kit/live/seeded-site';
import { openLiveTestHost } from '../../../tests/kit/live/shows';
import type { TestHost } from '../../../tests/kit/host/test-host';
import { makeExport } from './make-export';

let testHost: TestHost;
beforeAll(async () => {
  ({ testHost } = await openLiveTestHost({ DEMO_PASSWORD: demoPassword }, {}, await demoSite()));
});
afterAll(() => testHost.close());

interface SignedIn {
  token: string;
  cookie: string;
}
async function signIn(username: string, secret = password): Promise<SignedIn> {
  const { data, headers } = await testHost.call('POST /auth/login', { body: { username, password: secret } });
  return { token: data.token, cookie: (headers.get('set-cookie') ?? '').split(';')[0] ?? '' };
}
const requestExport = (who: SignedIn) => testHost.call('POST /account/export', {}, { token: who.token });
const state = async (who: SignedIn) => (await testHost.call('GET /account/export', {}, { token: who.token })).data;
const fetchAs = (who: SignedIn, url: string | null) =>
  fetch(testHost.url + new URL(url ?? '').pathname + new URL(url ?? '').search, { headers: { cookie: who.cookie } });
const exportIdOf = async (accountId: string): Promise<string> => {
  const [row] = await testHost.ctx.db.select().from(dataExports).where(eq(dataExports.accountId, accountId));
  return row?.id ?? 'none';
};
const idOf = async (who: SignedIn): Promise<string> => (await testHost.call('GET /users/me', {}, { token: who.token })).data._id;
async function exportAndUnzip(who: SignedIn): Promise<Map<string, Buffer>> {
  await makeExport(testHost.ctx, await exportIdOf(await idOf(who)));
  const response = await fetchAs(who, (await state(who)).url);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-disposition')).toMatch(/^attachment;.*\.zip$/);
  return entriesOf(Buffer.from(await response.arrayBuffer()));
}
const rowsIn = (entries: Map<string, Buffer>, name: string) =>
  JSON.parse(entries.get(`data/${name}.json`)?.toString() ?? 'null') as Record<string, unknown>[];
const sumOf = (rows: Record<string, unknown>[], key: string): number =>
  Math.round(rows.reduce((sum, row) => sum + Number(row[key]), 0) * 100);

test("the demo performer's archive contains the rows of the database, and every file unchanged", async () => {
  const ada = await signIn('ada', demoPassword);
  const id = await idOf(ada);
  expect((await requestExport(ada)).data).toMatchObject({ status: 'waiting', progress: 0, url: null });
  const entries = await exportAndUnzip(ada);

  const { rows: found } = await testHost.ctx.db.execute<Record<string, number>>(sql`select
    (select count(*)::int from items where performer_id = ${id}) as items,
    (select count(*)::int from messages where sender_id = ${id} or receiver_id = ${id}) as messages,
    (select count(*)::int from comments where author_id = ${id}) as comments,
    (select count(*)::int from subscriptions where performer_id = ${id} or user_id = ${id}) as subscriptions,
    (select count(*)::int from charges where performer_id = ${id} or user_id = ${id}) as charges,
    (select coalesce(sum(price_cents), 0)::int from charges where performer_id = ${id} or user_id = ${id}) as charged,
    (select coalesce(sum(net_cents), 0)::int from earnings where performer_id = ${id}) as earned,
    (select count(*)::int from orders where performer_id = ${id}) as orders,
    (select count(*)::int from notifications where account_id = ${id} and event not like 'export:%') as notifications,
    (select count(*)::int from files where owner_id = ${id} and type <> 'export') as files,
    (select count(*)::int from feeds join items on items.id = item_id where performer_id = ${id}) as posts,
    (select sum(amount_cents)::int from ledger_entries where account_id = ${`earnings:${id}`}) as balance`);
  const expected = found[0] ?? {};
  for (const name of ['items', 'messages', 'comments', 'subscriptions', 'charges', 'orders', 'notifications', 'files', 'posts'])
    expect([name, rowsIn(entries, name).length]).toEqual([name, expected[name]]);
  expect(expected['items']).toBeGreaterThan(5);
  expect(sumOf(rowsIn(entries, 'charges'), 'price')).toBe(expected['charged']);
  expect(sumOf(rowsIn(entries, 'earnings'), 'net')).toBe(expected['earned']);
  const balance = rowsIn(entries, 'balance').filter(({ account }) => account === 'earnings');
  expect(sumOf(balance, 'change')).toBe(expected['balance']);
  expect(Math.round(Number(balance.at(-1)?.['balance']) * 100)).toBe(expected['balance']);
  expect(JSON.parse(entries.get('data/counts.json')?.toString() ?? '{}')).toMatchObject({
    counts: { items: expected['items'] },
    files: expected['files'],
  });

  const rows = await testHost.ctx.db.select().from(files).where(eq(files.ownerId, id));
  const stored = rows.filter(({ type }) => type !== 'export');
  const checksums = new Map(
    entries
      .get('checksums.txt')
      ?.toString()
      .trim()
      .split('\n')
      .map((line) => [line.slice(66), line.slice(0, 64)]),
  );
  expect(checksums.size).toBe(stored.length);
  for (const row of stored) {
    const key = mainVariant(row.variants)?.key ?? row.variants[0]?.key ?? row.original?.key ?? '';
    const bytes = Buffer.concat((await (await testHost.ctx.storage.open(key))?.stream.toArray()) ?? []);
    const plain = row.type === 'document' ? decrypt(documentKey(testHost.ctx.config.appSecret), key, bytes) : bytes;
    const [name, content] = [...entries].find(([one]) => one.startsWith(`files/${row.id}-`)) ?? ['', Buffer.alloc(0)];
    expect([name, sha256(content)]).toEqual([name, sha256(plain)]);
    expect(checksums.get(name)).toBe(sha256(plain));
  }
  expect(stored.some(({ type }) => type === 'document')).toBe(true);

  const text = [...entries]
    .filter(([name]) => /\.(html|json)$/.test(name))
    .map(([, content]) => content.toString())
    .join('\n');
  expect(text).not.toMatch(/argon2|passwordHash|tokenHash/);
  expect(entries.get('index.html')?.toString()).toContain('pages/messages.html');
  expect(entries.get('pages/items.html')?.toString()).toContain('<th scope="col">Title</th>');
});

describe('an archive', () => {
  it('is created one at a time, requires recent authentication, and opens only for its owner', async () => {
    const [fan, other, operator] = [await signUpFan(testHost), await signUpFan(testHost), await signUpOperator(testHost)];
    const [owner, otherFan, operatorSession] = [await signIn(fan.username), await signIn(other.username), await signIn(operator.username)];
    expect(await state(owner)).toEqual({ status: 'none', progress: 0, size: null, url: null, askedAt: null, expiresAt: null });
    testHost.clock.advance({ seconds: limits.reauthentication_s + 1 });
    expect((await requestExport(owner)).errorBody.error).toBe('reauthentication_required');
    await testHost.call('POST /auth/reauthenticate', { body: { password } }, { token: owner.token });
    const events = await collectEvents(testHost, owner, 'export/changed');
    const response = await requestExport(owner);
    expect([response.status, response.data.status]).toEqual([202, 'waiting']);
    expect((await requestExport(owner)).errorBody.error).toBe('export_running');
    const entries = await exportAndUnzip(owner);
    expect(rowsIn(entries, 'account')).toMatchObject([{ id: fan.id, email: fan.email, username: fan.username }]);
    expect([...entries.values()].some((content) => content.includes(other.email))).toBe(false);

    const { url, status, progress, size } = await state(owner);
    expect({ status, progress }).toEqual({ status: 'ready', progress: 100 });
    expect(size).toBeGreaterThan(1000);
    expect((await fetchAs(otherFan, url)).status).toBe(403);
    expect((await fetchAs(operatorSession, url)).status).toBe(403);
    expect((await state(otherFan)).status).toBe('none');
    const notified = await testHost.ctx.db.select().from(notifications).where(eq(notifications.accountId, fan.id));
    expect(notified.map(({ text }) => text)).toContain('Your data archive is ready to download.');
    expect((await testHost.ctx.db.select().from(mails).where(eq(mails.to, fan.email))).map(({ template }) => template)).toContain(
      'export-ready',
    );
    await eventually(() => expect(events.map((event) => event.status)).toEqual(expect.arrayContaining(['waiting', 'running', 'ready'])));
    expect(await readdir(join(testHost.ctx.config.dataDir, 'work'))).toEqual([]);
  });

  it('is removed when it expires, and when another is requested', async () => {
    const owner = await signIn((await signUpFan(testHost)).username);
    const id = await idOf(owner);
    await requestExport(owner);
    await exportAndUnzip(owner);
    const first = await exportIdOf(id);
    await requestExport(owner);
    expect(await findFile(testHost.ctx, first)).toBeNull();
    await exportAndUnzip(owner);
    const second = await exportIdOf(id);
    testHost.clock.advance({ seconds: limits.exportRetention_s - limits.session.short_s });
    await runJob(testHost, 'privacy/tend-exports', {});
    expect(await findFile(testHost.ctx, second)).not.toBeNull();
    testHost.clock.advance({ seconds: limits.session.short_s + 1 });
    await runJob(testHost, 'privacy/tend-exports', {});
    expect(await findFile(testHost.ctx, second)).toBeNull();
    const again = await testHost.call('POST /auth/login', { body: { username: (await signUpFan(testHost)).username, password } });
    expect(again.status).toBe(200);
    const [row] = await testHost.ctx.db.select().from(dataExports).where(eq(dataExports.id, second));
    expect(row?.status).toBe('expired');
  });

  it('is retried when its worker dies, and fails after the last attempt', async () => {
    const owner = await signIn((await signUpFan(testHost)).username);
    const id = await idOf(owner);
    await requestExport(owner);
    const dead = { status: 'running', attempts: 1, progress: 40, workedUntil: new Date(testHost.clock.now().getTime() + 60_000) } as const;
    await testHost.ctx.db.update(dataExports).set(dead).where(eq(dataExports.accountId, id));
    await makeExport(testHost.ctx, await exportIdOf(id));
    expect((await state(owner)).status).toBe('running');
    testHost.clock.advance({ seconds: 61 });
    await runJob(testHost, 'privacy/tend-exports', {});
    expect((await state(owner)).status).toBe('waiting');
    await exportAndUnzip(owner);
    expect((await state(owner)).status).toBe('ready');

    await requestExport(owner);
    const exportId = await exportIdOf(id);
    const { storage } = testHost.ctx;
    const broken = { ...testHost.ctx, storage: { ...storage, adopt: () => Promise.reject(new Error('the disk is full')) } };
    for (const attemptsLeft of [2, 1, 0]) {
      const attempt = makeExport(broken, exportId);
      if (attemptsLeft > 0) await expect(attempt).rejects.toMatchObject({ code: 'service_unavailable' });
      else await attempt;
    }
    expect((await state(owner)).status).toBe('failed');
    expect((await requestExport(owner)).status).toBe(202);
  });
});
