/** Programs that a test starts again and again, as one file each: it starts several times faster than from the sources. */
import { execFileSync } from 'node:child_process';
import { renameSync } from 'node:fs';
import { basename } from 'node:path';

/** Makes the bundle of the module at `entry` and answers where it is. */
export function bundled(entry: string): string {
  const file = `dist/faults/${basename(entry, '.ts')}.js`;
  const draft = `${file}.${String(process.pid)}`;
  execFileSync('node_modules/.bin/esbuild', [
    entry,
    `--outfile=${draft}`,
    '--bundle',
    '--platform=node',
    '--format=esm',
    '--target=node20',
    '--packages=external',
    '--log-level=warning',
  ]);
  // Tests that run side by side make the same file: whoever starts it finds a whole one.
  renameSync(draft, file);
  return file;
}
