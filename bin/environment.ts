/**
 * The first steps of every command: change to the project's folder, read `.env`, and reject an invalid environment with a readable
 * message.
 */
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseEnv } from 'node:util';
import { withAppSecret } from '../server/kernel/app-secret';
import { ConfigError, readConfig } from '../server/kernel/config';
import type { Config } from '../server/kernel/config';
import { isStartupError } from '../server/platform/db/start-errors';

export const root = resolve(import.meta.dirname, '..');

/** Imported first by every child: it ends the child when the process that started it exits. */
export const exitWithParentUrl = pathToFileURL(resolve(root, 'bin/exit-with-parent.mjs')).href;

/** The environment of this command and of its child processes. Variables that are set take precedence over `.env`. */
export function commandEnvironment(): { config: Config; env: NodeJS.ProcessEnv } {
  process.chdir(root);
  const file = existsSync('.env') ? parseEnv(readFileSync('.env', 'utf8')) : {};
  try {
    const env: NodeJS.ProcessEnv = { NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1', ...withAppSecret({ ...file, ...process.env }) };
    return { config: readConfig(env), env };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}

/** Lines for people in a terminal. */
export const print = {
  info: (message: string): void => void process.stdout.write(`  ${message}\n`),
  warn: (message: string): void => void process.stdout.write(`! ${message}\n`),
};

/** Ends the command with the error's message; only an unexpected error shows its stack. */
export function exitWith(error: unknown): never {
  const isExpected = isStartupError(error) || (error instanceof Error && ['CannotStart', 'BackupError'].includes(error.name));
  process.stderr.write(`! ${isExpected ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exit(1);
}

/** A problem that the person at the terminal can solve; the message says how. */
export class CannotStart extends Error {
  override name = 'CannotStart';
}
