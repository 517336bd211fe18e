/** Room on the disk, as errors tell of it. */
import { causesOf } from '../db/db';

/** The disk, or the site's share of it, is full or may not be written. */
const full = new Set<unknown>(['ENOSPC', 'EDQUOT', 'EROFS']);

/** Whether something failed for want of room on the disk. */
export function isWithoutRoom(error: unknown): boolean {
  for (const { code } of causesOf(error)) if (full.has(code)) return true;
  return false;
}
