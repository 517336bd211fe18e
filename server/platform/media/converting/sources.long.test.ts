/** Videos and sounds as phones, cameras and editors write them: what is seen and heard after the conversion is what they hold. */
import { execFile } from 'node:child_process';
import { chmod, copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import type { FileType } from '@contract/values';
import {
  animationFile,
  anamorphicVideoFile,
  colouredVideoFile,
  coverFirstVideoFile,
  cutOffVideoFile,
  interlacedVideoFile,
  soundFile,
  twoSoundsFile,
} from '../../../../tests/kit/files/media-clips';
import { openPart, someAccount, type Part } from '../../../../tests/kit/host/partial-host';
import { convertFile } from './converting';
import { programOf } from './ffmpeg';
import { findFile, type FileRow } from '../files';
import { storeMedia } from '../store-media';

const run = promisify(execFile);
jest.setTimeout(120_000);

let part: Part;
let bundled: Part;
let withoutColours: Part;
beforeAll(async () => {
  part = await openPart(() => undefined);
  const { default: installed } = await import('@ffmpeg-installer/ffmpeg');
  bundled = await openPart(() => undefined, { FFMPEG_PATH: installed.path });
  const program = join(part.dataDir, 'plain-ffmpeg');
  const real = await programOf({ ffmpegPath: null });
  await writeFile(program, `#!/bin/sh\ncase "$*" in *zscale*) exit 1;; esac\nexec ${real} "$@"\n`);
  await chmod(program, 0o755);
  withoutColours = await openPart(() => undefined, { FFMPEG_PATH: program });
});
afterAll(() => Promise.all([part.close(), bundled.close(), withoutColours.close()]));

/** The file after its conversion. */
async function converted(type: Exclude<FileType, 'document'>, path: string, name: string, on = part): Promise<FileRow> {
  const { id: ownerId } = await someAccount(on.ctx);
  const copy = join(on.dataDir, on.ctx.chance.id());
  await copyFile(path, copy);
  const { id } = await storeMedia(on.ctx, { ownerId, type, file: { path: copy, name } });
  await convertFile(on.ctx, id, {});
  const row = await findFile(on.ctx, id);
  if (row?.status !== 'finished') throw new Error(`it is ${String(row?.status)}: ${String(row?.failure)}`);
  return row;
}
async function bytesOf(on: Part, row: FileRow, name: string): Promise<Buffer> {
  const stored = await on.ctx.storage.open(row.variants.find((variant) => variant.name === name)?.key ?? 'none');
  return Buffer.concat((await stored?.stream.toArray()) ?? []);
}
/** A rendition on the disk, and what the converter says of it with these arguments. */
async function lookedAt(on: Part, row: FileRow, name: string, args: string[] = []): Promise<{ path: string; said: string }> {
  const path = join(on.dataDir, `${row.id}-${name}`);
  await writeFile(path, await bytesOf(on, row, name));
  const { stderr } = await run(await programOf({ ffmpegPath: null }), ['-hide_banner', '-i', path, ...args, '-f', 'null', '-']);
  return { path, said: stderr };
}
/** The mean saturation and brightness of a picture, each from 0 to 1. */
async function lookOf(picture: Buffer): Promise<{ saturation: number; brightness: number }> {
  const { data } = await sharp(picture).removeAlpha().toColourspace('srgb').raw().toBuffer({ resolveWithObject: true });
  let [saturation, brightness] = [0, 0];
  for (let at = 0; at < data.length; at += 3) {
    const [most, least] = [Math.max(...data.subarray(at, at + 3)), Math.min(...data.subarray(at, at + 3))];
    saturation += most === 0 ? 0 : (most - least) / most;
    brightness += most / 255;
  }
  return { saturation: (saturation * 3) / data.length, brightness: (brightness * 3) / data.length };
}
async function looksOf(on: Part, row: FileRow): Promise<{ poster: number; film: number; brightness: number; streams: string }> {
  const { path, said } = await lookedAt(on, row, 'mp4-first');
  const still = join(on.dataDir, `${row.id}.png`);
  await run(await programOf({ ffmpegPath: null }), ['-v', 'error', '-y', '-i', path, '-frames:v', '1', still]);
  const film = await lookOf(await sharp(still).toBuffer());
  const poster = await lookOf(await bytesOf(on, row, 'poster'));
  return { poster: poster.saturation, film: film.saturation, brightness: film.brightness, streams: said };
}

describe('colours that reach beyond those of a page', () => {
  /** The same picture in the colours of a page, by what converts it. */
  const pages = new Map<Part, ReturnType<typeof looksOf>>();
  const pageOn = (on: Part): ReturnType<typeof looksOf> => {
    const known =
      pages.get(on) ??
      colouredVideoFile('sdr')
        .then((path) => converted('video-teaser', path, 'clip.mp4', on))
        .then((row) => looksOf(on, row));
    pages.set(on, known);
    return known;
  };

  it.each(['hlg', 'pq', 'p3'] as const)('%s becomes the picture that it is on a page', async (colours) => {
    for (const on of [part, bundled]) {
      const page = await pageOn(on);
      const mapped = await looksOf(on, await converted('video-teaser', await colouredVideoFile(colours), 'clip.mp4', on));
      expect(Math.abs(mapped.poster / page.poster - 1)).toBeLessThan(0.15);
      expect(Math.abs(mapped.film / page.film - 1)).toBeLessThan(0.15);
      expect(Math.abs(mapped.brightness / page.brightness - 1)).toBeLessThan(0.25);
      expect(mapped.streams).toMatch(/Video: h264.*yuv420p\(tv, bt709/);
      expect(mapped.streams).not.toMatch(/arib-std|smpte|bt2020/);
    }
  });

  it('are at least called what they are, where the converter cannot map them', async () => {
    const row = await converted('video-teaser', await colouredVideoFile('hlg'), 'clip.mp4', withoutColours);
    const { streams } = await looksOf(withoutColours, row);
    expect(streams).toMatch(/Video: h264.*yuv420p\(tv, bt709/);
    expect(streams).not.toMatch(/arib-std|smpte|bt2020/);
  });
});

describe('the shape of pixels', () => {
  it.each([
    [720, 576, '64/45', [1024, 576]],
    [720, 480, '8/9', [640, 480]],
    [320, 240, '1/1', [320, 240]],
    [320, 240, '900/1', [320, 240]],
  ])('%d × %d with pixels of %s', async (width, height, shape, expected) => {
    for (const on of [part, bundled]) {
      const row = await converted('video-teaser', await anamorphicVideoFile(width, height, shape), 'clip.mp4', on);
      expect([row.width, row.height]).toEqual(expected);
      const poster = await sharp(await bytesOf(on, row, 'poster')).metadata();
      expect([poster.width, poster.height]).toEqual(expected);
      const { said } = await lookedAt(on, row, 'mp4-first');
      expect(said).toMatch(new RegExp(`Video: h264.*, ${expected.join('x')} \\[SAR 1:1`));
    }
  });

  it('never makes a picture longer than a video may be', async () => {
    const row = await converted('video-teaser', await anamorphicVideoFile(4000, 400, '2/1'), 'clip.mp4');
    expect([row.width, row.height]).toEqual([4000, 200]);
  });
});

it('makes whole pictures of fields', async () => {
  for (const on of [part, bundled]) {
    const row = await converted('video-teaser', await interlacedVideoFile(), 'fields.mkv', on);
    const { said } = await lookedAt(on, row, 'mp4-first', ['-vf', 'idet']);
    const [, first = '', second = '', progressive = ''] =
      /Multi frame detection: TFF: *(\d+) BFF: *(\d+) Progressive: *(\d+)/.exec(said) ?? [];
    // The detector takes a few pictures of any film for fields.
    expect(Number(progressive)).toBeGreaterThan(5 * (Number(first) + Number(second)));
  }
});

describe('several streams', () => {
  it('takes the pictures that move, where a cover comes first', async () => {
    for (const on of [part, bundled]) {
      const row = await converted('video', await coverFirstVideoFile(), 'clip.mp4', on);
      expect([row.width, row.height]).toEqual([320, 240]);
      expect((await sharp(await bytesOf(on, row, 'poster')).metadata()).width).toBe(320);
    }
  });

  it.each([
    ['video-teaser', 'two.mkv', 'mp4-first'],
    ['video-teaser', 'two.mp4', 'mp4-first'],
    ['feed-audio', 'two.m4a', 'audio'],
  ] as const)('takes the sound that is marked as the default: %s, %s', async (type, name, variant) => {
    for (const on of [part, bundled]) {
      const row = await converted(type, await twoSoundsFile(name, type !== 'feed-audio'), name, on);
      const { said } = await lookedAt(on, row, variant, ['-af', 'volumedetect']);
      expect(Number(/max_volume: (-?[\d.]+) dB/.exec(said)?.[1])).toBeGreaterThan(-30);
    }
  });
});

describe('pictures that move', () => {
  it.each(['loop.gif', 'loop.png', 'loop.avif'])('%s plays as a short film without sound, where it is sent as a video', async (name) => {
    const row = await converted('feed-video', await animationFile(name), name);
    expect(row).toMatchObject({ width: 64, height: 64, mimeType: 'video/mp4' });
    expect(Math.abs((row.duration_ms ?? 0) - 1000)).toBeLessThan(300);
    const { said } = await lookedAt(part, row, 'mp4-first');
    expect(said).not.toContain('Audio:');
    const counts = [...said.matchAll(/frame= *(\d+)/g)].map(([, count]) => Number(count));
    expect(counts.at(-1)).toBeGreaterThan(3);
  });

  it.each(['loop.gif', 'loop.png', 'loop.avif', 'loop.webp'])('%s is its first picture, where it is sent as a photo', async (name) => {
    const row = await converted('photo', await animationFile(name), name);
    expect(row).toMatchObject({ width: 64, height: 64, mimeType: 'image/webp' });
    const { dominant } = await sharp(await bytesOf(part, row, 'full')).stats();
    expect(dominant.r).toBeGreaterThan(dominant.b);
  });
});

describe('a file that was cut off', () => {
  it('has the length of what arrived, not the one that its head claims', async () => {
    const row = await converted('feed-video', await cutOffVideoFile(8, 0.5), 'cut.mp4');
    const { said } = await lookedAt(part, row, 'mp4-first');
    const real_s = Number(/Duration: 00:00:0(\d\.\d+)/.exec(said)?.[1]);
    expect(real_s).toBeLessThan(6);
    expect(Math.abs((row.duration_ms ?? 0) / 1000 - real_s)).toBeLessThan(0.1);
  });

  it('of sound alone too', async () => {
    const whole = await soundFile('tone.m4a', 8);
    const moved = join(part.dataDir, 'moved.m4a');
    await run(await programOf({ ffmpegPath: null }), ['-v', 'error', '-i', whole, '-c', 'copy', '-movflags', '+faststart', moved]);
    const { readFile } = await import('node:fs/promises');
    const bytes = await readFile(moved);
    await writeFile(moved, bytes.subarray(0, bytes.length / 2));
    const row = await converted('feed-audio', moved, 'tone.m4a');
    expect(row.duration_ms).toBeLessThan(6000);
    expect(row.duration_ms).toBeGreaterThan(2000);
  });
});
