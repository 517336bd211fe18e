import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { sha256 } from './sha-256';

const reference = (text: string): string => createHash('sha256').update(text).digest('hex');

test.each([0, 1, 54, 55, 56, 63, 64, 65, 119, 120, 1000])('the digest of %i bytes matches node:crypto', (length) => {
  expect(sha256('a'.repeat(length))).toBe(reference('a'.repeat(length)));
});

test('the digest of any text matches node:crypto', () => {
  fc.assert(fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => sha256(text) === reference(text)));
});
