/** Texts on screen, in mails and in the API document use no gendered pronouns for an unknown person. */
import { readFileSync } from 'node:fs';
import { api, endpoint, type Name } from '@contract/api';

const genderedPronouns = /\b(she|her|hers|herself|he|him|his|himself)\b/i;
const germanPronounPairs = /\b(er oder sie|sie oder er|ihm oder ihr|ihr oder ihm|sein oder ihr|ihr oder sein)\b/i;
const texts = JSON.parse(readFileSync('locales/de.json', 'utf8')) as Record<string, string>;

test('English texts on screen and in mails use no gendered pronouns', () => {
  expect(Object.keys(texts).filter((text) => genderedPronouns.test(text))).toEqual([]);
});

test('German texts on screen and in mails use no pairs of gendered pronouns', () => {
  expect(Object.values(texts).filter((text) => germanPronounPairs.test(text))).toEqual([]);
});

test('the API document uses no gendered pronouns', () => {
  const names = Object.keys(api) as Name[];
  expect(names.map((name) => endpoint(name).summary).filter((text) => genderedPronouns.test(text))).toEqual([]);
});
