/** Which search terms match which texts. */
import * as fc from 'fast-check';
import { searchable, searchableQuery } from './searchable';

const has = (text: string, query: string): boolean => {
  const words = searchable(text).split(' ');
  return searchableQuery(query)
    .split(' ')
    .every((word) => words.includes(word));
};

test.each([
  '„Wald“',
  '“Wald”',
  '«Wald»',
  '‹Wald›',
  'l’Wald',
  'Wald…',
  '—Wald—',
  '🎉Wald🎉',
  '「Wald」',
  '¡Wald!',
  '(Wald)',
  'Wald·',
  '\u00a0Wald\u00a0',
  'W\u00adald',
  '#Wald',
  '*Wald*',
  'WALD',
  'ｗａｌｄ',
])('%s contains the word Wald', (text) => {
  expect(has(`Im ${text} allein`, 'Wald')).toBe(true);
});

test.each([
  ['Żółć', 'zolc'],
  ['zürich', 'Zu\u0308rich'],
  ['Straße', 'strasse'],
  ['Ёлка', 'елка'],
  ['ΆΝΘΡΩΠΟΣ', 'ανθρωποσ'],
  ['Ærø', 'aero'],
  ['İstanbul', 'istanbul'],
  ['naïve café', 'cafe naive'],
  ['ﬁne', 'fine'],
  ['한국어', '한국어'],
  ['ＡＢＣ', 'abc'],
])('%s is found by %s', (text, query) => {
  expect(has(text, query)).toBe(true);
});

test.each([
  ['今日は東京へ行きます', '東京'],
  ['今日は東京へ行きます', '東京へ'],
  ['กรุงเทพมหานคร', 'กรุงเทพ'],
  ['我喜欢北京烤鸭', '北京'],
  ['東京Tower', 'tower'],
  ['コーヒー', 'コーヒー'],
])('%s contains %s', (text, query) => {
  expect(has(text, query)).toBe(true);
});

test('keeps Japanese voicing marks, which make another word', () => {
  expect(has('てんき', 'でんき')).toBe(false);
});

test('any text matches itself, and contains only letters, digits and single spaces', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(searchable(text)).not.toMatch(/[^\p{L}\p{N}\p{M} ]| {2}|^ | $/u);
      if (searchableQuery(text) !== '') expect(has(text, text)).toBe(true);
    }),
  );
});
