/** Processes that are kept running: started, written down, started again when they fall, and stopped together. */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { CannotStart, leash, root, say } from './environment';
import { logFile } from './log-file';
import type { LogFileNews } from './log-file';

export interface ChildPlan {
  /** For people and for the name of the log. */
  name: string;
  /** What node runs. */
  args: string[];
  env: NodeJS.ProcessEnv;
  /** The folder of logs; null: straight to the terminal. */
  logs: string | null;
}

export interface Child {
  /** Resolves once the child has said that it is ready; rejects when it ends first. */
  ready: Promise<void>;
  /** Asks it to end, insists after a while, and resolves when it is gone. */
  stop(): Promise<void>;
}

/**
 * What node is told of every process: to name the lines of the sources, and to let more be thrown away at once. Answers and pages
 * are much that lives short; with the usual 16 MB of room for it, a sixth of the time went into looking what of it was still used.
 */
export const nodeFlags = ['--enable-source-maps', '--max-semi-space-size=64'];

const restartDelay_ms = { first: 500, max: 30_000 };
const settled_ms = 60_000;
const stopWait_ms = 10_000;
const lastLinesKept = 15;

const logNews: LogFileNews = {
  failed: (file, reason) => say.warn(`${file} cannot be written (${reason}): log lines are dropped until it can`),
  recovered: (file, droppedLines) => say.info(`${file} can be written again; ${droppedLines} lines were dropped`),
};

/** A terminal that is gone, or a file on a full disk in its place, costs what is said to it, never the site. */
for (const terminal of [process.stdout, process.stderr]) terminal.on('error', () => undefined);

/** Starts a child that says `ready` over its channel, and keeps it running until `stop`. */
export function keepChild(plan: ChildPlan): Child {
  const lastLines: string[] = [];
  let isStopping = false;
  let wasReady = false;
  let delay_ms = restartDelay_ms.first;
  let child = launch(plan, lastLines);
  const waits = new AbortController();

  const ready = new Promise<void>((resolve, reject) => {
    const watch = (running: ChildProcess): void => {
      const begun = performance.now();
      running.on('message', (message) => {
        if (message !== 'ready') return;
        if (wasReady) say.info(`${plan.name} runs again`);
        wasReady = true;
        resolve();
      });
      running.once('exit', (code, signal) => {
        if (isStopping) return;
        const how = signal ?? `code ${code}`;
        if (!wasReady) {
          reject(new CannotStart(`${lastLines.join('\n')}\n${plan.name} could not start (${how}).`));
          return;
        }
        if (performance.now() - begun > settled_ms) delay_ms = restartDelay_ms.first;
        say.warn(`${plan.name} ended (${how}): starting it again`);
        void again();
      });
    };
    const again = async (): Promise<void> => {
      await pause(delay_ms, undefined, { signal: waits.signal }).catch(() => {});
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
      waits.abort();
      await end(child);
    },
  };
}

/** In a process group of its own: Ctrl-C reaches the supervisor, which stops its children in order. */
function launch({ name, args, env, logs }: ChildPlan, lastLines: string[]): ChildProcess {
  const child = spawn(process.execPath, [...nodeFlags, '--import', leash, ...args], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    detached: true,
  });
  const write = logs === null ? terminalWriter(name) : logFile(logs, name, logNews);
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      write(chunk);
      lastLines.push(...chunk.toString().split('\n').filter(Boolean));
      lastLines.splice(0, lastLines.length - lastLinesKept);
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
  const gone = new Promise<void>((resolve) =>
    child.once('exit', () => {
      resolve();
    }),
  );
  child.kill('SIGTERM');
  const patience = setTimeout(() => child.kill('SIGKILL'), stopWait_ms);
  await gone;
  clearTimeout(patience);
}
