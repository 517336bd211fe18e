/** `npm run release`, in a temporary repository. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const changelog = `# Changelog

## [Unreleased]

### Added

- A release command.

## [0.1.0] - 2026-01-01

- The first version.
`;

let folder = '';
const git = (...args: string[]): string => execFileSync('git', args, { cwd: folder, encoding: 'utf8' }).trim();
const read = (name: string): string => readFileSync(join(folder, name), 'utf8');
const release = (...args: string[]) =>
  spawnSync(process.execPath, ['--import', 'tsx', 'bin/release.ts', '--folder', folder, ...args], { encoding: 'utf8' });

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'footlight-release-'));
  writeFileSync(join(folder, 'CHANGELOG.md'), changelog);
  writeFileSync(
    join(folder, 'package.json'),
    '{\n  "name": "footlight",\n  "version": "0.1.0",\n  "dependencies": { "dependency": "0.1.0" }\n}\n',
  );
  writeFileSync(
    join(folder, 'package-lock.json'),
    '{\n  "version": "0.1.0",\n  "packages": {\n    "": { "version": "0.1.0" },\n    "node_modules/dependency": { "version": "0.1.0" }\n  }\n}\n',
  );
  git('init', '--quiet', '--initial-branch', 'main');
  for (const [key, value] of Object.entries({ 'user.name': 'Ada', 'user.email': 'ada@example.com', 'commit.gpgsign': 'false' }))
    git('config', key, value);
  git('add', '--all');
  git('commit', '--quiet', '--message', 'Begin');
});
afterEach(() => rmSync(folder, { recursive: true }));

test('moves the unreleased changes under the version, and commits and tags them', () => {
  expect(release('0.2.0')).toMatchObject({ status: 0, stderr: '' });
  const day = new Date().toISOString().slice(0, 10);
  expect(read('CHANGELOG.md')).toBe(changelog.replace('## [Unreleased]\n', `## [Unreleased]\n\n## [0.2.0] - ${day}\n`));
  expect(JSON.parse(read('package.json'))).toMatchObject({ version: '0.2.0', dependencies: { dependency: '0.1.0' } });
  expect(JSON.parse(read('package-lock.json'))).toEqual({
    version: '0.2.0',
    packages: { '': { version: '0.2.0' }, 'node_modules/dependency': { version: '0.1.0' } },
  });
  expect(git('status', '--porcelain')).toBe('');
  expect(git('log', '--format=%s', '-1')).toBe('Release 0.2.0');
  expect(git('tag', '--points-at', 'HEAD')).toBe('v0.2.0');
  expect(git('tag', '--list', '--format=%(contents)', 'v0.2.0')).toBe('Footlight 0.2.0\n\n### Added\n\n- A release command.');
});

test('changes nothing when the release is not possible, and says why', () => {
  const before = git('rev-parse', 'HEAD');
  const expectRejected = (message: RegExp, ...args: string[]): void => {
    const { status, stderr } = release(...args);
    expect([status, stderr]).toEqual([1, expect.stringMatching(message)]);
    expect([git('rev-parse', 'HEAD'), git('tag', '--list')]).toEqual([before, '']);
  };
  expectRejected(/^! Usage: /);
  expectRejected(/^! Usage: /, 'next');
  expectRejected(/^! 0\.1\.0 does not follow the current version, 0\.1\.0\./, '0.1.0');
  writeFileSync(join(folder, 'notes.txt'), 'not committed');
  expectRejected(/^! The checkout has changes that are not committed\./, '0.2.0');
  rmSync(join(folder, 'notes.txt'));
  release('0.2.0');
  git('tag', '--delete', 'v0.2.0');
  const { status, stderr } = release('0.3.0');
  expect([status, stderr]).toEqual([1, expect.stringMatching(/nothing to release/)]);
});
