/** `npm test`: every check, one after the other; all of them run, and the end names those that failed. `--journeys` runs the journeys alone. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { findChromium } from './chromium';
import { root } from './environment';

interface Step {
  name: string;
  args: string[];
  env?: Record<string, string>;
}

const modules = 'node_modules';
const results = 'coverage/results';
const jest = (name: string): string[] => [`${modules}/jest/bin/jest.js`, '--json', `--outputFile=${results}/${name}.json`];

/** Most tests wait for a database or a converter: two at a time take half as long. One that has grown large makes room for the next. */
const twoAtATime = ['--maxWorkers=2', '--workerIdleMemoryLimit=1GB'];

const checks: Step[] = [
  { name: 'format', args: [`${modules}/prettier/bin/prettier.cjs`, '--check', '--log-level=warn', '.'] },
  { name: 'types', args: [`${modules}/typescript/bin/tsc`, '--noEmit', '-p', '.'] },
  { name: 'lint', args: [`${modules}/eslint/bin/eslint.js`, '.'] },
  {
    name: 'rooms',
    args: [
      `${modules}/dependency-cruiser/bin/dependency-cruise.mjs`,
      '--config',
      '.dependency-cruiser.cjs',
      '--output-type',
      'err',
      'contract',
      'server',
      'src',
      'pages',
      'bin',
      'tests',
    ],
  },
  { name: 'unused', args: [`${modules}/knip/bin/knip.js`] },
  { name: 'tests of the host and the web', args: [...jest('tests'), ...twoAtATime] },
  { name: 'declared refusals', args: ['--import', 'tsx', 'bin/check-refusals.ts'] },
  { name: 'API document', args: ['--import', 'tsx', 'bin/api-docs.ts', '--check'] },
];

function journeys(): Step[] {
  if (!existsSync('tests/journeys') || !readdirSync('tests/journeys').some((name) => name.endsWith('.test.ts'))) return [];
  const chromium = findChromium();
  if (chromium) return [{ name: 'journeys', args: jest('journeys'), env: { JOURNEYS: '1', CHROMIUM_PATH: chromium } }];
  process.stdout.write('No Chromium found: the journeys are left out (set CHROMIUM_PATH to have them run).\n');
  return [];
}

function hasPassed({ name, args, env }: Step): boolean {
  const begun = performance.now();
  process.stdout.write(`\n── ${name}\n`);
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit', env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1', ...env } });
  process.stdout.write(`── ${name}: ${status === 0 ? 'passed' : 'FAILED'} in ${Math.round((performance.now() - begun) / 1000)} s\n`);
  return status === 0;
}

process.chdir(root);
rmSync('coverage', { recursive: true, force: true });
mkdirSync(results, { recursive: true });
const steps = process.argv.includes('--journeys') ? journeys() : [...checks, ...journeys()];
const failed = steps.filter((step) => !hasPassed(step));
process.stdout.write(failed.length === 0 ? '\nAll checks passed.\n' : `\nFailed: ${failed.map(({ name }) => name).join(', ')}\n`);
process.exitCode = failed.length === 0 ? 0 : 1;
