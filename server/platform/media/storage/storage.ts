/**
 * Object storage: a folder on disk or an S3 bucket. One suite of tests covers both: writes are atomic, keys cannot escape the root,
 * opening a missing object returns null, and removing one is not an error.
 */
import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat, writeFile, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isNativeError } from 'node:util/types';
import { lazy } from '../../../kernel/lazy';
import { readWithInactivityTimeout, withInactivityTimeout } from '../inactivity-timeout';

/** The content of an object: bytes in memory, or a stream of known length. */
export type Content = Uint8Array | { stream: Readable; size_bytes: number };

/** Zero-based; both ends are inclusive. */
export interface ByteRange {
  start: number;
  end: number;
}

export interface StoredObject {
  /** The requested bytes. The caller must read the stream to its end or destroy it. */
  stream: Readable;
  /** The size of the whole object in bytes, whatever the range. */
  size: number;
}

export interface Storage {
  /** Stores an object, replacing one with the same key. The object is durable once this resolves. */
  put(key: string, content: Content, options: { contentType: string }): Promise<void>;
  /** As `put`, for a local file, which may be moved: it is renamed if both are on the same disk. */
  adopt(key: string, path: string, options: { contentType: string }): Promise<void>;
  /** The path of the object as a local file: its own, else a copy at `copyPath`. Null if it does not exist. Read-only. */
  asFile(key: string, copyPath: string): Promise<string | null>;
  /** The object, or null. A range must be within the object. */
  open(key: string, range?: ByteRange): Promise<StoredObject | null>;
  /** Removes the object, if it exists. */
  remove(key: string): Promise<void>;
  /** Removes leftovers of interrupted `put` calls from the local disk. */
  sweep(): Promise<void>;
  /** Resolves if objects can be written, read and removed; rejects with the reason otherwise. */
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
/** Error codes for missing files. */
const notFoundCodes = new Set<unknown>(['ENOENT', 'ENOTDIR']);
const connection_ms = 3_000;
/** Inactivity timeout for a bucket. */
const inactivityMax_ms = 15_000;
const attempts = 3;
/** An unfinished file of this age is abandoned. Compared with the machine's clock, like the file's mtime. */
const abandoned_ms = 86_400_000;

/** A key consists of path segments of lower-case letters, digits, `_`, `-` and inner dots, so that it cannot escape the root. */
function assertKey(key: string): void {
  if (key.length > keyLengthMax || !keyPattern.test(key))
    throw new Error(`not a storage key: ${JSON.stringify(key.slice(0, keyLengthMax))}`);
}

async function checkRoundTrip(storage: Pick<Storage, 'put' | 'open' | 'remove'>): Promise<void> {
  const key = `checks/${randomUUID()}`;
  await storage.put(key, Buffer.from('ok'), { contentType: 'text/plain' });
  const found = await storage.open(key);
  const text = found ? Buffer.concat(await found.stream.toArray()).toString() : '';
  await storage.remove(key);
  if (text !== 'ok') throw new Error('storage returned different content than was written');
}

async function openFile(path: string): Promise<FileHandle | null> {
  try {
    return await open(path, 'r');
  } catch (error) {
    if (isNativeError(error) && 'code' in error && notFoundCodes.has(error.code)) return null;
    throw error;
  }
}

/** Syncs a folder, which makes its file names durable. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

async function writeSynced(path: string, content: Content): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await writeFile(file, content instanceof Uint8Array ? content : content.stream);
    if (!(content instanceof Uint8Array)) {
      const { size } = await file.stat();
      if (size !== content.size_bytes) throw new Error(`expected ${String(content.size_bytes)} bytes, received ${String(size)}`);
    }
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Storage in the folder `root`, which is created if needed. Objects are written to a temporary file and then renamed. */
export function diskStorage(root: string): Storage {
  const pathOf = (key: string): string => {
    assertKey(key);
    return join(root, 'objects', key);
  };
  const incoming = join(root, 'incoming');
  const storage: Omit<Storage, 'check'> = {
    put: async (key, content) => {
      const path = pathOf(key);
      await mkdir(incoming, { recursive: true });
      await mkdir(dirname(path), { recursive: true });
      const unfinished = join(incoming, randomUUID());
      try {
        await writeSynced(unfinished, content);
        await rename(unfinished, path);
      } catch (error) {
        await rm(unfinished, { force: true });
        throw error;
      }
      await syncFolder(dirname(path));
    },
    adopt: async (key, path, options) => {
      const target = pathOf(key);
      await mkdir(dirname(target), { recursive: true });
      const file = await open(path, 'r');
      try {
        await file.chmod(0o600);
        await file.sync();
      } finally {
        await file.close();
      }
      try {
        await rename(path, target);
      } catch (error) {
        if (!(isNativeError(error) && 'code' in error && error.code === 'EXDEV')) throw error;
        const { size } = await stat(path);
        return storage.put(key, { stream: createReadStream(path), size_bytes: size }, options);
      }
      await syncFolder(dirname(target));
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
      for (const name of await readdir(incoming).catch(() => [])) {
        const found = await stat(join(incoming, name)).catch(() => null);
        if (found && Date.now() - found.mtimeMs > abandoned_ms) await rm(join(incoming, name), { force: true });
      }
    },
  };
  return { ...storage, check: () => checkRoundTrip(storage) };
}

/** The object's size: the total in a `Content-Range` header, or the length of a complete response. */
function sizeOf(response: { ContentRange?: string | undefined; ContentLength?: number | undefined }): number {
  const total = /\/(\d+)$/.exec(response.ContentRange ?? '')?.[1];
  return total === undefined ? (response.ContentLength ?? 0) : Number(total);
}

/** The store closed the connection: often an idle one, just as it was reused. */
const isConnectionLost = (error: unknown): boolean =>
  isNativeError(error) && 'code' in error && (error.code === 'ECONNRESET' || error.code === 'EPIPE');

/** Storage in a bucket with path-style addressing. The client is loaded on first use. */
export function s3Storage(options: S3Options, inactivity_ms = inactivityMax_ms): Storage {
  const connect = lazy(async () => {
    const s3 = await import('@aws-sdk/client-s3');
    const client = new s3.S3Client({
      endpoint: options.endpoint,
      region: options.region,
      forcePathStyle: true,
      credentials: { accessKeyId: options.accessKeyId, secretAccessKey: options.secretAccessKey },
      // Many S3-compatible stores reject the checksum trailers that the client adds by default.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      maxAttempts: attempts,
      requestHandler: { connectionTimeout: connection_ms },
    });
    return { client, s3 };
  });
  const locate = (key: string) => {
    assertKey(key);
    return { Bucket: options.bucket, Key: key };
  };

  const storage: Omit<Storage, 'check'> = {
    put: async (key, content, { contentType }) => {
      const object = locate(key);
      const { client, s3 } = await connect();
      const [source, length] = content instanceof Uint8Array ? [content, content.byteLength] : [content.stream, content.size_bytes];
      await withInactivityTimeout(inactivity_ms, source, (body, abortSignal) =>
        client.send(new s3.PutObjectCommand({ ...object, Body: body, ContentLength: length, ContentType: contentType }), { abortSignal }),
      );
    },
    adopt: async (key, path, options) => {
      const { size } = await stat(path);
      for (let attemptsLeft = attempts - 1; ; attemptsLeft -= 1) {
        try {
          await storage.put(key, { stream: createReadStream(path), size_bytes: size }, options);
          return;
        } catch (error) {
          // The client never retries a stream. A file can be read again.
          if (attemptsLeft === 0 || !isConnectionLost(error)) throw error;
        }
      }
    },
    asFile: async (key, copyPath) => {
      const found = await storage.open(key);
      if (!found) return null;
      await pipeline(found.stream, createWriteStream(copyPath, { mode: 0o600 }));
      return copyPath;
    },
    open: async (key, range) => {
      const object = locate(key);
      const { client, s3 } = await connect();
      const rangeHeader = range ? { Range: `bytes=${String(range.start)}-${String(range.end)}` } : {};
      try {
        const response = await withInactivityTimeout(inactivity_ms, null, (_body, abortSignal) =>
          client.send(new s3.GetObjectCommand({ ...object, ...rangeHeader }), { abortSignal }),
        );
        if (!(response.Body instanceof Readable)) throw new Error('the bucket responded without a body');
        return { stream: readWithInactivityTimeout(response.Body, inactivity_ms), size: sizeOf(response) };
      } catch (error) {
        if (error instanceof s3.NoSuchKey) return null;
        throw error;
      }
    },
    remove: async (key) => {
      const object = locate(key);
      const { client, s3 } = await connect();
      await withInactivityTimeout(inactivity_ms, null, (_body, abortSignal) =>
        client.send(new s3.DeleteObjectCommand(object), { abortSignal }),
      );
    },
    // Incomplete objects are not visible in a bucket.
    sweep: () => Promise.resolve(),
  };
  return { ...storage, check: () => checkRoundTrip(storage) };
}

/** The configured storage. */
export const openStorage = ({ s3, dataDir }: { s3: S3Options | null; dataDir: string }): Storage =>
  s3 === null ? diskStorage(join(dataDir, 'files')) : s3Storage(s3);
