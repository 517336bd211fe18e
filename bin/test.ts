/**
 * `npm test`: the checks of `npm run check`, then every test: of the host, of the web, and each journey at its main size, with a sample of
 * what repeats itself. `--all`: the journeys at every size with each look inspected, and every repetition. `--journeys`: the journeys
 * alone. Further arguments go to Jest, such as `--shard=1/2`. All steps run, and the end names those that failed and the slowest files.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import { lintOfInstances } from './checks/checks';
import { findChromium, findQuietChromium } from './chromium';
import { root } from './environment';
import type { Step } from './checks/steps';
import { slowestFiles } from './checks/test-results';

/** Where each run of Jest leaves its results. */
const results = 'coverage/results';
/** Workers for two cores: a file of the host waits half of its time, for a database, a converter or a bound. */
const workers = { host: 3, web: 2, journeys: 2 };
const slowestShown = 10;

const own = new Set(['--all', '--journeys']);
const isWhole = process.argv.includes('--all');
const passedOn = process.argv.slice(2).filter((argument) => !own.has(argument));

const jest = (name: keyof typeof workers): string[] => [
  'node_modules/jest/bin/jest.js',
  '--json',
  `--outputFile=${results}/${name}.json`,
  `--maxWorkers=${workers[name]}`,
  // A worker that has grown makes room for a new one.
  '--workerIdleMemoryLimit=3GB',
  ...passedOn,
];
const script = (path: string): string[] => ['--import', 'tsx', path];
const depth: Record<string, string> = isWhole ? { TEST_DEPTH: 'thorough' } : {};

const checks: Step[] = [{ name: 'checks', args: script('bin/check.ts') }, ...(isWhole ? [lintOfInstances] : [])];

const tests: Step[] = [
  { name: 'host', args: [...jest('host'), '--selectProjects', 'host', 'render'], env: depth },
  { name: 'web', args: [...jest('web'), '--selectProjects', 'web'] },
];

/** They read what all tests left, so a part of the tests is not enough: the errors that the host answered and the texts that it sent. */
const afterTests: Step[] =
  passedOn.length > 0
    ? []
    : [
        { name: 'declared errors', args: script('bin/check-refusals.ts') },
        { name: 'texts sent', args: script('bin/words.ts') },
      ];

function journeys(): Step[] {
  const [chromium, quiet] = [findChromium(), findQuietChromium()];
  if (chromium === null || quiet === null) {
    process.stdout.write('No Chromium found: the journeys are left out (set CHROMIUM_PATH to run them).\n');
    return [];
  }
  const looks: Record<string, string> = isWhole ? { JOURNEY_LOOKS: 'inspect' } : { JOURNEY_SIZES: 'main' };
  return [
    {
      name: 'journeys',
      args: jest('journeys'),
      env: { ...depth, JOURNEYS: '1', CHROMIUM_PATH: chromium, QUIET_CHROMIUM_PATH: quiet, ...looks },
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
const steps = process.argv.includes('--journeys') ? journeys() : [...checks, ...tests, ...journeys(), ...afterTests];
const failed: string[] = [];
for (const step of steps) if (!(await passes(step))) failed.push(step.name);
process.stdout.write(`\nThe slowest files:\n${slowestFiles(results, slowestShown).join('\n')}\n`);
process.stdout.write(failed.length === 0 ? '\nAll checks passed.\n' : `\nFailed: ${failed.join(', ')}\n`);
process.exitCode = failed.length === 0 ? 0 : 1;
