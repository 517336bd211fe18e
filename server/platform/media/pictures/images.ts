/**
 * Uploads become safe here. What a file is, its content decides; pictures are decoded under limits and written anew, so that
 * no position, no comment, no foreign profile and no hidden second file leaves the host.
 */
import { fileTypeFromBuffer } from 'file-type/core';
import sharp, { type Sharp } from 'sharp';
import * as limits from '@contract/kernel/limits';
import { kindOfFile, type FileType } from '@contract/values';
import { fail } from '../../../kernel/api-error';
import { assertSize, refuseFile, rules } from '../content';
import { gate } from '../concurrency-limit';
import { lockedName } from './variants';

export interface Variant {
  name: string;
  /** Null for what is no picture. */
  width: number | null;
  height: number | null;
  contentType: string;
  bytes: Buffer;
}

export interface Prepared {
  /** The main one first. */
  variants: Variant[];
  /** A data address of at most 300 characters, or null for what is no picture. */
  blur: string | null;
  width: number | null;
  height: number | null;
}

/** A shape to cut to, or null to keep the picture's own; widths in pixels, the main rendition first. */
interface Purpose {
  ratio: number | null;
  widths: readonly { name: string; width: number }[];
  /** Made too: a picture for those who may not see this one. */
  locked?: typeof lockedName;
}

/** Files that are pictures, or may be. */
export type PictureType = { [T in FileType]: (typeof kindOfFile)[T] extends 'image' | 'document' ? T : never }[FileType];

/** Published pictures, which not everybody may see. */
const published: Purpose = {
  ratio: null,
  widths: [
    { name: 'full', width: 2048 },
    { name: 'medium', width: 960 },
    { name: 'small', width: 480 },
  ],
  locked: lockedName,
};
/** A moment of a video. */
const poster: Purpose = {
  ratio: null,
  widths: [
    { name: 'poster', width: 1280 },
    { name: 'poster-small', width: 480 },
  ],
  locked: lockedName,
};
const frame: Purpose = { ratio: null, widths: [{ name: 'frame', width: 1280 }] };

const purposes: Record<PictureType, Purpose> = {
  avatar: {
    ratio: 1,
    widths: [
      { name: 'full', width: 512 },
      { name: 'small', width: 128 },
    ],
  },
  cover: {
    ratio: 3,
    widths: [
      { name: 'full', width: 1500 },
      { name: 'small', width: 750 },
    ],
  },
  'site-image': { ratio: null, widths: [{ name: 'full', width: 1600 }] },
  document: { ratio: null, widths: [{ name: 'full', width: 3000 }] },
  photo: published,
  'feed-photo': published,
  'feed-thumbnail': published,
  'video-thumbnail': published,
  'comment-image': published,
  'product-image': published,
  'message-photo': published,
};

const formats: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  // An animation is its first picture.
  'image/apng': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'image/avif': 'heif',
};
const loaders = ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp', 'VipsForeignLoadNsgif', 'VipsForeignLoadHeif'];
const webp = 'image/webp';
const quality = 82;
const blurSide = 16;
const blurQuality = 20;
const blurLengthMax = 300;
/** All that is left of a locked picture, on its longer side. */
const lockedSide = 32;
const lockedScale = 15;
const lockedBlur = 10;
const lockedQuality = 60;
const decoding_s = 20;
const atOnce = 2;
const waitingMax = 40;

// The library knows many more formats than may be uploaded: those decoders are switched off for the whole process.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: loaders });
sharp.concurrency(1);
sharp.cache(false);

/** Decoding takes much memory: few at once, some waiting, the rest sent away. */
const turn = gate(atOnce, waitingMax);

async function typeOf(bytes: Uint8Array): Promise<string> {
  return (await fileTypeFromBuffer(bytes))?.mime ?? '';
}

/** Runs a decoding step; whatever the library stumbles over is the file's fault. */
async function decoding<T>(step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch {
    return fail('file_unreadable');
  }
}

/** The largest rendition: the picture upright, cut to the purpose's shape, never larger than it was. */
function mainSize(purpose: Purpose, width: number, height: number): { width: number; height: number } {
  const widest = purpose.widths[0]?.width ?? width;
  if (purpose.ratio === null) {
    const scale = Math.min(1, widest / Math.max(width, height));
    return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
  }
  const cut = Math.max(1, Math.min(widest, width, Math.floor(height * purpose.ratio)));
  return { width: cut, height: Math.max(1, Math.round(cut / purpose.ratio)) };
}

async function blurOf(main: Sharp): Promise<string | null> {
  for (const side of [blurSide, blurSide / 2, blurSide / 4]) {
    const bytes = await main
      .clone()
      .resize(side, side, { fit: 'inside' })
      .webp({ quality: blurQuality, alphaQuality: blurQuality, effort: 6 })
      .toBuffer();
    const address = `data:${webp};base64,${bytes.toString('base64')}`;
    if (address.length <= blurLengthMax) return address;
  }
  return null;
}

/** A picture for those who may not see `main`: a few pixels, and only then enlarged and blurred. */
async function lockedOf(main: Sharp): Promise<Variant> {
  const few = await main
    .clone()
    .resize(lockedSide, lockedSide, { fit: 'inside', withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = few.info;
  const written = await sharp(few.data, { raw: { width, height, channels } })
    .resize({ width: width * lockedScale, kernel: 'cubic' })
    .blur(lockedBlur)
    .webp({ quality: lockedQuality })
    .toBuffer({ resolveWithObject: true });
  return { name: lockedName, width: written.info.width, height: written.info.height, contentType: webp, bytes: written.data };
}

const brandAt = 8;

/** An animated AVIF holds a still as well, but the decoder opens it only under the brand of one. */
function asStill(bytes: Uint8Array): Uint8Array {
  const brand = Buffer.from(bytes.buffer, bytes.byteOffset + brandAt, 4).toString('latin1');
  if (brand !== 'avis') return bytes;
  const still = Buffer.from(bytes);
  still.write('avif', brandAt, 'latin1');
  return still;
}

async function pictureFor(purpose: Purpose, given: Uint8Array, format: string): Promise<Prepared> {
  const bytes = format === 'heif' ? asStill(given) : given;
  const options = { limitInputPixels: limits.imagePixelsMax, failOn: 'error', pages: 1 } as const;
  // Only the header is read here: a flood of pixels is refused before any of them is decoded.
  const header = await decoding(() => sharp(bytes, { ...options, limitInputPixels: false }).metadata());
  if (header.format !== format || (format === 'heif' && header.compression !== 'av1')) fail('unsupported_media_type');
  if (header.width * header.height > limits.imagePixelsMax) refuseFile('too_large', rules.pixels);

  const upright = header.autoOrient;
  const size = mainSize(purpose, upright.width, upright.height);
  const raw = await decoding(() =>
    sharp(bytes, options)
      .timeout({ seconds: decoding_s })
      .autoOrient()
      .resize({ ...size, fit: 'cover', position: purpose.ratio === null ? 'centre' : 'attention' })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true }),
  );
  const { width, height, channels } = raw.info;
  const main = sharp(raw.data, { raw: { width, height, channels } });

  const variants: Variant[] = [];
  for (const { name, width: widest } of purpose.widths) {
    const written = await main
      .clone()
      .resize({ width: Math.min(width, widest), withoutEnlargement: true })
      .webp({ quality })
      .toBuffer({ resolveWithObject: true });
    variants.push({ name, width: written.info.width, height: written.info.height, contentType: webp, bytes: written.data });
  }
  if (purpose.locked) variants.push(await lockedOf(main));
  return { variants, blur: await blurOf(main), width, height };
}

/**
 * A picture in the renditions of its purpose, as WebP without metadata. Refuses with unsupported_media_type (not one of the
 * five picture formats by content), too_large (bytes or pixels), file_unreadable (damaged), service_unavailable (too busy).
 */
export async function prepareImage(type: PictureType, bytes: Uint8Array): Promise<Prepared> {
  assertSize(kindOfFile[type], bytes.byteLength);
  const format = formats[await typeOf(bytes)];
  if (format === undefined) return fail('unsupported_media_type');
  return turn(() => pictureFor(purposes[type], bytes, format));
}

/** A document: a picture as in `prepareImage`, or a PDF, which stays as it is. Refuses alike. */
export async function prepareDocument(bytes: Uint8Array): Promise<Prepared> {
  assertSize('document', bytes.byteLength);
  if ((await typeOf(bytes)) !== 'application/pdf') return prepareImage('document', bytes);
  return {
    variants: [{ name: 'full', width: null, height: null, contentType: 'application/pdf', bytes: Buffer.from(bytes) }],
    blur: null,
    width: null,
    height: null,
  };
}

/** A moment of a video, as the converter wrote it (PNG): its poster in two sizes, the locked picture, and the blur. */
export function preparePoster(png: Uint8Array): Promise<Prepared> {
  return turn(() => pictureFor(poster, png, 'png'));
}

/** Another moment of a video, offered as its poster. */
export async function prepareFrame(png: Uint8Array, name: string): Promise<Variant> {
  const { variants } = await turn(() => pictureFor(frame, png, 'png'));
  const [variant] = variants;
  return variant ? { ...variant, name } : fail('file_unreadable');
}
