/** The site's own secret: given by the environment, or made once and kept beside the data. */
import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { defaults } from './config';

/**
 * `env` with APP_SECRET: the given one, or the one kept in DATA_DIR/secret (mode 0600), which is made on first use.
 * All processes of one site must share it: it signs links and protects stored account numbers.
 */
export function withAppSecret(env: Readonly<Record<string, string | undefined>>): Record<string, string | undefined> {
  if (env['APP_SECRET']?.trim()) return { ...env };
  const directory = resolve(env['DATA_DIR']?.trim() || defaults.dataDir);
  const file = join(directory, 'secret');
  if (!existsSync(file)) keepSecret(directory, file);
  return { ...env, APP_SECRET: readFileSync(file, 'utf8').trim() };
}

/** Written aside and then linked, so that of several processes one wins and none reads half a secret. */
function keepSecret(directory: string, file: string): void {
  mkdirSync(directory, { recursive: true });
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `${randomBytes(48).toString('base64url')}\n`, { mode: 0o600 });
  try {
    linkSync(draft, file);
  } catch (error) {
    if (!existsSync(file)) throw error;
  } finally {
    rmSync(draft);
  }
}
