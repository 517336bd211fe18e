/**
 * A lock file with one holder, identified by process id and start time: a lock of a dead process is taken over, even if its id has
 * been reused.
 */
import { execFileSync } from 'node:child_process';
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Another living process holds the lock. */
export class LockHeldError extends Error {
  override name = 'LockHeldError';

  constructor(readonly pid: number) {
    super(`held by process ${pid}`);
  }
}

/**
 * Takes the lock `file` for this process and returns a function that releases it.
 * @throws LockHeldError if a living process holds it
 */
export function takeLock(file: string): () => void {
  mkdirSync(dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}`;
  const content = `${process.pid} ${startTimeOf(process.pid)}\n`;
  writeFileSync(draft, content, { mode: 0o644 });
  try {
    while (!tryLink(draft, file)) clearStale(file);
  } finally {
    rmSync(draft, { force: true });
  }
  return () => {
    if (contentOf(file) === content) rmSync(file, { force: true });
  };
}

/** Whether a process with this id is running (it may belong to another user). */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

function codeOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
}

function tryLink(draft: string, file: string): boolean {
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

function clearStale(file: string): void {
  const lock = contentOf(file);
  if (lock === null) return;
  assertHolderDead(lock);
  // Moved aside first: if another process took the lock in between, its lock is found here and put back.
  const aside = `${file}.${process.pid}.stale`;
  try {
    renameSync(file, aside);
  } catch {
    return;
  }
  const moved = contentOf(aside) ?? lock;
  try {
    assertHolderDead(moved);
  } catch (error) {
    tryLink(aside, file);
    throw error;
  } finally {
    rmSync(aside, { force: true });
  }
}

function assertHolderDead(lock: string): void {
  const [id = '', ...startTime] = lock.trim().split(' ');
  const pid = Number(id);
  if (Number.isInteger(pid) && pid > 0 && isAlive(pid) && startTimeOf(pid) === startTime.join(' ')) throw new LockHeldError(pid);
}

function contentOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

/** The start time of a process as a stable string; empty if it is unknown. */
function startTimeOf(pid: number): string {
  try {
    // Field 22 is the start time since boot. Fields are counted after the process name, which may contain spaces and parentheses.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return `${fields[19] ?? ''}@${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}`;
  } catch {
    return startTimeFromPs(pid);
  }
}

function startTimeFromPs(pid: number): string {
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return '';
  }
}
