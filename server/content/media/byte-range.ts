/** Reading the header `Range`: one range in bytes. Others, and what is malformed, mean the whole, as HTTP wants it. */
import type { ByteRange } from '@server/platform/media/storage/storage';

const pattern = /^bytes=(\d{0,15})-(\d{0,15})$/;

/** The part of `size` bytes that a header asks for, `whole` when it asks for no single part, `outside` when there is none. */
export function rangeOf(header: string | undefined, size: number): ByteRange | 'whole' | 'outside' {
  const found = pattern.exec((header ?? '').trim());
  const [, first = '', last = ''] = found ?? [];
  if (first === '' && last === '') return 'whole';
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'outside' : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  if (last !== '' && Number(last) < start) return 'whole';
  if (start >= size) return 'outside';
  return { start, end: last === '' ? size - 1 : Math.min(Number(last), size - 1) };
}
