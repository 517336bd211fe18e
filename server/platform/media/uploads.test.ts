/** Chunked uploads: interrupted, resumed, canceled, abandoned, and referenced in place of a file. */
import { request } from 'node:http';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import * as limits from '@contract/kernel/limits';
import type { FileType } from '@contract/kernel/values/files';
import { files, uploads } from '@server/platform/db/schema/files';
import { videoFile } from '../../../tests/kit/files/media-clips';
import { attemptCount } from '../../../tests/kit/timing/depth';
import { eventually } from '../../../tests/kit/timing/eventually';
import { signUpFan, signUpPerformer } from '../../../tests/kit/people/people';
import { openTestHost, type TestHost } from '../../../tests/kit/host/test-host';
import { sweepUploads, reserveUpload } from './uploads';

type Person = Awaited<ReturnType<typeof signUpFan>>;

let testHost: TestHost;
let fan: Person;
let performer: Person;
let picture: Buffer;

beforeAll(async () => {
  testHost = await openTestHost();
  fan = await signUpFan(testHost);
  performer = await signUpPerformer(testHost);
  picture = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#a3304f' } })
    .png()
    .toBuffer();
});
afterAll(() => testHost.close());

const blob = (bytes: Uint8Array): Blob => new Blob([new Uint8Array(bytes)]);
const begin = (person: Person, size: number, purpose: FileType = 'avatar', name = 'me.png', mimeType = 'image/png') =>
  testHost.call('POST /uploads', { body: { name, size, mimeType, purpose } }, { token: person.token });
const patch = (person: Person, id: string, offset: number, bytes: Uint8Array) =>
  testHost.call('PATCH /uploads/:id', { params: { id }, offset, bytes: blob(bytes) }, { token: person.token });
const state = (person: Person, id: string) => testHost.call('GET /uploads/:id', { params: { id } }, { token: person.token });
const onDisk = (): Promise<string[]> => readdir(join(testHost.ctx.config.dataDir, 'uploads')).catch(() => []);

async function finishedUpload(person: Person, bytes: Uint8Array, purpose: FileType = 'avatar'): Promise<string> {
  const { data } = await begin(person, bytes.byteLength, purpose);
  expect((await patch(person, data.uploadId, 0, bytes)).data.offset).toBe(bytes.byteLength);
  return data.uploadId;
}

/** Sends the beginning of a chunk and drops the connection; resolves after that. */
function interrupt(person: Person, id: string, offset: number, announced: number, sent: Uint8Array): Promise<void> {
  return new Promise((resolve) => {
    const sending = request(`${testHost.url}/uploads/${id}`, {
      method: 'PATCH',
      headers: {
        authorization: person.token,
        'content-type': 'application/octet-stream',
        'content-length': String(announced),
        'upload-offset': String(offset),
      },
    });
    sending.on('error', () => resolve());
    sending.write(sent, () => {
      setImmediate(() => sending.destroy());
    });
    sending.on('close', () => resolve());
  });
}

describe('a chunked upload', () => {
  it('grows with each chunk, and returns its offset', async () => {
    const half = Math.floor(picture.byteLength / 2);
    const { data: begun } = await begin(fan, picture.byteLength);
    expect(begun).toMatchObject({ offset: 0, size: picture.byteLength });
    const lasts_s = (Date.parse(begun.expiresAt) - testHost.clock.now().getTime()) / 1000;
    expect(Math.round(lasts_s / 60)).toBe(limits.uploadRetention_s / 60);
    expect((await patch(fan, begun.uploadId, 0, picture.subarray(0, half))).data.offset).toBe(half);
    expect((await state(fan, begun.uploadId)).data.offset).toBe(half);
    expect((await patch(fan, begun.uploadId, half, picture.subarray(half))).data.offset).toBe(picture.byteLength);
    const stored = await readFile(join(testHost.ctx.config.dataDir, 'uploads', begun.uploadId));
    expect(stored.equals(picture)).toBe(true);
  });

  it('rejects chunks at another offset, too large ones, and other content types', async () => {
    const { data } = await begin(fan, 1000);
    expect((await patch(fan, data.uploadId, 5, new Uint8Array(10))).errorBody.error).toBe('offset_mismatch');
    expect((await patch(fan, data.uploadId, 0, new Uint8Array(1001))).errorBody.error).toBe('too_large');
    const send = (headers: Record<string, string>, body: string) =>
      fetch(`${testHost.url}/uploads/${data.uploadId}`, { method: 'PATCH', body, headers: { authorization: fan.token, ...headers } });
    expect((await send({ 'content-type': 'application/json', 'upload-offset': '0' }, '{}')).status).toBe(415);
    expect((await send({ 'content-type': 'application/octet-stream', 'upload-offset': 'x' }, 'a')).status).toBe(400);
    expect((await send({ 'content-type': 'application/octet-stream' }, 'a')).status).toBe(400);
    expect((await state(fan, data.uploadId)).data.offset).toBe(0);
    const elsewhere = await fetch(`${testHost.url}/auth/login`, {
      method: 'POST',
      body: 'bytes',
      headers: { 'content-type': 'application/octet-stream' },
    });
    expect(elsewhere.status).toBe(415);
  });

  it('is not accessible to others', async () => {
    const { data } = await begin(fan, 1000);
    const other = await signUpFan(testHost);
    for (const response of [
      await state(other, data.uploadId),
      await patch(other, data.uploadId, 0, new Uint8Array(10)),
      await testHost.call('DELETE /uploads/:id', { params: { id: data.uploadId } }, { token: other.token }),
    ])
      expect(response.errorBody.error).toBe('upload_not_found');
  });

  it('of a large file that is interrupted resends at most 5 %', async () => {
    const size = attemptCount(80, 300) * 1_048_576;
    const head = await readFile(await videoFile());
    const piece = (from: number): Buffer => {
      const bytes = Buffer.alloc(Math.min(limits.uploadChunk_bytes, size - from));
      if (from < head.byteLength) head.copy(bytes, 0, from);
      return bytes;
    };
    const { data } = await begin(performer, size, 'video', 'long.mp4', 'video/mp4');
    const id = data.uploadId;
    let [offset, sent] = [0, 0];
    while (offset < size / 2) {
      const bytes = piece(offset);
      offset = (await patch(performer, id, offset, bytes)).data.offset;
      sent += bytes.byteLength;
    }
    const half = piece(offset).subarray(0, limits.uploadChunk_bytes / 2);
    await interrupt(performer, id, offset, limits.uploadChunk_bytes, half);
    sent += half.byteLength;
    await eventually(async () => expect((await state(performer, id)).data.offset).toBeGreaterThan(offset));
    offset = (await state(performer, id)).data.offset;
    while (offset < size) {
      const bytes = piece(offset);
      const response = await patch(performer, id, offset, bytes);
      sent += bytes.byteLength;
      offset = response.status === 409 ? (await state(performer, id)).data.offset : response.data.offset;
    }
    expect(sent).toBeLessThanOrEqual(size * 1.05);
    const reserved = await reserveUpload(testHost.ctx, performer.id, id);
    expect(reserved.size_bytes).toBe(size);
    await reserved.consume();
    expect(await onDisk()).not.toContain(id);
  });

  it('lets a second sender take over from a stalled one', async () => {
    const { data } = await begin(fan, picture.byteLength);
    const stalled = request(`${testHost.url}/uploads/${data.uploadId}`, {
      method: 'PATCH',
      headers: {
        authorization: fan.token,
        'content-type': 'application/octet-stream',
        'content-length': String(picture.byteLength),
        'upload-offset': '0',
      },
    });
    stalled.on('error', () => undefined);
    stalled.write(picture.subarray(0, 100));
    await eventually(async () => expect(await onDisk()).toContain(data.uploadId));
    const { offset } = (await state(fan, data.uploadId)).data;
    const first = await patch(fan, data.uploadId, offset, picture.subarray(offset));
    const currentOffset = first.status === 409 ? (await state(fan, data.uploadId)).data.offset : first.data.offset;
    if (currentOffset < picture.byteLength) await patch(fan, data.uploadId, currentOffset, picture.subarray(currentOffset));
    expect((await state(fan, data.uploadId)).data.offset).toBe(picture.byteLength);
    stalled.destroy();
  });

  it('is rejected before any bytes are sent: size, type, quota, number, role', async () => {
    const large = await begin(fan, limits.upload_bytes.image + 1);
    expect(large.errorBody).toMatchObject({
      error: 'too_large',
      issues: [{ path: 'file', message: expect.stringContaining('“me.png”') as string }],
    });
    expect(large.errorBody.issues?.[0]?.message).toContain('10 MB');
    expect((await begin(fan, 100, 'avatar', 'me.txt', 'text/plain')).errorBody.error).toBe('unsupported_media_type');
    expect((await begin(fan, 100, 'video')).errorBody.error).toBe('forbidden_role');
    expect((await begin(performer, 100, 'site-image')).errorBody.error).toBe('forbidden_role');
    const overQuota = await signUpPerformer(testHost, undefined, 'documented');
    await testHost.ctx.db.update(files).set({ size: limits.quota_bytes }).where(eq(files.ownerId, overQuota.id));
    expect((await begin(overQuota, 100)).errorBody.error).toBe('quota_exceeded');
    const busy = await signUpFan(testHost);
    const begun = await Promise.all(Array.from({ length: limits.uploadsOpenMax + 5 }, () => begin(busy, 10)));
    expect(begun.filter(({ status }) => status === 200)).toHaveLength(limits.uploadsOpenMax);
    expect(begun.filter(({ status }) => status === 429)).toHaveLength(5);
  });

  it('with content of another type is rejected as soon as enough bytes have arrived', async () => {
    const text = Buffer.from('#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n');
    const { data: playlist } = await begin(performer, text.byteLength, 'video', 'clip.mp4', 'video/mp4');
    const rejected = await patch(performer, playlist.uploadId, 0, text);
    expect(rejected.errorBody).toMatchObject({
      error: 'file_unreadable',
      issues: [{ message: expect.stringMatching(/“clip\.mp4”.*MP4/) as string }],
    });
    const { data: disguised } = await begin(performer, picture.byteLength, 'video', 'clip.mp4', 'video/mp4');
    expect((await patch(performer, disguised.uploadId, 0, picture)).errorBody.error).toBe('unsupported_media_type');
    expect((await state(performer, playlist.uploadId)).errorBody.error).toBe('upload_not_found');
    expect(await onDisk()).not.toContain(disguised.uploadId);
  });
});

describe('many unfinished uploads', () => {
  it('leave nothing behind, whether canceled or abandoned', async () => {
    const person = await signUpPerformer(testHost);
    const before = await onDisk();
    const head = new Uint8Array(4000).fill(7);
    for (let round = 0; round < attemptCount(60, 200); round += 20) {
      const ids = await Promise.all(
        Array.from({ length: 20 }, async (_, index) => {
          const { data } = await begin(person, 100_000, 'photo');
          await interrupt(person, data.uploadId, 0, 100_000, head);
          if (index % 2 === 0) {
            const canceled = await testHost.call('DELETE /uploads/:id', { params: { id: data.uploadId } }, { token: person.token });
            expect(canceled.data).toEqual({ deleted: true });
          }
          return data.uploadId;
        }),
      );
      // The others are abandoned.
      await testHost.ctx.db.update(uploads).set({ expiresAt: testHost.clock.now() }).where(eq(uploads.ownerId, person.id));
      await sweepUploads(testHost.ctx);
      expect(ids).toHaveLength(20);
    }
    await eventually(async () => {
      await sweepUploads(testHost.ctx);
      expect((await onDisk()).filter((name) => !before.includes(name))).toEqual([]);
    });
    expect(await testHost.ctx.db.select().from(uploads).where(eq(uploads.ownerId, person.id))).toEqual([]);
  });

  it('expire after a day', async () => {
    const { data } = await begin(fan, 10);
    const ends = new Date(data.expiresAt);
    await testHost.ctx.db
      .update(uploads)
      .set({ expiresAt: new Date(ends.getTime() - limits.uploadRetention_s * 1000) })
      .where(eq(uploads.id, data.uploadId));
    expect((await state(fan, data.uploadId)).errorBody.error).toBe('upload_not_found');
  });
});

describe('a file field', () => {
  const upload = (token: string, body: BodyInit, headers: Record<string, string> = {}) =>
    fetch(`${testHost.url}/users/avatar/upload`, { method: 'POST', body, headers: { authorization: token, ...headers } });
  const json = { 'content-type': 'application/json' };

  it.each([['its own name', (id: string) => ({ avatar: { uploadId: id } })]])(
    'accepts a finished upload under %s, once',
    async (_how, fileField) => {
      const id = await finishedUpload(fan, picture);
      const first = await testHost.call('POST /users/avatar/upload', { files: fileField(id) }, { token: fan.token });
      expect(first.data).toMatchObject({ name: 'me.png', type: 'avatar', status: 'finished' });
      const again = await testHost.call('POST /users/avatar/upload', { files: fileField(id) }, { token: fan.token });
      expect(again.errorBody.error).toBe('upload_not_found');
      expect(await onDisk()).not.toContain(id);
    },
  );

  it('also accepts it as uploadId, in a form or as JSON', async () => {
    const form = new FormData();
    form.append('uploadId', await finishedUpload(fan, picture));
    expect((await upload(fan.token, form)).status).toBe(200);
    expect((await upload(fan.token, JSON.stringify({ uploadId: await finishedUpload(fan, picture) }), json)).status).toBe(200);
  });

  it('rejects unfinished uploads, those of others and invalid ids, and keeps an upload after a rejected use', async () => {
    const { data: open } = await begin(fan, 1000);
    const otherPersonsUpload = await finishedUpload(await signUpFan(testHost), picture);
    for (const uploadId of [open.uploadId, otherPersonsUpload, 'nonsense', '../../etc/passwd']) {
      const response = await upload(fan.token, JSON.stringify({ uploadId }), json);
      expect([response.status, ((await response.json()) as { error: string }).error]).toEqual([404, 'upload_not_found']);
    }
    expect((await upload(fan.token, '{}', json)).status).toBe(415);
    const damaged = Buffer.concat([picture.subarray(0, 60), Buffer.alloc(40)]);
    const id = await finishedUpload(fan, damaged);
    for (let attempts = 0; attempts < 2; attempts += 1) {
      const rejected = await upload(fan.token, JSON.stringify({ uploadId: id }), json);
      expect(((await rejected.json()) as { error: string }).error).toBe('file_unreadable');
    }
  });
});
