/** Bundles for programs that tests start many times: a bundle starts several times faster than the sources. */
import { execFileSync } from 'node:child_process';
import { renameSync } from 'node:fs';
import { basename } from 'node:path';

/** Bundles the module at `entry` and returns the path of the bundle. */
export function bundle(entry: string): string {
  const file = `dist/faults/${basename(entry, '.ts')}.js`;
  const temporaryFile = `${file}.${String(process.pid)}`;
  execFileSync('node_modules/.bin/esbuild', [
    entry,
    `--outfile=${temporaryFile}`,
    '--bundle',
    '--platform=node',
    '--format=esm',
    '--target=node20',
    '--packages=external',
    '--log-level=warning',
  ]);
  // Test files that run in parallel write the same bundle: the rename is atomic, so a started file is always complete.
  renameSync(temporaryFile, file);
  return file;
}
