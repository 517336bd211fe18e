/**
 * What the host writes to people, in English where it stands: `say` gives words that become text in the language of whoever
 * receives them. `npm run words` takes the sentences from the calls, and what stands inside of one as `{0}`, `{1}`.
 */
import type { Language } from '../platform/languages/languages';

export type Words = (language: Language) => string;
/** What stands inside of a sentence; a plain text stays as it is. */
export type Hole = string | Words;

export const inLanguage = (hole: Hole, language: Language): string => (typeof hole === 'string' ? hole : hole(language));

/** A sentence, looked up as a whole. */
export function say(parts: TemplateStringsArray, ...holes: Hole[]): Words {
  const sentence = parts.reduce((text, part, index) => `${text}{${String(index - 1)}}${part}`);
  return (language) =>
    (language.words[sentence] ?? sentence).replace(/\{(\d+)\}/g, (_hole, index: string) =>
      inLanguage(holes[Number(index)] ?? '', language),
    );
}

/** A sentence that comes whole, in English, from elsewhere in the host; as it came where the language does not know it. */
export const told =
  (sentence: string): Words =>
  ({ said }) =>
    said(sentence) ?? sentence;

/** What somebody wrote, in whatever language. */
export const asWritten =
  (text: string): Words =>
  () =>
    text;

export const listed =
  (list: readonly Words[], between: string): Words =>
  (language) =>
    list.map((words) => words(language)).join(between);
