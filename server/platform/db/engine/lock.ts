/**
 * One holder per file, told apart by process id and by when that process began: a lock left by a dead process, or by
 * one whose id was given to another since, is taken over.
 */
import { execFileSync } from 'node:child_process';
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Somebody else, alive, holds the lock. */
export class LockHeld extends Error {
  override name = 'LockHeld';

  constructor(readonly pid: number) {
    super(`held by process ${pid}`);
  }
}

/**
 * Takes the lock `file` for this process and returns what gives it back.
 * @throws LockHeld when a living process has it
 */
export function takeLock(file: string): () => void {
  mkdirSync(dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}`;
  const mine = `${process.pid} ${beginningOf(process.pid)}\n`;
  writeFileSync(draft, mine, { mode: 0o644 });
  try {
    while (!linked(draft, file)) clearStale(file);
  } finally {
    rmSync(draft, { force: true });
  }
  return () => {
    if (contentOf(file) === mine) rmSync(file, { force: true });
  };
}

/** Whether a process with this id runs (it may belong to somebody else). */
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

function linked(draft: string, file: string): boolean {
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

function clearStale(file: string): void {
  const held = contentOf(file);
  if (held === null) return;
  refuseIfAlive(held);
  // Moved aside first: had another process taken the lock meanwhile, its lock is seen here and put back.
  const aside = `${file}.${process.pid}.stale`;
  try {
    renameSync(file, aside);
  } catch {
    return;
  }
  const moved = contentOf(aside) ?? held;
  try {
    refuseIfAlive(moved);
  } catch (error) {
    linked(aside, file);
    throw error;
  } finally {
    rmSync(aside, { force: true });
  }
}

function refuseIfAlive(held: string): void {
  const [id = '', ...beginning] = held.trim().split(' ');
  const pid = Number(id);
  if (Number.isInteger(pid) && pid > 0 && isAlive(pid) && beginningOf(pid) === beginning.join(' ')) throw new LockHeld(pid);
}

function contentOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

/** A mark of when the process began, the same at each reading; empty when it cannot be told. */
function beginningOf(pid: number): string {
  try {
    // The 22nd field counts from the boot; fields are counted after the name, which may hold spaces and brackets.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return `${fields[19] ?? ''}@${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}`;
  } catch {
    return beginningByPs(pid);
  }
}

function beginningByPs(pid: number): string {
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return '';
  }
}
