/** A Redis of one test's own, where the machine has the program. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { freePort } from './ports';

/** Whether tests that need Redis can run here. */
export const hasRedis = spawnSync('redis-server', ['--version']).status === 0;

export interface TestRedis {
  url: string;
  /** Ends it at once, as a crash would. */
  kill(): Promise<void>;
  /** Makes it hang: it keeps its connections and says nothing on them. */
  freeze(): void;
  /** It goes on where it stopped. */
  thaw(): void;
  /** Starts it again at the same address, empty. */
  revive(): Promise<void>;
}

async function run(port: number): Promise<ChildProcess> {
  const child = spawn('redis-server', ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  for await (const line of child.stdout) if (String(line).includes('Ready to accept connections')) break;
  return child;
}

/** Starts a server that keeps nothing on disk. */
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
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    revive: async () => {
      child = await run(port);
    },
  };
}
