/**
 * A backup of a whole site is a folder: `database/` has a table a file, `objects/` the stored files under their keys, `secret`
 * the site's secret, and `manifest.json`, written last, says what there must be and what it must hash to.
 */
import { createHash, type Hash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { z } from 'zod';

/** A backup that cannot be used, or a place that cannot take it. The message says why, for whoever sits at the terminal. */
export class BackupRefused extends Error {
  override name = 'BackupRefused';
}

const format = 1;
const DumpedTable = z.object({ schema: z.string(), name: z.string(), columns: z.array(z.string()), rows: z.number(), sha256: z.string() });
const StoredObject = z.object({ key: z.string(), contentType: z.string(), size: z.number(), sha256: z.string() });
const Manifest = z.object({
  format: z.literal(format),
  madeAt: z.iso.datetime(),
  /** When the youngest migration was written that this database has seen: the shape of its tables. */
  migratedTo: z.number(),
  tables: z.array(DumpedTable),
  sequences: z.array(z.object({ name: z.string(), value: z.string() })),
  objects: z.array(StoredObject),
});

export type DumpedTable = z.output<typeof DumpedTable>;
export type BackedUpObject = z.output<typeof StoredObject>;
export type Manifest = z.output<typeof Manifest>;

/** Where the parts of a backup lie below its folder. */
export const placesIn = (folder: string) => ({
  manifest: join(folder, 'manifest.json'),
  secret: join(folder, 'secret'),
  table: ({ schema, name }: Pick<DumpedTable, 'schema' | 'name'>) => join(folder, 'database', `${schema}.${name}.copy.gz`),
  object: (key: string) => join(folder, 'objects', key),
});

/** Only its owner may read it: it has the secret, private messages and papers. */
export const ownerOnly = { folder: 0o700, file: 0o600 } as const;

/** Writes the manifest: from now on the folder is a backup. */
export async function writeManifest(folder: string, manifest: Omit<Manifest, 'format'>): Promise<void> {
  await writeFile(placesIn(folder).manifest, JSON.stringify({ format, ...manifest }), { mode: ownerOnly.file });
}

/** @throws BackupRefused when the folder holds no whole backup that this version reads */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(placesIn(folder).manifest, 'utf8').catch(() => {
    throw new BackupRefused(`There is no backup in ${folder}: manifest.json is missing. It is written last, so this one was not finished.`);
  });
  const read = Manifest.safeParse(JSON.parse(text));
  if (!read.success) throw new BackupRefused(`The manifest in ${folder} cannot be read: another version of Footlight wrote it.`);
  return read.data;
}

/** Passes bytes on and hashes them on their way; `digest` is asked when they have all passed. */
export function hashing(): { through: Transform; digest(): string } {
  const hash: Hash = createHash('sha256');
  const through = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  return { through, digest: () => hash.digest('hex') };
}
