/** The user that the database server runs as: PostgreSQL refuses to run as root, so root starts it as an unprivileged user. */
import { execFileSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';

export interface ServerUser {
  uid: number;
  gid: number;
}

const name = 'footlight';

/**
 * The user for the server of `cluster`, or null for the current one. Root uses the owner of an existing cluster, otherwise the
 * system user `footlight`, which is created if needed.
 */
export function serverUser(cluster: string): ServerUser | null {
  if (process.getuid?.() !== 0) return null;
  if (existsSync(cluster)) {
    const { uid, gid } = statSync(cluster);
    if (uid !== 0) return { uid, gid };
  }
  const user = lookupUser(name) ?? createUser() ?? lookupUser('postgres') ?? lookupUser('nobody');
  if (!user)
    throw new Error('The embedded database cannot run as root. Create a user for it (useradd --system footlight), or set DATABASE_URL.');
  return user;
}

function createUser(): ServerUser | null {
  try {
    execFileSync(
      'useradd',
      ['--system', '--user-group', '--no-create-home', '--home-dir', '/nonexistent', '--shell', '/usr/sbin/nologin', name],
      { stdio: 'ignore' },
    );
  } catch {
    // Another process may have created it at the same moment, or the system lacks useradd: the lookup below decides.
  }
  return lookupUser(name);
}

function lookupUser(user: string): ServerUser | null {
  try {
    const idOf = (flag: string): number =>
      Number(execFileSync('id', [flag, user], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
    return { uid: idOf('-u'), gid: idOf('-g') };
  } catch {
    return null;
  }
}
