/** Workers in separate processes, for tests that kill one during its work. */
import { fork } from 'node:child_process';
import { bundle } from './bundle';

interface Config {
  appSecret: string;
  dataDir: string;
}

export interface WorkerProcess {
  /** Kills the process as a crash would; resolves when it has ended. */
  kill(): Promise<void>;
}

let program: string | undefined;

/** Starts a worker on a migrated database, and resolves when it is ready. The test has to kill it. */
export async function startWorker(
  databaseUrl: string,
  { appSecret, dataDir }: Config,
  variables: Record<string, string> = {},
): Promise<WorkerProcess> {
  program ??= bundle('tests/faults/processes/worker-process.ts');
  const child = fork(program, [databaseUrl], {
    execArgv: [],
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'test',
      APP_SECRET: appSecret,
      DATA_DIR: dataDir,
      DEMO: '0',
      LOG_LEVEL: 'silent',
      ...variables,
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  await new Promise<void>((resolve, reject) => {
    child.once('message', () => resolve());
    void exited.then((code) => reject(new Error(`the worker ended with ${String(code)}`)));
  });
  return {
    kill: async () => {
      child.kill('SIGKILL');
      await exited;
    },
  };
}
