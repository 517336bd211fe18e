/** Reasons for which nothing starts on a database. Each message is for the operator of the machine, and says what to do. */
import { causesOf } from './db';

/** A start cannot go on until its operator has done something: commands and processes show the message alone. */
export abstract class StartRefused extends Error {}

export const isStartRefused = (error: unknown): error is StartRefused => error instanceof StartRefused;

/** The data folder is in use by another running site. */
export class DatabaseInUse extends StartRefused {
  override name = 'DatabaseInUse';
}

/** The database that `DATABASE_URL` names does not take connections. */
export class DatabaseAway extends StartRefused {
  override name = 'DatabaseAway';

  constructor(url: string, cause: unknown) {
    const { hostname, port, pathname, username } = new URL(url);
    const place = `${hostname}:${port || '5432'}`;
    const asked = `database ${pathname.slice(1) || '(none)'}, user ${username || '(none)'}`;
    super(
      `The database that DATABASE_URL names cannot be reached (${place}, ${asked}): ${reasonOf(cause)}. ` +
        'Start PostgreSQL, or correct DATABASE_URL.',
      { cause },
    );
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

/** An upgrade of the database was taken back. */
export class MigrationFailed extends StartRefused {
  override name = 'MigrationFailed';

  constructor(cause: unknown) {
    const isFull = [...causesOf(cause)].some(({ code }) => code === '53100');
    const next = isFull ? 'The disk of the database is full: make space, then start again.' : 'The log of the database may say more.';
    super(`The database could not be upgraded: ${reasonOf(cause)}. Nothing was changed. ${next}`, { cause });
  }
}

/** The innermost message: the outer ones tell of queries. */
export function reasonOf(error: unknown): string {
  const found = [...causesOf(error)].flatMap(({ message, code }) => {
    if (typeof message === 'string' && message !== '') return [message];
    return typeof code === 'string' ? [code] : [];
  });
  return found.at(-1) ?? String(error);
}
