/** The stored files of a site, copied under their keys and restored; each is hashed while it is copied. */
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Writable, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import type { StoredOriginal, StoredVariant } from '../../platform/db/schema/files';
import type { Storage } from '../../platform/media/storage/storage';
import { BackupError, hashStream, ownerOnly, pathsIn, type BackedUpObject } from './manifest';

const concurrency = 4;
const pageSize = 500;

/** Runs `work` for all items, `concurrency` at a time. */
async function forEachConcurrently<T>(all: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  for (let from = 0; from < all.length; from += concurrency) await Promise.all(all.slice(from, from + concurrency).map(work));
}

interface FileRow {
  id: string;
  variants: StoredVariant[];
  original: StoredOriginal | null;
}

/** The keys of all stored files, in pages, as the client's transaction sees them. */
async function* storedKeys(client: pg.ClientBase): AsyncGenerator<{ key: string; contentType: string }[]> {
  for (let after: string | null = null; ;) {
    const { rows }: pg.QueryResult<FileRow> = await client.query<FileRow>(
      'select id, variants, original from files where $1::uuid is null or id > $1 order by id limit $2',
      [after, pageSize],
    );
    const last = rows.at(-1);
    if (!last) return;
    yield rows.flatMap(({ variants, original }) => (original ? [...variants, original] : variants));
    after = last.id;
  }
}

async function copyObject(
  storage: Storage,
  folder: string,
  { key, contentType }: { key: string; contentType: string },
): Promise<BackedUpObject | null> {
  const found = await storage.open(key);
  if (!found) return null;
  const path = pathsIn(folder).object(key);
  await mkdir(dirname(path), { recursive: true, mode: ownerOnly.folder });
  const hash = hashStream();
  await pipeline(found.stream, hash.through, createWriteStream(path, { mode: ownerOnly.file }));
  return { key, contentType, size: found.size, sha256: hash.digest() };
}

/** Copies every stored file below `folder`. `missing` are those that the table has and the storage does not. */
export async function copyObjects(
  client: pg.ClientBase,
  storage: Storage,
  folder: string,
  onProgress: (done: number) => void,
): Promise<{ objects: BackedUpObject[]; missing: string[] }> {
  const [objects, missing]: [BackedUpObject[], string[]] = [[], []];
  for await (const files of storedKeys(client)) {
    await forEachConcurrently(files, async (file) => {
      const copied = await copyObject(storage, folder, file);
      if (copied) objects.push(copied);
      else missing.push(file.key);
    });
    onProgress(objects.length);
  }
  return { objects, missing };
}

async function hashOf(stream: Readable): Promise<string> {
  const hash = hashStream();
  await pipeline(stream, hash.through, new Writable({ write: (_chunk, _encoding, done) => done() }));
  return hash.digest();
}

/** @throws BackupError when a file of the backup is missing or damaged */
export async function assertObjectsComplete(folder: string, objects: readonly BackedUpObject[]): Promise<void> {
  await forEachConcurrently(objects, async ({ key, size, sha256 }) => {
    const path = pathsIn(folder).object(key);
    const isIntact = (await stat(path).catch(() => null))?.size === size && (await hashOf(createReadStream(path))) === sha256;
    if (!isIntact) throw new BackupError(`The file ${key} in this backup is missing or damaged. Nothing was changed. Use another backup.`);
  });
}

/** Puts every file into the storage. */
export async function putObjects(storage: Storage, folder: string, objects: readonly BackedUpObject[]): Promise<void> {
  await forEachConcurrently(objects, ({ key, size, contentType }) =>
    storage.put(key, { stream: createReadStream(pathsIn(folder).object(key)), size_bytes: size }, { contentType }),
  );
}

/** The keys of files whose content in the storage differs from the backup. */
export async function differingObjects(storage: Storage, objects: readonly BackedUpObject[]): Promise<string[]> {
  const differing: string[] = [];
  await forEachConcurrently(objects, async ({ key, sha256 }) => {
    const found = await storage.open(key);
    if (!found || (await hashOf(found.stream)) !== sha256) differing.push(key);
  });
  return differing;
}
