/** Delivery of restricted media: every URL, for every kind of viewer. */
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import * as limits from '@contract/kernel/limits';
import { accounts, sessions } from '@server/platform/db/schema/accounts';
import { files } from '@server/platform/db/schema/files';
import { type FileAccess } from '@server/content/entitlements/files';
import { fileRules } from '@server/hooks';
import { digestOf } from '@server/platform/http/actor';
import { convertFile } from '@server/platform/media/converting/converting';
import { fileResponse, findFile, type FileRow } from '@server/platform/media/files';
import { attachedTo } from '@server/platform/media/uses';
import { signedUrl } from '@server/platform/media/links';
import { storeMedia } from '@server/platform/media/store-media';
import { audioFile, videoFile } from '../../../tests/kit/files/media-clips';
import { openPartialHost, insertAccount, type PartialHost } from '../../../tests/kit/host/partial-host';
import { openS3StandIn, type S3StandIn } from '../../../tests/kit/stand-ins/s3';
import { deliverMedia } from './media';
import { mountMedia } from './media.routes';

type Person = Awaited<ReturnType<typeof insertAccount>>;

let store: S3StandIn;
beforeAll(async () => {
  store = await openS3StandIn();
});
afterAll(() => store.close());

const environments: [string, () => Record<string, string>][] = [
  ['disk', () => ({})],
  [
    'S3',
    () => ({
      S3_ENDPOINT: store.endpoint,
      S3_BUCKET: store.bucket,
      S3_REGION: store.region,
      S3_ACCESS_KEY_ID: store.accessKeyId,
      S3_SECRET_ACCESS_KEY: store.secretAccessKey,
    }),
  ],
];

/** A file use whose access rule the tests set. */
const fileUse = { kind: 'setting', id: '1' } as const;

describe.each(environments)('published media on %s', (_storage, environment) => {
  let part: PartialHost;
  /** The origin of the server, for responses that are read slowly. */
  let origin: string;
  let owner: Person;
  let fan: Person;
  let stranger: Person;
  let operator: Person;
  let video: FileRow;
  let photo: FileRow;
  let sound: FileRow;
  let teaser: FileRow;
  /** The item's decision by viewer id; default: locked. */
  const access = new Map<string, FileAccess>();

  beforeAll(async () => {
    part = await openPartialHost(mountMedia, environment());
    origin = await part.http.listen({ port: 0, host: '127.0.0.1' });
    [owner, fan, stranger, operator] = [
      await insertAccount(part.ctx),
      await insertAccount(part.ctx),
      await insertAccount(part.ctx),
      await insertAccount(part.ctx, 'operator'),
    ];
    fileRules.setting = (_ctx, viewer) => Promise.resolve(access.get(viewer?.id ?? 'guest') ?? 'locked');
    const published = async (type: 'video' | 'photo' | 'feed-audio' | 'video-teaser', from: string, name: string): Promise<FileRow> => {
      const path = join(part.dataDir, part.ctx.random.id());
      await copyFile(from, path);
      const { id } = await storeMedia(part.ctx, { ownerId: owner.id, type, file: { path, name } });
      await convertFile(part.ctx, id, {});
      await part.ctx.db.update(files).set(attachedTo(fileUse)).where(eq(files.id, id));
      return (await findFile(part.ctx, id)) ?? Promise.reject(new Error('no file'));
    };
    const picture = join(part.dataDir, 'picture.jpg');
    await sharp({ create: { width: 1200, height: 800, channels: 3, background: '#a3304f' } })
      .jpeg()
      .toFile(picture);
    video = await published('video', await videoFile({ width: 640, height: 480 }), 'My act.mov');
    photo = await published('photo', picture, 'me.jpg');
    sound = await published('feed-audio', await audioFile(), 'song.mp3');
    teaser = await published('video-teaser', await videoFile(), 'teaser.mp4');
  });
  afterAll(async () => {
    delete fileRules.setting;
    await part.close();
  });
  beforeEach(() => {
    access.clear();
    access.set(fan.id, 'open');
    // Lets cached access expire.
    part.clock.advance({ seconds: 3 });
  });

  const get = (url: string, person: Person | null = null, headers: Record<string, string> = {}) =>
    part.http.inject({ method: 'GET', url, headers: { ...headers, ...(person && { cookie: `media=${person.media}` }) } });
  const pathOf = (url: string): string => new URL(url).pathname + new URL(url).search;
  const linkTo = (row: FileRow, variant: string, person: Person | null): string =>
    pathOf(signedUrl(part.ctx, row.id, variant, person?.id ?? null));
  const storedBytes = async (key: string): Promise<Buffer> =>
    Buffer.concat((await (await part.ctx.storage.open(key))?.stream.toArray()) ?? []);
  const expectDenied = (response: { statusCode: number; rawPayload: Buffer; json(): unknown }): void => {
    expect([response.statusCode, response.json()]).toEqual([403, expect.objectContaining({ error: 'media_link_invalid' })]);
    expect(response.rawPayload.byteLength).toBeLessThan(400);
  };
  /** All variants of all media types. */
  const allVariants = (): [FileRow, string][] => [
    ...video.variants.filter(({ name }) => name !== 'locked').map(({ name }): [FileRow, string] => [video, name]),
    [video, 'download'],
    ...['full', 'medium', 'small', 'download'].map((name): [FileRow, string] => [photo, name]),
    ...['audio', 'download'].map((name): [FileRow, string] => [sound, name]),
  ];

  it('is served to its owner, operators and viewers with access, with its content type and without caching', async () => {
    for (const person of [owner, operator, fan])
      for (const [row, name] of allVariants()) {
        const response = await get(linkTo(row, name, person), person);
        expect([name, response.statusCode]).toEqual([name, 200]);
        expect(response.headers['cache-control']).toBe('private, no-store');
      }
    const types = async (row: FileRow, name: string) => (await get(linkTo(row, name, fan), fan)).headers['content-type'];
    expect(await types(video, 'hls')).toBe('application/vnd.apple.mpegurl');
    expect(await types(video, 'hls-1-segments')).toBe('video/mp2t');
    expect(await types(video, 'mp4-first')).toBe('video/mp4');
    expect(await types(sound, 'audio')).toBe('audio/mp4');
    expect(await types(photo, 'medium')).toBe('image/webp');
  });

  it('sends no bytes to anyone else, with or without a range', async () => {
    access.set(stranger.id, 'locked');
    for (const [row, name] of allVariants())
      for (const range of [undefined, 'bytes=0-3']) {
        const headers: Record<string, string> = range === undefined ? {} : { range };
        // Without a signed link.
        for (const person of [null, stranger, fan, owner]) expectDenied(await get(`/media/${row.id}/${name}`, person, headers));
        // With a link signed for them, although they have no access.
        for (const person of [null, stranger]) expectDenied(await get(linkTo(row, name, person), person, headers));
        // With the link of another viewer, in another session or without one.
        for (const person of [null, stranger, owner]) expectDenied(await get(linkTo(row, name, fan), person, headers));
      }
  });

  it('is served by an unsigned URL if it is an image that guests may see, and not otherwise', async () => {
    const plain = async (row: FileRow, ...names: string[]) =>
      Promise.all(names.map(async (name) => [name, (await get(`/media/${row.id}/${name}`)).statusCode]));
    access.set('guest', 'open');
    expect(await plain(photo, 'small', 'medium', 'full')).toEqual([
      ['small', 200],
      ['medium', 200],
      ['full', 200],
    ]);
    expect((await get(`/media/${photo.id}/small`)).headers['cache-control']).toBe('private, no-store');
    expect(await plain(photo, 'download')).toEqual([['download', 403]]);
    expect(await plain(video, 'mp4-first', 'hls', 'download')).toEqual([
      ['mp4-first', 403],
      ['hls', 403],
      ['download', 403],
    ]);
    expect(await plain(sound, 'audio')).toEqual([['audio', 403]]);
    access.set('guest', 'locked');
    part.clock.advance({ seconds: 3 });
    expect(await plain(photo, 'small', 'full', 'locked')).toEqual([
      ['small', 403],
      ['full', 403],
      ['locked', 200],
    ]);
    access.set('guest', 'closed');
    part.clock.advance({ seconds: 3 });
    expect(await plain(photo, 'small', 'locked')).toEqual([
      ['small', 403],
      ['locked', 403],
    ]);
  });

  it('sends no bytes for an altered or expired link, or the link of another variant or file', async () => {
    const link = linkTo(video, 'mp4-first', fan);
    const query = link.split('?')[1] ?? '';
    for (const altered of [
      link.replace(/signature=./, 'signature=~'),
      link.replace(/expires=(\d+)/, (_, at: string) => `expires=${String(Number(at) + 60)}`),
      `/media/${video.id}/hls-1-segments?${query}`,
      `/media/${photo.id}/full?${query}`,
      link.replace(/viewer=[^&]+/, 'viewer=guest'),
      `${link}&viewer=${fan.id}`,
    ])
      expectDenied(await get(altered, fan));
    expect((await get(link, fan)).statusCode).toBe(200);
    part.clock.advance({ seconds: limits.mediaLink_s });
    expectDenied(await get(link, fan));
  });

  it('is served in another session of the same account until that session ends', async () => {
    const link = linkTo(photo, 'full', fan);
    const media = part.ctx.random.secret();
    const [first] = await part.ctx.db.select().from(sessions).where(eq(sessions.accountId, fan.id));
    if (!first) throw new Error('no session');
    await part.ctx.db
      .insert(sessions)
      .values({ ...first, id: part.ctx.random.id(), tokenHash: digestOf(part.ctx.random.secret()), mediaHash: digestOf(media) });
    expect((await get(link, { ...fan, media })).statusCode).toBe(200);
    await part.ctx.db.delete(sessions).where(eq(sessions.mediaHash, digestOf(media)));
    expectDenied(await get(link, { ...fan, media }));
  });

  it('is denied within two seconds after access ends, although the link is valid', async () => {
    const link = linkTo(video, 'hls-1-segments', fan);
    expect((await get(link, fan)).statusCode).toBe(200);
    access.set(fan.id, 'locked');
    part.clock.advance({ seconds: 2 });
    expectDenied(await get(link, fan));
    await part.ctx.db.update(accounts).set({ status: 'suspended' }).where(eq(accounts.id, owner.id));
    expectDenied(await get(linkTo(photo, 'full', owner), owner));
    await part.ctx.db.update(accounts).set({ status: 'active' }).where(eq(accounts.id, owner.id));
  });

  it('is served immediately after access is granted, even if it was denied just before', async () => {
    access.set(fan.id, 'locked');
    expect((await get(linkTo(video, 'locked', fan), fan)).statusCode).toBe(200);
    expectDenied(await get(linkTo(video, 'poster', fan), fan));
    access.set(fan.id, 'open');
    expect((await get(linkTo(video, 'poster', fan), fan)).statusCode).toBe(200);
  });

  /** Makes the video so large that it is still being sent while `work` runs. */
  async function withLargeVideo(size: number, work: () => Promise<void>): Promise<void> {
    const [variant] = video.variants.filter(({ name }) => name === 'mp4');
    if (!variant) throw new Error('no mp4 variant');
    const original = await storedBytes(variant.key);
    await part.ctx.storage.put(variant.key, Buffer.alloc(size), { contentType: 'video/mp4' });
    const variants = video.variants.map((each) => (each.name === 'mp4' ? { ...variant, size } : each));
    await part.ctx.db.update(files).set({ variants }).where(eq(files.id, video.id));
    try {
      await work();
    } finally {
      await part.ctx.storage.put(variant.key, original, { contentType: 'video/mp4' });
      await part.ctx.db.update(files).set({ variants: video.variants }).where(eq(files.id, video.id));
    }
  }

  /** Begins to send the video to the fan, and returns how many bytes arrive. `between` runs after each chunk. */
  async function bytesSent(between: () => void): Promise<number> {
    const url = new URL(signedUrl(part.ctx, video.id, 'mp4', fan.id));
    const claimed = (name: string): string | undefined => url.searchParams.get(name) ?? undefined;
    const { stream } = await deliverMedia(part.ctx, {
      fileId: video.id,
      variant: 'mp4',
      claims: { expires: claimed('expires'), viewer: claimed('viewer'), signature: claimed('signature') },
      range: undefined,
      viewer: fan,
      reloadViewer: () => Promise.resolve(fan),
      client: { address: '127.0.0.1', country: null, userAgent: '' },
    });
    let sent = 0;
    const readAll = async (): Promise<void> => {
      for await (const chunk of stream ?? []) {
        sent += (chunk as Buffer).byteLength;
        between();
      }
    };
    await expect(readAll()).rejects.toMatchObject({ code: 'media_link_invalid' });
    expect(sent).toBeGreaterThan(0);
    return sent;
  }

  it('stops being sent when access ends', () =>
    withLargeVideo(4_000_000, async () => {
      const sent = await bytesSent(() => {
        access.set(fan.id, 'locked');
        part.clock.advance({ seconds: 3 });
      });
      expect(sent).toBeLessThan(2_000_000);
    }));

  it('stops being sent within two seconds after access ends, although access was cached when it began', () =>
    withLargeVideo(4_000_000, async () => {
      const link = linkTo(video, 'mp4', fan);
      expect((await get(link, fan, { range: 'bytes=0-1' })).statusCode).toBe(206);
      access.set(fan.id, 'locked');
      part.clock.advance({ seconds: 0.2 });
      let chunks = 0;
      await bytesSent(() => {
        chunks += 1;
        if (chunks === 1) part.clock.advance({ seconds: 1.8 });
      });
      expect(chunks).toBe(1);
    }));

  it.each([
    ['signed out', () => part.ctx.db.delete(sessions).where(eq(sessions.accountId, fan.id))],
    ['suspended', () => part.ctx.db.update(accounts).set({ status: 'suspended' }).where(eq(accounts.id, fan.id))],
  ])('stops being sent when its viewer is %s', async (_what, end) => {
    const before = await part.ctx.db.select().from(sessions).where(eq(sessions.accountId, fan.id));
    const size = 32_000_000;
    await withLargeVideo(size, async () => {
      const { body } = await fetch(origin + linkTo(video, 'mp4', fan), { headers: { cookie: `media=${fan.media}` } });
      const chunks = (body ?? []) as AsyncIterable<Uint8Array>;
      let sent = 0;
      const readAll = async (): Promise<void> => {
        for await (const chunk of chunks) {
          if (sent === 0) {
            await end();
            part.clock.advance({ seconds: 2 });
          }
          sent += chunk.byteLength;
        }
      };
      await expect(readAll()).rejects.toThrow();
      expect(sent).toBeLessThan(size);
    });
    await part.ctx.db.insert(sessions).values(before).onConflictDoNothing();
    await part.ctx.db.update(accounts).set({ status: 'active' }).where(eq(accounts.id, fan.id));
  });

  it('has teasers and a locked preview for every viewer who is not blocked', async () => {
    for (const person of [null, stranger, fan]) {
      expect((await get(linkTo(photo, 'locked', person), person)).statusCode).toBe(200);
      expect((await get(linkTo(video, 'locked', person), person)).statusCode).toBe(200);
      expect((await get(linkTo(teaser, 'mp4-first', person), person)).statusCode).toBe(200);
    }
    access.set(stranger.id, 'closed');
    access.set('guest', 'closed');
    part.clock.advance({ seconds: 3 });
    for (const person of [null, stranger]) {
      expectDenied(await get(linkTo(photo, 'locked', person), person));
      expectDenied(await get(linkTo(teaser, 'mp4-first', person), person));
    }
  });

  it('is served by a guest link to anyone who may see it', async () => {
    access.set('guest', 'open');
    const link = linkTo(photo, 'full', null);
    expect((await get(link)).statusCode).toBe(200);
    expect((await get(link, fan)).statusCode).toBe(200);
    expectDenied(await get(link, stranger));
  });

  it('has signed URLs from the master playlist to the segments', async () => {
    const hls = fileResponse(part.ctx, video, fan).sources[0];
    expect(hls?.type).toBe('hls');
    const linesOf = (text: string): string[] => text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    const master = await get(pathOf(hls?.url ?? ''), fan);
    const renditions = linesOf(master.payload);
    expect(renditions).toHaveLength(2);
    for (const rendition of renditions) {
      expectDenied(await get(pathOf(rendition), stranger));
      const playlist = await get(pathOf(rendition), fan);
      const [segments = ''] = linesOf(playlist.payload);
      const [, length = '', start = ''] = /#EXT-X-BYTERANGE:(\d+)@(\d+)/.exec(playlist.payload) ?? [];
      const range = `bytes=${start}-${String(Number(start) + Number(length) - 1)}`;
      const bytes = await get(pathOf(segments), fan, { range });
      expect([bytes.statusCode, bytes.rawPayload.length, bytes.rawPayload[0]]).toEqual([206, Number(length), 0x47]);
      expectDenied(await get(pathOf(segments), stranger, { range }));
      expectDenied(await get(new URL(segments).pathname, fan, { range }));
    }
  });

  it('is served in byte ranges, with 416 beyond the end', async () => {
    const link = linkTo(video, 'mp4-first', fan);
    const whole = (await get(link, fan)).rawPayload;
    const partial = await get(link, fan, { range: 'bytes=10-19' });
    expect(partial.statusCode).toBe(206);
    expect(partial.headers['content-range']).toBe(`bytes 10-19/${String(whole.length)}`);
    expect(partial.rawPayload.equals(whole.subarray(10, 20))).toBe(true);
    expect((await get(link, fan, { range: `bytes=${String(whole.length)}-` })).statusCode).toBe(416);
  });

  it('is downloaded with its file name', async () => {
    const nameOf = async (row: FileRow): Promise<unknown> => {
      const { downloadUrl } = fileResponse(part.ctx, row, fan);
      return (await get(pathOf(downloadUrl ?? ''), fan)).headers['content-disposition'];
    };
    expect(await nameOf(video)).toBe("attachment; filename*=UTF-8''My%20act.mp4");
    expect(await nameOf(sound)).toBe("attachment; filename*=UTF-8''song.m4a");
    expect(await nameOf(photo)).toBe("attachment; filename*=UTF-8''me.webp");
    expect(fileResponse(part.ctx, photo, fan, 'locked').downloadUrl).toBeNull();
  });

  it('is only for its owner and operators while nothing uses it', async () => {
    await part.ctx.db.update(files).set(attachedTo(null)).where(eq(files.id, photo.id));
    expectDenied(await get(linkTo(photo, 'full', fan), fan));
    expectDenied(await get(linkTo(photo, 'locked', fan), fan));
    for (const person of [owner, operator]) expect((await get(linkTo(photo, 'full', person), person)).statusCode).toBe(200);
    await part.ctx.db.update(files).set(attachedTo(fileUse)).where(eq(files.id, photo.id));
  });
});
