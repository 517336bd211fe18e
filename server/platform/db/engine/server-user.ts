/** As whom the database server runs: PostgreSQL refuses to run as root, so root lends it to a user without rights. */
import { execFileSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';

export interface ServerUser {
  uid: number;
  gid: number;
}

const name = 'footlight';

/**
 * The user to run the server of `cluster` as, or null for the present one. Root keeps to the owner of an existing
 * cluster, else takes (and at first makes) the system user `footlight`.
 */
export function serverUser(cluster: string): ServerUser | null {
  if (process.getuid?.() !== 0) return null;
  if (existsSync(cluster)) {
    const { uid, gid } = statSync(cluster);
    if (uid !== 0) return { uid, gid };
  }
  const user = known(name) ?? made() ?? known('postgres') ?? known('nobody');
  if (!user)
    throw new Error(
      'As root the embedded database needs another user to run as. Make one (useradd --system footlight), or set DATABASE_URL.',
    );
  return user;
}

function made(): ServerUser | null {
  try {
    execFileSync(
      'useradd',
      ['--system', '--user-group', '--no-create-home', '--home-dir', '/nonexistent', '--shell', '/usr/sbin/nologin', name],
      { stdio: 'ignore' },
    );
  } catch {
    // Another process may have made it at the same moment, or the system has no such program: looked up below.
  }
  return known(name);
}

function known(user: string): ServerUser | null {
  try {
    const ask = (flag: string): number =>
      Number(execFileSync('id', [flag, user], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
    return { uid: ask('-u'), gid: ask('-g') };
  } catch {
    return null;
  }
}
