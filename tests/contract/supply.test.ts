/** The checks of packages and secrets: valid input passes, and every problem is reported. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { supplyProblems, type Supply } from '../../bin/supply/faults';

const digest = { integrity: 'sha512-abc', license: 'MIT' };
const validSupply: Supply = {
  packages: {
    '': {},
    'node_modules/plain': digest,
    'node_modules/@word/copyleft': { ...digest, license: 'GPL-3.0' },
    'node_modules/plain/node_modules/tool': { ...digest, license: 'Of its own', dev: true },
    'node_modules/builder': { ...digest, resolved: 'https://registry.npmjs.org/builder/-/builder-1.0.0.tgz', hasInstallScript: true },
    'node_modules/part-mac': { license: 'MIT', optional: true },
  },
  permissive: ['MIT'],
  exceptions: [{ name: '@word/*', license: 'GPL-3.0', because: 'it is a program of its own' }],
  undigested: ['part-*'],
  scripts: { builder: false },
};
const withPackage = (name: string, locked: Supply['packages'][string]): Supply => ({
  ...validSupply,
  packages: { ...validSupply.packages, [`node_modules/${name}`]: locked },
});

test('packages with allowed licenses, a digest and declared scripts have no problems', () => {
  expect(supplyProblems(validSupply)).toEqual([]);
});

test.each<[string, Supply, string]>([
  [
    'a license that is not on the list',
    withPackage('new', { ...digest, license: 'AGPL-3.0' }),
    'new has the license AGPL-3.0, which has not been reviewed',
  ],
  [
    'a package without a license',
    withPackage('new', { integrity: 'sha512-abc' }),
    'new has the license (none), which has not been reviewed',
  ],
  [
    'a package whose license differs from its exception',
    withPackage('@word/copyleft', { ...digest, license: 'AGPL-3.0' }),
    '@word/copyleft has the license AGPL-3.0, which has not been reviewed',
  ],
  [
    'a package from elsewhere',
    withPackage('new', { ...digest, resolved: 'git+ssh://git@example.com/new.git' }),
    'new does not come from the registry: git+ssh://git@example.com/new.git',
  ],
  ['a linked folder', withPackage('new', { link: true, license: 'MIT' }), 'new does not come from the registry: a link'],
  ['a package without a digest', withPackage('new', { license: 'MIT' }), 'new has no sha512 digest in the lockfile'],
  ['a required package without a digest', withPackage('part-linux', { license: 'MIT' }), 'part-linux has no sha512 digest in the lockfile'],
  ['a weak digest', withPackage('new', { license: 'MIT', integrity: 'sha1-abc' }), 'new has no sha512 digest in the lockfile'],
  [
    'an install script that is not declared',
    withPackage('new', { ...digest, hasInstallScript: true }),
    'new runs an install script and is not listed in allowScripts',
  ],
  [
    'a name in allowScripts without a package',
    { ...validSupply, scripts: { builder: false, gone: false } },
    'allowScripts lists gone, which is not installed',
  ],
])('%s is reported', (_what, supply, problem) => {
  expect(supplyProblems(supply)).toContain(problem);
});

test('an exception that no longer applies to any package is reported', () => {
  const exceptions = [...validSupply.exceptions, { name: 'gone', license: 'GPL-2.0', because: 'it was needed' }];
  expect(supplyProblems({ ...validSupply, exceptions })).toEqual(['the exception for gone (GPL-2.0) is no longer needed']);
});

test('a secret in a tracked file is reported by its position, and not printed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'footlight-secrets-'));
  // In two parts, so that the check does not find it in this file.
  const key = ['ghp', 'wWPw5k4aXcaT4fNP0UcnZwJUVFk6LO0pINUx'].join('_');
  const runCheck = () => spawnSync(process.execPath, ['--import', 'tsx', 'bin/checks/secrets.ts', folder], { encoding: 'utf8' });
  try {
    execFileSync('git', ['init', '-q'], { cwd: folder });
    writeFileSync(join(folder, 'clean.txt'), 'nothing here\n');
    writeFileSync(join(folder, 'settings.txt'), `first line\nkey=${key}\n`);
    execFileSync('git', ['add', 'clean.txt'], { cwd: folder });
    expect([runCheck().status, runCheck().stderr]).toEqual([0, '']);
    execFileSync('git', ['add', 'settings.txt'], { cwd: folder });
    const { status, stderr } = runCheck();
    expect([status, stderr]).toEqual([1, expect.stringContaining('settings.txt:2 ')]);
    expect(stderr).not.toContain(key);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
