/** Pictures on their way to a file. */
import sharp from 'sharp';
import { hash } from './distance';

/** A picture of the demo: SVG text, or pixels. */
export interface Picture {
  width: number;
  height: number;
  /** SVG, or 8-bit RGB. */
  draw: () => string | Buffer;
  /** The strength of the film grain: 0 for none. */
  grain?: number;
}

/** The quality that pictures begin with, and the size that lowers it. */
const quality = { best: 84, least: 48, step: 4 };
const sizeLimit_bytes = 112 * 1024;

async function pixelsOf({ width, height, draw }: Picture): Promise<Buffer> {
  const drawn = draw();
  if (typeof drawn !== 'string') return drawn;
  return sharp(Buffer.from(drawn)).resize(width, height).flatten({ background: '#ffffff' }).toColourspace('srgb').raw().toBuffer();
}

/** The same grain on each run: a seam in a gradient disappears below it. */
function withGrain(pixels: Buffer, width: number, strength: number): Buffer {
  const grained = Buffer.alloc(pixels.length);
  for (let i = 0; i < pixels.length; i += 1) {
    const pixel = Math.floor(i / 3);
    const spread = hash(pixel % width, Math.floor(pixel / width), 7) + hash(pixel % width, Math.floor(pixel / width), 11) - 1;
    grained[i] = Math.min(255, Math.max(0, Math.round((pixels[i] ?? 0) + spread * strength)));
  }
  return grained;
}

export async function encode(picture: Picture): Promise<Buffer> {
  const { width, height, grain = 5 } = picture;
  const pixels = withGrain(await pixelsOf(picture), width, grain);
  for (let level = quality.best; ; level -= quality.step) {
    const bytes = await sharp(pixels, { raw: { width, height, channels: 3 } })
      .webp({ quality: level, effort: 6, smartSubsample: true })
      .toBuffer();
    if (bytes.length <= sizeLimit_bytes || level <= quality.least) return bytes;
  }
}
