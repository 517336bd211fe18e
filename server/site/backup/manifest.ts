/**
 * A backup of a whole site is a folder: `database/` has one file per table, `objects/` the stored files under their keys, `secret`
 * the site's secret, and `manifest.json`, written last, lists the contents with their hashes.
 */
import { createHash, type Hash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { z } from 'zod';

/** A backup that cannot be used, or a target that cannot receive it. The message gives the reason, for the person at the terminal. */
export class BackupError extends Error {
  override name = 'BackupError';
}

const format = 1;
const DumpedTable = z.object({ schema: z.string(), name: z.string(), columns: z.array(z.string()), rows: z.number(), sha256: z.string() });
const BackedUpObject = z.object({ key: z.string(), contentType: z.string(), size: z.number(), sha256: z.string() });
const Manifest = z.object({
  format: z.literal(format),
  madeAt: z.iso.datetime(),
  /** The timestamp of the newest migration applied to the database, in ms: the version of its schema. */
  migratedTo: z.number(),
  tables: z.array(DumpedTable),
  sequences: z.array(z.object({ name: z.string(), value: z.string() })),
  objects: z.array(BackedUpObject),
});

export type DumpedTable = z.output<typeof DumpedTable>;
export type BackedUpObject = z.output<typeof BackedUpObject>;
export type Manifest = z.output<typeof Manifest>;

/** Paths of the parts of a backup in its folder. */
export const pathsIn = (folder: string) => ({
  manifest: join(folder, 'manifest.json'),
  secret: join(folder, 'secret'),
  table: ({ schema, name }: Pick<DumpedTable, 'schema' | 'name'>) => join(folder, 'database', `${schema}.${name}.copy.gz`),
  object: (key: string) => join(folder, 'objects', key),
});

/** Readable only by its owner: it contains the secret, private messages and identity documents. */
export const ownerOnly = { folder: 0o700, file: 0o600 } as const;

/** Writes the manifest, which makes the folder a backup. */
export async function writeManifest(folder: string, manifest: Omit<Manifest, 'format'>): Promise<void> {
  await writeFile(pathsIn(folder).manifest, JSON.stringify({ format, ...manifest }), { mode: ownerOnly.file });
}

/** @throws BackupError when the folder has no complete backup that this version can read */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(pathsIn(folder).manifest, 'utf8').catch(() => {
    throw new BackupError(
      `No complete backup in ${folder}: manifest.json is missing. It is written last, so this backup was not finished.`,
    );
  });
  const read = Manifest.safeParse(JSON.parse(text));
  if (!read.success) throw new BackupError(`Cannot read the manifest in ${folder}. It was written by another version of Footlight.`);
  return read.data;
}

/** Passes bytes through and hashes them; call `digest` after the last byte. */
export function hashStream(): { through: Transform; digest(): string } {
  const hash: Hash = createHash('sha256');
  const through = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  return { through, digest: () => hash.digest('hex') };
}
