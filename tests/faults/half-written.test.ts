/** Files that a crash or a damaged disk has truncated: they are detected, and do not affect anything else. */
import { mkdtemp, readdir, readFile, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises';
import { request, Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { and, eq } from 'drizzle-orm';
import { withAppSecret } from '@server/kernel/app-secret';
import { ConfigError, readConfig } from '@server/kernel/config';
import { files } from '@server/platform/db/schema/files';
import { sweepOwnDisk } from '@server/platform/media/storage/local-disk';
import { deliverMedia } from '@server/content/media/media';
import { signedUrl } from '@server/platform/media/links';
import { signUpPerformer, sampleImage } from '../kit/people/people';
import { openTestHost, type TestHost } from '../kit/host/test-host';
import { maxWait_ms } from '../kit/timing/max-wait';

let testHost: TestHost;
let performer: Awaited<ReturnType<typeof signUpPerformer>>;
beforeAll(async () => {
  testHost = await openTestHost();
  performer = await signUpPerformer(testHost, undefined, 'documented');
});
afterAll(() => testHost.close());

const pathOf = (key: string): string => join(testHost.ctx.config.dataDir, 'files/objects', key);
async function storedFileOf(type: 'avatar' | 'document'): Promise<typeof files.$inferSelect & { path: string }> {
  const [row] = await testHost.ctx.db
    .select()
    .from(files)
    .where(and(eq(files.ownerId, performer.id), eq(files.type, type)));
  const key = row?.variants[0]?.key;
  if (!row || key === undefined) throw new Error(`no ${type}`);
  return { ...row, path: pathOf(key) };
}

/** Requests the paths one after the other on one connection, and returns the responses. */
async function requestInSequence(paths: readonly string[]): Promise<[status: number, text: string][]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const get = (path: string): Promise<[number, string]> =>
    new Promise((resolve, reject) => {
      const clientRequest = request(testHost.url + path, { agent, timeout: maxWait_ms }, (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('error', reject);
        response.on('end', () => resolve([response.statusCode ?? 0, Buffer.concat(parts).toString('latin1')]));
      });
      clientRequest.on('timeout', () => clientRequest.destroy(new Error(`${path} does not end`)));
      clientRequest.on('error', reject);
      clientRequest.end();
    });
  try {
    return await Promise.all(paths.map(get));
  } finally {
    agent.destroy();
  }
}

test('a truncated image is not delivered, and the next response on the connection is complete', async () => {
  await testHost.call('POST /performers/avatar/upload', { files: { avatar: await sampleImage() } }, { token: performer.token });
  const avatar = await storedFileOf('avatar');
  const path = `/media/${avatar.id}/${avatar.variants[0]?.name ?? ''}`;
  expect((await requestInSequence([path]))[0]?.[0]).toBe(200);
  await truncate(avatar.path, (await stat(avatar.path)).size - 10);
  const [truncated, next] = await requestInSequence([path, '/health']);
  expect([truncated?.[0], JSON.parse(truncated?.[1] ?? '') as object]).toMatchObject([404, { error: 'file_not_found' }]);
  expect(next).toEqual([200, '{"status":"ok"}']);
});

test('a truncated or changed identity document is not delivered', async () => {
  const document = await storedFileOf('document');
  const variant = document.variants[0]?.name ?? '';
  const link = new URL(signedUrl(testHost.ctx, document.id, variant, performer.id)).searchParams;
  const [expires, viewer, signature] = ['expires', 'viewer', 'signature'].map((name) => link.get(name) ?? undefined);
  const me = { id: performer.id, role: 'user', rights: [], isPerformer: true } as never;
  const read = () =>
    deliverMedia(testHost.ctx, {
      fileId: document.id,
      variant,
      claims: { expires, viewer, signature },
      range: undefined,
      viewer: me,
      reloadViewer: () => Promise.resolve(me),
      client: { address: '127.0.0.1', country: null, userAgent: '' },
    });
  expect((await read()).status).toBe(200);
  const encrypted = await readFile(document.path);
  for (const damagedContent of [
    encrypted.subarray(0, -1),
    encrypted.subarray(0, 10),
    Buffer.alloc(0),
    Buffer.concat([encrypted, Buffer.from([0])]),
  ]) {
    await writeFile(document.path, damagedContent);
    await expect(read()).rejects.toMatchObject({ code: 'file_not_found' });
  }
  await writeFile(document.path, encrypted);
  expect((await read()).status).toBe(200);
});

test('files of interrupted uploads are removed after a day, and current ones are kept', async () => {
  const folder = join(testHost.ctx.config.dataDir, 'files/incoming');
  await writeFile(join(folder, 'old'), 'half');
  await utimes(join(folder, 'old'), new Date(0), new Date(0));
  await writeFile(join(folder, 'new'), 'half');
  await sweepOwnDisk(testHost.ctx);
  expect(await readdir(folder)).toEqual(['new']);
});

test('a truncated secret is not replaced, and the error at start tells how to restore it', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'footlight-secret-'));
  const start = () => readConfig(withAppSecret({ DATA_DIR: dataDir }));
  const { appSecret } = start();
  const file = join(dataDir, 'secret');
  for (const damagedContent of ['', '\n', appSecret.slice(0, 20)]) {
    await writeFile(file, damagedContent);
    expect(start).toThrow(ConfigError);
    expect(start).toThrow(/secret, which is empty or incomplete\. Restore the file `secret` from a backup/);
    expect(await readFile(file, 'utf8')).toBe(damagedContent);
  }
  await writeFile(file, appSecret);
  expect(start().appSecret).toBe(appSecret);
  await rm(dataDir, { recursive: true });
});
