/**
 * `npm test`: the checks of `npm run check`, then every test: host, web, and each journey at its main size, with a sample of the
 * randomised tests. `--all`: the journeys at every size with each screen inspected, and all random runs. `--journeys`: only the
 * journeys. Further arguments go to Jest, e.g. `--shard=1/2`. All steps run; the end names those that failed and the slowest files.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import { lintOfInstances } from './checks/checks';
import { findChromium, findQuietChromium } from './chromium';
import { root } from './environment';
import type { Step } from './checks/steps';
import { slowestFiles } from './checks/test-results';

/** Where each run of Jest writes its results. */
const results = 'coverage/results';
/** Workers for two cores: a test file of the host waits half of its time, for a database, a converter or a timeout. */
const workers = { units: 4, journeys: 2 };
const slowestShown = 10;

const ownFlags = new Set(['--all', '--journeys']);
const isThorough = process.argv.includes('--all');
const jestArguments = process.argv.slice(2).filter((argument) => !ownFlags.has(argument));

const jest = (name: keyof typeof workers): string[] => [
  'node_modules/jest/bin/jest.js',
  '--json',
  `--outputFile=${results}/${name}.json`,
  `--maxWorkers=${workers[name]}`,
  // A worker above this size is replaced by a new one.
  '--workerIdleMemoryLimit=3GB',
  ...jestArguments,
];
const script = (path: string): string[] => ['--import', 'tsx', path];
const depth: Record<string, string> = isThorough ? { TEST_DEPTH: 'thorough' } : {};

const checks: Step[] = [{ name: 'checks', args: script('bin/check.ts') }, ...(isThorough ? [lintOfInstances] : [])];

/** Host and web together: web tests use the processor while host tests wait. */
const units: Step = { name: 'units', args: jest('units'), env: depth };

/** They read what all tests recorded, so a part of the tests is not enough: the errors that the host answered and the texts that it sent. */
const afterTests: Step[] =
  jestArguments.length > 0
    ? []
    : [
        { name: 'declared errors', args: script('bin/checks/refusals.ts') },
        { name: 'texts sent', args: script('bin/words.ts') },
      ];

function journeys(): Step[] {
  const [chromium, quiet] = [findChromium(), findQuietChromium()];
  if (chromium === null || quiet === null) {
    process.stdout.write('No Chromium found: the journeys are left out (set CHROMIUM_PATH to run them).\n');
    return [];
  }
  const environment: Record<string, string> = isThorough ? { JOURNEY_CHECKS: 'inspect' } : { JOURNEY_SIZES: 'main' };
  return [
    {
      name: 'journeys',
      args: jest('journeys'),
      env: { ...depth, JOURNEYS: '1', CHROMIUM_PATH: chromium, QUIET_CHROMIUM_PATH: quiet, ...environment },
    },
  ];
}

async function passes({ name, args, env }: Step): Promise<boolean> {
  const startedAt = performance.now();
  process.stdout.write(`\n── ${name}\n`);
  const child = spawn(process.execPath, args, { stdio: 'inherit', env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1', ...env } });
  const [code] = (await once(child, 'close')) as [number | null];
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  process.stdout.write(`── ${name}: ${code === 0 ? 'passed' : 'FAILED'} in ${seconds} s\n`);
  return code === 0;
}

process.chdir(root);
rmSync('coverage', { recursive: true, force: true });
mkdirSync(results, { recursive: true });
const steps = process.argv.includes('--journeys') ? journeys() : [...checks, units, ...journeys(), ...afterTests];
const failed: string[] = [];
for (const step of steps) if (!(await passes(step))) failed.push(step.name);
process.stdout.write(`\nThe slowest files:\n${slowestFiles(results, slowestShown).join('\n')}\n`);
process.stdout.write(failed.length === 0 ? '\nAll checks passed.\n' : `\nFailed: ${failed.join(', ')}\n`);
process.exitCode = failed.length === 0 ? 0 : 1;
