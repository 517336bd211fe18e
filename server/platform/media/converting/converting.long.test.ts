/** Conversion of videos and audio: slow cases and less common formats. The rest is in `converting.test.ts`. */
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openConverter, type Converter } from '../../../../tests/kit/files/converter';
import { audioFile, videoFile } from '../../../../tests/kit/files/media-clips';
import { insertAccount, openPartialHost } from '../../../../tests/kit/host/partial-host';
import { attachFile, findFile } from '../files';
import type { FileHandlers } from '../file-handlers';
import { storeMedia } from '../store-media';
import { convertFile } from './converting';

let converter: Converter;
beforeAll(async () => {
  converter = await openConverter();
});
afterAll(() => converter.host.close());

it('lets playback start early: the MP4 index is at the front, and segments are aligned across heights', async () => {
  const row = await converter.converted(await converter.store('feed-video', await videoFile({ width: 640, height: 480, length_s: 9 })));
  const mp4 = await converter.bytesOf(row, 'mp4-first');
  expect(mp4.indexOf('moov')).toBeLessThan(mp4.indexOf('mdat'));
  const starts = async (name: string): Promise<string[]> => (await converter.bytesOf(row, name)).toString().match(/#EXTINF:[\d.]+/g) ?? [];
  expect(await starts('hls-1')).toEqual(['#EXTINF:4.000000', '#EXTINF:4.000000', expect.stringMatching(/#EXTINF:[01]\.\d+/) as string]);
  expect((await starts('hls-2')).length).toBe(3);
  expect((await converter.bytesOf(row, 'hls-1')).toString()).toContain('\nhls-1-segments\n');
});

describe('the bundled ffmpeg', () => {
  it('produces the same results as the system’s', async () => {
    const { default: installed } = await import('@ffmpeg-installer/ffmpeg');
    const bundledHost = await openPartialHost(() => undefined, { FFMPEG_PATH: installed.path });
    const person = await insertAccount(bundledHost.ctx);
    const path = join(bundledHost.dataDir, 'clip');
    await copyFile(await videoFile({ width: 640, height: 480 }), path);
    const { id } = await storeMedia(bundledHost.ctx, { ownerId: person.id, type: 'video', file: { path, name: 'clip.mp4' } });
    await convertFile(bundledHost.ctx, id, {});
    const row = await findFile(bundledHost.ctx, id);
    expect(row).toMatchObject({ status: 'finished', width: 640, height: 480, duration_ms: 2000 });
    expect(row?.variants).toHaveLength(13);
    await bundledHost.close();
  });
});

it.each(['tone.wav', 'tone.ogg', 'tone.m4a', 'tone.aac'])('%s becomes one file that every player supports', async (name) => {
  const row = await converter.converted(await converter.store('feed-audio', await audioFile(name), name));
  expect(row).toMatchObject({ status: 'finished', width: null, height: null, mimeType: 'audio/mp4' });
  expect(Math.abs((row.duration_ms ?? 0) - 2000)).toBeLessThan(150);
});

it('a failed conversion is not retried after three attempts', async () => {
  const stored = await converter.store('feed-video', await videoFile());
  // A bug in a handler, not a fault of the file.
  await attachFile(converter.host.ctx, stored.id, { kind: 'feed', id: '8' });
  const failingHandlers: FileHandlers = {
    feed: (_tx, _row, outcome) => (outcome === 'playable' ? Promise.reject(new Error('a bug')) : Promise.resolve()),
  };
  await expect(convertFile(converter.host.ctx, stored.id, failingHandlers)).rejects.toThrow('a bug');
  await expect(convertFile(converter.host.ctx, stored.id, failingHandlers)).rejects.toThrow('a bug');
  await convertFile(converter.host.ctx, stored.id, failingHandlers);
  expect(await converter.rowOf(stored.id)).toMatchObject({ status: 'error', failure: expect.stringContaining('several times') as string });
});
