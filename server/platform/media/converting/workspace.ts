/** Temporary work folders. They are removed when the work ends; those of dead processes are swept at the next start. */
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { day_ms } from '@contract/kernel/units';
import type { Config } from '../../../kernel/config';

const machine = hostname().replaceAll(/[^a-zA-Z0-9]/g, '');
const root = (config: Pick<Config, 'dataDir'>): string => join(config.dataDir, 'work');

/** Creates a work folder and returns its path. The caller removes it; if the process dies, the sweep does. */
export async function makeWorkspace(config: Pick<Config, 'dataDir'>): Promise<string> {
  await mkdir(root(config), { recursive: true });
  return mkdtemp(join(root(config), `${machine}_${String(process.pid)}_`));
}

/** Runs `work` with a new folder, returns its result, and removes the folder in any case. */
export async function inWorkspace<T>(config: Pick<Config, 'dataDir'>, work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await makeWorkspace(config);
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function isStale(path: string, name: string, now: Date): Promise<boolean> {
  const [owner, pid] = name.split('_');
  if (owner === machine && !isAlive(Number(pid))) return true;
  // A folder of another machine, or of a reused process id: no work takes this long.
  const found = await stat(path).catch(() => null);
  return found !== null && now.getTime() - found.mtimeMs > day_ms;
}

/** Removes folders of ended processes. */
export async function sweepWorkspaces(config: Pick<Config, 'dataDir'>, now: Date): Promise<void> {
  for (const name of await readdir(root(config)).catch(() => [])) {
    const path = join(root(config), name);
    if (await isStale(path, name, now)) await rm(path, { recursive: true, force: true });
  }
}
