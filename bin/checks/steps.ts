/** Runs commands as steps, two at a time, and reports the result of each. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Arguments of `node`. */
export interface Step {
  name: string;
  args: string[];
  env?: Record<string, string>;
}

const seconds = (since: number): string => ((performance.now() - since) / 1000).toFixed(1);

/** Runs one step. Its output is printed when it ends, so that concurrent steps stay readable. */
async function hasPassed({ name, args, env }: Step): Promise<boolean> {
  const started = performance.now();
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1', ...env },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  process.stdout.write(`${output.trimEnd()}\n── ${name}: ${code === 0 ? 'passed' : 'FAILED'} in ${seconds(started)} s\n\n`.trimStart());
  return code === 0;
}

/**
 * Runs all steps in their order, `width` at a time: each lane takes the next step when it is free.
 * @returns the names of those that failed, in the order of the list
 */
export async function runSteps(steps: readonly Step[], width: number): Promise<string[]> {
  const failed = new Set<Step>();
  const waiting = [...steps];
  const lane = async (): Promise<void> => {
    for (let step = waiting.shift(); step; step = waiting.shift()) if (!(await hasPassed(step))) failed.add(step);
  };
  await Promise.all(Array.from({ length: width }, lane));
  return steps.filter((step) => failed.has(step)).map(({ name }) => name);
}
