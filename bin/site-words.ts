/** The languages of the site: one file of words each, read once, and handed to browsers under an address that changes with its content. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { constants, gzipSync } from 'node:zlib';
import { cookies } from '../contract/conventions';
import type { Reader } from '../src/lib/words';
import { formsOf, saidBy } from './words/forms';
import { languageOf } from '../src/lib/languages';

interface SiteWords {
  /** Does `work`, and whatever follows from it, for whoever made the request: what is rendered then is in her language. */
  readBy(request: IncomingMessage, work: () => void): void;
  /** Answers with the words of a language where the request asks for them. */
  hasAnswered(request: IncomingMessage, response: ServerResponse): boolean;
}

/** Takes in all languages of a folder; English needs no file. */
export function openWords(folder: string): SiteWords {
  const scripts = new Map<string, { plain: Buffer; packed: Buffer }>();
  const readers = new Map<string, Reader>([['en', { language: 'en' }]]);
  for (const file of readdirSync(folder).filter((name) => /^[a-z]{2,3}(-\w+)?[.]json$/i.test(name))) {
    const language = file.slice(0, -'.json'.length);
    const words = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Record<string, string>;
    const forms = formsOf(words);
    const known = JSON.stringify({ language, words, forms });
    const plain = Buffer.from(`(r=>{r.said=(${saidBy.toString()})(r.words,r.forms);globalThis.siteReader=()=>r})(${known})`);
    const script = `/assets/words/${language}.${createHash('sha256').update(plain).digest('hex').slice(0, 12)}.js`;
    scripts.set(script, { plain, packed: gzipSync(plain, { level: constants.Z_BEST_COMPRESSION }) });
    readers.set(language, { language, words, said: saidBy(words, forms), script });
  }
  const languages = ['en', ...[...readers.keys()].filter((name) => name !== 'en').sort()];
  for (const [language, reader] of readers) readers.set(language, { ...reader, languages });

  const present = new AsyncLocalStorage<Reader>();
  // The site's own code is bundled apart from this one: they meet here.
  Object.assign(globalThis, { siteReader: () => present.getStore() });
  return {
    readBy: (request, work) => {
      const language = languageOf(chosenIn(request), request.headers['accept-language'], languages);
      present.run(readers.get(language) ?? { language: 'en' }, work);
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

function chosenIn(request: IncomingMessage): string | undefined {
  return new RegExp(`(?:^|;\\s*)${cookies.language}=([\\w-]{2,20})(?:;|$)`).exec(request.headers.cookie ?? '')?.[1];
}
