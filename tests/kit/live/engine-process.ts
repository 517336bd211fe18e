/** The embedded live engine as a process of its own, for tests that need it and those that take it away. */
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { bundled } from '../processes/bundle';

export interface EngineProcess {
  /** Comes back when it answers. */
  start(): Promise<void>;
  /** Ends it as a crash would, and comes back when it is gone. */
  kill(): Promise<void>;
  pid(): number;
  /** What it has said. */
  said(): string;
}

/** `variables`: those of its site, with LIVE_PORT, LIVE_UDP_PORT, DATA_DIR and APP_SECRET. It is not started yet. */
export function engineProcess(variables: Record<string, string>): EngineProcess {
  let program: string | null = null;
  let child: ChildProcess | null = null;
  let gone: Promise<unknown> = Promise.resolve();
  let said = '';
  return {
    start: async () => {
      // Most sites have no engine that starts: they pay for no bundle.
      program ??= bundled('server/streaming/embedded/live.ts');
      const started = fork(program, [], { env: { PATH: process.env['PATH'], NODE_ENV: 'test', ...variables }, execArgv: [], silent: true });
      child = started;
      gone = new Promise((resolve) => started.once('close', resolve));
      for (const stream of [started.stdout, started.stderr]) stream?.on('data', (chunk: Buffer) => (said += chunk.toString()));
      await Promise.race([
        new Promise((resolve) => started.once('message', resolve)),
        gone.then(() => {
          throw new Error(`the engine did not start: ${said}`);
        }),
      ]);
    },
    kill: async () => {
      child?.kill('SIGKILL');
      await gone;
    },
    pid: () => child?.pid ?? 0,
    said: () => said,
  };
}
