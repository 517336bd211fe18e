/** Files that a crash or a broken disk has cut short: they are told from whole ones, and take nothing else along. */
import { mkdtemp, readdir, readFile, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises';
import { request, Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { and, eq } from 'drizzle-orm';
import { withAppSecret } from '@server/kernel/app-secret';
import { ConfigError, readConfig } from '@server/kernel/config';
import { files } from '@server/platform/db/schema/schema';
import { sweepOwnDisk } from '@server/platform/media/storage/local-disk';
import { deliverMedia } from '@server/content/media/media';
import { privateAddress } from '@server/platform/media/links';
import { signUpPerformer, somePicture } from '../kit/people/people';
import { openWorld, type World } from '../kit/host/test-host';

let world: World;
let performer: Awaited<ReturnType<typeof signUpPerformer>>;
beforeAll(async () => {
  world = await openWorld();
  performer = await signUpPerformer(world, undefined, 'documented');
});
afterAll(() => world.close());

const onDisk = (key: string): string => join(world.ctx.config.dataDir, 'files/objects', key);
async function storedAs(type: 'avatar' | 'document'): Promise<typeof files.$inferSelect & { path: string }> {
  const [row] = await world.ctx.db
    .select()
    .from(files)
    .where(and(eq(files.ownerId, performer.id), eq(files.type, type)));
  const key = row?.variants[0]?.key;
  if (!row || key === undefined) throw new Error(`no ${type}`);
  return { ...row, path: onDisk(key) };
}

/** Asks for both on one connection, one after the other, and gives what came. */
async function inTurn(paths: readonly string[]): Promise<[status: number, text: string][]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const get = (path: string): Promise<[number, string]> =>
    new Promise((resolve, reject) => {
      const asked = request(world.url + path, { agent, timeout: 5_000 }, (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('error', reject);
        answer.on('end', () => resolve([answer.statusCode ?? 0, Buffer.concat(parts).toString('latin1')]));
      });
      asked.on('timeout', () => asked.destroy(new Error(`${path} does not end`)));
      asked.on('error', reject);
      asked.end();
    });
  try {
    return await Promise.all(paths.map(get));
  } finally {
    agent.destroy();
  }
}

test('a picture that was cut short is not given, and the answer after it is whole', async () => {
  await world.call('POST /performers/avatar/upload', { files: { avatar: await somePicture() } }, { token: performer.token });
  const avatar = await storedAs('avatar');
  const path = `/media/${avatar.id}/${avatar.variants[0]?.name ?? ''}`;
  expect((await inTurn([path]))[0]?.[0]).toBe(200);
  await truncate(avatar.path, (await stat(avatar.path)).size - 10);
  const [cut, after] = await inTurn([path, '/health']);
  expect([cut?.[0], JSON.parse(cut?.[1] ?? '') as object]).toMatchObject([404, { error: 'file_not_found' }]);
  expect(after).toEqual([200, '{"status":"ok"}']);
});

test('a paper that was cut short or changed is not given', async () => {
  const paper = await storedAs('document');
  const variant = paper.variants[0]?.name ?? '';
  const link = new URL(privateAddress(world.ctx, paper.id, variant, performer.id)).searchParams;
  const [expires, viewer, signature] = ['expires', 'viewer', 'signature'].map((name) => link.get(name) ?? undefined);
  const me = { id: performer.id, role: 'user', rights: [], isPerformer: true } as never;
  const read = () =>
    deliverMedia(world.ctx, {
      fileId: paper.id,
      variant,
      claims: { expires, viewer, signature },
      range: undefined,
      viewer: me,
      viewerNow: () => Promise.resolve(me),
      client: { address: '127.0.0.1', country: null, userAgent: '' },
    });
  expect((await read()).status).toBe(200);
  const sealed = await readFile(paper.path);
  for (const damaged of [sealed.subarray(0, -1), sealed.subarray(0, 10), Buffer.alloc(0), Buffer.concat([sealed, Buffer.from([0])])]) {
    await writeFile(paper.path, damaged);
    await expect(read()).rejects.toMatchObject({ code: 'file_not_found' });
  }
  await writeFile(paper.path, sealed);
  expect((await read()).status).toBe(200);
});

test('what was being stored when the host died is removed after a day, and what is being stored is not', async () => {
  const folder = join(world.ctx.config.dataDir, 'files/incoming');
  await writeFile(join(folder, 'old'), 'half');
  await utimes(join(folder, 'old'), new Date(0), new Date(0));
  await writeFile(join(folder, 'new'), 'half');
  await sweepOwnDisk(world.ctx);
  expect(await readdir(folder)).toEqual(['new']);
});

test('a secret that was cut short is not replaced, and the start says where the right one is', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'footlight-secret-'));
  const start = () => readConfig(withAppSecret({ DATA_DIR: dataDir }));
  const { appSecret } = start();
  const file = join(dataDir, 'secret');
  for (const damaged of ['', '\n', appSecret.slice(0, 20)]) {
    await writeFile(file, damaged);
    expect(start).toThrow(ConfigError);
    expect(start).toThrow(/secret, which is empty or cut short\. Put the file `secret` of a backup in its place/);
    expect(await readFile(file, 'utf8')).toBe(damaged);
  }
  await writeFile(file, appSecret);
  expect(start().appSecret).toBe(appSecret);
  await rm(dataDir, { recursive: true });
});
