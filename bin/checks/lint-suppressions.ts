/**
 * Looks for comments that disable a linter, in every source that git tracks: oxlint has no option to ignore them. Exits with 1
 * and names the places. A rule that is wrong somewhere is changed in `.oxlintrc.json`, where others see it.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

// In two parts, so that this file does not match itself.
const silencer = new RegExp(['(oxlint|eslint)', 'disable'].join('-'));
const sources = ['*.ts', '*.tsx', '*.js', '*.mjs', '*.cjs'];

const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--deduplicate', '--', ...sources], {
  encoding: 'utf8',
  maxBuffer: 50_000_000,
});
const places = files
  .split('\0')
  .filter((file) => file !== '' && existsSync(file))
  .flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, index) => (silencer.test(line) ? [`${file}:${index + 1}`] : [])),
  );
if (places.length > 0) {
  for (const place of places) process.stderr.write(`  ${place} silences the linter\n`);
  process.exit(1);
}
