/**
 * The viewer's language and its messages. Texts in the sources are English; the build turns them into calls of `t` and `parts`
 * (bin/words/rewrite.js). English needs no messages, so English viewers load none.
 */
import { Children } from 'react';
import type { ReactNode } from 'react';

export interface ViewerLocale {
  language: string;
  /** All languages of the site. Set on the server only; in the browser the page's initial data has them. */
  languages?: readonly string[];
  /** Translations by their English text. */
  words?: Readonly<Record<string, string>>;
  /** Translates a whole sentence whose placeholders are already filled in. */
  translate?: (sentence: string) => string | undefined;
  /** The URL of the messages for browsers. */
  script?: string;
}

/** Set on the server by the process that renders the page, and in a browser by the language's script. */
const globals = globalThis as { viewerLocale?: () => ViewerLocale | undefined };
const english: ViewerLocale = { language: 'en' };

export const viewerLocale = (): ViewerLocale => globals.viewerLocale?.() ?? english;

/** The viewer's language, for dates and numbers. */
export const language = (): string => viewerLocale().language;

const wordsFor = (text: string): string => viewerLocale().words?.[text] ?? text;

/** A text in the viewer's language with the placeholders `{0}`, `{1}` … filled in. */
export function t(text: string, ...values: unknown[]): string {
  const words = wordsFor(text);
  return values.length === 0 ? words : words.replace(/\{(\d+)\}/g, (_hole, index: string) => String(values[Number(index)]));
}

/** As `t`, but placeholders may be filled with elements. */
export function parts(text: string, ...values: ReactNode[]): ReactNode {
  return Children.toArray(
    wordsFor(text)
      .split(/\{(\d+)\}/)
      .map((part, index) => (index % 2 === 0 ? part : values[Number(part)])),
  );
}

/** On the server: a proxy for a list or an object of texts that rebuilds it at each access, in the current viewer's language. */
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
