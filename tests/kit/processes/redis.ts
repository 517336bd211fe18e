/** A Redis server for one test, if the machine has the program. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { freePort } from './ports';

/** Whether this machine has Redis. */
export const hasRedis = spawnSync('redis-server', ['--version']).status === 0;

export interface TestRedis {
  url: string;
  /** Kills it, as a crash would. */
  kill(): Promise<void>;
  /** Suspends it: it keeps its connections and sends nothing. */
  suspend(): void;
  /** Resumes it. */
  resume(): void;
  /** Restarts it at the same address, without data. */
  restart(): Promise<void>;
}

async function run(port: number): Promise<ChildProcess> {
  const child = spawn('redis-server', ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  for await (const output of child.stdout) if (String(output).includes('Ready to accept connections')) break;
  return child;
}

/** Starts a server without persistence. */
export async function startRedis(): Promise<TestRedis> {
  const port = await freePort();
  let child = await run(port);
  return {
    url: `redis://127.0.0.1:${port}`,
    kill: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
    suspend: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
    restart: async () => {
      child = await run(port);
    },
  };
}
