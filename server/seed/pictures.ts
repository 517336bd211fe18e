/** Generated images: painted pixel by pixel from a palette, always the same. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import type { IncomingFile } from '../platform/media/files';
import type { Palette } from './cast';

type Colour = readonly [red: number, green: number, blue: number];
/** The colour at a point; both coordinates run from 0 to 1, from the left and from the top. */
type Painter = (x: number, y: number) => Colour;

const channels = 3;
const degrees = 360;
/** Painted smaller by this factor and then enlarged: the shapes are soft, and a first start is faster. */
const upscale = 2;
const { abs, hypot, max, min, round, sin } = Math;

const clamp = (value: number): number => min(1, max(0, value));
const mix = (from: Colour, to: Colour, share: number): Colour => [
  from[0] + (to[0] - from[0]) * share,
  from[1] + (to[1] - from[1]) * share,
  from[2] + (to[2] - from[2]) * share,
];
/** 1 inside, 0 outside, with a soft edge of the given width. */
const coverage = (distance: number, edge: number): number => clamp(0.5 - distance / edge);

function colourOf(hue: number, saturation: number, lightness: number): Colour {
  const part = (shift: number): number => {
    const position = (shift + hue / (degrees / 12)) % 12;
    return 255 * (lightness - saturation * min(lightness, 1 - lightness) * max(-1, min(position - 3, 9 - position, 1)));
  };
  return [part(0), part(8), part(4)];
}

function colourFrom(hex: string): Colour {
  const number = Number.parseInt(hex.slice(1), 16);
  return [(number >> 16) & 255, (number >> 8) & 255, number & 255];
}

function paint(width: number, height: number, painter: Painter): Promise<Buffer> {
  const [columns, rows] = [round(width / upscale), round(height / upscale)];
  const pixels = new Uint8ClampedArray(columns * rows * channels);
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      pixels.set(painter((column + 0.5) / columns, (row + 0.5) / rows), (row * columns + column) * channels);
    }
  }
  return sharp(pixels, { raw: { width: columns, height: rows, channels } })
    .resize(width, height, { kernel: 'cubic' })
    .png({ compressionLevel: 3 })
    .toBuffer();
}

/** A calm portrait: head and shoulders before a lit wall. */
function portrait({ hues: [from, to], skin, hair }: Palette): Painter {
  const [top, bottom, glow] = [colourOf(from, 0.55, 0.62), colourOf(to, 0.5, 0.36), colourOf(to, 0.7, 0.82)];
  const [face, locks, cloth] = [colourFrom(skin), colourFrom(hair), colourOf((from + 180) % degrees, 0.32, 0.3)];
  const oval = (x: number, y: number, wide: number, high: number): number => hypot(x / wide, y / high) - 1;
  return (x, y) => {
    const light = clamp(1 - hypot(x - 0.68, y - 0.3) / 0.62) ** 1.6;
    let colour = mix(mix(top, bottom, clamp(y * 0.8 + x * 0.2)), glow, light * 0.75);
    colour = mix(colour, locks, coverage(oval(x - 0.5, y - 0.42, 0.215, 0.27), 0.03));
    colour = mix(colour, cloth, coverage(oval(x - 0.5, y - 1.04, 0.4, 0.33), 0.02));
    colour = mix(colour, mix(face, [0, 0, 0], 0.16), coverage(oval(x - 0.5, y - 0.68, 0.085, 0.16), 0.06));
    const shade = clamp((0.5 - x) * 0.9 + 0.12) * 0.22;
    colour = mix(colour, mix(face, [40, 20, 30], shade), coverage(oval(x - 0.5, y - 0.46, 0.16, 0.205), 0.03));
    const fringe = max(oval(x - 0.47, y - 0.27, 0.2, 0.12), oval(x - 0.5, y - 0.42, 0.2, 0.25));
    return mix(colour, locks, coverage(fringe, 0.05));
  };
}

/** A wide evening: a low sun over ranges of hills. */
function landscape({ hues: [from, to] }: Palette): Painter {
  const [high, low, sun] = [colourOf(from, 0.5, 0.32), colourOf(to, 0.72, 0.7), colourOf(to, 0.9, 0.9)];
  const ranges = [0, 1, 2, 3].map((index) => ({
    base: 0.56 + index * 0.12,
    colour: colourOf(from, 0.38, 0.34 - index * 0.07),
    wave: 3 + index * 2.3,
    shift: from / 31 + index * 1.7,
  }));
  const sunX = 0.25 + (from / degrees) * 0.5;
  return (x, y) => {
    const away = hypot((x - sunX) * 3, y - 0.5);
    let colour = mix(mix(high, low, clamp(y * 1.5)), sun, clamp(1 - away / 0.9) ** 3 * 0.8);
    colour = mix(colour, sun, coverage(away - 0.16, 0.012));
    for (const { base, colour: hill, wave, shift } of ranges) {
      const ridge = base - 0.06 * sin(x * wave + shift) - 0.025 * sin(x * wave * 2.7 + shift * 3);
      colour = mix(colour, hill, coverage(ridge - y, 0.012));
    }
    return colour;
  };
}

/** A blank card with a stamp: a stand-in for an identity document. */
const card: Painter = (x, y) => {
  const edge = max(abs(x - 0.5) - 0.44, abs(y - 0.5) - 0.38);
  const line = y > 0.3 && y < 0.75 && x > 0.42 && x < 0.86 && (y * 14) % 1 < 0.3;
  const colour = mix([206, 210, 220], [250, 250, 252], coverage(edge, 0.02));
  return line || hypot((x - 0.26) * 1.5, y - 0.48) < 0.17 ? [178, 184, 200] : colour;
};

export interface PaintedFiles {
  avatar: IncomingFile;
  cover: IncomingFile;
  identityDocument: IncomingFile;
}

/** Paints a person's images into files that exist while `work` runs. */
export async function withPictures<T>(palette: Palette, work: (files: PaintedFiles) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'footlight-cast-'));
  const file = async (name: string, width: number, height: number, painter: Painter): Promise<IncomingFile> => {
    const path = join(folder, name);
    await writeFile(path, await paint(width, height, painter));
    return { path, name };
  };
  try {
    return await work({
      avatar: await file('portrait.png', 360, 360, portrait(palette)),
      cover: await file('cover.png', 960, 320, landscape(palette)),
      identityDocument: await file('paper.png', 320, 200, card),
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const photo = { width: 640, height: 800 };

/** Paints `count` photos in a person's colours, each with shifted hues; the files exist while `work` runs. */
export async function withPhotos<T>(palette: Palette, count: number, work: (photos: IncomingFile[]) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'footlight-photos-'));
  try {
    const photos: IncomingFile[] = [];
    for (let index = 0; index < count; index += 1) {
      const turn = (hue: number): number => (hue + index * 37) % degrees;
      const hues = [turn(palette.hues[0]), turn(palette.hues[1])] as const;
      const name = `photo-${String(index + 1)}.png`;
      const path = join(folder, name);
      await writeFile(path, await paint(photo.width, photo.height, landscape({ ...palette, hues })));
      photos.push({ path, name });
    }
    return await work(photos);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
