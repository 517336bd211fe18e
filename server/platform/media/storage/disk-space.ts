/** Room on the disk, as errors tell of it. */
import { statfsSync } from 'node:fs';
import { causesOf } from '../../db/db';

/** The disk, or the site's share of it, is full or may not be written; 53100 is the database's own code for its disk. */
const full = new Set<unknown>(['ENOSPC', 'EDQUOT', 'EROFS', '53100']);
/** The database allocates its log in pieces of this size. */
const spaceMin_bytes = 16 * 1024 * 1024;

/** Whether something failed for want of room on the disk. */
export function isWithoutRoom(error: unknown): boolean {
  for (const { code } of causesOf(error)) if (full.has(code)) return true;
  return false;
}

/** Whether the disk of `folder` has too little space for the database to work on it. */
export function hasNoSpace(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize < spaceMin_bytes;
  } catch {
    return false;
  }
}
