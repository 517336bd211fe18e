/**
 * The viewer's language and its messages. Texts in the sources are English; the build turns them into calls of `t` and `parts`
 * (bin/words/rewrite.js). English needs no messages, so English viewers load none.
 */
import { directionOf, isolated } from '@contract/kernel/values/direction';
import { Children, createElement, Fragment } from 'react';
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

/** Isolates a value, so that a name or title in the other writing direction does not reorder the text beside it. */
export const inDirection = (value: string): string => isolated(value, directionOf(language()));

const filled = (value: unknown): string => (typeof value === 'string' ? inDirection(value) : String(value));

/** A text in the viewer's language with the placeholders `{0}`, `{1}` … filled in. */
export function t(text: string, ...values: unknown[]): string {
  const words = wordsFor(text);
  return values.length === 0 ? words : words.replace(/\{(\d+)\}/g, (_placeholder, index: string) => filled(values[Number(index)]));
}

/** Whether a node is a text or number; for nodes from `Children.toArray`, where all others are elements. */
const isText = (node: ReactNode): node is string => typeof node !== 'object';

/**
 * As `t`, but placeholders may be filled with elements. Each run of text with a filled placeholder is an element's only text: a browser
 * that translates the page replaces text nodes, and beside others React would go on updating the replaced ones.
 */
export function parts(text: string, ...values: ReactNode[]): ReactNode {
  const runs: { node: ReactNode; isFilled: boolean }[] = [];
  wordsFor(text)
    .split(/\{(\d+)\}/)
    .forEach((part, index) => {
      const isPlaceholder = index % 2 === 1;
      for (const node of Children.toArray(isPlaceholder ? values[Number(part)] : part)) {
        const last = runs.at(-1);
        const isFilled = isPlaceholder && isText(node);
        const shown = isFilled ? filled(node) : node;
        if (last && isText(last.node) && isText(shown)) {
          last.node += shown;
          last.isFilled ||= isFilled;
        } else runs.push({ node: shown, isFilled });
      }
    });
  return runs.length < 2
    ? runs[0]?.node
    : runs.map(({ node, isFilled }, key) => createElement(isFilled ? 'span' : Fragment, { key }, node));
}

/**
 * On the server: a proxy for a list or an object of texts that rebuilds it at each access, in the current viewer's language. `target` is
 * an empty list or object.
 */
export function late<T extends object>(make: () => T, target: object): T {
  return new Proxy(target as T, {
    get: (_target, name) => Reflect.get(make(), name) as unknown,
    has: (_target, name) => Reflect.has(make(), name),
    ownKeys: () => Reflect.ownKeys(make()),
    getOwnPropertyDescriptor: (_target, name) => {
      const descriptor = Reflect.getOwnPropertyDescriptor(make(), name);
      return descriptor && name !== 'length' ? { ...descriptor, configurable: true } : descriptor;
    },
  });
}
