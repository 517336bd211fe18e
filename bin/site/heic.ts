/**
 * Serves the library with which browsers read HEIC photos, unchanged and as separate files, so that a site may replace it with
 * another build (LGPL). Only `public/heic.js` loads it, when a person chooses a HEIC photo.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import { gzipSync } from 'node:zlib';

const folder = '/heic/';
const types: Readonly<Record<string, string>> = {
  'libheif.js': 'text/javascript; charset=utf-8',
  'libheif.wasm': 'application/wasm',
  LICENSE: 'text/plain; charset=utf-8',
};

interface CachedFile {
  plain: Buffer;
  gzipped: Buffer;
  etag: string;
}

const { resolve } = createRequire(import.meta.url);
const cache = new Map<string, CachedFile>();

/** A file of the library; read from the disk at its first request, then cached. */
function fileOf(name: string): CachedFile {
  const cached = cache.get(name);
  if (cached) return cached;
  const plain = readFileSync(resolve(`libheif-js/libheif-wasm/${name}`));
  const etag = `"${createHash('sha256').update(plain).digest('hex').slice(0, 16)}"`;
  const file = { plain, gzipped: gzipSync(plain), etag };
  cache.set(name, file);
  return file;
}

/** Serves a file of the library if the request asks for one. @returns whether it has responded */
export function serveHeic(request: IncomingMessage, response: ServerResponse): boolean {
  const path = (request.url ?? '').replace(/\?.*$/s, '');
  const name = path.startsWith(folder) ? path.slice(folder.length) : '';
  const type = Object.hasOwn(types, name) ? types[name] : undefined;
  if (type === undefined) return false;
  const { plain, gzipped, etag } = fileOf(name);
  const headers = { 'cache-control': 'public, max-age=86400', vary: 'accept-encoding', etag };
  if (request.headers['if-none-match'] === etag) {
    response.writeHead(304, headers).end();
    return true;
  }
  const isGzipped = /\bgzip\b/.test(String(request.headers['accept-encoding']));
  response.writeHead(200, { ...headers, 'content-type': type, ...(isGzipped ? { 'content-encoding': 'gzip' } : {}) });
  response.end(isGzipped ? gzipped : plain);
  return true;
}
