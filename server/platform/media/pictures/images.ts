/**
 * Sanitizes uploaded images. The type is detected from the content. Images are decoded with limits and encoded again, which removes
 * location, comments, color profiles and appended files.
 */
import { fileTypeFromBuffer } from 'file-type/core';
import sharp, { type Sharp } from 'sharp';
import * as limits from '@contract/kernel/limits';
import { uploadKindByFileType, type FileType } from '@contract/kernel/values/files';
import { fail } from '../../../kernel/api-error';
import { assertSize, rejectFile, ruleTexts } from '../content';
import { concurrencyLimit } from '../concurrency-limit';
import { lockedName } from './variants';

/** A rendition in memory. */
export interface Variant {
  name: string;
  /** Null if it is not an image. */
  width: number | null;
  height: number | null;
  contentType: string;
  bytes: Buffer;
}

export interface PreparedFile {
  /** The main rendition first. */
  variants: Variant[];
  /** A data URL of at most 300 characters, or null if it is not an image. */
  blur: string | null;
  width: number | null;
  height: number | null;
}

/** Renditions of a type: aspect ratio to crop to (null: keep), and widths in pixels, the main rendition first. */
interface RenditionRule {
  ratio: number | null;
  widths: readonly { name: string; width: number }[];
  /** Set if a locked preview is needed. */
  locked?: typeof lockedName;
}

/** File types that are, or may be, images. */
export type PictureType = { [T in FileType]: (typeof uploadKindByFileType)[T] extends 'image' | 'document' ? T : never }[FileType];

/** Published images with restricted access. */
const published: RenditionRule = {
  ratio: null,
  widths: [
    { name: 'full', width: 2048 },
    { name: 'medium', width: 960 },
    { name: 'small', width: 480 },
  ],
  locked: lockedName,
};
/** The poster of a video. */
const poster: RenditionRule = {
  ratio: null,
  widths: [
    { name: 'poster', width: 1280 },
    { name: 'poster-small', width: 480 },
  ],
  locked: lockedName,
};
const frame: RenditionRule = { ratio: null, widths: [{ name: 'frame', width: 1280 }] };

const renditionRules: Record<PictureType, RenditionRule> = {
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
  // Only the first frame of an animation is used.
  'image/apng': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'image/avif': 'heif',
};
const loaders = ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp', 'VipsForeignLoadNsgif', 'VipsForeignLoadHeif'];
const webp = 'image/webp';
const quality = 82;
const blurSide_px = 16;
const blurQuality = 20;
const blurLengthMax = 300;
/** The longer side to which a locked preview is reduced. */
const lockedSide_px = 32;
const lockedScale = 15;
const lockedBlur = 10;
const lockedQuality = 60;
const decoding_s = 20;
const concurrency = 2;
const waitingMax = 40;

// Disables the decoders of formats that may not be uploaded, for the whole process.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: loaders });
sharp.concurrency(1);
sharp.cache(false);

/** Limits concurrent decoding, which needs much memory: few run, some wait, others are rejected. */
const limit = concurrencyLimit(concurrency, waitingMax);

async function typeOf(bytes: Uint8Array): Promise<string> {
  return (await fileTypeFromBuffer(bytes))?.mime ?? '';
}

/** Runs a decoding step. Throws file_unreadable on any error of the library. */
async function asUnreadableOnError<T>(step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch {
    return fail('file_unreadable');
  }
}

/** The size of the largest rendition: upright, cropped to the aspect ratio, never enlarged. */
function mainSize(rule: RenditionRule, width: number, height: number): { width: number; height: number } {
  const widest = rule.widths[0]?.width ?? width;
  if (rule.ratio === null) {
    const scale = Math.min(1, widest / Math.max(width, height));
    return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
  }
  const croppedWidth = Math.max(1, Math.min(widest, width, Math.floor(height * rule.ratio)));
  return { width: croppedWidth, height: Math.max(1, Math.round(croppedWidth / rule.ratio)) };
}

async function blurOf(main: Sharp): Promise<string | null> {
  for (const side of [blurSide_px, blurSide_px / 2, blurSide_px / 4]) {
    const bytes = await main
      .clone()
      .resize(side, side, { fit: 'inside' })
      .webp({ quality: blurQuality, alphaQuality: blurQuality, effort: 6 })
      .toBuffer();
    const dataUrl = `data:${webp};base64,${bytes.toString('base64')}`;
    if (dataUrl.length <= blurLengthMax) return dataUrl;
  }
  return null;
}

/** The locked preview: reduced to a few pixels, then enlarged and blurred, so that it cannot be sharpened. */
async function lockedPreviewOf(main: Sharp): Promise<Variant> {
  const reduced = await main
    .clone()
    .resize(lockedSide_px, lockedSide_px, { fit: 'inside', withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = reduced.info;
  const encoded = await sharp(reduced.data, { raw: { width, height, channels } })
    .resize({ width: width * lockedScale, kernel: 'cubic' })
    .blur(lockedBlur)
    .webp({ quality: lockedQuality })
    .toBuffer({ resolveWithObject: true });
  return { name: lockedName, width: encoded.info.width, height: encoded.info.height, contentType: webp, bytes: encoded.data };
}

const brandOffset = 8;

/** An animated AVIF also contains a still image, but the decoder only opens it with the brand of a still image. */
function asStill(bytes: Uint8Array): Uint8Array {
  const brand = Buffer.from(bytes.buffer, bytes.byteOffset + brandOffset, 4).toString('latin1');
  if (brand !== 'avis') return bytes;
  const still = Buffer.from(bytes);
  still.write('avif', brandOffset, 'latin1');
  return still;
}

async function prepareByRule(rule: RenditionRule, source: Uint8Array, format: string): Promise<PreparedFile> {
  const bytes = format === 'heif' ? asStill(source) : source;
  const options = { limitInputPixels: limits.imagePixelsMax, failOn: 'error', pages: 1 } as const;
  // Reads only the header, so that too many pixels are rejected before decoding.
  const header = await asUnreadableOnError(() => sharp(bytes, { ...options, limitInputPixels: false }).metadata());
  if (header.format !== format || (format === 'heif' && header.compression !== 'av1')) fail('unsupported_media_type');
  if (header.width * header.height > limits.imagePixelsMax) rejectFile('too_large', ruleTexts.pixels);

  const upright = header.autoOrient;
  const size = mainSize(rule, upright.width, upright.height);
  const raw = await asUnreadableOnError(() =>
    sharp(bytes, options)
      .timeout({ seconds: decoding_s })
      .autoOrient()
      .resize({ ...size, fit: 'cover', position: rule.ratio === null ? 'centre' : 'attention' })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true }),
  );
  const { width, height, channels } = raw.info;
  const main = sharp(raw.data, { raw: { width, height, channels } });

  const variants: Variant[] = [];
  for (const { name, width: widest } of rule.widths) {
    const encoded = await main
      .clone()
      .resize({ width: Math.min(width, widest), withoutEnlargement: true })
      .webp({ quality })
      .toBuffer({ resolveWithObject: true });
    variants.push({ name, width: encoded.info.width, height: encoded.info.height, contentType: webp, bytes: encoded.data });
  }
  if (rule.locked) variants.push(await lockedPreviewOf(main));
  return { variants, blur: await blurOf(main), width, height };
}

/**
 * The renditions of an image, as WebP without metadata. Throws unsupported_media_type (not one of the five image formats), too_large
 * (bytes or pixels), file_unreadable (damaged), service_unavailable (too busy).
 */
export async function prepareImage(type: PictureType, bytes: Uint8Array): Promise<PreparedFile> {
  assertSize(uploadKindByFileType[type], bytes.byteLength);
  const format = formats[await typeOf(bytes)];
  if (format === undefined) return fail('unsupported_media_type');
  return limit(() => prepareByRule(renditionRules[type], bytes, format));
}

/** A document: an image as in `prepareImage`, or an unchanged PDF. Throws the same errors. */
export async function prepareDocument(bytes: Uint8Array): Promise<PreparedFile> {
  assertSize('document', bytes.byteLength);
  if ((await typeOf(bytes)) !== 'application/pdf') return prepareImage('document', bytes);
  return {
    variants: [{ name: 'full', width: null, height: null, contentType: 'application/pdf', bytes: Buffer.from(bytes) }],
    blur: null,
    width: null,
    height: null,
  };
}

/** The poster of a video from a PNG frame: two sizes, the locked preview and the blur. */
export function preparePoster(png: Uint8Array): Promise<PreparedFile> {
  return limit(() => prepareByRule(poster, png, 'png'));
}

/** Another frame of a video, which is offered as its thumbnail. */
export async function prepareFrame(png: Uint8Array, name: string): Promise<Variant> {
  const { variants } = await limit(() => prepareByRule(frame, png, 'png'));
  const [variant] = variants;
  return variant ? { ...variant, name } : fail('file_unreadable');
}
