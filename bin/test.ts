/** `npm test`: every check; all of them run, and the end names those that failed. `--journeys` runs the journeys alone. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { lintOfInstances, runChecks } from './checks';
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

/** Ten thousand histories, fifty kills: what takes minutes each. */
const tireless = String.raw`(histories|-kill)\.test\.ts$`;

const tests: Step[] = [
  { name: 'tests of the host and the web', args: [...jest('tests'), ...twoAtATime, `--testPathIgnorePatterns=${tireless}`] },
];

const longTests: Step[] = [
  { name: 'tests that try the same very often', args: [...jest('long'), ...twoAtATime, `--testPathPatterns=${tireless}`] },
  lintOfInstances,
  // Of all tests so far.
  { name: 'declared refusals', args: ['--import', 'tsx', 'bin/check-refusals.ts'] },
];

function journeys(): Step[] {
  if (!existsSync('tests/journeys') || !readdirSync('tests/journeys').some((name) => name.endsWith('.test.ts'))) return [];
  const chromium = findChromium();
  if (chromium) return [{ name: 'journeys', args: jest('journeys'), env: { JOURNEYS: '1', CHROMIUM_PATH: chromium } }];
  process.stdout.write('No Chromium found: the journeys are left out (set CHROMIUM_PATH to have them run).\n');
  return [];
}

/**
 * Runs a step. One that stands `aside` gives way to whatever else runs, and what it prints comes as a whole, so that two at a
 * time can be read.
 */
async function hasPassed({ name, args, env }: Step, aside = false): Promise<boolean> {
  const begun = performance.now();
  const head = `\n── ${name}\n`;
  if (!aside) process.stdout.write(head);
  const child = spawn(process.execPath, args, {
    stdio: aside ? ['inherit', 'pipe', 'pipe'] : 'inherit',
    env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1', ...env },
  });
  if (aside && child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  let said = aside ? head : '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  process.stdout.write(`${said}── ${name}: ${code === 0 ? 'passed' : 'FAILED'} in ${Math.round((performance.now() - begun) / 1000)} s\n`);
  return code === 0;
}

/** Runs steps one after the other, and answers the names of those that failed. */
async function run(steps: readonly Step[], aside = false): Promise<string[]> {
  const failed: string[] = [];
  for (const step of steps) if (!(await hasPassed(step, aside))) failed.push(step.name);
  return failed;
}

process.chdir(root);
rmSync('coverage', { recursive: true, force: true });
mkdirSync(results, { recursive: true });
const failed = process.argv.includes('--journeys')
  ? await run(journeys())
  : // A browser leaves half of a machine idle.
    [...(await run(tests)), ...(await runChecks()), ...(await Promise.all([run(journeys()), run(longTests, true)])).flat()];
process.stdout.write(failed.length === 0 ? '\nAll checks passed.\n' : `\nFailed: ${failed.join(', ')}\n`);
process.exitCode = failed.length === 0 ? 0 : 1;
