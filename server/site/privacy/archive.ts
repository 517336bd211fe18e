/**
 * Making an archive in a folder of its own: first the rows, as pages and as data, all as they were at one moment; then the ZIP
 * of them and of the files. Whatever there is, no more of it is in memory than some hundreds of rows.
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
import { files } from '../../platform/db/schema/schema';
import type { FileRow } from '../../platform/media/files';
import { documentKey, unseal } from '../../media/sealed';
import { mainVariant } from '../../platform/media/pictures/variants';
import { nameOf, type AccountRow } from '../../modules/people/people';
import { firstPage, pageName, pageOfRows, type Counted } from './pages';
import { parts, type Part } from './parts';
import type { PlainRow } from './rows';

const pageRows = 500;
/** How much of the work the rows are, in percent. */
const rowsShare = 20;
const whole = 100;

/** One that is told how much is done, and one that ends the work. */
export interface Watching {
  progress(percent: number): void;
  signal: AbortSignal;
}

/** Rows in pages of the same size, each with whether another follows. */
async function* inPages(batches: AsyncIterable<PlainRow[]>): AsyncGenerator<[rows: PlainRow[], hasMore: boolean]> {
  let waiting: PlainRow[] = [];
  for await (const rows of batches) {
    waiting.push(...rows);
    while (waiting.length > pageRows) {
      yield [waiting.slice(0, pageRows), true];
      waiting = waiting.slice(pageRows);
    }
  }
  if (waiting.length > 0) yield [waiting, false];
}

async function writePart(tx: Context, accountId: string, part: Part, folder: string): Promise<{ counted: Counted; written: string[] }> {
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

/** Writes all rows; answers the names of what it wrote. */
async function writeRows(ctx: Context, account: AccountRow, folder: string, fileCount: number, watching: Watching): Promise<string[]> {
  await mkdir(join(folder, 'data'));
  await mkdir(join(folder, 'pages'));
  const counted: Counted[] = [];
  const written: string[] = [];
  await ctx.db.transaction(
    async (db) => {
      for (const part of parts) {
        watching.signal.throwIfAborted();
        const one = await writePart({ ...ctx, db }, account.id, part, folder);
        counted.push(one.counted);
        written.push(...one.written);
        watching.progress((rowsShare * counted.length) / parts.length);
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
  isSealed: boolean;
  /** Where it lies in the archive. */
  name: string;
}

const endings: Readonly<Record<string, string>> = {
  'image/webp': '.webp',
  'image/jpeg': '.jpg',
  'image/png': '.png',
  'application/pdf': '.pdf',
  'video/mp4': '.mp4',
  'audio/mp4': '.m4a',
};

/** The best that is kept of a file; what was uploaded where nothing came of it yet. */
function bestOf(row: FileRow): StoredFile[] {
  const best = mainVariant(row.variants) ?? row.variants[0] ?? row.original;
  if (!best) return [];
  const ending = endings[best.contentType];
  const name = row.name.replaceAll(/[^\p{L}\p{N}._ -]/gu, '_').slice(-whole);
  const shown = ending === undefined ? name : name.replace(/(\.\w{1,5})?$/, ending);
  return [{ key: best.key, size: best.size, isSealed: row.type === 'document', name: `files/${row.id}-${shown}` }];
}

async function filesOf(ctx: Context, accountId: string): Promise<StoredFile[]> {
  const rows = await ctx.db
    .select()
    .from(files)
    .where(and(eq(files.ownerId, accountId), ne(files.type, 'export')))
    .orderBy(asc(files.id));
  return rows.flatMap(bestOf);
}

/** The bytes of a file as its owner gave them; nothing where it was removed meanwhile. */
async function openStored(ctx: Context, { key, isSealed }: StoredFile): Promise<Readable> {
  const found = await ctx.storage.open(key);
  if (!found) return Readable.from([]);
  if (!isSealed) return found.stream;
  return Readable.from([unseal(documentKey(ctx.config.appSecret), key, Buffer.concat(await found.stream.toArray()))]);
}

/** Passes bytes on, counts them, and notes their sum at the end. */
async function* summed(bytes: Readable, passed: (count: number) => void, ended: (sha256: string) => void): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  for await (const chunk of bytes as AsyncIterable<Buffer>) {
    hash.update(chunk);
    passed(chunk.length);
    yield chunk;
  }
  ended(hash.digest('hex'));
}

/** Adds an entry that is opened only when its turn comes. */
function addLater(zip: ZipFile, name: string, mtime: Date, compress: boolean, opened: () => Promise<Readable>): void {
  zip.addReadStreamLazy(name, { mtime, compress }, (done) => {
    opened().then(
      (stream) => done(null, stream),
      (error: unknown) => zip.emit('error', error),
    );
  });
}

async function writeZip(
  ctx: Context,
  path: string,
  { folder, names, stored, watching }: { folder: string; names: readonly string[]; stored: readonly StoredFile[]; watching: Watching },
): Promise<void> {
  const zip = new ZipFile();
  const mtime = ctx.clock.now();
  const sums: string[] = [];
  const total = stored.reduce((sum, { size }) => sum + size, 0);
  let passed = 0;
  for (const name of names) zip.addFile(join(folder, name), name, { mtime });
  for (const file of stored) {
    // Pictures and films are as small as they get.
    addLater(zip, file.name, mtime, false, async () => {
      const count = (bytes: number): void => {
        passed += bytes;
        watching.progress(rowsShare + ((whole - rowsShare) * passed) / Math.max(total, 1));
      };
      return Readable.from(summed(await openStored(ctx, file), count, (sum) => sums.push(`${sum}  ${file.name}\n`)));
    });
  }
  addLater(zip, 'checksums.txt', mtime, true, () => Promise.resolve(Readable.from([sums.join('')])));
  zip.end();
  const output = zip.outputStream;
  zip.on('error', (error: Error) => output.emit('error', error));
  await pipeline(output, createWriteStream(path, { mode: 0o600 }), { signal: watching.signal });
}

/** Makes the archive of an account in the folder, which is empty, and answers where the ZIP is. */
export async function makeArchive(ctx: Context, account: AccountRow, folder: string, watching: Watching): Promise<string> {
  const stored = await filesOf(ctx, account.id);
  const path = join(folder, 'zip', 'archive.zip');
  await mkdir(dirname(path));
  const names = await writeRows(ctx, account, folder, stored.length, watching);
  await writeZip(ctx, path, { folder, names, stored, watching });
  return path;
}
