/** Videos and sounds on their way from an upload to what players open, and what is refused on it. */
import { copyFile, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import * as limits from '@contract/kernel/limits';
import type { FileType } from '@contract/values';
import { outbox } from '@server/platform/db/schema/schema';
import { largeVideoFile, longVideoFile, slowVideoFile, soundFile, videoFile } from '../../../../tests/kit/files/media-clips';
import { eventually } from '../../../../tests/kit/timing/eventually';
import { openPart, someAccount, type Part } from '../../../../tests/kit/host/partial-host';
import { ladderOf } from './conversions';
import { convertFile, resumeConversions, retryConversion } from './converting';
import { attachFile, fileAnswer, findFile, removeFile, storeImage, type FileRow } from '../files';
import { probe } from './probe';
import type { FileSettledBy } from '../../../media/settled';
import { storeMedia } from '../store-media';
import { originalKey } from '../pictures/variants';

let part: Part;
let owner: Awaited<ReturnType<typeof someAccount>>;

beforeAll(async () => {
  part = await openPart(() => undefined);
  owner = await someAccount(part.ctx);
});
afterAll(() => part.close());

/** A copy under this name, as an upload leaves it. */
async function uploaded(path: string, name: string): Promise<{ path: string; name: string }> {
  const copy = join(part.dataDir, part.ctx.chance.id());
  await copyFile(path, copy);
  return { path: copy, name };
}
const store = async (type: Exclude<FileType, 'document'>, path: string, name = 'clip.mp4'): Promise<FileRow> =>
  storeMedia(part.ctx, { ownerId: owner.id, type, file: await uploaded(path, name) });
async function written(text: string | Buffer, name: string): Promise<{ path: string; name: string }> {
  const path = join(part.dataDir, part.ctx.chance.id());
  await writeFile(path, text);
  return { path, name };
}
const rowOf = async (id: string): Promise<FileRow> => (await findFile(part.ctx, id)) ?? Promise.reject(new Error('no file'));
async function converted(row: FileRow, settled: FileSettledBy = {}): Promise<FileRow> {
  await convertFile(part.ctx, row.id, settled);
  return rowOf(row.id);
}
const bytesOf = async (row: FileRow, name: string): Promise<Buffer> => {
  const found = await part.ctx.storage.open(row.variants.find((variant) => variant.name === name)?.key ?? 'none');
  return Buffer.concat((await found?.stream.toArray()) ?? []);
};
const names = (row: FileRow): string[] => row.variants.map(({ name }) => name).sort();
const told = async (id: string) =>
  (await part.ctx.db.select().from(outbox))
    .filter(({ name, payload }) => name === 'file/processed' && payload['_id'] === id)
    .map(({ rooms, payload }) => ({
      rooms,
      ...(payload as { status: string; progress: number; sources: { type: string }[]; failure: string | null }),
    }));
const workspaces = (): Promise<string[]> => readdir(join(part.dataDir, 'work'));

describe('a video', () => {
  it('plays before every height is made, and its owner hears of each step', async () => {
    const stored = await store('video', await videoFile({ width: 1280, height: 720 }));
    expect(stored).toMatchObject({ status: 'created', width: 1280, height: 720, duration_ms: 2000, attachedTo: null });
    await attachFile(part.ctx, stored.id, 'video:1');
    const heard: [string, string, string[]][] = [];
    const row = await converted(stored, {
      video: (_tx, file, outcome) => {
        heard.push([outcome, file.status, names(file)]);
        return Promise.resolve();
      },
    });
    expect(heard.map(([outcome, status]) => [outcome, status])).toEqual([
      ['playable', 'processing'],
      ['finished', 'finished'],
    ]);
    expect(heard[0]?.[2]).toEqual(expect.arrayContaining(['mp4-first', 'poster', 'locked']));
    expect(heard[0]?.[2]).not.toContain('hls-2');
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
    const answer = fileAnswer(part.ctx, row, owner);
    expect(answer.sources.map(({ type, height }) => [type, height])).toEqual([
      ['hls', 720],
      ['mp4', 720],
      ['mp4', 360],
    ]);
    expect(answer).toMatchObject({ duration: 2, width: 1280, height: 720, blur: expect.stringMatching(/^data:image\/webp/) as string });
    expect(answer.thumbnails).toHaveLength(5);

    const events = await told(row.id);
    expect(events.every(({ rooms }) => rooms[0] === `account:${owner.id}`)).toBe(true);
    const steps = events.map(({ progress }) => progress);
    expect(steps).toEqual(steps.toSorted((a, b) => a - b));
    expect(steps.at(-1)).toBe(100);
    expect(events.find(({ sources }) => sources.length > 0)?.status).toBe('processing');
    expect(await workspaces()).toEqual([]);
    expect(await part.ctx.storage.open(originalKey(row.id))).toBeNull();
  }, 120_000);

  it('begins to play at once: what describes it stands in front, and each segment begins where the others’ do', async () => {
    const row = await converted(await store('feed-video', await videoFile({ width: 640, height: 480, length_s: 9 })));
    const mp4 = await bytesOf(row, 'mp4-first');
    expect(mp4.indexOf('moov')).toBeLessThan(mp4.indexOf('mdat'));
    const starts = async (name: string): Promise<string[]> => (await bytesOf(row, name)).toString().match(/#EXTINF:[\d.]+/g) ?? [];
    expect(await starts('hls-1')).toEqual(['#EXTINF:4.000000', '#EXTINF:4.000000', expect.stringMatching(/#EXTINF:[01]\.\d+/) as string]);
    expect((await starts('hls-2')).length).toBe(3);
    expect((await bytesOf(row, 'hls-1')).toString()).toContain('\nhls-1-segments\n');
  }, 120_000);

  it.each([
    [240, [240]],
    [241, [240]],
    [360, [360]],
    [480, [360, 480]],
    [720, [360, 720]],
    [1080, [360, 720, 1080]],
    [2160, [360, 720, 1080]],
  ])('of %d lines has no height above its own', (lines, expected) => {
    expect(ladderOf(lines)).toEqual(expected);
  });

  it('that is upright stays so, and one without sound is a video too', async () => {
    const row = await converted(await store('video-teaser', await videoFile({ width: 240, height: 320 })));
    expect(row).toMatchObject({ status: 'finished', width: 240, height: 320 });
    expect(names(row)).toEqual(['locked', 'mp4-first', 'poster', 'poster-small']);
    const poster = await sharp(await bytesOf(row, 'poster')).metadata();
    expect([poster.width, poster.height]).toEqual([240, 320]);
    const silent = await converted(await store('welcome-video', await slowVideoFile(20)));
    expect(silent.status).toBe('finished');
  }, 60_000);
});

describe('the converter that comes along', () => {
  it('does as well as the system’s', async () => {
    const { default: installed } = await import('@ffmpeg-installer/ffmpeg');
    const other = await openPart(() => undefined, { FFMPEG_PATH: installed.path });
    const person = await someAccount(other.ctx);
    const path = join(other.dataDir, 'clip');
    await copyFile(await videoFile({ width: 640, height: 480 }), path);
    const { id } = await storeMedia(other.ctx, { ownerId: person.id, type: 'video', file: { path, name: 'clip.mp4' } });
    await convertFile(other.ctx, id, {});
    const row = await findFile(other.ctx, id);
    expect(row).toMatchObject({ status: 'finished', width: 640, height: 480, duration_ms: 2000 });
    expect(row?.variants).toHaveLength(13);
    await other.close();
  }, 60_000);
});

describe('a sound', () => {
  it.each(['tone.mp3', 'tone.wav', 'tone.ogg', 'tone.flac', 'tone.m4a'])('%s becomes one file that plays everywhere', async (name) => {
    const row = await converted(await store('feed-audio', await soundFile(name), name));
    expect(row).toMatchObject({ status: 'finished', width: null, height: null, mimeType: 'audio/mp4' });
    expect(Math.abs((row.duration_ms ?? 0) - 2000)).toBeLessThan(150);
    expect(names(row)).toEqual(['audio']);
    expect(fileAnswer(part.ctx, row, owner)).toMatchObject({
      thumbnails: [],
      thumbnailUrl: null,
      sources: [{ type: 'mp4', height: null }],
    });
  });
});

describe('what is no video', () => {
  const playlist = '#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\nhttp://169.254.169.254/latest/meta-data\n#EXT-X-ENDLIST\n';
  it.each([
    ['a playlist that points to a network', playlist],
    ['a playlist that points to a file', playlist.replace(/http\S+/, 'file:///etc/passwd')],
    ['a list of files', "ffconcat version 1.0\nfile '/etc/passwd'\n"],
    ['noise', Buffer.from(Array.from({ length: 5000 }, (_, index) => (index * 7919) % 251))],
    ['nothing', ''],
  ])('is refused: %s', async (_what, content) => {
    const file = await written(content, 'clip.mp4');
    await expect(storeMedia(part.ctx, { ownerId: owner.id, type: 'video', file })).rejects.toMatchObject({
      code: 'file_unreadable',
      issues: [{ path: 'file', message: expect.stringMatching(/^“clip\.mp4”: .*MP4/) as string }],
    });
  });

  it.each([
    ['an SVG', '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['a PDF', '%PDF-1.4 %%EOF'],
  ])('is refused by its kind: %s', async (_what, content) => {
    const file = await written(content, 'clip.mp4');
    await expect(storeMedia(part.ctx, { ownerId: owner.id, type: 'video', file })).rejects.toMatchObject({
      code: 'unsupported_media_type',
      issues: [{ message: expect.stringContaining('“clip.mp4”') as string }],
    });
  });

  it('is refused when only its head is one', async () => {
    const whole = await readFile(await videoFile());
    const file = await written(Buffer.concat([whole.subarray(0, 64), Buffer.from(playlist)]), 'half.mp4');
    await expect(storeMedia(part.ctx, { ownerId: owner.id, type: 'video', file })).rejects.toMatchObject({ code: 'file_unreadable' });
  });

  it('never makes the converter read another file or ask a network, whatever it says', async () => {
    const path = (await written(playlist.replace(/http\S+/, `file://${part.dataDir}/other`), 'x.mp4')).path;
    for (const reader of ['mov', 'matroska', 'mpegts', 'mp3'])
      await expect(probe(part.ctx.config, path, reader)).rejects.toMatchObject({ code: 'file_unreadable' });
  });

  it('is refused with too many pixels, too many minutes, or nothing in it to see or hear', async () => {
    await expect(store('video', await largeVideoFile(6000, 2000), 'flood.mp4')).rejects.toMatchObject({
      code: 'too_large',
      issues: [{ message: expect.stringMatching(/“flood\.mp4”.*4096 pixels/) as string }],
    });
    await expect(store('video-teaser', await slowVideoFile(limits.media_s.teaser + 20), 'endless.mp4')).rejects.toMatchObject({
      code: 'too_large',
      issues: [{ message: expect.stringMatching(/“endless\.mp4”.*5 minutes/) as string }],
    });
    await expect(store('video', await soundFile('tone.m4a'), 'tone.m4a')).rejects.toMatchObject({
      code: expect.stringMatching(/unreadable|unsupported/) as string,
    });
    await expect(store('feed-audio', await slowVideoFile(20), 'mute.mp4')).rejects.toMatchObject({ code: 'file_unreadable' });
    const flood = await sharp({ create: { width: 9000, height: 6000, channels: 3, background: '#fff' } })
      .png()
      .toBuffer();
    const file = await written(flood, 'flood.png');
    await expect(storeImage(part.ctx, { ownerId: owner.id, type: 'photo', file })).rejects.toMatchObject({
      code: 'too_large',
      issues: [{ message: expect.stringMatching(/“flood\.png”.*50 megapixels/) as string }],
    });
  }, 60_000);
});

describe('a file that fails', () => {
  it('says why, tells its owner and its user, and may be tried again', async () => {
    const stored = await store('feed-video', await videoFile());
    await attachFile(part.ctx, stored.id, 'feed:7');
    const key = originalKey(stored.id);
    const good = Buffer.concat((await (await part.ctx.storage.open(key))?.stream.toArray()) ?? []);
    await part.ctx.storage.put(key, Buffer.concat([good.subarray(0, 64), Buffer.alloc(5000)]), { contentType: 'video/mp4' });
    const heard: string[] = [];
    const settled: FileSettledBy = { feed: (_tx, row, outcome) => Promise.resolve(void heard.push(`${outcome} ${row.status}`)) };
    const failed = await converted(stored, settled);
    expect(failed).toMatchObject({ status: 'error', failure: expect.stringContaining('damaged') as string });
    expect(heard).toEqual(['failed error']);
    expect((await told(stored.id)).at(-1)).toMatchObject({ status: 'error', failure: failed.failure });
    expect(fileAnswer(part.ctx, failed, owner).url).toBeNull();
    expect(await workspaces()).toEqual([]);

    await part.ctx.storage.put(key, good, { contentType: 'video/mp4' });
    expect(await retryConversion(part.ctx, failed)).toMatchObject({ status: 'created', failure: null });
    expect(await retryConversion(part.ctx, failed)).toBeNull();
    expect(await converted(failed, settled)).toMatchObject({ status: 'finished', failure: null });
    expect(heard.at(-1)).toBe('finished finished');
  }, 60_000);

  it('is given up after three tries', async () => {
    const stored = await store('feed-video', await videoFile());
    // What a module does wrong is a bug of ours, not of the file.
    await attachFile(part.ctx, stored.id, 'feed:8');
    const bug: FileSettledBy = {
      feed: (_tx, _row, outcome) => (outcome === 'playable' ? Promise.reject(new Error('a bug')) : Promise.resolve()),
    };
    await expect(convertFile(part.ctx, stored.id, bug)).rejects.toThrow('a bug');
    await expect(convertFile(part.ctx, stored.id, bug)).rejects.toThrow('a bug');
    await convertFile(part.ctx, stored.id, bug);
    expect(await rowOf(stored.id)).toMatchObject({ status: 'error', failure: expect.stringContaining('several times') as string });
  }, 60_000);

  it('that is removed while it is converted leaves nothing behind', async () => {
    const stored = await store('video', await longVideoFile(8));
    const working = convertFile(part.ctx, stored.id, {});
    await new Promise((resolve) => setImmediate(resolve));
    await removeFile(part.ctx, stored.id);
    await working;
    expect(await findFile(part.ctx, stored.id)).toBeNull();
    const left = await readdir(join(part.dataDir, 'files', 'objects', 'files', stored.id)).catch(() => []);
    expect(left).toEqual([]);
    expect(await workspaces()).toEqual([]);
  }, 60_000);
});

describe('workers', () => {
  it('that are closed let go of what they have, and the next ones finish it', async () => {
    const stored = await store('video', await longVideoFile(8));
    const closing = await openPart(() => undefined, { DATABASE_URL: part.databaseUrl, DATA_DIR: part.dataDir });
    await closing.ctx.jobs.work(closing.ctx);
    await eventually(async () => expect((await rowOf(stored.id)).status).toBe('processing'), 20_000);
    await closing.close();
    expect(await rowOf(stored.id)).toMatchObject({ status: 'created', attempts: 0 });
    expect(await workspaces()).toEqual([]);
    expect((await converted(stored)).status).toBe('finished');
  }, 60_000);

  it('leave a file to the one that has it, and take it up when that one is silent', async () => {
    const stored = await store('feed-audio', await soundFile(), 'tone.mp3');
    await Promise.all([1, 2, 3].map(() => convertFile(part.ctx, stored.id, {})));
    expect(await rowOf(stored.id)).toMatchObject({ status: 'finished', attempts: 1 });
    expect(await resumeConversions(part.ctx)).toBe(0);
  });
});
