/**
 * Translations: `npm run words` reports missing and unused texts in each language of `locales/`, and words that no text on screen may use
 * (bin/checks/plain-words.json). It exits with 1 when there are any.
 * Texts of notifications, which the API server composes, are checked too: the last test run has recorded them.
 * `-- --list <file>` writes all English texts there; `-- --where` lists the files that contain each text.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readArguments } from './command-line';
import { root } from './environment';
import { allTexts, staticTexts } from './words/catalogue';
import { patternsOf, translatorFor } from '../server/platform/languages/patterns';

const help = `Usage: npm run words [-- --list <file>] [-- --where]

Reports missing and unused translations in locales/. Exits with 1 when there are any.

  --list <file>   write all English texts to a file
  --where         list the files that contain each text`;

const { list, where } = readArguments(help, { list: { type: 'string' }, where: { type: 'boolean' } }).values;

process.chdir(root);
const texts = allTexts();
const keys = [...texts.keys()].sort();

if (list !== undefined) writeFileSync(list, `${JSON.stringify(keys, null, 1)}\n`);
if (where === true) for (const key of keys) process.stdout.write(`${JSON.stringify(key)}  ${texts.get(key)?.join(' ') ?? ''}\n`);

const folder = 'coverage/told';
const sentTexts = new Set(
  (existsSync(folder) ? readdirSync(folder) : []).flatMap((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as string[]),
);

for (const name of readdirSync(join(root, 'locales')).filter((file) => file.endsWith('.json'))) {
  const words = JSON.parse(readFileSync(join(root, 'locales', name), 'utf8')) as Record<string, string>;
  const missing = keys.filter((key) => !(key in words));
  const unused = Object.keys(words).filter((key) => !texts.has(key));
  const placeholdersOf = (text: string): string => (text.match(/\{\d+\}/g) ?? []).sort().join();
  const mismatched = keys.filter((key) => key in words && placeholdersOf(key) !== placeholdersOf(words[key] ?? ''));
  for (const key of missing) process.stdout.write(`${name} is missing ${JSON.stringify(key)} (${texts.get(key)?.[0] ?? ''})\n`);
  for (const key of unused) process.stdout.write(`${name} has ${JSON.stringify(key)}, which is unused\n`);
  for (const key of mismatched) process.stdout.write(`${name} has different placeholders in ${JSON.stringify(key)}\n`);
  const translate = translatorFor(words, patternsOf(words));
  const untranslated = [...sentTexts].filter((text) => translate(text) === undefined);
  for (const text of untranslated) process.stdout.write(`${name} does not translate a text that was sent: ${JSON.stringify(text)}\n`);
  if (missing.length + unused.length + mismatched.length + untranslated.length > 0) process.exitCode = 1;
}
const { words: bannedWords, screen } = JSON.parse(readFileSync('bin/checks/plain-words.json', 'utf8')) as Record<
  'words' | 'screen',
  Record<string, string>
>;
const banned = { ...bannedWords, ...screen };
const bannedWord = new RegExp(`\\b(${Object.keys(banned).join('|')})\\b`, 'i');
for (const [key, places] of texts) {
  const [found] = bannedWord.exec(key) ?? [];
  // Only texts of the site: those of the API server (emails, errors) are not checked yet.
  if (found === undefined || !places.every((place) => /^(src|pages)\//.test(place))) continue;
  process.stdout.write(`${places[0] ?? ''}: "${key}" says "${found}": ${banned[found.toLowerCase()] ?? ''}\n`);
  process.exitCode = 1;
}
for (const [path, name] of staticTexts()) {
  process.stdout.write(`${path}: ${name} is read when its module loads, before the language is known: make it a function\n`);
  process.exitCode = 1;
}
process.stdout.write(`${String(keys.length)} texts.\n`);
