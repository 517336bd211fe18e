/** Conversion of videos and audio, from the upload to the renditions. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import * as limits from '@contract/kernel/limits';
import { files } from '@server/platform/db/schema/files';
import { outbox } from '@server/platform/db/schema/site';
import { largeVideoFile, longVideoFile, lowFrameRateVideoFile, audioFile, videoFile } from '../../../../tests/kit/files/media-clips';
import { openConverter, type Converter } from '../../../../tests/kit/files/converter';
import { eventually } from '../../../../tests/kit/timing/eventually';
import { waitForBlockedQuery } from '../../../../tests/kit/money/ledger';
import { openPartialHost } from '../../../../tests/kit/host/partial-host';
import { heightsFor } from './conversions';
import { convertFile, resumeConversions, retryConversion } from './converting';
import { attachFile, fileResponse, findFile, removeFile, storeImage, type FileRow } from '../files';
import { probe } from './probe';
import type { FileHandlers } from '../file-handlers';
import { storeMedia } from '../store-media';
import { originalKey } from '../pictures/variants';

let converter: Converter;
let host: Converter['host'];
let owner: Converter['owner'];
beforeAll(async () => {
  converter = await openConverter();
  ({ host, owner } = converter);
});
afterAll(() => host.close());

const store: Converter['store'] = (...input) => converter.store(...input);
const writeUpload: Converter['writeUpload'] = (...input) => converter.writeUpload(...input);
const rowOf: Converter['rowOf'] = (id) => converter.rowOf(id);
const converted: Converter['converted'] = (...input) => converter.converted(...input);
const bytesOf: Converter['bytesOf'] = (...input) => converter.bytesOf(...input);
const names = (row: FileRow): string[] => row.variants.map(({ name }) => name).sort();
const eventsOf = async (id: string) =>
  (await host.ctx.db.select().from(outbox))
    .filter(({ name, payload }) => name === 'file/processed' && payload['_id'] === id)
    .map(({ rooms, payload }) => ({
      rooms,
      ...(payload as { status: string; progress: number; sources: { type: string }[]; failure: string | null }),
    }));
const workspaces = (): Promise<string[]> => readdir(join(host.dataDir, 'work'));

describe('a video', () => {
  it('is playable before all heights are encoded, and its owner is notified of each step', async () => {
    const stored = await store('video', await videoFile({ width: 1280, height: 720 }));
    expect(stored).toMatchObject({ status: 'created', width: 1280, height: 720, duration_ms: 2000, attachedKind: null });
    await attachFile(host.ctx, stored.id, { kind: 'video', id: '1' });
    const outcomes: [string, string, string[]][] = [];
    const row = await converted(stored, {
      video: (_tx, file, outcome) => {
        outcomes.push([outcome, file.status, names(file)]);
        return Promise.resolve();
      },
    });
    expect(outcomes.map(([outcome, status]) => [outcome, status])).toEqual([
      ['playable', 'processing'],
      ['finished', 'finished'],
    ]);
    expect(outcomes[0]?.[2]).toEqual(expect.arrayContaining(['mp4-first', 'poster', 'locked']));
    expect(outcomes[0]?.[2]).not.toContain('hls-2');
    expect(row).toMatchObject({ status: 'finished', progress: 100, original: null, mimeType: 'video/mp4' });
    expect(names(row)).toEqual(
      [
        'frame-1',
        'frame-2',
        'frame-3',
        'hls',
        'hls-1',
        'hls-1-segments',
        'hls-2',
        'hls-2-segments',
        'locked',
        'mp4',
        'mp4-first',
        'poster',
        'poster-small',
      ].sort(),
    );
    const response = fileResponse(host.ctx, row, owner);
    expect(response.sources.map(({ type, height }) => [type, height])).toEqual([
      ['hls', 720],
      ['mp4', 720],
      ['mp4', 360],
    ]);
    expect(response).toMatchObject({ duration: 2, width: 1280, height: 720, blur: expect.stringMatching(/^data:image\/webp/) as string });
    expect(response.thumbnails).toHaveLength(5);

    const events = await eventsOf(row.id);
    expect(events.every(({ rooms }) => rooms[0] === `account:${owner.id}`)).toBe(true);
    const steps = events.map(({ progress }) => progress);
    expect(steps).toEqual(steps.toSorted((a, b) => a - b));
    expect(steps.at(-1)).toBe(100);
    expect(events.find(({ sources }) => sources.length > 0)?.status).toBe('processing');
    expect(await workspaces()).toEqual([]);
    expect(await host.ctx.storage.open(originalKey(row.id))).toBeNull();
  });

  it.each([
    [240, [240]],
    [241, [240]],
    [360, [360]],
    [480, [360, 480]],
    [720, [360, 720]],
    [1080, [360, 720, 1080]],
    [2160, [360, 720, 1080]],
  ])('of height %d gets no rendition above its height', (lines, expected) => {
    expect(heightsFor(lines)).toEqual(expected);
  });

  it('keeps its upright orientation, and may have no audio', async () => {
    const row = await converted(await store('video-teaser', await videoFile({ width: 240, height: 320 })));
    expect(row).toMatchObject({ status: 'finished', width: 240, height: 320 });
    expect(names(row)).toEqual(['locked', 'mp4-first', 'poster', 'poster-small']);
    const poster = await sharp(await bytesOf(row, 'poster')).metadata();
    expect([poster.width, poster.height]).toEqual([240, 320]);
    const withoutAudio = await converted(await store('welcome-video', await lowFrameRateVideoFile(20)));
    expect(withoutAudio.status).toBe('finished');
  });
});

describe('an audio file', () => {
  it.each(['tone.mp3', 'tone.flac'])('%s becomes one file that every player supports', async (name) => {
    const row = await converted(await store('feed-audio', await audioFile(name), name));
    expect(row).toMatchObject({ status: 'finished', width: null, height: null, mimeType: 'audio/mp4' });
    expect(Math.abs((row.duration_ms ?? 0) - 2000)).toBeLessThan(150);
    expect(names(row)).toEqual(['audio']);
    expect(fileResponse(host.ctx, row, owner)).toMatchObject({
      thumbnails: [],
      thumbnailUrl: null,
      sources: [{ type: 'mp4', height: null }],
    });
  });
});

/** An ID3v2 tag of this length, as large as one with a cover picture. */
function id3Tag(length_bytes: number): Buffer {
  const tag = Buffer.alloc(length_bytes);
  tag.write('ID3\x04', 'latin1');
  const size = length_bytes - 10;
  for (let at = 0; at < 4; at += 1) tag[6 + at] = (size >> (7 * (3 - at))) & 127;
  return tag;
}

it('detects the type of an audio file behind a large cover picture', async () => {
  const name = 'tone.flac';
  const bytes = Buffer.concat([id3Tag(200_000), await readFile(await audioFile(name))]);
  const stored = await storeMedia(host.ctx, { ownerId: owner.id, type: 'feed-audio', file: await writeUpload(bytes, name) });
  const row = await converted(stored);
  expect(row).toMatchObject({ status: 'finished', mimeType: 'audio/mp4' });
  expect(Math.abs((row.duration_ms ?? 0) - 2000)).toBeLessThan(150);
});

describe('an invalid video', () => {
  const playlist = '#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\nhttp://169.254.169.254/latest/meta-data\n#EXT-X-ENDLIST\n';
  it.each([
    ['a playlist that points to a network', playlist],
    ['a playlist that points to a file', playlist.replace(/http\S+/, 'file:///etc/passwd')],
    ['a list of files', "ffconcat version 1.0\nfile '/etc/passwd'\n"],
    ['noise', Buffer.from(Array.from({ length: 5000 }, (_, index) => (index * 7919) % 251))],
    ['nothing', ''],
  ])('is rejected: %s', async (_what, content) => {
    const file = await writeUpload(content, 'clip.mp4');
    await expect(storeMedia(host.ctx, { ownerId: owner.id, type: 'video', file })).rejects.toMatchObject({
      code: 'file_unreadable',
      issues: [{ path: 'file', message: expect.stringMatching(/^“clip\.mp4”: .*MP4/) as string }],
    });
  });

  it.each([
    ['an SVG', '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['a PDF', '%PDF-1.4 %%EOF'],
  ])('is rejected by its type: %s', async (_what, content) => {
    const file = await writeUpload(content, 'clip.mp4');
    await expect(storeMedia(host.ctx, { ownerId: owner.id, type: 'video', file })).rejects.toMatchObject({
      code: 'unsupported_media_type',
      issues: [{ message: expect.stringContaining('“clip.mp4”') as string }],
    });
  });

  it('is rejected if only its first bytes are valid', async () => {
    const whole = await readFile(await videoFile());
    const file = await writeUpload(Buffer.concat([whole.subarray(0, 64), Buffer.from(playlist)]), 'half.mp4');
    await expect(storeMedia(host.ctx, { ownerId: owner.id, type: 'video', file })).rejects.toMatchObject({ code: 'file_unreadable' });
  });

  it('cannot make ffmpeg read other files or access the network', async () => {
    const path = (await writeUpload(playlist.replace(/http\S+/, `file://${host.dataDir}/other`), 'x.mp4')).path;
    for (const demuxer of ['mov', 'matroska', 'mpegts', 'mp3'])
      await expect(probe(host.ctx.config, path, demuxer)).rejects.toMatchObject({ code: 'file_unreadable' });
  });

  it('is rejected if it is too large, too long, or has no video or audio stream', async () => {
    await expect(store('video', await largeVideoFile(6000, 2000), 'flood.mp4')).rejects.toMatchObject({
      code: 'too_large',
      issues: [{ message: expect.stringMatching(/“flood\.mp4”.*4096 pixels/) as string }],
    });
    await expect(store('video-teaser', await lowFrameRateVideoFile(limits.media_s.teaser + 20), 'endless.mp4')).rejects.toMatchObject({
      code: 'too_large',
      issues: [{ message: expect.stringMatching(/“endless\.mp4”.*5 minutes/) as string }],
    });
    await expect(store('video', await audioFile('tone.m4a'), 'tone.m4a')).rejects.toMatchObject({
      code: expect.stringMatching(/unreadable|unsupported/) as string,
    });
    await expect(store('feed-audio', await lowFrameRateVideoFile(20), 'mute.mp4')).rejects.toMatchObject({ code: 'file_unreadable' });
    const flood = await sharp({ create: { width: 9000, height: 6000, channels: 3, background: '#fff' } })
      .png()
      .toBuffer();
    const file = await writeUpload(flood, 'flood.png');
    await expect(storeImage(host.ctx, { ownerId: owner.id, type: 'photo', file })).rejects.toMatchObject({
      code: 'too_large',
      issues: [{ message: expect.stringMatching(/“flood\.png”.*50 megapixels/) as string }],
    });
  });
});

describe('a failed conversion', () => {
  it('stores the reason, notifies the owner and the module that uses the file, and can be retried', async () => {
    const stored = await store('feed-video', await videoFile());
    await attachFile(host.ctx, stored.id, { kind: 'feed', id: '7' });
    const key = originalKey(stored.id);
    const good = Buffer.concat((await (await host.ctx.storage.open(key))?.stream.toArray()) ?? []);
    await host.ctx.storage.put(key, Buffer.concat([good.subarray(0, 64), Buffer.alloc(5000)]), { contentType: 'video/mp4' });
    const outcomes: string[] = [];
    const handlers: FileHandlers = { feed: (_tx, row, outcome) => Promise.resolve(void outcomes.push(`${outcome} ${row.status}`)) };
    const failed = await converted(stored, handlers);
    expect(failed).toMatchObject({ status: 'error', failure: expect.stringContaining('damaged') as string });
    expect(outcomes).toEqual(['failed error']);
    expect((await eventsOf(stored.id)).at(-1)).toMatchObject({ status: 'error', failure: failed.failure });
    expect(fileResponse(host.ctx, failed, owner).url).toBeNull();
    expect(await workspaces()).toEqual([]);

    await host.ctx.storage.put(key, good, { contentType: 'video/mp4' });
    expect(await retryConversion(host.ctx, failed)).toMatchObject({ status: 'created', failure: null });
    expect(await retryConversion(host.ctx, failed)).toBeNull();
    expect(await converted(failed, handlers)).toMatchObject({ status: 'finished', failure: null });
    expect(outcomes.at(-1)).toBe('finished finished');
  });

  it('of a file that is removed during the conversion leaves nothing behind', async () => {
    const stored = await store('video', await longVideoFile(8));
    const working = convertFile(host.ctx, stored.id, {});
    await new Promise((resolve) => setImmediate(resolve));
    await removeFile(host.ctx, stored.id);
    await working;
    expect(await findFile(host.ctx, stored.id)).toBeNull();
    const left = await readdir(join(host.dataDir, 'files', 'objects', 'files', stored.id)).catch(() => []);
    expect(left).toEqual([]);
    expect(await workspaces()).toEqual([]);
  });

  it('of a file that is removed while the failure is recorded ends quietly', async () => {
    const stored = await store('video', await videoFile());
    let removal: Promise<void> = Promise.resolve();
    jest.spyOn(host.ctx.storage, 'asFile').mockImplementationOnce(
      () =>
        new Promise<null>((resolve) => {
          removal = host.ctx.db.transaction(async (tx) => {
            await tx.delete(files).where(eq(files.id, stored.id));
            // The original is gone. The conversion still sees the row, and waits for its lock when it records the failure.
            resolve(null);
            await waitForBlockedQuery(host);
          });
        }),
    );
    await convertFile(host.ctx, stored.id, {});
    await removal;
    expect(await findFile(host.ctx, stored.id)).toBeNull();
    expect(await workspaces()).toEqual([]);
  });
});

describe('workers', () => {
  it('that close release their files, and others finish them', async () => {
    const stored = await store('video', await longVideoFile(8));
    const closing = await openPartialHost(() => undefined, { DATABASE_URL: host.databaseUrl, DATA_DIR: host.dataDir });
    await closing.ctx.jobs.work(closing.ctx);
    await eventually(async () => expect((await rowOf(stored.id)).status).toBe('processing'));
    await closing.close();
    expect(await rowOf(stored.id)).toMatchObject({ status: 'created', attempts: 0 });
    expect(await workspaces()).toEqual([]);
    expect((await converted(stored)).status).toBe('finished');
  });

  it('do not convert a file concurrently', async () => {
    const stored = await store('feed-audio', await audioFile(), 'tone.mp3');
    await Promise.all([1, 2, 3].map(() => convertFile(host.ctx, stored.id, {})));
    expect(await rowOf(stored.id)).toMatchObject({ status: 'finished', attempts: 1 });
    expect(await resumeConversions(host.ctx)).toBe(0);
  });
});
