/** The languages of the site: one file of words each, read once, and handed to browsers under an address that changes with its content. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { constants, gzipSync } from 'node:zlib';
import type { Reader } from '../../src/lib/i18n/words';
import { saidBy } from '../../server/languages/forms';
import { languageAskedIn, openLanguages } from '../../server/platform/languages/languages';

interface SiteWords {
  /** Does `work`, and whatever follows from it, for whoever made the request: what is rendered then is in her language. */
  readBy(request: IncomingMessage, work: () => void): void;
  /** Answers with the words of a language where the request asks for them. */
  hasAnswered(request: IncomingMessage, response: ServerResponse): boolean;
}

/** Takes in all languages of a folder; English needs no file. */
export function openWords(folder: string): SiteWords {
  const scripts = new Map<string, { plain: Buffer; packed: Buffer }>();
  const readers = new Map<string, Reader>();
  const installed = openLanguages(folder);
  const languages = installed.names;
  for (const language of languages) {
    const { words, forms, said } = installed.of(language);
    readers.set(language, { language, languages });
    // What stands in the sources needs no words.
    if (Object.keys(words).length === 0) continue;
    const known = JSON.stringify({ language, words, forms });
    const plain = Buffer.from(`(r=>{r.said=(${saidBy.toString()})(r.words,r.forms);globalThis.siteReader=()=>r})(${known})`);
    const script = `/assets/words/${language}.${createHash('sha256').update(plain).digest('hex').slice(0, 12)}.js`;
    scripts.set(script, { plain, packed: gzipSync(plain, { level: constants.Z_BEST_COMPRESSION }) });
    readers.set(language, { language, languages, words, said, script });
  }

  const present = new AsyncLocalStorage<Reader>();
  // The site's own code is bundled apart from this one: they meet here.
  Object.assign(globalThis, { siteReader: () => present.getStore() });
  return {
    readBy: (request, work) => {
      const language = languageAskedIn(request.headers, languages);
      present.run(readers.get(language) ?? { language }, work);
    },
    hasAnswered: (request, response) => {
      const script = scripts.get((request.url ?? '').replace(/\?.*$/s, ''));
      if (script === undefined) return false;
      const isPacked = /\bgzip\b/.test(String(request.headers['accept-encoding']));
      response.writeHead(200, {
        'content-type': 'text/javascript; charset=utf-8',
        'cache-control': 'public, max-age=31536000, immutable',
        vary: 'accept-encoding',
        ...(isPacked ? { 'content-encoding': 'gzip' } : {}),
      });
      response.end(isPacked ? script.packed : script.plain);
      return true;
    },
  };
}
