import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { api } from '@contract/api';
import * as limits from '@contract/kernel/limits';
import { File } from '@contract/kernel/entities';
import { files } from '@server/platform/db/schema/files';
import { openPart, someAccount, type Part } from '../../../tests/kit/host/partial-host';
import { attachFile, fileAnswer, findFile, removeFile, storeDocument, storeImage, sweepUnattached, type IncomingFile } from './files';
import type { Viewer } from './links';

let part: Part;
let owner: Viewer;

beforeAll(async () => {
  part = await openPart(() => undefined);
  owner = await someAccount(part.ctx);
});
afterAll(() => part.close());

const picture = (width = 300, height = 200) =>
  sharp({ create: { width, height, channels: 3, background: '#a3304f' } })
    .jpeg()
    .toBuffer();

async function incoming(bytes: Uint8Array, name = 'me.jpg'): Promise<IncomingFile> {
  const path = join(part.dataDir, part.ctx.chance.id());
  await writeFile(path, bytes);
  return { path, name };
}
const stored = async (): Promise<string[]> =>
  (await readdir(join(part.ctx.config.dataDir, 'files'), { recursive: true, withFileTypes: true }).catch(() => []))
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name);
const storeAvatar = async (name?: string) =>
  storeImage(part.ctx, { ownerId: owner.id, type: 'avatar', file: await incoming(await picture(), name) });

describe('storing a picture', () => {
  it('answers a file that everybody may open, in the form of the contract', async () => {
    const row = await storeAvatar();
    const answer = File.encode(fileAnswer(part.ctx, row, null));
    expect(answer).toMatchObject({
      _id: row.id,
      type: 'avatar',
      name: 'me.jpg',
      mimeType: 'image/webp',
      width: 200,
      height: 200,
      status: 'finished',
      progress: 100,
      url: `${part.ctx.config.apiUrl}/media/${row.id}/full`,
      thumbnailUrl: `${part.ctx.config.apiUrl}/media/${row.id}/small`,
    });
    expect(await findFile(part.ctx, row.id)).toEqual(row);
    expect(api['POST /admin/settings/images/upload'].answer).toBe(File);
  });

  it.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\pictures\\me.jpg', 'me.jpg'],
    ['a\u0000b\u202e<i>.jpg', 'abi.jpg'],
    ['', 'file'],
    ['x'.repeat(500), 'x'.repeat(120)],
  ])('names %j harmlessly', async (sent, shown) => {
    expect((await storeAvatar(sent)).name).toBe(shown);
  });

  it('leaves nothing behind when it is refused', async () => {
    const before = await stored();
    await expect(
      storeImage(part.ctx, { ownerId: owner.id, type: 'avatar', file: await incoming(Buffer.from('no picture')) }),
    ).rejects.toMatchObject({ code: 'unsupported_media_type' });
    expect(await stored()).toEqual(before);
  });

  it('is refused when the account has filled its space', async () => {
    const full = await someAccount(part.ctx);
    const largest = 2_147_483_647;
    const { createdAt, ...row } = await storeAvatar();
    for (let used = 0; used < limits.quota_bytes; used += largest) {
      await part.ctx.db
        .insert(files)
        .values({ ...row, id: part.ctx.chance.id(), ownerId: full.id, size: largest, variants: [], attachedTo: 'a test', createdAt });
    }
    await expect(storeImage(part.ctx, { ownerId: full.id, type: 'avatar', file: await incoming(await picture()) })).rejects.toMatchObject({
      code: 'quota_exceeded',
    });
  });

  it('is refused as an outage when storage does not take it, and shows no address', async () => {
    const broken = { ...part.ctx, storage: { ...part.ctx.storage, put: () => Promise.reject(new Error('disk full')) } };
    const other = await someAccount(part.ctx);
    await expect(storeImage(broken, { ownerId: other.id, type: 'avatar', file: await incoming(await picture()) })).rejects.toMatchObject({
      code: 'service_unavailable',
    });
    const [row] = await part.ctx.db.select().from(files).where(eq(files.ownerId, other.id));
    expect(row?.status).toBe('processing');
    expect(row && fileAnswer(part.ctx, row, { id: other.id, rights: ['papers.decide'] }).url).toBeNull();
  });
});

describe('storing a document', () => {
  it('seals it: nothing on disk can be read', async () => {
    const secret = Buffer.from('%PDF-1.4 the name of Ada Lovelace %%EOF');
    const row = await storeDocument(part.ctx, { ownerId: owner.id, file: await incoming(secret, 'id.pdf') });
    const found = await part.ctx.storage.open(row.variants[0]?.key ?? '');
    const bytes = Buffer.concat((await found?.stream.toArray()) ?? []);
    expect(bytes.length).toBeGreaterThan(secret.length);
    expect(bytes.includes('Lovelace')).toBe(false);
    expect(bytes.includes('%PDF')).toBe(false);
  });

  it('gives its address to its owner and to operators alone', async () => {
    const row = await storeDocument(part.ctx, { ownerId: owner.id, file: await incoming(await picture(), 'id.jpg') });
    const [stranger, operator] = [await someAccount(part.ctx), await someAccount(part.ctx, 'operator')];
    expect(fileAnswer(part.ctx, row, owner).url).toContain(`viewer=${owner.id}`);
    expect(fileAnswer(part.ctx, row, operator).url).toContain(`viewer=${operator.id}`);
    for (const viewer of [stranger, null]) {
      const { url, thumbnails, thumbnailUrl } = fileAnswer(part.ctx, row, viewer);
      expect([url, thumbnails, thumbnailUrl]).toEqual([null, [], null]);
    }
  });
});

describe('files that nothing uses', () => {
  it('go after a day with their bytes, while used and young ones stay', async () => {
    const [unused, used] = [await storeAvatar(), await storeAvatar()];
    await attachFile(part.ctx, used.id, `account:${owner.id}`);
    part.clock.advance({ seconds: limits.unattachedFileKept_s + 60 });
    const young = await storeAvatar();
    expect(await sweepUnattached(part.ctx)).toBeGreaterThan(0);
    expect(await findFile(part.ctx, unused.id)).toBeNull();
    expect(await part.ctx.storage.open(unused.variants[0]?.key ?? '')).toBeNull();
    for (const kept of [used, young]) {
      const found = await part.ctx.storage.open(kept.variants[0]?.key ?? '');
      found?.stream.destroy();
      expect(found).not.toBeNull();
    }
    expect(await sweepUnattached(part.ctx)).toBe(0);
  });

  it('are removed at once on demand, twice without complaint', async () => {
    const row = await storeAvatar();
    await attachFile(part.ctx, row.id, 'a test');
    await removeFile(part.ctx, row.id);
    await removeFile(part.ctx, row.id);
    expect(await findFile(part.ctx, row.id)).toBeNull();
    expect(await part.ctx.storage.open(row.variants[0]?.key ?? '')).toBeNull();
  });

  it('are found by the sweep when a removal broke off in the middle', async () => {
    const row = await storeAvatar();
    await attachFile(part.ctx, row.id, 'a test');
    const broken = { ...part.ctx, storage: { ...part.ctx.storage, remove: () => Promise.reject(new Error('away')) } };
    await removeFile(broken, row.id);
    expect(await findFile(part.ctx, row.id)).not.toBeNull();
    part.clock.advance({ days: 2 });
    await sweepUnattached(part.ctx);
    expect(await findFile(part.ctx, row.id)).toBeNull();
  });
});
