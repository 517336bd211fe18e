import { Name, PersonName } from '../shapes';
import { hidesCharacters, visibleName } from './names';

const hidden = {
  'a right-to-left override': 'snekot 01\u202e',
  'an embedding': '\u202bAda',
  'an isolate': 'A\u2067da\u2069',
  'a right-to-left mark': 'Ada\u200f',
  'an Arabic letter mark': 'Ada\u061c',
  'a Hangul filler': 'Ada\u3164',
  'a halfwidth filler': '\uffa0Ada',
  'Jamo fillers': 'Ada\u115f\u1160',
  'a blank Braille pattern': 'Ada\u2800',
  'a Mongolian vowel separator': 'Ad\u180ea',
  'a zero width space': 'A\u200bda',
  'a soft hyphen': 'A\u00adda',
  'a byte order mark': 'A\ufeffda',
  'a word joiner': 'A\u2060da',
  'a joiner in a Latin word': 'A\u200dda',
  'a non-joiner in a Latin word': 'A\u200cda',
  'a joiner at the end': 'Ada\u200d',
  'a non-joiner at the end of a Persian word': 'سارا\u200c',
  'two joiners': 'सा\u200d\u200dरा',
  'a variation selector after a letter': 'Ada\ufe0f',
  'a tag': 'Ada\u{e0041}',
  'an annotation mark': 'A\ufff9da',
  'a null notehead': 'Ada\u{1d159}',
};

test.each(Object.entries(hidden))('a name with %s is rejected', (_case, name) => {
  expect(Name.safeParse(name).error?.issues[0]?.message).toBe('The name contains invisible characters. Type it again.');
  expect(hidesCharacters(visibleName(name))).toBe(false);
});

test.each(['\u3164', '\u115f\u1160', '\uffa0', '\u2800', '\u180e', '\u200d', '\u200c\u200b', '\u202e', ' \n '])(
  'a name without visible characters is rejected: %j',
  (name) => {
    expect(Name.safeParse(name).success).toBe(false);
    expect(visibleName(name).trim()).toBe('');
  },
);

test.each([
  'Ada Lovelace',
  'Zoë O’Brien-Łukasz',
  'علی‌رضا', // a non-joiner between Persian letters
  'श्री‍मती', // a joiner in Devanagari
  'അവന്‍', // an old Malayalam chillu ends with a joiner
  'سارا',
  'שָׂרָה',
  '山田太郎',
  '葛\u{e0100}城', // an ideographic variation
  '김하나',
  'Ada ❤️',
  'Ada 👩‍👩‍👧‍👦',
  'Ada 👩🏽‍🚀',
  'Ada 🏳️‍🌈',
  'Ada 🏴󠁧󠁢󠁳󠁣󠁴󠁿',
  'Ada 1️⃣',
])('%s is accepted as a name', (name) => {
  expect(PersonName.parse(name)).toBe(name.trim());
  expect(visibleName(name)).toBe(name);
});

test('a name is on one line with single spaces', () => {
  expect(Name.parse(' Ada \n\t Lovelace\u00a0\u3000Byron ')).toBe('Ada Lovelace Byron');
});

test.each(['✓', '✔', '✔️', '☑', '☑️', '✅', '⍻', '√', '🗸', '🗹', '🮱'])(
  'a name with %s is rejected: it looks like the mark of verified creators',
  (mark) => {
    expect(PersonName.safeParse(`Ada ${mark}`).error?.issues[0]?.message).toMatch(/check mark/);
    expect(PersonName.safeParse(`${mark}Ada`).success).toBe(false);
  },
);
