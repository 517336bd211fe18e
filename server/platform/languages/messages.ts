/**
 * Translatable text on the server, written in English in place: `say` returns a function that renders the text in the recipient's
 * language. `npm run words` extracts the messages from the calls; interpolated values become `{0}`, `{1}`.
 */
import { directionOf, isolated } from '@contract/kernel/values/direction';
import type { Language } from './languages';

export type Message = (language: Language) => string;
/** An interpolated value; a plain string is not translated. */
export type Interpolation = string | Message;

export const inLanguage = (value: Interpolation, language: Language): string => (typeof value === 'string' ? value : value(language));

/** A message: the template is translated as a whole, and plain values are isolated from its writing direction. */
export function say(parts: TemplateStringsArray, ...values: Interpolation[]): Message {
  const sentence = parts.reduce((text, part, index) => `${text}{${String(index - 1)}}${part}`);
  return (language) =>
    (language.words[sentence] ?? sentence).replace(/\{(\d+)\}/g, (_placeholder, index: string) => {
      const value = values[Number(index)] ?? '';
      return typeof value === 'string' ? isolated(value, directionOf(language.name)) : value(language);
    });
}

/** Translates a complete English sentence from elsewhere on the server; unchanged if there is no translation. */
export const translated =
  (sentence: string): Message =>
  ({ translateSentence }) =>
    translateSentence(sentence) ?? sentence;

/** User text, which is never translated. */
export const asWritten =
  (text: string): Message =>
  () =>
    text;

export const joinMessages =
  (list: readonly Message[], separator: string): Message =>
  (language) =>
    list.map((message) => message(language)).join(separator);
