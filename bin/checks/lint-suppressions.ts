/**
 * Looks for comments that disable a linter, in every source that git tracks: oxlint has no option to ignore them. Exits with 1
 * and prints their locations. A rule that is wrong somewhere is changed in `.oxlintrc.json`, where others see it.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

// In two parts, so that this file does not match itself.
const suppression = new RegExp(['(oxlint|eslint)', 'disable'].join('-'));
const sources = ['*.ts', '*.tsx', '*.js', '*.mjs', '*.cjs'];

const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--deduplicate', '--', ...sources], {
  encoding: 'utf8',
  maxBuffer: 50_000_000,
});
const locations = files
  .split('\0')
  .filter((file) => file !== '' && existsSync(file))
  .flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, index) => (suppression.test(line) ? [`${file}:${index + 1}`] : [])),
  );
if (locations.length > 0) {
  for (const location of locations) process.stderr.write(`  ${location} suppresses the linter\n`);
  process.exit(1);
}
