/** Compressed answers. Files of `GET /media` stay as they are: they are compressed already, or read in ranges. */
import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';

/** Below this the headers of compression cost more than it saves. */
const threshold_bytes = 1024;
/** Of 0 to 11: higher ones take many times as long for a few percent. */
const brotliQuality = 4;
const compressible = /^(application\/json|text\/(csv|plain))\b/;

/**
 * Answers are compressed as the caller accepts, unless it sends `x-no-compression`. No answer mixes a secret with what another site
 * can put into a request: callers are known by a header, which other sites cannot send.
 */
export async function compressAnswers(app: FastifyInstance): Promise<void> {
  await app.register(compress, {
    threshold: threshold_bytes,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } },
    customTypes: compressible,
    // Requests come as they are: their limits count the bytes that arrive.
    globalDecompression: false,
  });
}
