import { deflateSync } from 'node:zlib';
import { fileTypeFromBuffer } from 'file-type/core';
import sharp from 'sharp';
import * as limits from '@contract/kernel/limits';
import { fileTypes, uploadKindByFileType, type FileType } from '@contract/kernel/values/files';
import { concurrencyLimit } from '../concurrency-limit';
import { prepareDocument, prepareImage, type PictureType } from './images';

const plain = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: { r: 200, g: 40, b: 90 } } });
const isPictureType = (type: FileType): type is PictureType => ['image', 'document'].includes(uploadKindByFileType[type]);
const errorWith = (code: string): unknown => expect.objectContaining({ code });

function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), content]);
  let crc = 0xffffffff;
  for (const byte of body) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(content.length, 0);
  frame.writeUInt32BE((crc ^ 0xffffffff) >>> 0, 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

/** A small PNG with a header that claims any size (a decompression bomb). */
function oversizedPng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(1000))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const pdf = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n');
const svg = Buffer.from(
  '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><script>alert(1)</script></svg>',
);

describe('preparing an image', () => {
  it.each(['jpeg', 'png', 'webp', 'gif', 'avif'] as const)('converts %s to WebP', async (format) => {
    const { variants, width, height } = await prepareImage('site-image', await plain(64, 48).toFormat(format).toBuffer());
    expect([width, height]).toEqual([64, 48]);
    const [full] = variants;
    expect(full?.contentType).toBe('image/webp');
    expect((await fileTypeFromBuffer(full?.bytes ?? Buffer.alloc(0)))?.mime).toBe('image/webp');
  });

  it.each([
    [
      'avatar',
      2000,
      1000,
      [
        [512, 512],
        [128, 128],
      ],
    ],
    [
      'avatar',
      90,
      200,
      [
        [90, 90],
        [90, 90],
      ],
    ],
    [
      'cover',
      2000,
      2000,
      [
        [1500, 500],
        [750, 250],
      ],
    ],
    [
      'cover',
      600,
      100,
      [
        [300, 100],
        [300, 100],
      ],
    ],
    ['site-image', 3200, 1000, [[1600, 500]]],
    ['site-image', 1000, 3200, [[500, 1600]]],
    ['document', 4000, 2000, [[3000, 1500]]],
    [
      'avatar',
      1,
      1,
      [
        [1, 1],
        [1, 1],
      ],
    ],
    [
      'cover',
      1,
      1,
      [
        [1, 1],
        [1, 1],
      ],
    ],
  ] as const)('crops and scales %s of %i × %i', async (type, width, height, sizes) => {
    const { variants } = await prepareImage(type, await plain(width, height).png().toBuffer());
    expect(variants.map((variant) => [variant.width, variant.height])).toEqual(sizes);
    for (const variant of variants) {
      const found = await sharp(variant.bytes).metadata();
      expect([found.width, found.height]).toEqual([variant.width, variant.height]);
    }
  });

  it('applies the orientation, and removes location, camera and color profile', async () => {
    const bytes = await plain(80, 40)
      .withExif({ IFD0: { Make: 'SecretCamera', Orientation: '6' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } })
      .withIccProfile('p3')
      .jpeg()
      .toBuffer();
    expect(bytes.includes('SecretCamera')).toBe(true);
    const oriented = await sharp(bytes).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const { variants, width, height } = await prepareImage('site-image', oriented);
    expect([width, height]).toEqual([40, 80]);
    const found = await sharp(variants[0]?.bytes).metadata();
    expect(found.exif).toBeUndefined();
    expect(found.icc).toBeUndefined();
    expect(found.xmp).toBeUndefined();
    expect(variants[0]?.bytes.includes('SecretCamera')).toBe(false);
  });

  it('removes data appended to the image', async () => {
    const bytes = Buffer.concat([await plain(20, 20).png().toBuffer(), Buffer.from('<script>hidden</script>')]);
    const { variants } = await prepareImage('site-image', bytes);
    expect(variants[0]?.bytes.includes('hidden')).toBe(false);
  });

  it('keeps transparency', async () => {
    const bytes = await sharp({ create: { width: 20, height: 20, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
      .png()
      .toBuffer();
    const { variants } = await prepareImage('site-image', bytes);
    expect((await sharp(variants[0]?.bytes).metadata()).hasAlpha).toBe(true);
  });

  it('uses the first frame of an animation', async () => {
    const frames = await Promise.all(
      ['#ff0000', '#0000ff'].map((background) =>
        sharp({ create: { width: 20, height: 20, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    );
    const animated = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer();
    const { variants } = await prepareImage('site-image', animated);
    const { dominant } = await sharp(variants[0]?.bytes).stats();
    expect((await sharp(variants[0]?.bytes).metadata()).pages ?? 1).toBe(1);
    expect(dominant.r).toBeGreaterThan(dominant.b);
  });

  it.each(fileTypes.filter(isPictureType))('creates a preview of at most 300 characters for %s, even of noise', async (type) => {
    const noise = await sharp({
      create: { width: 900, height: 700, channels: 3, background: '#000', noise: { type: 'gaussian', mean: 128, sigma: 60 } },
    })
      .png()
      .toBuffer();
    const { blur } = await prepareImage(type, noise);
    expect(blur?.length).toBeLessThanOrEqual(300);
    const bytes = Buffer.from(blur?.split(',')[1] ?? '', 'base64');
    expect((await sharp(bytes).metadata()).width).toBeLessThanOrEqual(16);
  });
});

describe('rejecting an upload', () => {
  it.each([
    ['SVG', svg],
    ['HTML', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['PDF', pdf],
    ['TIFF', Buffer.from('II*\0\x08\0\0\0', 'latin1')],
    ['nothing', Buffer.alloc(0)],
    ['a movie', Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom', 'latin1')],
  ])('%s is not an image', async (_what, bytes) => {
    await expect(prepareImage('avatar', bytes)).rejects.toEqual(errorWith('unsupported_media_type'));
  });

  it('HEIC is unsupported, because browsers cannot show it', async () => {
    const heic = Buffer.concat([Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'), Buffer.alloc(200)]);
    await expect(prepareImage('avatar', heic)).rejects.toEqual(errorWith('unsupported_media_type'));
  });

  it('too many pixels are rejected before decoding', async () => {
    const bytes = oversizedPng(50_000, 50_000);
    expect(bytes.length).toBeLessThan(2000);
    await expect(prepareImage('avatar', bytes)).rejects.toEqual(errorWith('too_large'));
  });

  it('one row of pixels above the limit is too large, the limit itself is accepted', async () => {
    await expect(prepareImage('avatar', oversizedPng(limits.imagePixelsMax / 1000, 1001))).rejects.toEqual(errorWith('too_large'));
    await expect(prepareImage('avatar', oversizedPng(limits.imagePixelsMax / 1000, 1000))).rejects.toEqual(errorWith('file_unreadable'));
  });

  it('a truncated image is unreadable', async () => {
    const noise = await sharp({
      create: { width: 300, height: 300, channels: 3, background: '#000', noise: { type: 'gaussian', mean: 128, sigma: 60 } },
    })
      .jpeg()
      .toBuffer();
    await expect(prepareImage('avatar', noise.subarray(0, noise.length / 2))).rejects.toEqual(errorWith('file_unreadable'));
    await expect(prepareImage('avatar', noise.subarray(0, 40))).rejects.toEqual(errorWith('file_unreadable'));
  });

  it('too many bytes are rejected, whatever the content', async () => {
    await expect(prepareImage('avatar', Buffer.alloc(limits.upload_bytes.image + 1))).rejects.toEqual(errorWith('too_large'));
    await expect(prepareDocument(Buffer.alloc(limits.upload_bytes.document + 1))).rejects.toEqual(errorWith('too_large'));
  });
});

describe('preparing a document', () => {
  it('keeps a PDF unchanged', async () => {
    const { variants, blur, width } = await prepareDocument(pdf);
    expect(variants).toEqual([{ name: 'full', width: null, height: null, contentType: 'application/pdf', bytes: pdf }]);
    expect([blur, width]).toEqual([null, null]);
  });

  it('converts an image', async () => {
    const { variants } = await prepareDocument(await plain(30, 20).jpeg().toBuffer());
    expect(variants[0]?.contentType).toBe('image/webp');
  });

  it('rejects other types', async () => {
    await expect(prepareDocument(svg)).rejects.toEqual(errorWith('unsupported_media_type'));
    await expect(prepareDocument(Buffer.from('MZ not a document'))).rejects.toEqual(errorWith('unsupported_media_type'));
  });
});

describe('a concurrency limit', () => {
  it('runs some tasks, queues some in order, rejects the rest, and accepts new ones later', async () => {
    const limit = concurrencyLimit(1, 2);
    const order: string[] = [];
    let release = (): void => undefined;
    const blocked = new Promise<void>((resolve) => {
      release = resolve;
    });
    const work = (name: string) => limit(async () => void order.push(name));
    const first = limit(() => blocked);
    const waiting = [work('second'), work('third')];
    await expect(work('fourth')).rejects.toEqual(errorWith('service_unavailable'));
    release();
    await Promise.all([first, ...waiting]);
    await work('fifth');
    expect(order).toEqual(['second', 'third', 'fifth']);
  });

  it('accepts new tasks after a failure', async () => {
    const limit = concurrencyLimit(1, 0);
    await expect(limit(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(await limit(() => Promise.resolve('next'))).toBe('next');
  });
});
