/** The languages of the site: one file of translations each, read once, and served to browsers under a URL with a content hash. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { constants, gzipSync } from 'node:zlib';
import type { ViewerLocale } from '../../src/lib/i18n/words';
import { translatorFor } from '../../server/platform/languages/patterns';
import { requestLanguage, openLanguages } from '../../server/platform/languages/languages';

interface SiteTranslations {
  /** Runs `work` and all its async continuations in the language of the request: what is rendered there is in that language. */
  runInRequestLanguage(request: IncomingMessage, work: () => void): void;
  /** Serves the translations of a language if the request asks for them. */
  serveScript(request: IncomingMessage, response: ServerResponse): boolean;
}

/** Loads all languages of a folder; English needs no file. */
export function openTranslations(folder: string): SiteTranslations {
  const scripts = new Map<string, { plain: Buffer; gzipped: Buffer }>();
  const locales = new Map<string, ViewerLocale>();
  const installed = openLanguages(folder);
  const languages = installed.names;
  for (const language of languages) {
    const { words, patterns, translateSentence } = installed.of(language);
    locales.set(language, { language, languages });
    // English texts in the sources need no translation.
    if (Object.keys(words).length === 0) continue;
    const data = JSON.stringify({ language, words, patterns });
    const plain = Buffer.from(
      `(r=>{r.translate=(${translatorFor.toString()})(r.words,r.patterns);globalThis.viewerLocale=()=>r})(${data})`,
    );
    const script = `/assets/words/${language}.${createHash('sha256').update(plain).digest('hex').slice(0, 12)}.js`;
    scripts.set(script, { plain, gzipped: gzipSync(plain, { level: constants.Z_BEST_COMPRESSION }) });
    locales.set(language, { language, languages, words, translate: translateSentence, script });
  }

  const currentLocale = new AsyncLocalStorage<ViewerLocale>();
  // The site's own code is in another bundle: both share this global.
  Object.assign(globalThis, { viewerLocale: () => currentLocale.getStore() });
  return {
    runInRequestLanguage: (request, work) => {
      const language = requestLanguage(request.headers, languages);
      currentLocale.run(locales.get(language) ?? { language }, work);
    },
    serveScript: (request, response) => {
      const script = scripts.get((request.url ?? '').replace(/\?.*$/s, ''));
      if (script === undefined) return false;
      const isGzipped = /\bgzip\b/.test(String(request.headers['accept-encoding']));
      response.writeHead(200, {
        'content-type': 'text/javascript; charset=utf-8',
        'cache-control': 'public, max-age=31536000, immutable',
        vary: 'accept-encoding',
        ...(isGzipped ? { 'content-encoding': 'gzip' } : {}),
      });
      response.end(isGzipped ? script.gzipped : script.plain);
      return true;
    },
  };
}
