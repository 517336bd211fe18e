/**
 * The browser's translation lookup, an inline script that runs before all others. The build writes calls of its two global functions
 * into the bundles (bin/words/rewrite.js), because an import in every module would be larger than the calls.
 */
import { isolated, withoutOverrides } from '@contract/kernel/values/direction';
import type { ViewerLocale } from './words';

/** Defines the global `_t`, the browser's `t` of `words.ts`. The other, `_parts`, needs React: src/instrumentation-client.ts defines it. */
function defineLookup(isolate: typeof isolated, stripOverrides: typeof withoutOverrides): void {
  const globals = globalThis as { viewerLocale?: () => ViewerLocale | undefined; _t?: unknown };
  const wordsFor = (text: string): string => globals.viewerLocale?.()?.words?.[text] ?? text;
  globals._t = (text: string, ...values: unknown[]): string => {
    const words = wordsFor(text);
    if (values.length === 0) return words;
    const direction = document.documentElement.dir === 'rtl' ? 'rtl' : 'ltr';
    return words.replace(/\{(\d+)\}/g, (_placeholder, index: string) => {
      const value = values[Number(index)];
      return typeof value === 'string' ? isolate(value, direction, stripOverrides) : String(value);
    });
  };
}

/** The source of the inline script. */
export const translationsScript = `(${defineLookup.toString()})(${isolated.toString()},${withoutOverrides.toString()})`;
