/** Texts that people read call no unknown person she or he. */
import { readFileSync } from 'node:fs';
import { api, endpoint, type Name } from '@contract/api';

const gendered = /\b(she|her|hers|herself|he|him|his|himself)\b/i;
const german = /\b(er oder sie|sie oder er|ihm oder ihr|ihr oder ihm|sein oder ihr|ihr oder sein)\b/i;
const texts = JSON.parse(readFileSync('locales/de.json', 'utf8')) as Record<string, string>;

test('in English on screen and in mails', () => {
  expect(Object.keys(texts).filter((text) => gendered.test(text))).toEqual([]);
});

test('in German on screen and in mails', () => {
  expect(Object.values(texts).filter((text) => german.test(text))).toEqual([]);
});

test('in the API document', () => {
  const names = Object.keys(api) as Name[];
  expect(names.map((name) => endpoint(name).does).filter((text) => gendered.test(text))).toEqual([]);
});
