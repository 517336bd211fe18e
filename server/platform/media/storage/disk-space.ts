/** Detects a full disk. */
import { statfsSync } from 'node:fs';
import { causesOf } from '../../db/db';

/** Codes of a full or read-only disk or an exceeded disk quota; 53100 is Postgres's disk_full. */
const diskFullCodes = new Set<unknown>(['ENOSPC', 'EDQUOT', 'EROFS', '53100']);
/** Postgres allocates its WAL in segments of this size. */
const spaceMin_bytes = 16 * 1024 * 1024;

/** Whether an error was caused by a full disk. */
export function isDiskFull(error: unknown): boolean {
  for (const { code } of causesOf(error)) if (diskFullCodes.has(code)) return true;
  return false;
}

/** Whether the disk of `folder` has too little space for the database. */
export function isDiskNearlyFull(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize < spaceMin_bytes;
  } catch {
    return false;
  }
}

/**
 * Runs an optional write of a read request, e.g. counting a view. It is skipped if the disk is full, so that the request succeeds.
 * Not for use in a transaction, which the failed statement would abort.
 */
export async function ignoringFullDisk(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!isDiskFull(error)) throw error;
  }
}
