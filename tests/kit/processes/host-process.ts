/** The API server in a separate process, as `npm start` runs it: for tests that kill it during its work. */
import { fork } from 'node:child_process';
import { freePort } from './ports';

const local = '127.0.0.1';

export interface HostProcess {
  /** The origin of its API. */
  url: string;
  /** Kills the process as a crash would; resolves when it has ended. Rejects if it had exited before or has written any output. */
  kill(): Promise<void>;
}

/** Starts the API role from `program`, its bundle, on a migrated database; `environment` needs DATABASE_URL and DATA_DIR. */
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
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const exited = new Promise<NodeJS.Signals | null>((resolve) => child.once('close', (_code, signal) => resolve(signal)));
  await Promise.race([
    new Promise((resolve) => child.once('message', resolve)),
    exited.then(() => {
      throw new Error(`the host did not start: ${output}`);
    }),
  ]);
  return {
    url: `http://${local}:${String(port)}`,
    kill: async () => {
      child.kill('SIGKILL');
      if ((await exited) !== 'SIGKILL') throw new Error(`the host exited by itself: ${output}`);
      if (output !== '') throw new Error(`the host wrote: ${output}`);
    },
  };
}
