/** The archive of somebody's data: it opens, it holds what the database holds, and it is hers alone. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import * as limits from '@contract/kernel/limits';
import { dataExports, files, mails, notifications } from '@server/platform/db/schema/schema';
import { findFile } from '@server/platform/media/files';
import { documentKey, unseal } from '@server/media/sealed';
import { mainVariant } from '@server/platform/media/pictures/variants';
import { seed } from '@server/seed/main';
import { entriesOf, sha256 } from '../../../tests/kit/files/archives';
import { password, signUpFan, signUpOperator } from '../../../tests/kit/people/people';
import { eventually } from '../../../tests/kit/timing/eventually';
import { hear } from '../../../tests/support/payments';
import { runJob } from '../../../tests/support/posts';
import { openLiveWorld } from '../../../tests/kit/live/shows';
import type { World } from '../../../tests/kit/host/test-host';
import { makeExport } from './make-export';

let world: World;
const demoPassword = 'a password for the demo';
beforeAll(async () => {
  ({ world } = await openLiveWorld({ DEMO_PASSWORD: demoPassword }));
});
afterAll(() => world.close());

interface Signed {
  token: string;
  cookie: string;
}
async function signIn(username: string, secret = password): Promise<Signed> {
  const { data, headers } = await world.call('POST /auth/login', { body: { username, password: secret } });
  return { token: data.token, cookie: (headers.get('set-cookie') ?? '').split(';')[0] ?? '' };
}
const ask = (who: Signed) => world.call('POST /account/export', {}, { token: who.token });
const state = async (who: Signed) => (await world.call('GET /account/export', {}, { token: who.token })).data;
const fetchAs = (who: Signed, url: string | null) =>
  fetch(world.url + new URL(url ?? '').pathname + new URL(url ?? '').search, { headers: { cookie: who.cookie } });
const exportIdOf = async (accountId: string): Promise<string> => {
  const [row] = await world.ctx.db.select().from(dataExports).where(eq(dataExports.accountId, accountId));
  return row?.id ?? 'none';
};
const idOf = async (who: Signed): Promise<string> => (await world.call('GET /users/me', {}, { token: who.token })).data._id;
async function made(who: Signed): Promise<Map<string, Buffer>> {
  await makeExport(world.ctx, await exportIdOf(await idOf(who)));
  const answer = await fetchAs(who, (await state(who)).url);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-disposition')).toMatch(/^attachment;.*\.zip$/);
  return entriesOf(Buffer.from(await answer.arrayBuffer()));
}
const rowsIn = (entries: Map<string, Buffer>, name: string) =>
  JSON.parse(entries.get(`data/${name}.json`)?.toString() ?? 'null') as Record<string, unknown>[];
const sumOf = (rows: Record<string, unknown>[], key: string): number =>
  Math.round(rows.reduce((sum, row) => sum + Number(row[key]), 0) * 100);

test('the archive of the demo performer holds what the database holds, with every file as it is', async () => {
  await seed(world.ctx);
  const ada = await signIn('ada', demoPassword);
  const id = await idOf(ada);
  expect((await ask(ada)).data).toMatchObject({ status: 'waiting', progress: 0, url: null });
  const entries = await made(ada);

  const { rows: found } = await world.ctx.db.execute<Record<string, number>>(sql`select
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
  const there = found[0] ?? {};
  for (const name of ['items', 'messages', 'comments', 'subscriptions', 'charges', 'orders', 'notifications', 'files', 'posts'])
    expect([name, rowsIn(entries, name).length]).toEqual([name, there[name]]);
  expect(there['items']).toBeGreaterThan(5);
  expect(sumOf(rowsIn(entries, 'charges'), 'price')).toBe(there['charged']);
  expect(sumOf(rowsIn(entries, 'earnings'), 'net')).toBe(there['earned']);
  const balance = rowsIn(entries, 'balance').filter(({ account }) => account === 'earnings');
  expect(sumOf(balance, 'change')).toBe(there['balance']);
  expect(Math.round(Number(balance.at(-1)?.['balance']) * 100)).toBe(there['balance']);
  expect(JSON.parse(entries.get('data/counts.json')?.toString() ?? '{}')).toMatchObject({
    counts: { items: there['items'] },
    files: there['files'],
  });

  const rows = await world.ctx.db.select().from(files).where(eq(files.ownerId, id));
  const stored = rows.filter(({ type }) => type !== 'export');
  const sums = new Map(
    entries
      .get('checksums.txt')
      ?.toString()
      .trim()
      .split('\n')
      .map((line) => [line.slice(66), line.slice(0, 64)]),
  );
  expect(sums.size).toBe(stored.length);
  for (const row of stored) {
    const key = mainVariant(row.variants)?.key ?? row.variants[0]?.key ?? row.original?.key ?? '';
    const kept = Buffer.concat((await (await world.ctx.storage.open(key))?.stream.toArray()) ?? []);
    const plain = row.type === 'document' ? unseal(documentKey(world.ctx.config.appSecret), key, kept) : kept;
    const [name, content] = [...entries].find(([one]) => one.startsWith(`files/${row.id}-`)) ?? ['', Buffer.alloc(0)];
    expect([name, sha256(content)]).toEqual([name, sha256(plain)]);
    expect(sums.get(name)).toBe(sha256(plain));
  }
  expect(stored.some(({ type }) => type === 'document')).toBe(true);

  const text = [...entries]
    .filter(([name]) => /\.(html|json)$/.test(name))
    .map(([, content]) => content.toString())
    .join('\n');
  expect(text).not.toMatch(/argon2|passwordHash|tokenHash/);
  expect(entries.get('index.html')?.toString()).toContain('pages/messages.html');
  expect(entries.get('pages/items.html')?.toString()).toContain('<th scope="col">Title</th>');
}, 120_000);

describe('an archive', () => {
  it('is one at a time, for whoever has just proved who she is, and opens for her alone', async () => {
    const [fan, other, operator] = [await signUpFan(world), await signUpFan(world), await signUpOperator(world)];
    const [herself, somebody, team] = [await signIn(fan.username), await signIn(other.username), await signIn(operator.username)];
    expect(await state(herself)).toEqual({ status: 'none', progress: 0, size: null, url: null, askedAt: null, expiresAt: null });
    world.clock.advance({ seconds: limits.reauthentication_s + 1 });
    expect((await ask(herself)).refusal.error).toBe('reauthentication_required');
    await world.call('POST /auth/reauthenticate', { body: { password } }, { token: herself.token });
    const events = await hear(world, herself, 'export/changed');
    const asked = await ask(herself);
    expect([asked.status, asked.data.status]).toEqual([202, 'waiting']);
    expect((await ask(herself)).refusal.error).toBe('export_running');
    const entries = await made(herself);
    expect(rowsIn(entries, 'account')).toMatchObject([{ id: fan.id, email: fan.email, username: fan.username }]);
    expect([...entries.values()].some((content) => content.includes(other.email))).toBe(false);

    const { url, status, progress, size } = await state(herself);
    expect({ status, progress }).toEqual({ status: 'ready', progress: 100 });
    expect(size).toBeGreaterThan(1000);
    expect((await fetchAs(somebody, url)).status).toBe(403);
    expect((await fetchAs(team, url)).status).toBe(403);
    expect((await state(somebody)).status).toBe('none');
    const told = await world.ctx.db.select().from(notifications).where(eq(notifications.accountId, fan.id));
    expect(told.map(({ text }) => text)).toContain('The archive of your data is ready.');
    expect((await world.ctx.db.select().from(mails).where(eq(mails.to, fan.email))).map(({ template }) => template)).toContain(
      'export-ready',
    );
    await eventually(() => expect(events.map((event) => event.status)).toEqual(expect.arrayContaining(['waiting', 'running', 'ready'])));
    expect(await readdir(join(world.ctx.config.dataDir, 'work'))).toEqual([]);
  });

  it('is removed when its time is over, and when another is asked for', async () => {
    const herself = await signIn((await signUpFan(world)).username);
    const id = await idOf(herself);
    await ask(herself);
    await made(herself);
    const first = await exportIdOf(id);
    await ask(herself);
    expect(await findFile(world.ctx, first)).toBeNull();
    await made(herself);
    const second = await exportIdOf(id);
    world.clock.advance({ seconds: limits.exportKept_s - limits.session.short_s });
    await runJob(world, 'privacy/tend-exports', {});
    expect(await findFile(world.ctx, second)).not.toBeNull();
    world.clock.advance({ seconds: limits.session.short_s + 1 });
    await runJob(world, 'privacy/tend-exports', {});
    expect(await findFile(world.ctx, second)).toBeNull();
    const again = await world.call('POST /auth/login', { body: { username: (await signUpFan(world)).username, password } });
    expect(again.status).toBe(200);
    const [row] = await world.ctx.db.select().from(dataExports).where(eq(dataExports.id, second));
    expect(row?.status).toBe('expired');
  });

  it('is begun anew when its worker died, and given up after some tries', async () => {
    const herself = await signIn((await signUpFan(world)).username);
    const id = await idOf(herself);
    await ask(herself);
    const dead = { status: 'running', attempts: 1, progress: 40, workedUntil: new Date(world.clock.now().getTime() + 1000) } as const;
    await world.ctx.db.update(dataExports).set(dead).where(eq(dataExports.accountId, id));
    await makeExport(world.ctx, await exportIdOf(id));
    expect((await state(herself)).status).toBe('running');
    world.clock.advance({ seconds: 2 });
    await runJob(world, 'privacy/tend-exports', {});
    expect((await state(herself)).status).toBe('waiting');
    await made(herself);
    expect((await state(herself)).status).toBe('ready');

    await ask(herself);
    const exportId = await exportIdOf(id);
    const { storage } = world.ctx;
    const broken = { ...world.ctx, storage: { ...storage, adopt: () => Promise.reject(new Error('the disk is full')) } };
    for (const left of [2, 1, 0]) {
      const tried = makeExport(broken, exportId);
      if (left > 0) await expect(tried).rejects.toMatchObject({ code: 'service_unavailable' });
      else await tried;
    }
    expect((await state(herself)).status).toBe('failed');
    expect((await ask(herself)).status).toBe(202);
  });
});
