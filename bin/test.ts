/**
 * `npm test`: the checks of `npm run check`, then the tests of the gate: host, web and the main journeys, each at its main size, with a
 * sample of the randomized tests. `--all`: every journey at every size with each screen inspected, and all random runs. `--journeys`: only
 * the journeys. Further arguments go to Jest, e.g. `--shard=1/2`.
 *
 * All steps run. A test file that failed is run once more, alone, when all others are done: if it passes then, it is listed as flaky. The
 * run still passes, except with `--all`. The end of the output names each failed test with the first lines of its error.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { lintOfInstances } from './checks/checks';
import { findChromium, findQuietChromium } from './chromium';
import { root } from './environment';
import { gateJourneys } from './gate-journeys';
import type { Step } from './checks/steps';
import { describeFailures, failedFiles, readRun, slowestFiles, type FailedFile, type RunResult } from './checks/test-results';

/** Where each run of Jest writes its results. */
const results = 'coverage/results';
/** The totals of all runs, for .ci/run. */
const summaryFile = 'coverage/summary.json';
/**
 * Workers for two cores: a test file of the host waits half of its time, for a database, a converter or a timeout. Five or six workers
 * saturate the processors, and take longer.
 */
const workers = { units: 4, journeys: 2 };
const slowestShown = 10;
/** More failed files than this probably have one cause, and are not run again. */
const repeatedMax = 6;

const ownFlags = new Set(['--all', '--journeys']);
const isThorough = process.argv.includes('--all');
const isOnlyJourneys = process.argv.includes('--journeys');
const jestArguments = process.argv.slice(2).filter((argument) => !ownFlags.has(argument));

/** A step that runs Jest. */
interface JestStep extends Step {
  name: keyof typeof workers;
}

const jest = (name: keyof typeof workers, output: string): string[] => [
  'node_modules/jest/bin/jest.js',
  '--json',
  `--outputFile=${output}`,
  `--maxWorkers=${workers[name]}`,
  // A worker above this size is replaced by a new one.
  '--workerIdleMemoryLimit=3GB',
];
function pathOfJourney(name: string): string {
  const path = `tests/journeys/${name}.test.ts`;
  if (!existsSync(path)) throw new Error(`bin/gate-journeys.ts names ${name}, which does not exist.`);
  return path;
}
const resultOf = (name: string): string => `${results}/${name}.json`;
const script = (path: string): string[] => ['--import', 'tsx', path];
const depth: Record<string, string> = isThorough ? { TEST_DEPTH: 'thorough' } : {};

const checks: Step[] = [{ name: 'checks', args: script('bin/check.ts') }, ...(isThorough ? [lintOfInstances] : [])];

/** Host and web in one run: web tests use the processor while host tests wait. */
const units: JestStep = { name: 'units', args: [...jest('units', resultOf('units')), ...jestArguments], env: depth };

/**
 * Checks of what all tests have recorded: the errors that the API server returned, and the texts that it sent. Left out if only a part
 * of the tests runs.
 */
const afterTests: Step[] =
  jestArguments.length > 0
    ? []
    : [
        { name: 'declared errors', args: script('bin/checks/refusals.ts') },
        { name: 'texts sent', args: script('bin/words.ts') },
      ];

function journeys(): JestStep[] {
  const [chromium, quiet] = [findChromium(), findQuietChromium()];
  if (chromium === null || quiet === null) {
    process.stdout.write('No Chromium found, so the journeys are skipped. To run them, set CHROMIUM_PATH.\n');
    return [];
  }
  // Paths, because a pattern that matches nothing would not be noticed.
  const selected = isThorough || isOnlyJourneys || jestArguments.length > 0 ? [] : ['--runTestsByPath', ...gateJourneys.map(pathOfJourney)];
  const environment: Record<string, string> = isThorough ? { JOURNEY_CHECKS: 'inspect' } : { JOURNEY_SIZES: 'main' };
  return [
    {
      name: 'journeys',
      args: [...jest('journeys', resultOf('journeys')), ...selected, ...jestArguments],
      env: { ...depth, JOURNEYS: '1', CHROMIUM_PATH: chromium, QUIET_CHROMIUM_PATH: quiet, ...environment },
    },
  ];
}

let running: ChildProcess | null = null;
for (const signal of ['SIGTERM', 'SIGHUP', 'SIGINT'] as const) {
  process.once(signal, () => {
    running?.kill(signal);
    process.exit(1);
  });
}

/** Runs a step, and returns whether it passed. */
async function runStep({ name, args, env }: Step): Promise<boolean> {
  const startedAt = performance.now();
  process.stdout.write(`\n── ${name}\n`);
  const child = spawn(process.execPath, args, { stdio: 'inherit', env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1', ...env } });
  running = child;
  const [code] = (await once(child, 'close')) as [number | null];
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  process.stdout.write(`── ${name}: ${code === 0 ? 'passed' : 'FAILED'} in ${seconds} s\n`);
  return code === 0;
}

interface Outcome {
  /** The steps that failed. */
  steps: string[];
  failed: FailedFile[];
  flaky: FailedFile[];
}

/** Runs the failed files of a Jest step again, one by one. A failure that names no test file, such as a lost worker, stays a failure. */
async function repeatFailures(step: JestStep, outcome: Outcome): Promise<void> {
  const run = readRun(resultOf(step.name));
  const failures = run === null ? [] : failedFiles(run);
  if (failures.length === 0 || failures.length > repeatedMax) {
    outcome.steps.push(step.name);
    outcome.failed.push(...failures);
    return;
  }
  for (const failure of failures) {
    const output = `coverage/repeated/${step.name}-${outcome.flaky.length + outcome.failed.length}.json`;
    const args = [...jest(step.name, output), '--runTestsByPath', failure.path];
    const isFlaky = await runStep({ name: `${failure.path}, once more`, args, env: { ...step.env } });
    (isFlaky ? outcome.flaky : outcome.failed).push(failure);
  }
  if (outcome.failed.length > 0 || (isThorough && outcome.flaky.length > 0)) outcome.steps.push(step.name);
}

function report({ steps, failed, flaky }: Outcome, runs: readonly RunResult[]): void {
  const lines = [`Slowest files:\n${slowestFiles(runs, slowestShown).join('\n')}`];
  if (flaky.length > 0) lines.push(`Flaky (failed, then passed when run alone):\n${describeFailures(flaky)}`);
  if (failed.length > 0) lines.push(`Failed tests:\n${describeFailures(failed)}`);
  lines.push(steps.length === 0 ? 'All checks passed.' : `Failed: ${steps.join(', ')}`);
  process.stdout.write(`\n${lines.join('\n\n')}\n`);
}

process.chdir(root);
rmSync('coverage', { recursive: true, force: true });
for (const folder of [results, 'coverage/repeated']) mkdirSync(folder, { recursive: true });
const jestSteps = isOnlyJourneys ? journeys() : [units, ...journeys()];
const outcome: Outcome = { steps: [], failed: [], flaky: [] };
const failedSteps: JestStep[] = [];
if (!isOnlyJourneys) for (const step of checks) if (!(await runStep(step))) outcome.steps.push(step.name);
for (const step of jestSteps) if (!(await runStep(step))) failedSteps.push(step);
for (const step of failedSteps) await repeatFailures(step, outcome);
if (!isOnlyJourneys) for (const step of afterTests) if (!(await runStep(step))) outcome.steps.push(step.name);

const runs = jestSteps.map(({ name }) => readRun(resultOf(name))).filter((run) => run !== null);
const failedTests = outcome.failed.reduce((sum, { failures }) => sum + failures.length, 0);
const flakyTests = outcome.flaky.reduce((sum, { failures }) => sum + failures.length, 0);
const passedTests = runs.reduce((sum, { numPassedTests }) => sum + numPassedTests, 0);
const summary = { passed: passedTests + (isThorough ? 0 : flakyTests), failed: failedTests + (isThorough ? flakyTests : 0) };
writeFileSync(summaryFile, JSON.stringify(summary));
report(outcome, runs);
process.exitCode = outcome.steps.length === 0 ? 0 : 1;
