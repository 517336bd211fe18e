/** The languages of the site: English, in which everything is written, and one file of words for each other. */
import { readdirSync, readFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { cookies } from '@contract/kernel/conventions';
import { formsOf, saidBy } from '../../languages/forms';

export interface Language {
  /** Its code, such as `de` or `pt-BR`. */
  name: string;
  /** Texts by the English ones, with `{0}` and so on for what is filled in. */
  words: Readonly<Record<string, string>>;
  /** What `said` knows whole sentences by, whatever was filled in. */
  forms: readonly (readonly [form: string, words: string])[];
  said: (sentence: string) => string | undefined;
}

export interface Languages {
  /** Their codes, English first. */
  names: readonly string[];
  /** English where there is no such language. */
  of(name: string | null | undefined): Language;
}

export const english: Language = { name: 'en', words: {}, forms: [], said: () => undefined };

/** Reads all languages of a folder; English needs no file. Throws at a file that is no JSON. */
export function openLanguages(folder: string): Languages {
  const files = readdirSync(folder).filter((name) => /^[a-z]{2,3}(-\w+)?[.]json$/i.test(name));
  const others = files.map((file): Language => {
    const words = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Record<string, string>;
    const forms = formsOf(words);
    return { name: file.slice(0, -'.json'.length), words, forms, said: saidBy(words, forms) };
  });
  const byName = new Map([english, ...others].map((language) => [language.name, language]));
  const names = [...byName.keys()].filter((name) => name !== english.name).sort();
  return { names: [english.name, ...names], of: (name) => byName.get(name ?? '') ?? byName.get(english.name) ?? english };
}

const choice = new RegExp(`(?:^|;\\s*)${cookies.language}=([\\w-]{2,20})(?:;|$)`);

/** The language in which whoever makes a request reads. */
export const languageAskedIn = (headers: IncomingHttpHeaders, offered: readonly string[]): string =>
  languageOf(choice.exec(headers.cookie ?? '')?.[1], headers['accept-language'], offered);

/** The one that she chose; else the first of her browser's that the site has, by its weights; English where there is none. */
export function languageOf(chosen: string | undefined, accepted: string | undefined, offered: readonly string[]): string {
  const known = offered.find((name) => name === chosen);
  if (known !== undefined) return known;
  const wanted = (accepted ?? '')
    .slice(0, 1000)
    .split(',')
    .map((entry) => {
      const [name = '', ...rest] = entry.trim().split(';');
      const weight = /^\s*q=([\d.]{1,5})\s*$/.exec(rest.join(';'))?.[1];
      return { name: name.toLowerCase(), weight: weight === undefined ? 1 : Number(weight) };
    })
    .filter(({ name, weight }) => /^[a-z]{1,8}(-[a-z\d]{1,8})*$/.test(name) && weight > 0)
    .sort((one, other) => other.weight - one.weight);
  for (const { name } of wanted) {
    const found = offered.find((one) => one.toLowerCase() === name) ?? offered.find((one) => one.toLowerCase() === name.split('-')[0]);
    if (found !== undefined) return found;
  }
  return 'en';
}
