/** The site's secret: from the environment, or generated once and stored in the data folder. */
import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, linkSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ConfigError } from './config';
import { defaults } from './config-defaults';
import type { ConfigProblem } from './config-variables';
import { secretLengthMin } from './config-variables';

/**
 * `env` with APP_SECRET: the given one, or the one stored in DATA_DIR/secret (mode 0600), which is generated on first use.
 * All processes of one site must share it: it signs links and protects stored account numbers.
 */
export function withAppSecret(env: Readonly<Record<string, string | undefined>>): Record<string, string | undefined> {
  if (env['APP_SECRET']?.trim()) return { ...env };
  const directory = resolve(env['DATA_DIR']?.trim() || defaults.dataDir);
  const file = join(directory, 'secret');
  if (!existsSync(file)) storeSecret(directory, file, randomBytes(48).toString('base64url'));
  const stored = readFileSync(file, 'utf8').trim();
  if (stored.length < secretLengthMin) throw new ConfigError([damaged(file)]);
  return { ...env, APP_SECRET: stored };
}

/** The stored secret is never replaced by a new one: documents and account numbers encrypted with the old one would be lost silently. */
const damaged = (file: string): ConfigProblem => ({
  variable: 'APP_SECRET',
  reason: `is stored in ${file}, which is empty or incomplete. Restore the file \`secret\` from a backup, or set the variable to its previous value`,
  example: 'the-secret-of-this-site',
});

/** Writes a temporary file and links it, so that one of several processes wins and none reads a partial secret, even after a power loss. */
function storeSecret(directory: string, file: string, secret: string): void {
  mkdirSync(directory, { recursive: true });
  const temporary = `${file}.${process.pid}`;
  writeFileSync(temporary, `${secret}\n`, { mode: 0o600, flush: true });
  try {
    linkSync(temporary, file);
  } catch (error) {
    if (!existsSync(file)) throw error;
  } finally {
    rmSync(temporary);
  }
  const descriptor = openSync(directory, 'r');
  fsyncSync(descriptor);
  closeSync(descriptor);
}

/**
 * Stores the `secret` of a restored site in `directory`. It replaces a secret that was generated there and never used.
 * Returns false and does nothing when `configured` is another secret that is not stored there.
 */
export function adoptSecret(directory: string, configured: string, secret: string): boolean {
  if (configured === secret) return true;
  const file = join(directory, 'secret');
  if (!existsSync(file) || readFileSync(file, 'utf8').trim() !== configured) return false;
  rmSync(file);
  storeSecret(directory, file, secret);
  return true;
}
