import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { api } from '@contract/api';
import * as limits from '@contract/kernel/limits';
import { File } from '@contract/kernel/entities';
import { files } from '@server/platform/db/schema/files';
import { openPartialHost, insertAccount, type PartialHost } from '../../../tests/kit/host/partial-host';
import { attachFile, fileResponse, findFile, removeFile, storeDocument, storeImage, sweepUnattached, type IncomingFile } from './files';
import { attachedTo } from './uses';
import type { Viewer } from './links';

let host: PartialHost;
let owner: Viewer;

beforeAll(async () => {
  host = await openPartialHost(() => undefined);
  owner = await insertAccount(host.ctx);
});
afterAll(() => host.close());

const jpeg = (width = 300, height = 200) =>
  sharp({ create: { width, height, channels: 3, background: '#a3304f' } })
    .jpeg()
    .toBuffer();

async function incoming(bytes: Uint8Array, name = 'me.jpg'): Promise<IncomingFile> {
  const path = join(host.dataDir, host.ctx.random.id());
  await writeFile(path, bytes);
  return { path, name };
}
const stored = async (): Promise<string[]> =>
  (await readdir(join(host.ctx.config.dataDir, 'files'), { recursive: true, withFileTypes: true }).catch(() => []))
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name);
const storeAvatar = async (name?: string) =>
  storeImage(host.ctx, { ownerId: owner.id, type: 'avatar', file: await incoming(await jpeg(), name) });

describe('storing an image', () => {
  it('returns a public file that matches the contract', async () => {
    const row = await storeAvatar();
    const encoded = File.encode(fileResponse(host.ctx, row, null));
    expect(encoded).toMatchObject({
      _id: row.id,
      type: 'avatar',
      name: 'me.jpg',
      mimeType: 'image/webp',
      width: 200,
      height: 200,
      status: 'finished',
      progress: 100,
      url: `${host.ctx.config.apiUrl}/media/${row.id}/full`,
      thumbnailUrl: `${host.ctx.config.apiUrl}/media/${row.id}/small`,
    });
    expect(await findFile(host.ctx, row.id)).toEqual(row);
    expect(api['POST /admin/settings/images/upload'].response).toBe(File);
  });

  it.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\pictures\\me.jpg', 'me.jpg'],
    ['a\u0000b\u202e<i>.jpg', 'abi.jpg'],
    ['', 'file'],
    ['x'.repeat(500), 'x'.repeat(120)],
  ])('sanitizes the name %j', async (sent, shown) => {
    expect((await storeAvatar(sent)).name).toBe(shown);
  });

  it('leaves nothing behind when it is rejected', async () => {
    const before = await stored();
    await expect(
      storeImage(host.ctx, { ownerId: owner.id, type: 'avatar', file: await incoming(Buffer.from('no picture')) }),
    ).rejects.toMatchObject({ code: 'unsupported_media_type' });
    expect(await stored()).toEqual(before);
  });

  it("is rejected when the account's quota is exceeded", async () => {
    const accountAtQuota = await insertAccount(host.ctx);
    const largest = 2_147_483_647;
    const { createdAt, ...row } = await storeAvatar();
    const usage = { size: largest, variants: [], ...attachedTo({ kind: 'account', id: accountAtQuota.id }) };
    for (let used = 0; used < limits.quota_bytes; used += largest) {
      await host.ctx.db.insert(files).values({ ...row, ...usage, id: host.ctx.random.id(), ownerId: accountAtQuota.id, createdAt });
    }
    await expect(
      storeImage(host.ctx, { ownerId: accountAtQuota.id, type: 'avatar', file: await incoming(await jpeg()) }),
    ).rejects.toMatchObject({
      code: 'quota_exceeded',
    });
  });

  it('fails with service_unavailable when storage fails, and exposes no URL', async () => {
    const broken = { ...host.ctx, storage: { ...host.ctx.storage, put: () => Promise.reject(new Error('disk full')) } };
    const other = await insertAccount(host.ctx);
    await expect(storeImage(broken, { ownerId: other.id, type: 'avatar', file: await incoming(await jpeg()) })).rejects.toMatchObject({
      code: 'service_unavailable',
    });
    const [row] = await host.ctx.db.select().from(files).where(eq(files.ownerId, other.id));
    expect(row?.status).toBe('processing');
    expect(row && fileResponse(host.ctx, row, { id: other.id, rights: ['papers.decide'] }).url).toBeNull();
  });
});

describe('storing a document', () => {
  it('encrypts it', async () => {
    const secret = Buffer.from('%PDF-1.4 the name of Ada Lovelace %%EOF');
    const row = await storeDocument(host.ctx, { ownerId: owner.id, file: await incoming(secret, 'id.pdf') });
    const found = await host.ctx.storage.open(row.variants[0]?.key ?? '');
    const bytes = Buffer.concat((await found?.stream.toArray()) ?? []);
    expect(bytes.length).toBeGreaterThan(secret.length);
    expect(bytes.includes('Lovelace')).toBe(false);
    expect(bytes.includes('%PDF')).toBe(false);
  });

  it('exposes its URL only to its owner and to operators', async () => {
    const row = await storeDocument(host.ctx, { ownerId: owner.id, file: await incoming(await jpeg(), 'id.jpg') });
    const [otherAccount, operator] = [await insertAccount(host.ctx), await insertAccount(host.ctx, 'operator')];
    expect(fileResponse(host.ctx, row, owner).url).toContain(`viewer=${owner.id}`);
    expect(fileResponse(host.ctx, row, operator).url).toContain(`viewer=${operator.id}`);
    for (const viewer of [otherAccount, null]) {
      const { url, thumbnails, thumbnailUrl } = fileResponse(host.ctx, row, viewer);
      expect([url, thumbnails, thumbnailUrl]).toEqual([null, [], null]);
    }
  });
});

describe('unused files', () => {
  it('are deleted with their renditions after a day; used and recent ones are kept', async () => {
    const [unused, used] = [await storeAvatar(), await storeAvatar()];
    await attachFile(host.ctx, used.id, { kind: 'account', id: owner.id });
    host.clock.advance({ seconds: limits.unattachedFileRetention_s + 60 });
    const recent = await storeAvatar();
    expect(await sweepUnattached(host.ctx)).toBeGreaterThan(0);
    expect(await findFile(host.ctx, unused.id)).toBeNull();
    expect(await host.ctx.storage.open(unused.variants[0]?.key ?? '')).toBeNull();
    for (const retained of [used, recent]) {
      const found = await host.ctx.storage.open(retained.variants[0]?.key ?? '');
      found?.stream.destroy();
      expect(found).not.toBeNull();
    }
    expect(await sweepUnattached(host.ctx)).toBe(0);
  });

  it('are removed immediately on demand, idempotently', async () => {
    const row = await storeAvatar();
    await attachFile(host.ctx, row.id, { kind: 'account', id: owner.id });
    await removeFile(host.ctx, row.id);
    await removeFile(host.ctx, row.id);
    expect(await findFile(host.ctx, row.id)).toBeNull();
    expect(await host.ctx.storage.open(row.variants[0]?.key ?? '')).toBeNull();
  });

  it('are removed by the sweep after a failed removal', async () => {
    const row = await storeAvatar();
    await attachFile(host.ctx, row.id, { kind: 'account', id: owner.id });
    const broken = { ...host.ctx, storage: { ...host.ctx.storage, remove: () => Promise.reject(new Error('storage unavailable')) } };
    await removeFile(broken, row.id);
    expect(await findFile(host.ctx, row.id)).not.toBeNull();
    host.clock.advance({ days: 2 });
    await sweepUnattached(host.ctx);
    expect(await findFile(host.ctx, row.id)).toBeNull();
  });
});
