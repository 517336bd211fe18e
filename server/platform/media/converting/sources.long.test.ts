/** Conversion of files from phones, cameras and editors: the result looks and sounds like the source. */
import { execFile } from 'node:child_process';
import { chmod, copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import type { FileType } from '@contract/kernel/values/files';
import {
  animationFile,
  anamorphicVideoFile,
  colorSpaceVideoFile,
  coverFirstVideoFile,
  cutOffVideoFile,
  interlacedVideoFile,
  rotatedVideoFile,
  audioFile,
  twoAudioTracksFile,
} from '../../../../tests/kit/files/media-clips';
import { openPartialHost, insertAccount, type PartialHost } from '../../../../tests/kit/host/partial-host';
import { convertFile } from './converting';
import { ffmpegProgram } from './ffmpeg';
import { findFile, type FileRow } from '../files';
import { storeMedia } from '../store-media';

const run = promisify(execFile);
let host: PartialHost;
let bundled: PartialHost;
let withoutColorFilters: PartialHost;
beforeAll(async () => {
  host = await openPartialHost(() => undefined);
  const { default: installed } = await import('@ffmpeg-installer/ffmpeg');
  bundled = await openPartialHost(() => undefined, { FFMPEG_PATH: installed.path });
  const program = join(host.dataDir, 'plain-ffmpeg');
  const real = await ffmpegProgram({ ffmpegPath: null });
  await writeFile(program, `#!/bin/sh\ncase "$*" in *zscale*) exit 1;; esac\nexec ${real} "$@"\n`);
  await chmod(program, 0o755);
  withoutColorFilters = await openPartialHost(() => undefined, { FFMPEG_PATH: program });
});
afterAll(() => Promise.all([host.close(), bundled.close(), withoutColorFilters.close()]));

/** Stores and converts a file. */
async function converted(type: Exclude<FileType, 'document'>, path: string, name: string, on = host): Promise<FileRow> {
  const { id: ownerId } = await insertAccount(on.ctx);
  const copy = join(on.dataDir, on.ctx.random.id());
  await copyFile(path, copy);
  const { id } = await storeMedia(on.ctx, { ownerId, type, file: { path: copy, name } });
  await convertFile(on.ctx, id, {});
  const row = await findFile(on.ctx, id);
  if (row?.status !== 'finished') throw new Error(`it is ${String(row?.status)}: ${String(row?.failure)}`);
  return row;
}
async function bytesOf(on: PartialHost, row: FileRow, name: string): Promise<Buffer> {
  const stored = await on.ctx.storage.open(row.variants.find((variant) => variant.name === name)?.key ?? 'none');
  return Buffer.concat((await stored?.stream.toArray()) ?? []);
}
/** A rendition on disk, and ffmpeg's output for it with these arguments. */
async function inspect(on: PartialHost, row: FileRow, name: string, args: string[] = []): Promise<{ path: string; output: string }> {
  const path = join(on.dataDir, `${row.id}-${name}`);
  await writeFile(path, await bytesOf(on, row, name));
  const { stderr } = await run(await ffmpegProgram({ ffmpegPath: null }), ['-hide_banner', '-i', path, ...args, '-f', 'null', '-']);
  return { path, output: stderr };
}
/** The mean saturation and brightness of an image, each from 0 to 1. */
async function saturationOf(picture: Buffer): Promise<{ saturation: number; brightness: number }> {
  const { data } = await sharp(picture).removeAlpha().toColourspace('srgb').raw().toBuffer({ resolveWithObject: true });
  let [saturation, brightness] = [0, 0];
  for (let at = 0; at < data.length; at += 3) {
    const [most, least] = [Math.max(...data.subarray(at, at + 3)), Math.min(...data.subarray(at, at + 3))];
    saturation += most === 0 ? 0 : (most - least) / most;
    brightness += most / 255;
  }
  return { saturation: (saturation * 3) / data.length, brightness: (brightness * 3) / data.length };
}
async function appearanceOf(
  on: PartialHost,
  row: FileRow,
): Promise<{ poster: number; video: number; brightness: number; streams: string }> {
  const { path, output } = await inspect(on, row, 'mp4-first');
  const still = join(on.dataDir, `${row.id}.png`);
  await run(await ffmpegProgram({ ffmpegPath: null }), ['-v', 'error', '-y', '-i', path, '-frames:v', '1', still]);
  const video = await saturationOf(await sharp(still).toBuffer());
  const poster = await saturationOf(await bytesOf(on, row, 'poster'));
  return { poster: poster.saturation, video: video.saturation, brightness: video.brightness, streams: output };
}

/** The size of the white area of a rendition's frame, in pixels. */
async function whiteSizeAt(on: PartialHost, row: FileRow, at_s: number): Promise<{ width: number; height: number }> {
  const { path } = await inspect(on, row, 'mp4-first');
  const still = join(on.dataDir, `${row.id}-${String(at_s)}.png`);
  await run(await ffmpegProgram({ ffmpegPath: null }), ['-v', 'error', '-y', '-ss', String(at_s), '-i', path, '-frames:v', '1', still]);
  const { info } = await sharp(still).threshold(128).trim({ background: '#000' }).toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height };
}

test('a video of a phone that was turned while recording keeps the proportions of its content', async () => {
  for (const on of [host, bundled]) {
    const row = await converted('video', await rotatedVideoFile(), 'turned.webm', on);
    const [before, after] = [await whiteSizeAt(on, row, 0.5), await whiteSizeAt(on, row, 1.5)];
    for (const { width, height } of [before, after]) expect(Math.abs(width / height - 1)).toBeLessThan(0.1);
    // The upright part is as high as the picture.
    expect(after.height).toBeLessThan(before.height);
  }
});

describe('HDR and wide-gamut colors', () => {
  /** The results for the same video in standard colors, by ffmpeg build. */
  const references = new Map<PartialHost, ReturnType<typeof appearanceOf>>();
  const referenceOn = (on: PartialHost): ReturnType<typeof appearanceOf> => {
    const known =
      references.get(on) ??
      colorSpaceVideoFile('sdr')
        .then((path) => converted('video-teaser', path, 'clip.mp4', on))
        .then((row) => appearanceOf(on, row));
    references.set(on, known);
    return known;
  };

  it.each(['hlg', 'pq', 'p3'] as const)('%s is mapped to standard colors', async (colors) => {
    for (const on of [host, bundled]) {
      const reference = await referenceOn(on);
      const mapped = await appearanceOf(on, await converted('video-teaser', await colorSpaceVideoFile(colors), 'clip.mp4', on));
      expect(Math.abs(mapped.poster / reference.poster - 1)).toBeLessThan(0.15);
      expect(Math.abs(mapped.video / reference.video - 1)).toBeLessThan(0.15);
      expect(Math.abs(mapped.brightness / reference.brightness - 1)).toBeLessThan(0.25);
      expect(mapped.streams).toMatch(/Video: h264.*yuv420p\(tv, bt709/);
      expect(mapped.streams).not.toMatch(/arib-std|smpte|bt2020/);
    }
  });

  it('are at least tagged correctly if this ffmpeg build cannot map them', async () => {
    const row = await converted('video-teaser', await colorSpaceVideoFile('hlg'), 'clip.mp4', withoutColorFilters);
    const { streams } = await appearanceOf(withoutColorFilters, row);
    expect(streams).toMatch(/Video: h264.*yuv420p\(tv, bt709/);
    expect(streams).not.toMatch(/arib-std|smpte|bt2020/);
  });
});

describe('the pixel aspect ratio', () => {
  it.each([
    [720, 576, '64/45', [1024, 576]],
    [720, 480, '8/9', [640, 480]],
    [320, 240, '1/1', [320, 240]],
    [320, 240, '900/1', [320, 240]],
  ])('of %d × %d with %s is converted to square pixels', async (width, height, shape, expected) => {
    for (const on of [host, bundled]) {
      const row = await converted('video-teaser', await anamorphicVideoFile(width, height, shape), 'clip.mp4', on);
      expect([row.width, row.height]).toEqual(expected);
      const poster = await sharp(await bytesOf(on, row, 'poster')).metadata();
      expect([poster.width, poster.height]).toEqual(expected);
      const { output } = await inspect(on, row, 'mp4-first');
      expect(output).toMatch(new RegExp(`Video: h264.*, ${expected.join('x')} \\[SAR 1:1`));
    }
  });

  it('never makes a video exceed the maximum side', async () => {
    const row = await converted('video-teaser', await anamorphicVideoFile(4000, 400, '2/1'), 'clip.mp4');
    expect([row.width, row.height]).toEqual([4000, 200]);
  });
});

it('deinterlaces interlaced video', async () => {
  for (const on of [host, bundled]) {
    const row = await converted('video-teaser', await interlacedVideoFile(), 'fields.mkv', on);
    const { output } = await inspect(on, row, 'mp4-first', ['-vf', 'idet']);
    const [, first = '', second = '', progressive = ''] =
      /Multi frame detection: TFF: *(\d+) BFF: *(\d+) Progressive: *(\d+)/.exec(output) ?? [];
    // The detector has a few false positives for any video.
    expect(Number(progressive)).toBeGreaterThan(5 * (Number(first) + Number(second)));
  }
});

describe('several streams', () => {
  it('selects the video stream if a cover image comes first', async () => {
    for (const on of [host, bundled]) {
      const row = await converted('video', await coverFirstVideoFile(), 'clip.mp4', on);
      expect([row.width, row.height]).toEqual([320, 240]);
      expect((await sharp(await bytesOf(on, row, 'poster')).metadata()).width).toBe(320);
    }
  });

  it.each([
    ['video-teaser', 'two.mkv', 'mp4-first'],
    ['video-teaser', 'two.mp4', 'mp4-first'],
    ['feed-audio', 'two.m4a', 'audio'],
  ] as const)('selects the default audio stream: %s, %s', async (type, name, variant) => {
    for (const on of [host, bundled]) {
      const row = await converted(type, await twoAudioTracksFile(name, type !== 'feed-audio'), name, on);
      const { output } = await inspect(on, row, variant, ['-af', 'volumedetect']);
      expect(Number(/max_volume: (-?[\d.]+) dB/.exec(output)?.[1])).toBeGreaterThan(-30);
    }
  });
});

describe('animated images', () => {
  it.each(['loop.gif', 'loop.png', 'loop.avif'])('%s uploaded as a video becomes a short video without sound', async (name) => {
    const row = await converted('feed-video', await animationFile(name), name);
    expect(row).toMatchObject({ width: 64, height: 64, mimeType: 'video/mp4' });
    expect(Math.abs((row.duration_ms ?? 0) - 1000)).toBeLessThan(300);
    const { output } = await inspect(host, row, 'mp4-first');
    expect(output).not.toContain('Audio:');
    const counts = [...output.matchAll(/frame= *(\d+)/g)].map(([, count]) => Number(count));
    expect(counts.at(-1)).toBeGreaterThan(3);
  });

  it.each(['loop.gif', 'loop.png', 'loop.avif', 'loop.webp'])('%s uploaded as a photo becomes its first frame', async (name) => {
    const row = await converted('photo', await animationFile(name), name);
    expect(row).toMatchObject({ width: 64, height: 64, mimeType: 'image/webp' });
    const { dominant } = await sharp(await bytesOf(host, row, 'full')).stats();
    expect(dominant.r).toBeGreaterThan(dominant.b);
  });
});

describe('a truncated file', () => {
  it('has its actual duration, not that in its header', async () => {
    const row = await converted('feed-video', await cutOffVideoFile(8, 0.5), 'cut.mp4');
    const { output } = await inspect(host, row, 'mp4-first');
    const real_s = Number(/Duration: 00:00:0(\d\.\d+)/.exec(output)?.[1]);
    expect(real_s).toBeLessThan(6);
    expect(Math.abs((row.duration_ms ?? 0) / 1000 - real_s)).toBeLessThan(0.1);
  });

  it('with only audio has its actual duration, too', async () => {
    const whole = await audioFile('tone.m4a', 8);
    const moved = join(host.dataDir, 'moved.m4a');
    await run(await ffmpegProgram({ ffmpegPath: null }), ['-v', 'error', '-i', whole, '-c', 'copy', '-movflags', '+faststart', moved]);
    const { readFile } = await import('node:fs/promises');
    const bytes = await readFile(moved);
    await writeFile(moved, bytes.subarray(0, bytes.length / 2));
    const row = await converted('feed-audio', moved, 'tone.m4a');
    expect(row.duration_ms).toBeLessThan(6000);
    expect(row.duration_ms).toBeGreaterThan(2000);
  });
});
