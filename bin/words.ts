/**
 * The words of other languages: `npm run words` says what a language of `locales/` lacks and what it holds for nothing, and fails
 * when there is any. What people were told in the last run of the tests, which is put together by the host, must be known too.
 * `-- --list <file>` writes all English texts there; `-- --where` says in which files each stands.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './environment';
import { allTexts, stuckTexts } from './words/catalogue';
import { formsOf, saidBy } from '../server/languages/forms';

process.chdir(root);
const texts = allTexts();
const keys = [...texts.keys()].sort();

const listAt = process.argv.indexOf('--list');
if (listAt !== -1) writeFileSync(process.argv[listAt + 1] ?? 'words.json', `${JSON.stringify(keys, null, 1)}\n`);
if (process.argv.includes('--where'))
  for (const key of keys) process.stdout.write(`${JSON.stringify(key)}  ${texts.get(key)?.join(' ') ?? ''}\n`);

const folder = 'coverage/told';
const told = new Set(
  (existsSync(folder) ? readdirSync(folder) : []).flatMap((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as string[]),
);

for (const name of readdirSync(join(root, 'locales')).filter((file) => file.endsWith('.json'))) {
  const words = JSON.parse(readFileSync(join(root, 'locales', name), 'utf8')) as Record<string, string>;
  const lacking = keys.filter((key) => !(key in words));
  const idle = Object.keys(words).filter((key) => !texts.has(key));
  const holesOf = (text: string): string => (text.match(/\{\d+\}/g) ?? []).sort().join();
  const torn = keys.filter((key) => key in words && holesOf(key) !== holesOf(words[key] ?? ''));
  for (const key of lacking) process.stdout.write(`${name} lacks ${JSON.stringify(key)} (${texts.get(key)?.[0] ?? ''})\n`);
  for (const key of idle) process.stdout.write(`${name} holds ${JSON.stringify(key)}, which nothing says\n`);
  for (const key of torn) process.stdout.write(`${name} has other places to fill in ${JSON.stringify(key)}\n`);
  const knows = saidBy(words, formsOf(words));
  const unknown = [...told].filter((text) => knows(text) === undefined);
  for (const text of unknown) process.stdout.write(`${name} does not know what people were told: ${JSON.stringify(text)}\n`);
  if (lacking.length + idle.length + torn.length + unknown.length > 0) process.exitCode = 1;
}
for (const [path, name] of stuckTexts()) {
  process.stdout.write(`${path}: ${name} is read when its module loads, in no reader's language: make a function of it\n`);
  process.exitCode = 1;
}
process.stdout.write(`${String(keys.length)} texts.\n`);
