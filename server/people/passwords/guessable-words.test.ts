/** Which passwords lie near a site and a person. */
import { createHash } from 'node:crypto';
import type { Context } from '@server/platform/context';
import { isNearWord } from './guessable-words';

const world = {
  config: { siteUrl: 'https://velvet-room.example.com' },
  settings: { values: () => ({ siteName: 'The Velvet Room' }) },
  clock: { now: () => new Date('2026-05-05T00:00:00Z') },
} as unknown as Context;
const isNear = (password: string): boolean =>
  isNearWord(world, createHash('sha256').update(password).digest('hex'), [
    'ada.lovelace',
    'a.l@mathematics.example',
    undefined,
    'Ada King',
    null,
  ]);

test.each(['velvet123', 'TheVelvetRoom', 'footlight', 'Footlight2026', 'lovelacelovelace', 'LOVELACE1!', 'ada.lovelace', 'Operator123'])(
  '%j is near, unless its ending is unheard of',
  (password) => {
    expect([isNear(password), isNear(`${password}-heron`)]).toEqual([true, false]);
  },
);

test('what has nothing to do with either is not', () => {
  expect(isNear('correct horse battery')).toBe(false);
});
