/**
 * `npm run release -- <version>`: turns the section "Unreleased" of the changelog into that of the version, writes the version into
 * package.json and its lockfile, commits this, and tags the commit with the section as message. It pushes nothing. Run it in a clean
 * checkout whose `npm run test:all` passed. `--folder <path>`: another checkout than this one.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readArguments } from './command-line';
import { CannotStart, exitWith, print, root } from './environment';

const help = `Usage: npm run release -- <version> [--folder <path>]

Turns the "Unreleased" section of the changelog into a release, sets the version in package.json and its lockfile, commits and tags.

  <version>         later than the current one, e.g. 0.2.0
  --folder <path>   a checkout other than this one`;
const versionPattern = /^(\d+)\.(\d+)\.(\d+)$/;

const numbersOf = (version: string): number[] => version.split('.').map(Number);

/** Whether `next` follows `current` in the order of semantic versions. */
function isLater(next: string, current: string): boolean {
  const [a, b] = [numbersOf(next), numbersOf(current)];
  const index = a.findIndex((number, position) => number !== b[position]);
  return index !== -1 && (a[index] ?? 0) > (b[index] ?? 0);
}

/** The changelog with the entries of "Unreleased" under the version, and those entries. */
function releaseChangelog(text: string, version: string, day: string): { changelog: string; entries: string } {
  const heading = '## [Unreleased]';
  const [before, after] = text.split(`${heading}\n`);
  if (before === undefined || after === undefined) throw new CannotStart(`CHANGELOG.md has no "${heading}" section.`);
  const end = after.search(/^## /m);
  const entries = (end === -1 ? after : after.slice(0, end)).trim();
  if (entries === '') throw new CannotStart('The "Unreleased" section of CHANGELOG.md is empty. There is nothing to release.');
  const older = end === -1 ? '' : `\n${after.slice(end)}`;
  return { changelog: `${before}${heading}\n\n## [${version}] - ${day}\n\n${entries}\n${older}`, entries };
}

/** Replaces the version in a JSON file without touching its formatting. In a lockfile it occurs twice before the first dependency. */
function writeVersion(path: string, current: string, version: string): void {
  const text = readFileSync(path, 'utf8');
  const dependencies = text.search(/"node_modules\//);
  const head = dependencies === -1 ? text : text.slice(0, dependencies);
  writeFileSync(path, head.replaceAll(`"version": "${current}"`, `"version": "${version}"`) + text.slice(head.length));
}

function release(folder: string, version: string): void {
  const git = (...args: string[]): string => execFileSync('git', args, { cwd: folder, encoding: 'utf8' }).trim();
  const { version: current } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string };
  if (!isLater(version, current)) throw new CannotStart(`${version} is not later than the current version, ${current}.`);
  if (git('status', '--porcelain') !== '') throw new CannotStart('The checkout has uncommitted changes. Commit or stash them first.');
  const tag = `v${version}`;
  if (git('tag', '--list', tag) !== '') throw new CannotStart(`The tag ${tag} already exists.`);
  const path = join(folder, 'CHANGELOG.md');
  const { changelog, entries } = releaseChangelog(readFileSync(path, 'utf8'), version, new Date().toISOString().slice(0, 10));
  writeFileSync(path, changelog);
  for (const file of ['package.json', 'package-lock.json']) writeVersion(join(folder, file), current, version);
  git('commit', '--quiet', '--message', `Release ${version}`, '--', 'CHANGELOG.md', 'package.json', 'package-lock.json');
  git('tag', '--annotate', tag, '--cleanup', 'verbatim', '--message', `Footlight ${version}\n\n${entries}`);
  print.info(`${tag} is committed and tagged. Publish it with: git push --follow-tags`);
}

try {
  const { values, positionals } = readArguments(help, { folder: { type: 'string', default: root } });
  const [version] = positionals;
  if (version === undefined || positionals.length > 1 || !versionPattern.test(version)) throw new CannotStart(help);
  release(values.folder, version);
} catch (error) {
  exitWith(error);
}
