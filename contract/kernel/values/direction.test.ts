import { isolated, withoutOverrides } from './direction';

test('a value of the other direction is isolated, others stay as they are', () => {
  expect(isolated('Ada 10', 'ltr')).toBe('Ada 10');
  expect(isolated('سارا', 'ltr')).toBe('\u2068سارا\u2069');
  expect(isolated('שרה 7', 'ltr')).toBe('\u2068שרה 7\u2069');
  expect(isolated('Ada', 'rtl')).toBe('\u2068Ada\u2069');
  expect(isolated('سارا', 'rtl')).toBe('سارا');
  expect(isolated('10', 'rtl')).toBe('10');
});

test('embedding and override characters are removed', () => {
  expect(isolated('\u202esnekot 01', 'ltr')).toBe('snekot 01');
  expect(withoutOverrides('a\u202ab\u202bc\u202cd\u202de\u2066f\u2067g')).toBe('abcdefg');
});

test('isolates are kept only if each is closed', () => {
  const balanced = 'from \u2068سارا \u2068ب\u2069\u2069 today';
  expect(withoutOverrides(balanced)).toBe(balanced);
  for (const text of ['\u2069a', '\u2068a', 'a\u2069\u2068', '\u2068a\u2069\u2069']) expect(withoutOverrides(text)).toBe('a');
});
