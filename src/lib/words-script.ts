/**
 * What looks texts up in a browser: a script of the page's own, before any other runs. The build writes bare calls of its two
 * functions into what browsers load (bin/words/rewrite.js), for an import in every module would weigh more than the words' calls.
 */
import type { Reader } from './i18n/words';

/** As `t` and `parts` of `words.ts`. */
function lookUp(): void {
  const world = globalThis as { siteReader?: () => Reader | undefined; _t?: unknown; _parts?: unknown };
  const wordsFor = (text: string): string => world.siteReader?.()?.words?.[text] ?? text;
  world._t = (text: string, ...values: unknown[]): string => {
    const words = wordsFor(text);
    return values.length === 0 ? words : words.replace(/\{(\d+)\}/g, (_hole, index: string) => String(values[Number(index)]));
  };
  world._parts = (text: string, ...values: unknown[]): unknown[] =>
    wordsFor(text)
      .split(/\{(\d+)\}/)
      .map((part, index) => (index % 2 === 0 ? part : values[Number(part)]));
}

/** The text of that script. */
export const wordsScript = `(${lookUp.toString()})()`;
