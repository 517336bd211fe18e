/** Response compression. Files of `GET /media` are excluded: they are compressed already, or read in ranges. */
import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';

/** Smaller responses are not worth compressing. */
const threshold_bytes = 1024;
/** 0 to 11: higher levels take many times as long and save only a few percent. */
const brotliQuality = 4;
const compressible = /^(application\/json|text\/(csv|plain))\b/;

/**
 * Compresses responses as the client accepts, unless it sends `x-no-compression`. This is safe against BREACH: other sites cannot
 * send authenticated requests, because sessions are in a header and not in a cookie.
 */
export async function compressResponses(app: FastifyInstance): Promise<void> {
  await app.register(compress, {
    threshold: threshold_bytes,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } },
    customTypes: compressible,
    // Requests are not decompressed: their size limits count the received bytes.
    globalDecompression: false,
  });
}
