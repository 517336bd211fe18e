/** Passwords that are guessable from the names of the site and the person. */
import { createHash } from 'node:crypto';
import type { Context } from '@server/platform/context';
import { isGuessableWord } from './guessable-words';

const ctx = {
  config: { siteUrl: 'https://velvet-room.example.com' },
  settings: { values: () => ({ siteName: 'The Velvet Room' }) },
  clock: { now: () => new Date('2026-05-05T00:00:00Z') },
} as unknown as Context;
const isGuessable = (password: string): boolean =>
  isGuessableWord(ctx, createHash('sha256').update(password).digest('hex'), [
    'ada.lovelace',
    'a.l@mathematics.example',
    undefined,
    'Ada King',
    null,
  ]);

test.each(['velvet123', 'TheVelvetRoom', 'footlight', 'Footlight2026', 'lovelacelovelace', 'LOVELACE1!', 'ada.lovelace', 'Operator123'])(
  '%j is guessable, and with an unusual suffix it is not',
  (password) => {
    expect([isGuessable(password), isGuessable(`${password}-heron`)]).toEqual([true, false]);
  },
);

test('an unrelated password is not guessable', () => {
  expect(isGuessable('correct horse battery')).toBe(false);
});
