/** What `npm run check` runs: everything that can be said of the sources without running the product. */
import { mkdirSync } from 'node:fs';
import { runSteps, type Step } from './steps';

const modules = 'node_modules';
/** What a run leaves for the next one; git ignores it, and `npm ci` clears it. */
const cache = `${modules}/.cache/check`;

const step = (name: string, command: string): Step => ({ name, args: command.split(' ') });
const own = (name: string, command: string): Step => step(name, `--import tsx bin/${command}`);

/**
 * The longest first, so that the two lanes end together. Every cache is keyed by the content of files. The types' one knows what a
 * change in one file means for the others. Lint with types has none: what it says of a file may depend on any other.
 */
const checks: readonly Step[] = [
  step(
    'formatting',
    `${modules}/prettier/bin/prettier.cjs --check --log-level=warn --cache --cache-strategy content --cache-location ${cache}/prettier .`,
  ),
  step('lint', `${modules}/oxlint/bin/oxlint`),
  // Each further thread would check the contract again for itself: twice the work, while the other lane needs the processor.
  step('types', `${modules}/typescript-native/bin/tsc --noEmit -p . --singleThreaded --tsBuildInfoFile ${cache}/types.tsbuildinfo`),
  step(
    'boundaries',
    `${modules}/dependency-cruiser/bin/dependency-cruise.mjs --config .dependency-cruiser.cjs --output-type err` +
      ` --cache ${cache}/boundaries --cache-strategy content contract server src pages bin tests`,
  ),
  own('texts', 'words.ts'),
  step('unused code', `${modules}/knip/bin/knip.js --cache --cache-location ${cache}/knip`),
  own('API document', 'api-docs.ts --check'),
  own('secrets', 'check-secrets.ts'),
  own('comments that silence the linter', 'check-silencers.ts'),
  own('licences', 'check-supply.ts'),
];

/** The one rule that oxlint lacks: minutes instead of seconds, so it runs with `npm run test:all` alone. */
export const lintOfInstances: Step = step('lint of class instances', `${modules}/eslint/bin/eslint.js .`);

/** Runs all checks, in two lanes, and answers the names of those that failed. */
export function runChecks(): Promise<string[]> {
  mkdirSync(cache, { recursive: true });
  return runSteps(checks, 2);
}
