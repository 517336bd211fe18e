/**
 * An API server whose disk is full: requests that need space fail with an error and store nothing, other requests succeed, and everything
 * works once there is space again. Uses a small tmpfs where the machine allows mounting one.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import sharp from 'sharp';
import { eventually } from '../kit/timing/eventually';
import { signUpFan, signUpPerformer } from '../kit/people/people';
import { openTestHost, type TestHost } from '../kit/host/test-host';

const disk = mkdtempSync(join(tmpdir(), 'footlight-small-disk-'));
const size_mb = 6;
const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${String(size_mb)}m`, 'tmpfs', disk]).status === 0;
const onSmallDisk = isMounted ? describe : describe.skip;

afterAll(() => {
  if (isMounted) execFileSync('umount', ['-l', disk]);
  rmSync(disk, { recursive: true, force: true });
});

onSmallDisk('on a full disk,', () => {
  let testHost: TestHost;
  let performer: Awaited<ReturnType<typeof signUpPerformer>>;
  let fan: Awaited<ReturnType<typeof signUpFan>>;
  beforeAll(async () => {
    testHost = await openTestHost({ DATA_DIR: disk });
    [performer, fan] = [await signUpPerformer(testHost), await signUpFan(testHost)];
  });
  afterAll(() => testHost.close());

  const filler = join(disk, 'filler');
  /** Fills the disk except for `bytes` bytes, rounded to blocks. */
  const fillExcept = (bytes: number): void => {
    const { bavail, bsize } = statfsSync(disk);
    writeFileSync(filler, Buffer.alloc(bavail * bsize - bytes));
  };
  const freeSpace = (): void => rmSync(filler, { force: true });

  const blob = (bytes: Uint8Array): Blob => new Blob([new Uint8Array(bytes)]);
  const diskFullError = {
    status: 503,
    errorBody: { error: 'service_unavailable', message: 'The site’s storage is full. Try again later.' },
  };
  const remainingFiles = (folder: string): string[] => {
    try {
      return readdirSync(join(disk, folder));
    } catch {
      return [];
    }
  };
  afterEach(async () => {
    freeSpace();
    // Temporary files are removed after the response, and would free space during the next test.
    await eventually(() => expect(remainingFiles('work')).toEqual([]));
  });
  const noisyImage = (): Promise<Buffer> =>
    sharp({ create: { width: 900, height: 900, channels: 3, background: '#000000', noise: { type: 'gaussian', mean: 128, sigma: 40 } } })
      .png()
      .toBuffer();

  test('a chunk of an upload is rejected without effect, and the upload resumes at its offset', async () => {
    const content = Buffer.from(Array.from({ length: 90_000 }, (_, index) => index % 251));
    const { data } = await testHost.call(
      'POST /uploads',
      { body: { name: 'song.zip', size: content.length, mimeType: 'application/zip', purpose: 'product-digital' } },
      { token: performer.token },
    );
    const params = { id: data.uploadId };
    const send = (offset: number, end: number) =>
      testHost.call('PATCH /uploads/:id', { params, offset, bytes: blob(content.subarray(offset, end)) }, { token: performer.token });
    expect((await send(0, 20_000)).data.offset).toBe(20_000);
    // Space for a part of the chunk: the file then has fewer bytes than the request.
    fillExcept(16_384);
    expect(await send(20_000, 80_000)).toMatchObject(diskFullError);
    expect((await testHost.call('GET /uploads/:id', { params }, { token: performer.token })).data.offset).toBe(20_000);
    freeSpace();
    expect((await send(20_000, 90_000)).data.offset).toBe(90_000);
    expect((await readFile(join(disk, 'uploads', data.uploadId))).equals(content)).toBe(true);
    await testHost.call('DELETE /uploads/:id', { params }, { token: performer.token });
    expect(remainingFiles('uploads')).toEqual([]);
  });

  test('an image is rejected and leaves no file behind, and is accepted once there is space', async () => {
    const bytes = await noisyImage();
    const avatarUrl = async (): Promise<string | null> => (await testHost.call('GET /users/me', {}, { token: fan.token })).data.avatar;
    const before = await avatarUrl();
    const send = () =>
      testHost.call(
        'POST /users/avatar/upload',
        { files: { avatar: new File([new Uint8Array(bytes)], 'me.png', { type: 'image/png' }) } },
        { token: fan.token },
      );
    // First no space for the upload, then space for the upload and none for the converted image.
    for (const space of [0, bytes.length + 16_384]) {
      fillExcept(space);
      expect(await send()).toMatchObject(diskFullError);
      expect([remainingFiles('work'), remainingFiles('files/incoming')]).toEqual([[], []]);
      expect(await avatarUrl()).toBe(before);
      freeSpace();
    }
    expect((await send()).status).toBe(200);
  });

  test('other requests succeed, including writes, and readiness reports the storage', async () => {
    fillExcept(0);
    testHost.clock.advance({ minutes: 1 });
    const ready = await fetch(`${testHost.url}/ready`);
    expect([ready.status, await ready.json()]).toMatchObject([503, { parts: { database: 'ok', storage: 'away' } }]);
    expect((await testHost.call('GET /performers/:id', { params: { id: performer.id } })).status).toBe(200);
    expect((await testHost.call('POST /follows/:id', { params: { id: performer.id } }, { token: fan.token })).status).toBe(200);
    freeSpace();
    testHost.clock.advance({ minutes: 1 });
    expect((await fetch(`${testHost.url}/ready`)).status).toBe(200);
  });

  test('database errors return the same error, for a statement and for a stopped server', async () => {
    const { db } = testHost.ctx;
    const other = await signUpPerformer(testHost);
    const follow = () => testHost.call('POST /follows/:id', { params: { id: other.id } }, { token: fan.token });
    const raiseOnInsert = (code: string) =>
      db.execute(
        sql.raw(`create or replace function no_space() returns trigger language plpgsql as
          'begin raise exception using errcode = ''${code}''; end'`),
      );
    await raiseOnInsert('53100');
    await db.execute(sql`create trigger no_space before insert on follows for each row execute function no_space()`);
    expect(await follow()).toMatchObject(diskFullError);
    // The database server ended the connection: if the disk is full, that is taken as the reason.
    await raiseOnInsert('57P02');
    fillExcept(0);
    expect(await follow()).toMatchObject(diskFullError);
    await db.execute(sql`drop trigger no_space on follows`);
    freeSpace();
    expect((await follow()).status).toBe(200);
  });
});
