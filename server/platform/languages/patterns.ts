/** Translates complete English sentences by matching them with source texts that have placeholders. */

const escapeRegExp = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Only long enough source texts are matched: whole sentences, and predicates that follow a name. Shorter ones could match user text. */
const isMatchable = (text: string): boolean => /^(.{24,}|\p{Ll}.{18,})[.]$|^[^{].{8,}(“\{\d+\}”|: \{\d+\}|[.] \{\d+\})$/u.test(text);

/** Regular expressions (as text) with their translations, longest first, because long ones are the most specific. */
export function patternsOf(words: Readonly<Record<string, string>>): [pattern: string, words: string][] {
  return Object.entries(words)
    .filter(([text]) => /\{\d+\}/.test(text) && isMatchable(text))
    .sort(([one], [other]) => other.length - one.length)
    .map(([text, translation]) => [
      `^${text
        .split(/\{\d+\}/)
        .map(escapeRegExp)
        .join('(.+)')}$`,
      translation,
    ]);
}

/**
 * Returns a function that translates complete sentences. It must not reference anything outside: its source text is sent to browsers
 * together with the translations.
 */
export function translatorFor(
  words: Readonly<Record<string, string>>,
  patterns: readonly (readonly [pattern: string, words: string])[],
): (sentence: string) => string | undefined {
  return (sentence) => {
    if (words[sentence] !== undefined) return words[sentence];
    for (const [pattern, translation] of patterns) {
      const found = new RegExp(pattern, 's').exec(sentence);
      if (found) return translation.replace(/\{(\d+)\}/g, (_placeholder, index) => found[Number(index) + 1] ?? '');
    }
    return undefined;
  };
}
