/** A copy of the checkout with a fake build: for tests of commands that inspect or change the build. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

export interface Checkout {
  folder: string;
  /** Writes programs in place of the built ones, as a build of these sources by Node.js `version` would. */
  writeFakeBuild(programs: Record<string, string>, version?: string): void;
  remove(): void;
}

/** Copies the sources of the commands; packages are linked from this checkout. */
export function copyCheckout(): Checkout {
  const folder = mkdtempSync(join(tmpdir(), 'footlight-checkout-'));
  for (const source of ['bin', 'contract', 'packages', 'server', 'package.json', 'tsconfig.json', 'locales'])
    cpSync(source, join(folder, source), { recursive: true });
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  return {
    folder,
    writeFakeBuild: (programs, version = process.version) => {
      mkdirSync(join(folder, '.next'), { recursive: true });
      mkdirSync(join(folder, 'dist'), { recursive: true });
      writeFileSync(join(folder, '.next/BUILD_ID'), 'stand-in');
      for (const name of ['main.js', 'live.js', 'web.js']) writeFileSync(join(folder, 'dist', name), programs[name] ?? '');
      const printFingerprint = `Object.defineProperty(process, 'version', { value: ${JSON.stringify(version)} });
        process.stdout.write((await import('./bin/build.ts')).fingerprintOfSources());`;
      const fingerprint = execFileSync(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', printFingerprint], {
        cwd: folder,
      });
      writeFileSync(join(folder, 'dist/fingerprint'), fingerprint);
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
