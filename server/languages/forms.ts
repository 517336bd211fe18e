/** Sentences with something filled in, as they are recognised when they come whole. */

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Whole sentences, and what reads on after somebody's name; shorter ones could be met in what people write. */
const isRecognised = (text: string): boolean => /^(.{24,}|\p{Ll}.{18,})[.]$|^[^{].{8,}(“\{\d+\}”|: \{\d+\}|[.] \{\d+\})$/u.test(text);

/** Regular expressions with the other language's words, the longest first: they say most exactly what they are. */
export function formsOf(words: Readonly<Record<string, string>>): [form: string, words: string][] {
  return Object.entries(words)
    .filter(([text]) => /\{\d+\}/.test(text) && isRecognised(text))
    .sort(([one], [other]) => other.length - one.length)
    .map(([text, own]) => [
      `^${text
        .split(/\{\d+\}/)
        .map(escaped)
        .join('(.+)')}$`,
      own,
    ]);
}

/**
 * What knows the other language's words for a whole sentence. It names nothing from outside: browsers get its text, with the
 * words.
 */
export function saidBy(
  words: Readonly<Record<string, string>>,
  forms: readonly (readonly [form: string, words: string])[],
): (sentence: string) => string | undefined {
  return (sentence) => {
    if (words[sentence] !== undefined) return words[sentence];
    for (const [form, own] of forms) {
      const found = new RegExp(form, 's').exec(sentence);
      if (found) return own.replace(/\{(\d+)\}/g, (_hole, index) => found[Number(index) + 1] ?? '');
    }
    return undefined;
  };
}
