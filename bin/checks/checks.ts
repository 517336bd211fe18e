/** The steps of `npm run check`: everything that can be checked in the sources without running the product. */
import { mkdirSync } from 'node:fs';
import { runSteps, type Step } from './steps';

const modules = 'node_modules';
/** Kept between runs; git ignores it, and `npm ci` clears it. */
const cache = `${modules}/.cache/check`;

const step = (name: string, command: string): Step => ({ name, args: command.split(' ') });
const ownStep = (name: string, command: string): Step => step(name, `--import tsx bin/${command}`);

/**
 * The longest first, so that the two workers end together. Every cache is keyed by the content of files. The compiler's cache also
 * tracks dependencies between files. Typed lint has no cache: its result for a file may depend on any other file.
 */
const checks: readonly Step[] = [
  // One thread each: every further thread would check the contract again while the other worker needs the processor.
  step('lint', `${modules}/oxlint/bin/oxlint --threads=1`),
  step('types', `${modules}/typescript-native/bin/tsc --noEmit -p . --singleThreaded --tsBuildInfoFile ${cache}/types.tsbuildinfo`),
  step(
    'boundaries',
    `${modules}/dependency-cruiser/bin/dependency-cruise.mjs --config .dependency-cruiser.cjs --output-type err` +
      ` --cache ${cache}/boundaries --cache-strategy content contract packages server src pages bin tests`,
  ),
  ownStep('folders of the server', 'checks/folders.ts'),
  step(
    'folders of the site',
    `${modules}/dependency-cruiser/bin/dependency-cruise.mjs --config .dependency-cruiser.folders.cjs --output-type err` +
      ` --cache ${cache}/folders --cache-strategy content src`,
  ),
  ownStep('texts', 'words.ts'),
  step('unused code', `${modules}/knip/bin/knip.js --cache --cache-location ${cache}/knip`),
  ownStep('API document', 'api-docs.ts --check'),
  ownStep('settings page', 'settings-docs.ts --check'),
  ownStep('secrets', 'checks/secrets.ts'),
  ownStep('plain words', 'checks/plain-words.ts'),
  step('formatting', `${modules}/oxfmt/bin/oxfmt --check`),
  ownStep('linter suppressions', 'checks/lint-suppressions.ts'),
  ownStep('licenses', 'checks/supply.ts'),
];

/** The one rule that oxlint lacks. It takes minutes instead of seconds, so only `npm run test:all` runs it. */
export const lintOfInstances: Step = step('lint of class instances', `${modules}/eslint/bin/eslint.js .`);

/** Runs all checks, two at a time, and returns the names of those that failed. */
export function runChecks(): Promise<string[]> {
  mkdirSync(cache, { recursive: true });
  return runSteps(checks, 2);
}
