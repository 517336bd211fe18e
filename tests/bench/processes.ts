/** Processes of the project that a bench starts, and everything else that it must put away at the end. */
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { nodeFlags } from '../../bin/children';

export const local = '127.0.0.1';

const stack: (() => Promise<unknown>)[] = [];

/** Has something done at the end; what came last is done first. */
export function atEnd(close: () => Promise<unknown>): void {
  stack.push(close);
}

/** How much there is to be put away now. */
export const opened = (): number => stack.length;

/** Puts away what came after there was so much. */
export async function closeBack(before: number): Promise<void> {
  while (stack.length > before) await stack.pop()?.();
}

/** Starts a module of the project that says when it is ready; it is stopped at the end. */
export async function started(module: string, cwd: string, env: NodeJS.ProcessEnv, args: string[] = []): Promise<void> {
  const child: ChildProcess = fork(join(cwd, module), args, {
    cwd,
    env,
    execArgv: [...nodeFlags, '--import', 'tsx'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const gone = new Promise((done) => child.once('exit', done));
  atEnd(async () => {
    child.kill('SIGTERM');
    await gone;
  });
  await new Promise<void>((done, failed) => {
    child.once('message', () => done());
    child.once('exit', (code) => failed(new Error(`${module} ended with code ${String(code)}`)));
  });
}
