/** Supervised child processes: started, logged, restarted when they exit, and stopped together. */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { CannotStart, exitWithParentUrl, root, print } from './environment';
import { openLogFile } from './log-file';
import type { LogFileEvents } from './log-file';

export interface ChildPlan {
  /** For people and for the name of the log. */
  name: string;
  /** What node runs. */
  args: string[];
  env: NodeJS.ProcessEnv;
  /** The folder of logs; null: output goes to the terminal. */
  logs: string | null;
}

export interface Child {
  /** Resolves when the child reports that it is ready; rejects when it exits first. */
  ready: Promise<void>;
  /** Sends SIGTERM, after a timeout SIGKILL, and resolves when the child has exited. */
  stop(): Promise<void>;
}

/**
 * Node flags of every child: source maps in stack traces, and a larger young generation. Requests allocate much short-lived memory;
 * with the default of 16 MB a sixth of the time went into garbage collection.
 */
export const nodeFlags = ['--enable-source-maps', '--max-semi-space-size=64'];

const restartDelay_ms = { first: 500, max: 30_000 };
const stableAfter_ms = 60_000;
const stopWait_ms = 10_000;
const lastLinesMax = 15;

const logEvents: LogFileEvents = {
  failed: (file, reason) => print.warn(`cannot write to ${file} (${reason}); log lines are dropped until writing works again`),
  recovered: (file, droppedLines) => print.info(`writing to ${file} works again; ${droppedLines} lines were dropped`),
};

/** An error of the terminal (closed, or a file on a full disk) loses output, but does not stop the site. */
for (const terminal of [process.stdout, process.stderr]) terminal.on('error', () => undefined);

/** Starts a child that sends `ready` over its channel, and keeps it running until `stop`. */
export function superviseChild(plan: ChildPlan): Child {
  const lastLines: string[] = [];
  let isStopping = false;
  let wasReady = false;
  let delay_ms = restartDelay_ms.first;
  let child = launch(plan, lastLines);
  const restarts = new AbortController();

  const ready = new Promise<void>((resolve, reject) => {
    const watch = (running: ChildProcess): void => {
      const startedAt = performance.now();
      running.on('message', (message) => {
        if (message !== 'ready') return;
        if (wasReady) print.info(`${plan.name} is running again`);
        wasReady = true;
        resolve();
      });
      running.once('exit', (code, signal) => {
        if (isStopping) return;
        const reason = signal ?? `code ${code}`;
        if (!wasReady) {
          reject(new CannotStart(`${lastLines.join('\n')}\n${plan.name} failed to start (${reason}).`));
          return;
        }
        if (performance.now() - startedAt > stableAfter_ms) delay_ms = restartDelay_ms.first;
        print.warn(`${plan.name} exited (${reason}); restarting it`);
        void restart();
      });
    };
    const restart = async (): Promise<void> => {
      await pause(delay_ms, undefined, { signal: restarts.signal }).catch(() => {});
      delay_ms = Math.min(delay_ms * 2, restartDelay_ms.max);
      if (isStopping) return;
      child = launch(plan, lastLines);
      watch(child);
    };
    watch(child);
  });

  return {
    ready,
    stop: async () => {
      isStopping = true;
      restarts.abort();
      await end(child);
    },
  };
}

/** In its own process group: Ctrl-C reaches only the supervisor, which stops its children in order. */
function launch({ name, args, env, logs }: ChildPlan, lastLines: string[]): ChildProcess {
  const child = spawn(process.execPath, [...nodeFlags, '--import', exitWithParentUrl, ...args], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    detached: true,
  });
  const write = logs === null ? terminalWriter(name) : openLogFile(logs, name, logEvents);
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      write(chunk);
      lastLines.push(...chunk.toString().split('\n').filter(Boolean));
      lastLines.splice(0, lastLines.length - lastLinesMax);
    });
  }
  return child;
}

function terminalWriter(name: string): (chunk: Buffer) => void {
  return (chunk) => {
    for (const line of chunk.toString().split('\n')) if (line !== '') process.stdout.write(`${name}: ${line}\n`);
  };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise<void>((resolve) =>
    child.once('exit', () => {
      resolve();
    }),
  );
  child.kill('SIGTERM');
  const killTimer = setTimeout(() => child.kill('SIGKILL'), stopWait_ms);
  await exited;
  clearTimeout(killTimer);
}
