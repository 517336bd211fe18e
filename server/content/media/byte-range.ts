/** Parses the `Range` header: a single byte range. Per HTTP, other and malformed values mean the whole file. */
import type { ByteRange } from '@server/platform/media/storage/storage';

const pattern = /^bytes=(\d{0,15})-(\d{0,15})$/;

/**
 * The byte range that a header requests of `size` bytes; `whole` without a valid single range, `unsatisfiable` if it starts beyond the
 * end.
 */
export function parseRange(header: string | undefined, size: number): ByteRange | 'whole' | 'unsatisfiable' {
  const match = pattern.exec((header ?? '').trim());
  const [, first = '', last = ''] = match ?? [];
  if (first === '' && last === '') return 'whole';
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  if (last !== '' && Number(last) < start) return 'whole';
  if (start >= size) return 'unsatisfiable';
  return { start, end: last === '' ? size - 1 : Math.min(Number(last), size - 1) };
}
