/** The site's languages: English, the source language, and one file of translations for each other language. */
import { readdirSync, readFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { cookies } from '@contract/kernel/conventions';
import { patternsOf, translatorFor } from './patterns';

export interface Language {
  /** Its code, e.g. `de` or `pt-BR`. */
  name: string;
  /** Translations by source text, with placeholders `{0}`, `{1}` … */
  words: Readonly<Record<string, string>>;
  /** The patterns with which `translateSentence` matches complete sentences. */
  patterns: readonly (readonly [pattern: string, words: string])[];
  translateSentence: (sentence: string) => string | undefined;
}

export interface Languages {
  /** Codes, English first. */
  names: readonly string[];
  /** The language, or English if it does not exist. */
  of(name: string | null | undefined): Language;
}

export const english: Language = { name: 'en', words: {}, patterns: [], translateSentence: () => undefined };

/** Reads all languages of a folder; English needs no file. Throws if a file is not valid JSON. */
export function openLanguages(folder: string): Languages {
  const files = readdirSync(folder).filter((name) => /^[a-z]{2,3}(-\w+)?[.]json$/i.test(name));
  const others = files.map((file): Language => {
    const words = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Record<string, string>;
    const patterns = patternsOf(words);
    return { name: file.slice(0, -'.json'.length), words, patterns, translateSentence: translatorFor(words, patterns) };
  });
  const byName = new Map([english, ...others].map((language) => [language.name, language]));
  const names = [...byName.keys()].filter((name) => name !== english.name).sort();
  return { names: [english.name, ...names], of: (name) => byName.get(name ?? '') ?? byName.get(english.name) ?? english };
}

const languageCookie = new RegExp(`(?:^|;\\s*)${cookies.language}=([\\w-]{2,20})(?:;|$)`);

/** The preferred language of a request. */
export const requestLanguage = (headers: IncomingHttpHeaders, offered: readonly string[]): string =>
  languageOf(languageCookie.exec(headers.cookie ?? '')?.[1], headers['accept-language'], offered);

/** The chosen language, else the first available one of Accept-Language by its weights, else English. */
export function languageOf(chosen: string | undefined, accepted: string | undefined, offered: readonly string[]): string {
  const available = offered.find((name) => name === chosen);
  if (available !== undefined) return available;
  const preferred = (accepted ?? '')
    .slice(0, 1000)
    .split(',')
    .map((entry) => {
      const [name = '', ...rest] = entry.trim().split(';');
      const weight = /^\s*q=([\d.]{1,5})\s*$/.exec(rest.join(';'))?.[1];
      return { name: name.toLowerCase(), weight: weight === undefined ? 1 : Number(weight) };
    })
    .filter(({ name, weight }) => /^[a-z]{1,8}(-[a-z\d]{1,8})*$/.test(name) && weight > 0)
    .sort((a, b) => b.weight - a.weight);
  for (const { name } of preferred) {
    const found = offered.find((code) => code.toLowerCase() === name) ?? offered.find((code) => code.toLowerCase() === name.split('-')[0]);
    if (found !== undefined) return found;
  }
  return 'en';
}
