/** Errors that prevent a start. The messages are for the administrator and say what to do. */
import { causesOf } from './db';

/** The administrator has to act before a start can succeed. Commands and processes print the message without a stack. */
export abstract class StartRefused extends Error {}

export const isStartRefused = (error: unknown): error is StartRefused => error instanceof StartRefused;

/** The data folder is in use by another running site. */
export class DatabaseInUse extends StartRefused {
  override name = 'DatabaseInUse';
}

/** The database of the variable is unreachable. */
export class DatabaseAway extends StartRefused {
  override name = 'DatabaseAway';

  constructor(variable: 'DATABASE_URL' | 'DATABASE_DIRECT_URL', url: string, cause: unknown) {
    const { hostname, port, pathname, username } = new URL(url);
    const address = `${hostname}:${port || '5432'}`;
    const target = `database ${pathname.slice(1) || '(none)'}, user ${username || '(none)'}`;
    super(
      `The database that ${variable} names cannot be reached (${address}, ${target}): ${reasonOf(cause)}. ` +
        `Start PostgreSQL, or correct ${variable}.`,
      { cause },
    );
  }
}

/** The configuration of the pooler at `DATABASE_URL` does not fit this version. */
export class PoolerUnfit extends StartRefused {
  override name = 'PoolerUnfit';

  constructor(readonly wrong: readonly string[]) {
    super(`The pooler that DATABASE_URL names cannot be used: ${wrong.join('; ')}. See deploy/pgbouncer.ini.`);
  }
}

/** The database has migrations that this version does not know. Nothing was changed. */
export class DatabaseTooNew extends StartRefused {
  override name = 'DatabaseTooNew';

  constructor() {
    super(
      'This database was upgraded by a newer version of Footlight, and this version would damage what that one wrote. ' +
        'Nothing was changed. Install the newer version, or restore a backup from before the upgrade.',
    );
  }
}

/** A migration of the database was rolled back. */
export class MigrationFailed extends StartRefused {
  override name = 'MigrationFailed';

  constructor(cause: unknown) {
    const isFull = [...causesOf(cause)].some(({ code }) => code === '53100');
    const next = isFull ? 'The disk of the database is full: make space, then start again.' : 'The log of the database may say more.';
    super(`The database could not be upgraded: ${reasonOf(cause)}. Nothing was changed. ${next}`, { cause });
  }
}

/** The innermost message: the outer ones only quote queries. */
export function reasonOf(error: unknown): string {
  const found = [...causesOf(error)].flatMap(({ message, code }) => {
    if (typeof message === 'string' && message !== '') return [message];
    return typeof code === 'string' ? [code] : [];
  });
  return found.at(-1) ?? String(error);
}
