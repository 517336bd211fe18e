/** Runs commands concurrently and reports the result of each. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** A command to run with `node`. */
export interface Step {
  name: string;
  /** Arguments of `node`. */
  args: string[];
  env?: Record<string, string>;
}

const seconds = (since: number): string => ((performance.now() - since) / 1000).toFixed(1);

/** Runs one step, and returns whether it passed. Its output is printed when it ends, so that concurrent steps stay readable. */
async function runStep({ name, args, env }: Step): Promise<boolean> {
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
 * Starts all steps in their order, at most `concurrency` at a time.
 * @returns the names of those that failed, in the order of the list
 */
export async function runSteps(steps: readonly Step[], concurrency: number): Promise<string[]> {
  const failed = new Set<Step>();
  const pending = [...steps];
  const worker = async (): Promise<void> => {
    for (let step = pending.shift(); step; step = pending.shift()) if (!(await runStep(step))) failed.add(step);
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  return steps.filter((step) => failed.has(step)).map(({ name }) => name);
}
