/** The locked preview: it reveals no detail. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { openPartialHost, insertAccount, type PartialHost } from '../../../../tests/kit/host/partial-host';
import { fileResponse, storeImage, type FileRow } from '../files';

let host: PartialHost;
let owner: Awaited<ReturnType<typeof insertAccount>>;

beforeAll(async () => {
  host = await openPartialHost(() => undefined);
  owner = await insertAccount(host.ctx);
});
afterAll(() => host.close());

async function writeUpload(bytes: Buffer, name: string): Promise<{ path: string; name: string }> {
  const path = join(host.dataDir, host.ctx.random.id());
  await writeFile(path, bytes);
  return { path, name };
}
const bytesOf = async (row: FileRow, name: string): Promise<Buffer> => {
  const found = await host.ctx.storage.open(row.variants.find((variant) => variant.name === name)?.key ?? 'none');
  return Buffer.concat((await found?.stream.toArray()) ?? []);
};
const names = (row: FileRow): string[] => row.variants.map(({ name }) => name).sort();

describe('the locked preview', () => {
  /** An image with details that a reduction to 32 pixels loses. */
  async function detailedImage(): Promise<Buffer> {
    const [width, height] = [1600, 1200];
    const pixels = Buffer.alloc(width * height * 3);
    for (let at = 0; at < width * height; at += 1) {
      const [x, y] = [at % width, Math.floor(at / width)];
      const isLight = (Math.floor(x / 20) + Math.floor(y / 20)) % 2 === 0;
      pixels.fill(isLight ? 255 : Math.floor((x / width) * 120), at * 3, at * 3 + 3);
    }
    return sharp(pixels, { raw: { width, height, channels: 3 } })
      .jpeg()
      .toBuffer();
  }
  const grayscale = (bytes: Buffer, width: number, height: number): Promise<Buffer> =>
    sharp(bytes).resize(width, height, { fit: 'fill', kernel: 'cubic' }).greyscale().raw().toBuffer();
  /** The detail of an image, 0 to 255: the mean difference after reducing it to 32 pixels and enlarging it again. */
  async function detailOf(bytes: Buffer): Promise<number> {
    const { width, height } = await sharp(bytes).metadata();
    const small = await sharp(bytes).resize(32, 32, { fit: 'inside' }).png().toBuffer();
    const [original, reduced] = [await grayscale(bytes, width, height), await grayscale(small, width, height)];
    return original.reduce((sum, value, index) => sum + Math.abs(value - (reduced[index] ?? 0)), 0) / original.length;
  }

  it.each(['photo', 'feed-photo', 'video-thumbnail'] as const)('of a %s has no more detail than 32 pixels', async (type) => {
    const row = await storeImage(host.ctx, { ownerId: owner.id, type, file: await writeUpload(await detailedImage(), 'fine.jpg') });
    expect(names(row)).toEqual(['full', 'locked', 'medium', 'small']);
    expect(await detailOf(await bytesOf(row, 'small'))).toBeGreaterThan(40);
    expect(await detailOf(await bytesOf(row, 'locked'))).toBeLessThan(3);
    const blur = Buffer.from((row.blur ?? '').split(',')[1] ?? '', 'base64');
    expect((await sharp(blur).metadata()).width).toBeLessThanOrEqual(32);
    const locked = fileResponse(host.ctx, row, null, 'locked');
    expect(locked).toMatchObject({ url: null, sources: [], downloadUrl: null, width: row.width, blur: row.blur });
    expect(locked.thumbnails).toHaveLength(1);
    expect(locked.thumbnailUrl).toContain(`/media/${row.id}/locked?`);
  });
});
