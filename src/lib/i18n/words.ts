/**
 * The language of whoever reads, and its words. Sources are written in English; the build turns their texts into calls of `t` and
 * `parts` (bin/words/rewrite.js). English needs no words: its readers load none.
 */
import { Children } from 'react';
import type { ReactNode } from 'react';

export interface Reader {
  language: string;
  /** All languages of the site. Known on the server; in a browser the page's facts have them. */
  languages?: readonly string[];
  /** Texts by the English ones. */
  words?: Readonly<Record<string, string>>;
  /** Knows a whole sentence, whatever was filled in. */
  said?: (sentence: string) => string | undefined;
  /** Where a browser finds the words. */
  script?: string;
}

/** On the server the process that serves a page tells who reads it; in a browser the script of the language does. */
const world = globalThis as { siteReader?: () => Reader | undefined };
const english: Reader = { language: 'en' };

export const reader = (): Reader => world.siteReader?.() ?? english;

/** The reader's language, for dates and numbers. */
export const language = (): string => reader().language;

const wordsFor = (text: string): string => reader().words?.[text] ?? text;

/** A text in the reader's language; what stands for `{0}` and so on is filled in. */
export function t(text: string, ...values: unknown[]): string {
  const words = wordsFor(text);
  return values.length === 0 ? words : words.replace(/\{(\d+)\}/g, (_hole, index: string) => String(values[Number(index)]));
}

/** As `t`, where elements may stand for `{0}` and so on. */
export function parts(text: string, ...values: ReactNode[]): ReactNode {
  return Children.toArray(
    wordsFor(text)
      .split(/\{(\d+)\}/)
      .map((part, index) => (index % 2 === 0 ? part : values[Number(part)])),
  );
}

/** On the server: stands for a list or an object of texts that is made anew whenever it is read, for whoever reads. */
export function late<T extends object>(make: () => T, kind: object): T {
  return new Proxy(kind as T, {
    get: (_kind, name) => Reflect.get(make(), name) as unknown,
    has: (_kind, name) => Reflect.has(make(), name),
    ownKeys: () => Reflect.ownKeys(make()),
    getOwnPropertyDescriptor: (_kind, name) => {
      const described = Reflect.getOwnPropertyDescriptor(make(), name);
      return described && name !== 'length' ? { ...described, configurable: true } : described;
    },
  });
}
