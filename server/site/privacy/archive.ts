/**
 * Builds an export archive in an empty folder: first all rows as HTML pages and JSON, from one snapshot; then a ZIP of these and of
 * the account's files. At most about a thousand rows are in memory.
 */
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { and, asc, eq, ne } from 'drizzle-orm';
import { ZipFile } from 'yazl';
import type { Context } from '../../platform/context';
import { files } from '../../platform/db/schema/files';
import type { FileRow } from '../../platform/media/files';
import { documentKey, decrypt } from '../../platform/media/storage/encryption';
import { mainVariant } from '../../platform/media/pictures/variants';
import { nameOf, type AccountRow } from '../../people/people/rows';
import { firstPage, pageName, pageOfRows, type CountedPart } from './pages';
import { parts, type Part } from './parts';
import type { PlainRow } from './rows';

const pageRows = 500;
/** The share of the progress that writing the rows takes, in percent. */
const rowsShare = 20;
const percentMax = 100;
const fileNameLengthMax = 100;

/** A progress callback, and a signal that aborts the work. */
export interface ArchiveOptions {
  onProgress(percent: number): void;
  signal: AbortSignal;
}

/** Rows in pages of equal size, each with whether another page follows. */
async function* inPages(batches: AsyncIterable<PlainRow[]>): AsyncGenerator<[rows: PlainRow[], hasMore: boolean]> {
  let buffered: PlainRow[] = [];
  for await (const rows of batches) {
    buffered.push(...rows);
    while (buffered.length > pageRows) {
      yield [buffered.slice(0, pageRows), true];
      buffered = buffered.slice(pageRows);
    }
  }
  if (buffered.length > 0) yield [buffered, false];
}

async function writePart(tx: Context, accountId: string, part: Part, folder: string): Promise<{ counted: CountedPart; written: string[] }> {
  const dataName = `data/${part.name}.json`;
  const data = await open(join(folder, dataName), 'wx');
  const written = [dataName];
  let count = 0;
  try {
    await data.write('[');
    for await (const [rows, hasMore] of inPages(part.rows(tx, accountId))) {
      await data.write(`${count === 0 ? '\n' : ',\n'}${rows.map((row) => JSON.stringify(row)).join(',\n')}`);
      count += rows.length;
      const name = pageName(part.name, Math.ceil(count / pageRows));
      await writeFile(join(folder, name), pageOfRows(part, rows, Math.ceil(count / pageRows), hasMore));
      written.push(name);
    }
    await data.write('\n]\n');
  } finally {
    await data.close();
  }
  const { name, title, about } = part;
  return { counted: { name, title, about, count }, written };
}

/** Writes all rows; returns the names of the written files. */
async function writeRows(ctx: Context, account: AccountRow, folder: string, fileCount: number, options: ArchiveOptions): Promise<string[]> {
  await mkdir(join(folder, 'data'));
  await mkdir(join(folder, 'pages'));
  const counted: CountedPart[] = [];
  const written: string[] = [];
  await ctx.db.transaction(
    async (db) => {
      for (const part of parts) {
        options.signal.throwIfAborted();
        const result = await writePart({ ...ctx, db }, account.id, part, folder);
        counted.push(result.counted);
        written.push(...result.written);
        options.onProgress((rowsShare * counted.length) / parts.length);
      }
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
  const at = ctx.clock.now();
  const counts = Object.fromEntries(counted.map(({ name, count }) => [name, count]));
  await writeFile(join(folder, 'index.html'), firstPage(ctx.settings.values().siteName, nameOf(account), at, counted, fileCount));
  await writeFile(join(folder, 'data/counts.json'), `${JSON.stringify({ madeAt: at.toISOString(), counts, files: fileCount }, null, 2)}\n`);
  return ['index.html', 'data/counts.json', ...written];
}

interface StoredFile {
  key: string;
  size: number;
  isEncrypted: boolean;
  /** Its path in the archive. */
  name: string;
}

const extensions: Readonly<Record<string, string>> = {
  'image/webp': '.webp',
  'image/jpeg': '.jpg',
  'image/png': '.png',
  'application/pdf': '.pdf',
  'video/mp4': '.mp4',
  'audio/mp4': '.m4a',
};

/** The best stored variant of a file; the upload itself while there is no variant. */
function bestVariant(row: FileRow): StoredFile[] {
  const best = mainVariant(row.variants) ?? row.variants[0] ?? row.original;
  if (!best) return [];
  const extension = extensions[best.contentType];
  const name = row.name.replaceAll(/[^\p{L}\p{N}._ -]/gu, '_').slice(-fileNameLengthMax);
  const fileName = extension === undefined ? name : name.replace(/(\.\w{1,5})?$/, extension);
  return [{ key: best.key, size: best.size, isEncrypted: row.type === 'document', name: `files/${row.id}-${fileName}` }];
}

async function filesOf(ctx: Context, accountId: string): Promise<StoredFile[]> {
  const rows = await ctx.db
    .select()
    .from(files)
    .where(and(eq(files.ownerId, accountId), ne(files.type, 'export')))
    .orderBy(asc(files.id));
  return rows.flatMap(bestVariant);
}

/** The file's bytes, decrypted; empty if the file has been removed by now. */
async function openStored(ctx: Context, { key, isEncrypted }: StoredFile): Promise<Readable> {
  const found = await ctx.storage.open(key);
  if (!found) return Readable.from([]);
  if (!isEncrypted) return found.stream;
  return Readable.from([decrypt(documentKey(ctx.config.appSecret), key, Buffer.concat(await found.stream.toArray()))]);
}

/** Passes bytes through, counts them, and reports their SHA-256 at the end. */
async function* hashed(bytes: Readable, onChunk: (bytes: number) => void, onEnd: (sha256: string) => void): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  for await (const chunk of bytes as AsyncIterable<Buffer>) {
    hash.update(chunk);
    onChunk(chunk.length);
    yield chunk;
  }
  onEnd(hash.digest('hex'));
}

/** Adds an entry whose stream is opened only when the entry is written. */
function addLazily(zip: ZipFile, name: string, mtime: Date, compress: boolean, openStream: () => Promise<Readable>): void {
  zip.addReadStreamLazy(name, { mtime, compress }, (done) => {
    openStream().then(
      (stream) => done(null, stream),
      (error: unknown) => zip.emit('error', error),
    );
  });
}

async function writeZip(
  ctx: Context,
  path: string,
  { folder, names, stored, options }: { folder: string; names: readonly string[]; stored: readonly StoredFile[]; options: ArchiveOptions },
): Promise<void> {
  const zip = new ZipFile();
  const mtime = ctx.clock.now();
  const checksums: string[] = [];
  const total = stored.reduce((sum, { size }) => sum + size, 0);
  let bytesRead = 0;
  for (const name of names) zip.addFile(join(folder, name), name, { mtime });
  for (const file of stored) {
    // Images and videos are compressed already.
    addLazily(zip, file.name, mtime, false, async () => {
      const count = (bytes: number): void => {
        bytesRead += bytes;
        options.onProgress(rowsShare + ((percentMax - rowsShare) * bytesRead) / Math.max(total, 1));
      };
      return Readable.from(hashed(await openStored(ctx, file), count, (checksum) => checksums.push(`${checksum}  ${file.name}\n`)));
    });
  }
  addLazily(zip, 'checksums.txt', mtime, true, () => Promise.resolve(Readable.from([checksums.join('')])));
  zip.end();
  const output = zip.outputStream;
  zip.on('error', (error: Error) => output.emit('error', error));
  await pipeline(output, createWriteStream(path, { mode: 0o600 }), { signal: options.signal });
}

/** Creates the archive of an account in the folder, which must be empty, and returns the path of the ZIP. */
export async function makeArchive(ctx: Context, account: AccountRow, folder: string, options: ArchiveOptions): Promise<string> {
  const stored = await filesOf(ctx, account.id);
  const path = join(folder, 'zip', 'archive.zip');
  await mkdir(dirname(path));
  const names = await writeRows(ctx, account, folder, stored.length, options);
  await writeZip(ctx, path, { folder, names, stored, options });
  return path;
}
