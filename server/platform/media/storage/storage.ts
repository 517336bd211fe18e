/**
 * Where bytes live: a folder on disk, or a bucket that speaks S3. Both keep the same promises, held by one suite of tests:
 * an object appears whole or not at all, a key never leads outside, what is absent is null and removing it is no error.
 */
import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat, writeFile, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isNativeError } from 'node:util/types';
import { lazy } from '../../../kernel/lazy';
import { readUnlessSilent, unlessSilent } from '../inactivity-timeout';

/** What is stored: bytes at hand, or a stream of a known length. */
export type Content = Uint8Array | { stream: Readable; size_bytes: number };

/** Both ends count from 0 and belong to the range. */
export interface ByteRange {
  start: number;
  end: number;
}

export interface StoredObject {
  /** The bytes asked for. The caller reads it to the end or destroys it. */
  stream: Readable;
  /** The size of the whole object in bytes, whatever the range. */
  size: number;
}

export interface Storage {
  /** Stores an object, replacing the one of the same key. Once it resolves, the object outlives a crash. */
  put(key: string, content: Content, options: { contentType: string }): Promise<void>;
  /** As `put`, of a file on this host's disk, which may be gone afterwards: where both lie on one disk, it is only moved. */
  adopt(key: string, path: string, options: { contentType: string }): Promise<void>;
  /** Where the object can be read as a file: in its place, else as a copy at `copyPath`. Null when there is none. Not to be changed. */
  asFile(key: string, copyPath: string): Promise<string | null>;
  /** The object, or null when there is none. A range must lie inside the object. */
  open(key: string, range?: ByteRange): Promise<StoredObject | null>;
  /** Removes the object; nothing happens when there is none. */
  remove(key: string): Promise<void>;
  /** Removes what an interrupted `put` has left on this host's disk. */
  sweep(): Promise<void>;
  /** Resolves when objects can be written, read and removed; rejects with the reason otherwise. */
  check(): Promise<void>;
}

export interface S3Options {
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

const keyPattern = /^[a-z0-9][a-z0-9_-]*(\.[a-z0-9]+)*(\/[a-z0-9][a-z0-9_-]*(\.[a-z0-9]+)*)*$/;
const keyLengthMax = 200;
/** What the file system says where there is no such file. */
const absent = new Set<unknown>(['ENOENT', 'ENOTDIR']);
const connection_ms = 3_000;
/** How long a bucket may be silent while a request waits for it. */
const silenceMax_ms = 15_000;
const attempts = 3;
/** Nothing is written for so long without a word. By the machine's own clock, as the file's time is. */
const abandoned_ms = 86_400_000;

/** A key names path segments of small letters, digits, `_`, `-` and inner dots: nothing that a file system could read as a way out. */
function assertKey(key: string): void {
  if (key.length > keyLengthMax || !keyPattern.test(key))
    throw new Error(`not a storage key: ${JSON.stringify(key.slice(0, keyLengthMax))}`);
}

async function checkByUse(storage: Pick<Storage, 'put' | 'open' | 'remove'>): Promise<void> {
  const key = `checks/${randomUUID()}`;
  await storage.put(key, Buffer.from('ok'), { contentType: 'text/plain' });
  const found = await storage.open(key);
  const text = found ? Buffer.concat(await found.stream.toArray()).toString() : '';
  await storage.remove(key);
  if (text !== 'ok') throw new Error('storage gives back something else than was put');
}

async function openFile(path: string): Promise<FileHandle | null> {
  try {
    return await open(path, 'r');
  } catch (error) {
    if (isNativeError(error) && 'code' in error && absent.has(error.code)) return null;
    throw error;
  }
}

/** The name of a file is on disk only when its folder is: without this a crash could lose what was acknowledged. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

async function writeWhole(path: string, content: Content): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await writeFile(file, content instanceof Uint8Array ? content : content.stream);
    if (!(content instanceof Uint8Array)) {
      const { size } = await file.stat();
      if (size !== content.size_bytes) throw new Error(`${String(content.size_bytes)} bytes were announced and ${String(size)} came`);
    }
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Storage in the folder `root`, which is made when needed. Objects are written aside and then moved into place. */
export function diskStorage(root: string): Storage {
  const pathOf = (key: string): string => {
    assertKey(key);
    return join(root, 'objects', key);
  };
  const beside = join(root, 'incoming');
  const storage: Omit<Storage, 'check'> = {
    put: async (key, content) => {
      const path = pathOf(key);
      await mkdir(beside, { recursive: true });
      await mkdir(dirname(path), { recursive: true });
      const unfinished = join(beside, randomUUID());
      try {
        await writeWhole(unfinished, content);
        await rename(unfinished, path);
      } catch (error) {
        await rm(unfinished, { force: true });
        throw error;
      }
      await syncFolder(dirname(path));
    },
    adopt: async (key, path, options) => {
      const place = pathOf(key);
      await mkdir(dirname(place), { recursive: true });
      const file = await open(path, 'r');
      try {
        await file.chmod(0o600);
        await file.sync();
      } finally {
        await file.close();
      }
      try {
        await rename(path, place);
      } catch (error) {
        if (!(isNativeError(error) && 'code' in error && error.code === 'EXDEV')) throw error;
        const { size } = await stat(path);
        return storage.put(key, { stream: createReadStream(path), size_bytes: size }, options);
      }
      await syncFolder(dirname(place));
    },
    asFile: async (key) => {
      const path = pathOf(key);
      return (await stat(path).catch(() => null))?.isFile() ? path : null;
    },
    open: async (key, range) => {
      const file = await openFile(pathOf(key));
      if (!file) return null;
      const found = await file.stat();
      if (!found.isFile()) {
        await file.close();
        return null;
      }
      return { stream: createReadStream('', { fd: file, ...range }), size: found.size };
    },
    remove: async (key) => {
      await rm(pathOf(key), { force: true });
    },
    sweep: async () => {
      for (const name of await readdir(beside).catch(() => [])) {
        const found = await stat(join(beside, name)).catch(() => null);
        if (found && Date.now() - found.mtimeMs > abandoned_ms) await rm(join(beside, name), { force: true });
      }
    },
  };
  return { ...storage, check: () => checkByUse(storage) };
}

/** The total behind the slash of a `Content-Range`, or the length when the whole object came. */
function sizeOf(answer: { ContentRange?: string | undefined; ContentLength?: number | undefined }): number {
  const total = /\/(\d+)$/.exec(answer.ContentRange ?? '')?.[1];
  return total === undefined ? (answer.ContentLength ?? 0) : Number(total);
}

/** Storage in a bucket, addressed by path. The client is loaded at the first use; a bucket that is silent is given up. */
export function s3Storage(options: S3Options, silence_ms = silenceMax_ms): Storage {
  const connected = lazy(async () => {
    const s3 = await import('@aws-sdk/client-s3');
    const client = new s3.S3Client({
      endpoint: options.endpoint,
      region: options.region,
      forcePathStyle: true,
      credentials: { accessKeyId: options.accessKeyId, secretAccessKey: options.secretAccessKey },
      // Many S3-compatible stores refuse the checksum trailers that the client would otherwise add.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      maxAttempts: attempts,
      requestHandler: { connectionTimeout: connection_ms },
    });
    return { client, s3 };
  });
  const placeOf = (key: string) => {
    assertKey(key);
    return { Bucket: options.bucket, Key: key };
  };

  const storage: Omit<Storage, 'check'> = {
    put: async (key, content, { contentType }) => {
      const place = placeOf(key);
      const { client, s3 } = await connected();
      const [source, length] = content instanceof Uint8Array ? [content, content.byteLength] : [content.stream, content.size_bytes];
      await unlessSilent(silence_ms, source, (body, abortSignal) =>
        client.send(new s3.PutObjectCommand({ ...place, Body: body, ContentLength: length, ContentType: contentType }), { abortSignal }),
      );
    },
    adopt: async (key, path, options) => {
      const { size } = await stat(path);
      await storage.put(key, { stream: createReadStream(path), size_bytes: size }, options);
    },
    asFile: async (key, copyPath) => {
      const found = await storage.open(key);
      if (!found) return null;
      await pipeline(found.stream, createWriteStream(copyPath, { mode: 0o600 }));
      return copyPath;
    },
    open: async (key, range) => {
      const place = placeOf(key);
      const { client, s3 } = await connected();
      const wanted = range ? { Range: `bytes=${String(range.start)}-${String(range.end)}` } : {};
      try {
        const answer = await unlessSilent(silence_ms, null, (_body, abortSignal) =>
          client.send(new s3.GetObjectCommand({ ...place, ...wanted }), { abortSignal }),
        );
        if (!(answer.Body instanceof Readable)) throw new Error('the bucket answered without a body');
        return { stream: readUnlessSilent(answer.Body, silence_ms), size: sizeOf(answer) };
      } catch (error) {
        if (error instanceof s3.NoSuchKey) return null;
        throw error;
      }
    },
    remove: async (key) => {
      const place = placeOf(key);
      const { client, s3 } = await connected();
      await unlessSilent(silence_ms, null, (_body, abortSignal) => client.send(new s3.DeleteObjectCommand(place), { abortSignal }));
    },
    // A bucket shows nothing of what was not sent whole.
    sweep: () => Promise.resolve(),
  };
  return { ...storage, check: () => checkByUse(storage) };
}

/** The storage that the configuration names. */
export const openStorage = ({ s3, dataDir }: { s3: S3Options | null; dataDir: string }): Storage =>
  s3 === null ? diskStorage(join(dataDir, 'files')) : s3Storage(s3);
