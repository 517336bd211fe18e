/** Multipart requests: fields as text, files in a folder that is removed when the request ends. */
import type {} from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { FileField } from '@contract/kernel/endpoint';
import { cutFileName, fileNameLengthMax } from '@contract/kernel/file-name';
import * as limits from '@contract/kernel/limits';
import { fail, failAt, ApiError } from '../../kernel/api-error';

const fieldsMax = 60;
const fieldLengthMax = 20_000;

/** A received file: on disk until the request ends. Its name is not trusted. */
export interface ReceivedFile {
  path: string;
  name: string;
  size_bytes: number;
}

export interface ReceivedForm {
  fields: Record<string, string | string[]>;
  files: Record<string, ReceivedFile>;
  /** Removes the files that the handler did not move away. */
  discard(): Promise<void>;
}

const fieldOf = (rules: Readonly<Record<string, FileField>>, sent: string): string | undefined =>
  Object.keys(rules).find((field) => field === sent || rules[field]?.aliases?.includes(sent));

/** The filename may be missing, although the parser's types say otherwise. */
const nameOf = (part: { filename?: string | undefined }): string => part.filename ?? '';

/** Whether this is a parser error: the body is malformed. These errors have no status and no code of ours. */
const isParserError = (error: unknown): boolean =>
  error instanceof Error && !(error instanceof ApiError) && /^(Unexpected end|Malformed|Multipart|Part terminated)/i.test(error.message);

/** Has the error code of a request stream whose client has disconnected, so that both are handled alike. */
class ClientAborted extends Error {
  readonly code = 'ERR_STREAM_PREMATURE_CLOSE';
}

const sizeMaxOf = (rules: Readonly<Record<string, FileField>>): number =>
  Math.max(...Object.values(rules).map(({ kind }) => limits.upload_bytes[kind]));

/**
 * Reads a multipart request with the declared files. Rejects other files, too many fields and too large files. The caller checks for
 * missing files.
 */
export async function receiveMultipart(
  request: FastifyRequest,
  rules: Readonly<Record<string, FileField>>,
  folder: string,
): Promise<ReceivedForm> {
  const discard = (): Promise<void> => rm(folder, { recursive: true, force: true });
  const fields: Record<string, string | string[]> = Object.create(null) as Record<string, string | string[]>;
  const files: Record<string, ReceivedFile> = {};
  try {
    // If the client disconnected during authentication, the stream's `close` event was already emitted: the parser would wait forever.
    if (request.raw.destroyed && !request.raw.complete) throw new ClientAborted('the client disconnected before its form was read');
    const parts = request.parts({
      // The parser's default limit is far below ours. It is set to one byte above the largest, so that our check rejects first.
      limits: {
        fileSize: sizeMaxOf(rules) + 1,
        fields: fieldsMax,
        fieldSize: fieldLengthMax,
        files: Object.keys(rules).length + 1,
        parts: fieldsMax + 10,
      },
    });
    for await (const part of parts) {
      if (part.type === 'field') {
        if (part.fieldnameTruncated || part.valueTruncated) failAt(part.fieldname, 'too_large');
        const value = String(part.value);
        const previous = fields[part.fieldname];
        fields[part.fieldname] = previous === undefined ? value : [previous, value].flat();
        continue;
      }
      const field = fieldOf(rules, part.fieldname);
      const rule = field === undefined ? undefined : rules[field];
      if (field === undefined || !rule || files[field]) {
        part.file.resume();
        return fail('invalid_request', { issues: [{ path: part.fieldname, message: 'This field doesn’t accept files.' }] });
      }
      const path = join(folder, field);
      let size_bytes = 0;
      const sizeMax_bytes = limits.upload_bytes[rule.kind];
      await pipeline(
        part.file,
        async function* count(source) {
          for await (const chunk of source as AsyncIterable<Buffer>) {
            size_bytes += chunk.length;
            if (size_bytes > sizeMax_bytes) failAt(field, 'too_large');
            yield chunk;
          }
        },
        createWriteStream(path, { mode: 0o600 }),
      );
      files[field] = { path, name: cutFileName(nameOf(part), fileNameLengthMax), size_bytes };
    }
    return { fields, files, discard };
  } catch (error) {
    // The rest of the body is drained, or the next request on this connection would hang.
    request.raw.unpipe();
    request.raw.resume();
    await discard();
    throw isParserError(error) ? new ApiError('invalid_request') : error;
  }
}
