/** The web server of the built site in a separate process. */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { maxWait_ms } from '../timing/max-wait';

export interface WebServer {
  /** The file of its error log: the process that reads the errors may not be the one that started the server. */
  errorsFile: string;
  /** Ends the process and returns the errors that it logged. */
  stop(): Promise<string>;
}

/** Starts `dist/web.js` with these variables and resolves when it listens. */
export async function startWebServer(variables: Record<string, string>): Promise<WebServer> {
  const errorsFile = join(mkdtempSync(join(tmpdir(), 'footlight-web-')), 'errors.log');
  const child = spawn(process.execPath, ['--import', pathToFileURL('bin/exit-with-parent.mjs').href, 'dist/web.js'], {
    env: { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1', ...variables },
    stdio: ['ignore', 'ignore', openSync(errorsFile, 'w'), 'ipc'],
  });
  const kill = (): void => void child.kill('SIGKILL');
  process.once('exit', kill);
  const errors = (): string => readFileSync(errorsFile, 'utf8');
  await waitUntilReady(child, errors);
  return {
    errorsFile,
    stop: async () => {
      process.off('exit', kill);
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
      const loggedErrors = errors();
      rmSync(dirname(errorsFile), { recursive: true, force: true });
      return loggedErrors;
    },
  };
}

function waitUntilReady(child: ChildProcess, errors: () => string): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`The web server did not start.\n${errors()}`)), maxWait_ms);
    child.once('message', () => {
      clearTimeout(timer);
      resolve();
    });
    child.once('exit', (code) => {
      clearTimeout(timer);
      reject(new Error(`The web server ended with code ${String(code)}.\n${errors()}`));
    });
  });
}
