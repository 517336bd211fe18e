/** Workers as processes of their own, for tests that take one away in the middle of its work. */
import { fork } from 'node:child_process';

interface Config {
  appSecret: string;
  dataDir: string;
}

export interface WorkerProcess {
  /** Ends it as a crash would, and comes back when it is gone. */
  kill(): Promise<void>;
}

/** Starts a worker on a migrated database, and comes back when it works. Its end is the test's to bring about. */
export async function startWorker(
  databaseUrl: string,
  { appSecret, dataDir }: Config,
  variables: Record<string, string> = {},
): Promise<WorkerProcess> {
  const child = fork('tests/faults/processes/worker-process.ts', [databaseUrl], {
    execArgv: ['--import', 'tsx'],
    env: {
      ...{ PATH: process.env['PATH'], NODE_ENV: 'test', APP_SECRET: appSecret, DATA_DIR: dataDir, DEMO: '0', LOG_LEVEL: 'silent' },
      ...variables,
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const gone = new Promise<number | null>((resolve) => child.once('exit', resolve));
  await new Promise<void>((resolve, reject) => {
    child.once('message', () => resolve());
    void gone.then((code) => reject(new Error(`the worker ended with ${String(code)}`)));
  });
  return {
    kill: async () => {
      child.kill('SIGKILL');
      await gone;
    },
  };
}
