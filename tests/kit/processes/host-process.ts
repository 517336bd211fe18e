/** The host as a process of its own, as `npm start` runs it: for tests that take it away in the middle of its work. */
import { fork } from 'node:child_process';
import { freePort } from './ports';

const local = '127.0.0.1';

export interface HostProcess {
  /** Its address. */
  url: string;
  /** Ends it as a crash would, and comes back when it is gone. Rejects when it was gone before. */
  kill(): Promise<void>;
}

/** Starts the role that answers requests from `program`, a bundle of the host, on a migrated database; `environment` needs DATABASE_URL and DATA_DIR. */
export async function startHost(program: string, environment: Record<string, string>): Promise<HostProcess> {
  const port = await freePort();
  const child = fork(program, ['--role=api'], {
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'test',
      APP_SECRET: 'a secret for tests only, long enough',
      DEMO: '0',
      LOG_LEVEL: 'error',
      RATE_LIMIT_FACTOR: '1000',
      API_PORT: String(port),
      ...environment,
    },
    execArgv: [],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const gone = new Promise<NodeJS.Signals | null>((resolve) => child.once('close', (_code, signal) => resolve(signal)));
  await Promise.race([
    new Promise((resolve) => child.once('message', resolve)),
    gone.then(() => {
      throw new Error(`the host did not start: ${said}`);
    }),
  ]);
  return {
    url: `http://${local}:${String(port)}`,
    kill: async () => {
      child.kill('SIGKILL');
      if ((await gone) !== 'SIGKILL') throw new Error(`the host ended by itself: ${said}`);
      if (said !== '') throw new Error(`the host complained: ${said}`);
    },
  };
}
