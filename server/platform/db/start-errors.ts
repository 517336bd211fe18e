/** Errors that prevent startup. The messages are for the administrator and say what to do. */
import { causesOf } from './db';

/** The administrator must act before the site can start. Commands and processes print the message without a stack trace. */
export abstract class StartupError extends Error {}

export const isStartupError = (error: unknown): error is StartupError => error instanceof StartupError;

/** The data folder is in use by another running site. */
export class DatabaseInUse extends StartupError {
  override name = 'DatabaseInUse';
}

/** The database at the URL in `variable` is unreachable. */
export class DatabaseUnreachable extends StartupError {
  override name = 'DatabaseUnreachable';

  constructor(variable: 'DATABASE_URL' | 'DATABASE_DIRECT_URL', url: string, cause: unknown) {
    const { hostname, port, pathname, username } = new URL(url);
    const address = `${hostname}:${port || '5432'}`;
    const target = `database ${pathname.slice(1) || '(none)'}, user ${username || '(none)'}`;
    super(
      `The database at ${variable} cannot be reached (${address}, ${target}): ${reasonOf(cause)}. ` +
        `Start PostgreSQL, or correct ${variable}.`,
      { cause },
    );
  }
}

/** The pooler at `DATABASE_URL` is not configured as this version requires. */
export class PoolerMisconfigured extends StartupError {
  override name = 'PoolerMisconfigured';

  constructor(readonly problems: readonly string[]) {
    super(`The pooler at DATABASE_URL is not configured correctly: ${problems.join('; ')}. See deploy/pgbouncer.ini.`);
  }
}

/** The database has migrations that this version does not know. Nothing was changed. */
export class DatabaseTooNew extends StartupError {
  override name = 'DatabaseTooNew';

  constructor() {
    super(
      'This database was upgraded by a newer version of Footlight. Running this version would damage its data. ' +
        'Nothing was changed. Install the newer version, or restore a backup from before the upgrade.',
    );
  }
}

/** A migration of the database was rolled back. */
export class MigrationFailed extends StartupError {
  override name = 'MigrationFailed';

  constructor(cause: unknown) {
    const isFull = [...causesOf(cause)].some(({ code }) => code === '53100');
    const next = isFull ? 'The disk of the database is full. Free up space, then start again.' : 'See the database log for details.';
    super(`The database could not be upgraded: ${reasonOf(cause)}. Nothing was changed. ${next}`, { cause });
  }
}

/** The innermost message of an error and its causes: the outer ones only quote queries. */
export function reasonOf(error: unknown): string {
  const found = [...causesOf(error)].flatMap(({ message, code }) => {
    if (typeof message === 'string' && message !== '') return [message];
    return typeof code === 'string' ? [code] : [];
  });
  return found.at(-1) ?? String(error);
}
