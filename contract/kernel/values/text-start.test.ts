import fc from 'fast-check';
import { shortened, startOf } from './text-start';

const family = '👨‍👩‍👧‍👦';

it.each([
  ['a letter', 'abc', 2, 'ab'],
  ['an emoji', 'ab😀', 3, 'ab'],
  ['an emoji of several parts', `ab${family}`, 2 + family.length - 1, 'ab'],
  ['a letter with its accents', 'abe\u0301\u0323', 4, 'ab'],
  ['a flag', 'a🇩🇪', 4, 'a'],
])('keeps %s whole', (_name, text, max, expected) => {
  expect(startOf(text, max)).toBe(expected);
  expect(startOf(text, text.length)).toBe(text);
});

it('ends a shortened text in an ellipsis, within the length', () => {
  expect(shortened('Tonight at eight', 11)).toBe('Tonight at…');
  expect(shortened('Tonight', 7)).toBe('Tonight');
});

it('never exceeds the length, and leaves well-formed text well-formed', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 20 }), (text, max) => {
      const cut = shortened(text, max);
      expect(cut.length).toBeLessThanOrEqual(max);
      expect(cut.isWellFormed()).toBe(true);
    }),
  );
});
