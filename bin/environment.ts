/** What every command does first: stand in the project's folder, take `.env` in, and refuse a wrong environment in plain words. */
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseEnv } from 'node:util';
import { withAppSecret } from '../server/kernel/app-secret';
import { ConfigError, readConfig } from '../server/kernel/config';
import type { Config } from '../server/kernel/config';
import { isStartRefused } from '../server/platform/db/start-errors';

export const root = resolve(import.meta.dirname, '..');

/** What every child imports first: it ends the child with the process that started it. */
export const leash = pathToFileURL(resolve(root, 'bin/leash.mjs')).href;

/** The environment of this command and of all that it starts. A variable that is set wins over `.env`. */
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
export const say = {
  info: (message: string): void => void process.stdout.write(`  ${message}\n`),
  warn: (message: string): void => void process.stdout.write(`! ${message}\n`),
};

/** Ends the command with the error's sentence; only an unexpected one shows where it came from. */
export function endWith(error: unknown): never {
  const isExpected = isStartRefused(error) || (error instanceof Error && ['CannotStart', 'BackupRefused'].includes(error.name));
  process.stderr.write(`! ${isExpected ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exit(1);
}

/** Something that the person at the terminal can put right; the message says how. */
export class CannotStart extends Error {
  override name = 'CannotStart';
}
