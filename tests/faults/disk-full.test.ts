/**
 * A host whose disk has no room left: what needs room is refused in words, nothing half is kept, everybody else is served, and
 * all goes on once there is room again. The disk is a small one of the test's own, where the machine lets it be made.
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
import { openWorld, type World } from '../kit/host/test-host';

const disk = mkdtempSync(join(tmpdir(), 'footlight-small-disk-'));
const size_mb = 6;
const isMade = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${String(size_mb)}m`, 'tmpfs', disk]).status === 0;
const onSmallDisk = isMade ? describe : describe.skip;

afterAll(() => {
  if (isMade) execFileSync('umount', ['-l', disk]);
  rmSync(disk, { recursive: true, force: true });
});

onSmallDisk('a disk without room', () => {
  let world: World;
  let performer: Awaited<ReturnType<typeof signUpPerformer>>;
  let fan: Awaited<ReturnType<typeof signUpFan>>;
  beforeAll(async () => {
    world = await openWorld({ DATA_DIR: disk });
    [performer, fan] = [await signUpPerformer(world), await signUpFan(world)];
  });
  afterAll(() => world.close());

  const filler = join(disk, 'filler');
  /** Takes all room but so many bytes, as far as the disk counts in them. */
  const fillBut = (left: number): void => {
    const { bavail, bsize } = statfsSync(disk);
    writeFileSync(filler, Buffer.alloc(bavail * bsize - left));
  };
  const makeRoom = (): void => rmSync(filler, { force: true });

  const blob = (bytes: Uint8Array): Blob => new Blob([new Uint8Array(bytes)]);
  const noRoom = {
    status: 503,
    refusal: { error: 'service_unavailable', message: 'The disk of this site is full. Please try again later.' },
  };
  const left = (folder: string): string[] => {
    try {
      return readdirSync(join(disk, folder));
    } catch {
      return [];
    }
  };
  afterEach(async () => {
    makeRoom();
    // What was taken is removed after its answer, and would make room in the middle of the next test.
    await eventually(() => expect(left('work')).toEqual([]));
  });
  const picture = (): Promise<Buffer> =>
    sharp({ create: { width: 900, height: 900, channels: 3, background: '#000000', noise: { type: 'gaussian', mean: 128, sigma: 40 } } })
      .png()
      .toBuffer();

  test('a piece of an upload is refused and counts for nothing, and the upload goes on where it stood', async () => {
    const whole = Buffer.from(Array.from({ length: 90_000 }, (_, index) => index % 251));
    const { data } = await world.call(
      'POST /uploads',
      { body: { name: 'song.zip', size: whole.length, mimeType: 'application/zip', purpose: 'product-digital' } },
      { token: performer.token },
    );
    const params = { id: data.uploadId };
    const send = (offset: number, end: number) =>
      world.call('PATCH /uploads/:id', { params, offset, bytes: blob(whole.subarray(offset, end)) }, { token: performer.token });
    expect((await send(0, 20_000)).data.offset).toBe(20_000);
    // Room for a part of the piece: what a file then takes is less than it is given.
    fillBut(16_384);
    expect(await send(20_000, 80_000)).toMatchObject(noRoom);
    expect((await world.call('GET /uploads/:id', { params }, { token: performer.token })).data.offset).toBe(20_000);
    makeRoom();
    expect((await send(20_000, 90_000)).data.offset).toBe(90_000);
    expect((await readFile(join(disk, 'uploads', data.uploadId))).equals(whole)).toBe(true);
    await world.call('DELETE /uploads/:id', { params }, { token: performer.token });
    expect(left('uploads')).toEqual([]);
  });

  test('a picture is refused and leaves nothing behind, and is taken when there is room', async () => {
    const bytes = await picture();
    const shown = async (): Promise<string | null> => (await world.call('GET /users/me', {}, { token: fan.token })).data.avatar;
    const before = await shown();
    const send = () =>
      world.call(
        'POST /users/avatar/upload',
        { files: { avatar: new File([new Uint8Array(bytes)], 'me.png', { type: 'image/png' }) } },
        { token: fan.token },
      );
    // First none for what comes, then some for that and none for what is made of it.
    for (const room of [0, bytes.length + 16_384]) {
      fillBut(room);
      expect(await send()).toMatchObject(noRoom);
      expect([left('work'), left('files/incoming')]).toEqual([[], []]);
      expect(await shown()).toBe(before);
      makeRoom();
    }
    expect((await send()).status).toBe(200);
  });

  test('others are served, writing included, and the host says what is away', async () => {
    fillBut(0);
    world.clock.advance({ minutes: 1 });
    const ready = await fetch(`${world.url}/ready`);
    expect([ready.status, await ready.json()]).toMatchObject([503, { parts: { database: 'ok', storage: 'away' } }]);
    expect((await world.call('GET /performers/:id', { params: { id: performer.id } })).status).toBe(200);
    expect((await world.call('POST /follows/:id', { params: { id: performer.id } }, { token: fan.token })).status).toBe(200);
    makeRoom();
    world.clock.advance({ minutes: 1 });
    expect((await fetch(`${world.url}/ready`)).status).toBe(200);
  });

  test('the database says so too, when a statement finds no space and when it stopped for want of it', async () => {
    const { db } = world.ctx;
    const other = await signUpPerformer(world);
    const follow = () => world.call('POST /follows/:id', { params: { id: other.id } }, { token: fan.token });
    const failWith = (code: string) =>
      db.execute(
        sql.raw(`create or replace function no_space() returns trigger language plpgsql as
          'begin raise exception using errcode = ''${code}''; end'`),
      );
    await failWith('53100');
    await db.execute(sql`create trigger no_space before insert on follows for each row execute function no_space()`);
    expect(await follow()).toMatchObject(noRoom);
    // A connection that the server ended: with no space left on the disk, that is why.
    await failWith('57P02');
    fillBut(0);
    expect(await follow()).toMatchObject(noRoom);
    await db.execute(sql`drop trigger no_space on follows`);
    makeRoom();
    expect((await follow()).status).toBe(200);
  });
});
