/** The embedded live engine in a separate process, for tests that need it and tests that kill it. */
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { bundle } from '../processes/bundle';

export interface EngineProcess {
  /** Resolves when the engine accepts requests. */
  start(): Promise<void>;
  /** Kills the process as a crash would; resolves when it has ended. */
  kill(): Promise<void>;
  pid(): number;
  /** The output so far. */
  output(): string;
}

/** `variables`: those of its site, with LIVE_PORT, LIVE_UDP_PORT, DATA_DIR and APP_SECRET. Does not start the process. */
export function engineProcess(variables: Record<string, string>): EngineProcess {
  let program: string | null = null;
  let child: ChildProcess | null = null;
  let exited: Promise<unknown> = Promise.resolve();
  let output = '';
  return {
    start: async () => {
      // Bundled on the first start, because most sites never start an engine.
      program ??= bundle('server/live/engines/embedded/process.ts');
      const started = fork(program, [], { env: { PATH: process.env['PATH'], NODE_ENV: 'test', ...variables }, execArgv: [], silent: true });
      child = started;
      exited = new Promise((resolve) => started.once('close', resolve));
      for (const stream of [started.stdout, started.stderr]) stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
      await Promise.race([
        new Promise((resolve) => started.once('message', resolve)),
        exited.then(() => {
          throw new Error(`the engine did not start: ${output}`);
        }),
      ]);
    },
    kill: async () => {
      child?.kill('SIGKILL');
      await exited;
    },
    pid: () => child?.pid ?? 0,
    output: () => output,
  };
}
