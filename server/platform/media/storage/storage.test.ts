/** Both storage implementations with the same tests, then specific tests of each. */
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { openS3StandIn, type S3StandIn } from '../../../../tests/kit/stand-ins/s3';
import { diskStorage, s3Storage, type Storage, type StoredObject } from './storage';

const type = { contentType: 'image/webp' };
const bytesOf = async (found: StoredObject | null): Promise<string | null> =>
  found ? Buffer.concat(await found.stream.toArray()).toString() : null;
const filesBelow = async (folder: string): Promise<string[]> =>
  (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()).map((entry) => entry.name);

let folder: string;
let store: S3StandIn;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'footlight-storage-'));
  store = await openS3StandIn();
});
afterAll(async () => {
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

describe.each<[string, () => Storage]>([
  ['disk', () => diskStorage(join(folder, 'shared'))],
  ['S3', () => s3Storage(store)],
])('storage on %s', (name, open) => {
  it('returns a stored object with its size', async () => {
    const storage = open();
    await storage.put('files/a/full', Buffer.from('hello stage'), type);
    const found = await storage.open('files/a/full');
    expect(found?.size).toBe(11);
    expect(await bytesOf(found)).toBe('hello stage');
  });

  it('stores a stream of declared length', async () => {
    const storage = open();
    await storage.put('files/s/full', { stream: Readable.from([Buffer.from('one '), Buffer.from('two')]), size_bytes: 7 }, type);
    expect(await bytesOf(await storage.open('files/s/full'))).toBe('one two');
  });

  it('adopts a local file, and provides an object as a local file', async () => {
    const storage = open();
    const path = join(folder, `upload-${name}`);
    await writeFile(path, 'a whole act');
    await storage.adopt('files/adopted/full', path, type);
    expect(await bytesOf(await storage.open('files/adopted/full'))).toBe('a whole act');
    const readable = await storage.asFile('files/adopted/full', join(folder, `copy-${name}`));
    expect(await readFile(readable ?? '', 'utf8')).toBe('a whole act');
    expect(await storage.asFile('files/none/full', join(folder, 'none'))).toBeNull();
    await expect(storage.adopt('../outside', path, type)).rejects.toThrow('not a storage key');
  });

  it('stores an empty object', async () => {
    const storage = open();
    await storage.put('files/empty/full', Buffer.alloc(0), type);
    const found = await storage.open('files/empty/full');
    expect(found?.size).toBe(0);
    expect(await bytesOf(found)).toBe('');
  });

  it('returns a range with the total size', async () => {
    const storage = open();
    await storage.put('files/r/full', Buffer.from('0123456789'), type);
    const found = await storage.open('files/r/full', { start: 3, end: 5 });
    expect(found?.size).toBe(10);
    expect(await bytesOf(found)).toBe('345');
  });

  it('replaces the object of the same key', async () => {
    const storage = open();
    await storage.put('files/x/full', Buffer.from('a long first one'), type);
    await storage.put('files/x/full', Buffer.from('second'), type);
    expect(await bytesOf(await storage.open('files/x/full'))).toBe('second');
  });

  it('returns null for missing objects, also for prefixes of other keys', async () => {
    const storage = open();
    await storage.put('files/deep/full', Buffer.from('x'), type);
    expect(await storage.open('files/none/full')).toBeNull();
    expect(await storage.open('files/deep')).toBeNull();
    expect(await storage.open('files/deep/full/more')).toBeNull();
  });

  it('removes objects idempotently', async () => {
    const storage = open();
    await storage.put('files/gone/full', Buffer.from('x'), type);
    await storage.remove('files/gone/full');
    await storage.remove('files/gone/full');
    expect(await storage.open('files/gone/full')).toBeNull();
  });

  it.each(['../out', 'a/../../out', '/etc/passwd', 'a//b', 'a/./b', 'a\\b', 'a\0b', '', 'a/', '.hidden', 'A', 'x'.repeat(201)])(
    'rejects %j as a key',
    async (key) => {
      const storage = open();
      await expect(storage.put(key, Buffer.from('x'), type)).rejects.toThrow('not a storage key');
      await expect(storage.open(key)).rejects.toThrow('not a storage key');
      await expect(storage.remove(key)).rejects.toThrow('not a storage key');
    },
  );

  it('checks itself without leaving objects', async () => {
    const before = store.objects.size;
    await open().check();
    expect(store.objects.size).toBe(before);
  });
});

describe('storage on disk', () => {
  it('keeps the previous object when a stream fails', async () => {
    const root = join(folder, 'broken');
    const storage = diskStorage(root);
    await storage.put('files/a/full', Buffer.from('good'), type);
    const failing = new Readable({
      read() {
        this.push('half');
        this.destroy(new Error('gone'));
      },
    });
    await expect(storage.put('files/a/full', { stream: failing, size_bytes: 8 }, type)).rejects.toThrow('gone');
    expect(await bytesOf(await storage.open('files/a/full'))).toBe('good');
    expect(await filesBelow(root)).toEqual(['full']);
  });

  it('rejects a stream that is shorter than declared', async () => {
    const root = join(folder, 'short');
    await expect(
      diskStorage(root).put('files/a/full', { stream: Readable.from([Buffer.from('abc')]), size_bytes: 5 }, type),
    ).rejects.toThrow('expected 5 bytes, received 3');
    expect(await filesBelow(root)).toEqual([]);
  });

  it('returns complete objects during concurrent writes', async () => {
    const storage = diskStorage(join(folder, 'race'));
    const texts = ['a'.repeat(200_000), 'b'.repeat(100_000), 'c'.repeat(300_000)];
    await storage.put('files/r/full', Buffer.from(texts[0] ?? ''), type);
    const writing = Promise.all(texts.flatMap((text) => [text, text]).map((text) => storage.put('files/r/full', Buffer.from(text), type)));
    for (let turn = 0; turn < 10; turn += 1) expect(texts).toContain(await bytesOf(await storage.open('files/r/full')));
    await writing;
    expect(texts).toContain(await bytesOf(await storage.open('files/r/full')));
  });

  it('fails its check if the folder is not writable', async () => {
    const blocked = join(folder, 'blocked');
    await writeFile(blocked, 'a file where the folder should be');
    await expect(diskStorage(blocked).check()).rejects.toThrow();
  });

  it('makes objects unreadable for other users of the machine', async () => {
    const root = join(folder, 'private');
    await diskStorage(root).put('files/p/full', Buffer.from('x'), type);
    const { mode } = await (await import('node:fs/promises')).stat(join(root, 'objects/files/p/full'));
    expect(mode & 0o077).toBe(0);
  });

  it('separates unfinished objects, so that no key can access them', async () => {
    const root = join(folder, 'apart');
    await mkdir(join(root, 'incoming'), { recursive: true });
    await writeFile(join(root, 'incoming', 'half'), 'half');
    expect(await diskStorage(root).open('incoming/half')).toBeNull();
    await symlink('/etc', join(root, 'elsewhere'));
    expect(await diskStorage(root).open('elsewhere/hostname')).toBeNull();
  });
});

describe('storage on S3', () => {
  it('stores the content type', async () => {
    await s3Storage(store).put('files/t/full', Buffer.from('x'), type);
    expect(store.objects.get('files/t/full')?.contentType).toBe('image/webp');
  });

  it.each([
    ['secret', { secretAccessKey: 'wrong' }, 'SignatureDoesNotMatch'],
    ['key', { accessKeyId: 'AKIAWRONG' }, 'InvalidAccessKeyId'],
    ['bucket', { bucket: 'elsewhere' }, 'NoSuchBucket'],
  ])('fails with a wrong %s instead of returning null', async (_what, wrong, code) => {
    const storage = s3Storage({ ...store, ...wrong });
    await expect(storage.put('files/w/full', Buffer.from('x'), type)).rejects.toMatchObject({ name: code });
    await expect(storage.open('files/w/full')).rejects.toMatchObject({ name: code });
    await expect(storage.check()).rejects.toMatchObject({ name: code });
    expect(store.objects.has('files/w/full')).toBe(false);
  });

  it('rejects when the store fails or is unreachable', async () => {
    store.respondWith(500);
    await expect(s3Storage(store).open('files/a/full')).rejects.toThrow();
    store.respondWith(null);
    await expect(s3Storage({ ...store, endpoint: 'http://127.0.0.1:9' }).open('files/a/full')).rejects.toThrow();
  });

  it('retries after a closed connection, at most three attempts', async () => {
    const bytes = await readFile('package.json');
    const adopt = () => s3Storage(store).adopt('files/f/full', 'package.json', type);
    store.dropConnections(2);
    await adopt();
    expect(store.objects.get('files/f/full')?.bytes.equals(bytes)).toBe(true);
    store.dropConnections(3);
    // The code depends on whether the body was still being written.
    await expect(adopt()).rejects.toMatchObject({ code: expect.stringMatching(/^(ECONNRESET|EPIPE)$/) as string });
  });

  it('sends bytes unchanged', async () => {
    const bytes = await readFile('package.json');
    await s3Storage(store).put('files/b/full', bytes, type);
    expect(store.objects.get('files/b/full')?.bytes.equals(bytes)).toBe(true);
  });

  describe('that does not respond', () => {
    const inactivity_ms = 300;
    const timedOut = { code: 'ETIMEDOUT' };
    afterEach(() => store.hang(null));

    it('fails in bounded time for every operation', async () => {
      const storage = s3Storage(store, inactivity_ms);
      store.hang('all');
      const stream = (): Readable => Readable.from([Buffer.from('one')]);
      await expect(storage.put('files/h/full', Buffer.from('x'), type)).rejects.toMatchObject(timedOut);
      await expect(storage.put('files/h/full', { stream: stream(), size_bytes: 3 }, type)).rejects.toMatchObject(timedOut);
      await expect(storage.open('files/h/full')).rejects.toMatchObject(timedOut);
      await expect(storage.remove('files/h/full')).rejects.toMatchObject(timedOut);
      await expect(storage.check()).rejects.toMatchObject(timedOut);
    });

    it('in the middle of an object fails the stream', async () => {
      await s3Storage(store).put('files/h/half', Buffer.from('a whole object'), type);
      store.hang('body');
      await expect(bytesOf(await s3Storage(store, inactivity_ms).open('files/h/half'))).rejects.toMatchObject(timedOut);
    });

    // With fake timers: on a busy machine, real ones would count the test's own delays as inactivity of the store.
    it('is distinguished from a slow sender or a slow reader', async () => {
      jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask', 'Date'] });
      try {
        const storage = s3Storage(store, inactivity_ms);
        const chunk = Buffer.alloc(500_000, 'a');
        const chunkCount = 10;
        const slowSender = Readable.from(
          (function* () {
            for (let sent = 0; sent < chunkCount; sent += 1) {
              // The next chunk may be requested while the previous one is still being sent, so each takes less than half of the timeout.
              jest.advanceTimersByTime(inactivity_ms / 3);
              yield chunk;
            }
          })(),
        );
        await storage.put('files/h/large', { stream: slowSender, size_bytes: chunkCount * chunk.length }, type);
        const found = await storage.open('files/h/large');
        expect(found?.stream).toBeInstanceOf(Transform);
        while (found?.stream instanceof Transform && !found.stream.writableNeedDrain) await nextTurn();
        jest.advanceTimersByTime(inactivity_ms * 3);
        expect((await bytesOf(found))?.length).toBe(chunkCount * chunk.length);
      } finally {
        jest.useRealTimers();
      }
    });
  });
});
