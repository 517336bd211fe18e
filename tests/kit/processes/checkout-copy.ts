/** A checkout of its own with a build of stand-ins: for tests of commands that look at what is built, or change it. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

export interface Checkout {
  folder: string;
  /** Puts programs in place of the built ones, as a build of these sources by the Node.js of `version` would. */
  pretendBuild(programs: Record<string, string>, version?: string): void;
  remove(): void;
}

/** Copies what the commands are made of; packages are those of this checkout. */
export function copyCheckout(): Checkout {
  const folder = mkdtempSync(join(tmpdir(), 'footlight-checkout-'));
  for (const source of ['bin', 'contract', 'server', 'package.json', 'tsconfig.json', 'locales'])
    cpSync(source, join(folder, source), { recursive: true });
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  return {
    folder,
    pretendBuild: (programs, version = process.version) => {
      mkdirSync(join(folder, '.next'), { recursive: true });
      mkdirSync(join(folder, 'dist'), { recursive: true });
      writeFileSync(join(folder, '.next/BUILD_ID'), 'stand-in');
      for (const name of ['main.js', 'live.js', 'web.js']) writeFileSync(join(folder, 'dist', name), programs[name] ?? '');
      const print = `Object.defineProperty(process, 'version', { value: ${JSON.stringify(version)} });
        process.stdout.write((await import('./bin/build.ts')).fingerprintOfSources());`;
      const mark = execFileSync(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', print], { cwd: folder });
      writeFileSync(join(folder, 'dist/fingerprint'), mark);
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
