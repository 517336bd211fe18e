/** Processes of the project that a bench starts, and the cleanup of everything that it opens. */
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { nodeFlags } from '../../../bin/children';

export const local = '127.0.0.1';

const cleanups: (() => Promise<unknown>)[] = [];

/** Registers a cleanup; the last registered runs first. */
export function registerCleanup(close: () => Promise<unknown>): void {
  cleanups.push(close);
}

/** The current number of registered cleanups. */
export const cleanupCount = (): number => cleanups.length;

/** Runs the cleanups that were registered after there were `before` of them. */
export async function runCleanupsSince(before: number): Promise<void> {
  while (cleanups.length > before) await cleanups.pop()?.();
}

/** Starts a module of the project and waits until it reports that it is ready; it is stopped at the end. */
export async function startModule(module: string, cwd: string, env: NodeJS.ProcessEnv, args: string[] = []): Promise<void> {
  const child: ChildProcess = fork(join(cwd, module), args, {
    cwd,
    env,
    execArgv: [...nodeFlags, '--import', 'tsx'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const exited = new Promise((resolve) => child.once('exit', resolve));
  registerCleanup(async () => {
    child.kill('SIGTERM');
    await exited;
  });
  await new Promise<void>((resolve, reject) => {
    child.once('message', () => resolve());
    child.once('exit', (code) => reject(new Error(`${module} ended with code ${String(code)}`)));
  });
}
