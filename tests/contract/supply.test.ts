/** The checks of packages and of secrets: what is sound passes, and every fault that they are for is named. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { faultsOf, type Supply } from '../../bin/supply/faults';

const digest = { integrity: 'sha512-abc', license: 'MIT' };
const sound: Supply = {
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
const having = (place: string, locked: Supply['packages'][string]): Supply => ({
  ...sound,
  packages: { ...sound.packages, [`node_modules/${place}`]: locked },
});

test('packages with known terms, a digest and named scripts are sound', () => {
  expect(faultsOf(sound)).toEqual([]);
});

test.each<[string, Supply, string]>([
  [
    'a licence that nobody thought about',
    having('new', { ...digest, license: 'AGPL-3.0' }),
    'new has the licence AGPL-3.0, which nobody has thought about',
  ],
  ['a package without a licence', having('new', { integrity: 'sha512-abc' }), 'new has the licence (none), which nobody has thought about'],
  [
    'an excused package that changes its licence',
    having('@word/copyleft', { ...digest, license: 'AGPL-3.0' }),
    '@word/copyleft has the licence AGPL-3.0, which nobody has thought about',
  ],
  [
    'a package from elsewhere',
    having('new', { ...digest, resolved: 'git+ssh://git@example.com/new.git' }),
    'new does not come from the registry: git+ssh://git@example.com/new.git',
  ],
  ['a linked folder', having('new', { link: true, license: 'MIT' }), 'new does not come from the registry: a link'],
  ['a package without a digest', having('new', { license: 'MIT' }), 'new has no sha512 digest in the lockfile'],
  ['a needed package without a digest', having('part-linux', { license: 'MIT' }), 'part-linux has no sha512 digest in the lockfile'],
  ['a weak digest', having('new', { license: 'MIT', integrity: 'sha1-abc' }), 'new has no sha512 digest in the lockfile'],
  [
    'a script that nobody named',
    having('new', { ...digest, hasInstallScript: true }),
    'new runs a script when it is installed and is not named in allowScripts',
  ],
  ['a name without a package', { ...sound, scripts: { builder: false, gone: false } }, 'allowScripts names gone, which is not installed'],
])('%s is named', (_what, supply, fault) => {
  expect(faultsOf(supply)).toContain(fault);
});

test('an exception that excuses nothing any more is named', () => {
  const exceptions = [...sound.exceptions, { name: 'gone', license: 'GPL-2.0', because: 'it was needed' }];
  expect(faultsOf({ ...sound, exceptions })).toEqual(['the exception for gone (GPL-2.0) excuses nothing any more']);
});

test('a key of a service in a kept file is found by its place, and not printed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'footlight-secrets-'));
  // In two parts, so that it is not found here.
  const key = ['ghp', 'wWPw5k4aXcaT4fNP0UcnZwJUVFk6LO0pINUx'].join('_');
  const look = () => spawnSync(process.execPath, ['--import', 'tsx', 'bin/check-secrets.ts', folder], { encoding: 'utf8' });
  try {
    execFileSync('git', ['init', '-q'], { cwd: folder });
    writeFileSync(join(folder, 'clean.txt'), 'nothing here\n');
    writeFileSync(join(folder, 'settings.txt'), `first line\nkey=${key}\n`);
    execFileSync('git', ['add', 'clean.txt'], { cwd: folder });
    expect([look().status, look().stderr]).toEqual([0, '']);
    execFileSync('git', ['add', 'settings.txt'], { cwd: folder });
    const { status, stderr } = look();
    expect([status, stderr]).toEqual([1, expect.stringContaining('settings.txt:2 ')]);
    expect(stderr).not.toContain(key);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
