/** The site's own secret: given by the environment, or made once and kept beside the data. */
import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, linkSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ConfigError, defaults } from './config';
import type { ConfigProblem } from './config-variables';
import { secretLengthMin } from './config-variables';

/**
 * `env` with APP_SECRET: the given one, or the one kept in DATA_DIR/secret (mode 0600), which is made on first use.
 * All processes of one site must share it: it signs links and protects stored account numbers.
 */
export function withAppSecret(env: Readonly<Record<string, string | undefined>>): Record<string, string | undefined> {
  if (env['APP_SECRET']?.trim()) return { ...env };
  const directory = resolve(env['DATA_DIR']?.trim() || defaults.dataDir);
  const file = join(directory, 'secret');
  if (!existsSync(file)) keepSecret(directory, file, randomBytes(48).toString('base64url'));
  const kept = readFileSync(file, 'utf8').trim();
  if (kept.length < secretLengthMin) throw new ConfigError([damaged(file)]);
  return { ...env, APP_SECRET: kept };
}

/** Never replaced by a new one: papers and account numbers that are sealed with the old one would be lost without a word. */
const damaged = (file: string): ConfigProblem => ({
  variable: 'APP_SECRET',
  reason: `is kept in ${file}, which is empty or cut short. Put the file \`secret\` of a backup in its place, or set the variable to what it was`,
  example: 'the-secret-of-this-site',
});

/** Written aside and then linked, so that of several processes one wins and none reads half a secret, nor after a loss of power. */
function keepSecret(directory: string, file: string, secret: string): void {
  mkdirSync(directory, { recursive: true });
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `${secret}\n`, { mode: 0o600, flush: true });
  try {
    linkSync(draft, file);
  } catch (error) {
    if (!existsSync(file)) throw error;
  } finally {
    rmSync(draft);
  }
  const folder = openSync(directory, 'r');
  fsyncSync(folder);
  closeSync(folder);
}

/**
 * Makes `secret`, of a site that moves here, the one that is kept in `directory`, in place of one made there before anybody used it.
 * False, and nothing done, when `given` is another secret that does not come from there.
 */
export function adoptSecret(directory: string, given: string, secret: string): boolean {
  if (given === secret) return true;
  const file = join(directory, 'secret');
  if (!existsSync(file) || readFileSync(file, 'utf8').trim() !== given) return false;
  rmSync(file);
  keepSecret(directory, file, secret);
  return true;
}
