/**
 * The browser's translation lookup, an inline script that runs before all others. The build writes calls of its two global functions
 * into the bundles (bin/words/rewrite.js), because an import in every module would be larger than the calls.
 */
import type { ViewerLocale } from './words';

/** Defines the globals `_t` and `_parts`, the browser's `t` and `parts` of `words.ts`. */
function lookUp(): void {
  const globals = globalThis as { viewerLocale?: () => ViewerLocale | undefined; _t?: unknown; _parts?: unknown };
  const wordsFor = (text: string): string => globals.viewerLocale?.()?.words?.[text] ?? text;
  globals._t = (text: string, ...values: unknown[]): string => {
    const words = wordsFor(text);
    return values.length === 0 ? words : words.replace(/\{(\d+)\}/g, (_hole, index: string) => String(values[Number(index)]));
  };
  globals._parts = (text: string, ...values: unknown[]): unknown[] =>
    wordsFor(text)
      .split(/\{(\d+)\}/)
      .map((part, index) => (index % 2 === 0 ? part : values[Number(part)]));
}

/** The source of the inline script. */
export const wordsScript = `(${lookUp.toString()})()`;
