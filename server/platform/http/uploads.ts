/** Multipart requests: fields as text, files into a folder that is gone when the request ends. */
import type {} from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { FileField } from '@contract/endpoint';
import { cutFileName, fileNameLengthMax } from '@contract/kernel/file-name';
import * as limits from '@contract/kernel/limits';
import { fail, failAt, Refusal } from '../../kernel/api-error';

const fieldsMax = 60;
const fieldLengthMax = 20_000;

/** A file as it came: on disk until the request ends, its name and type only claimed. */
export interface ReceivedFile {
  path: string;
  name: string;
  size_bytes: number;
}

export interface Received {
  fields: Record<string, string | string[]>;
  files: Record<string, ReceivedFile>;
  /** Removes what the handler did not take away. */
  discard(): Promise<void>;
}

const fieldOf = (rules: Readonly<Record<string, FileField>>, sent: string): string | undefined =>
  Object.keys(rules).find((field) => field === sent || rules[field]?.aliases?.includes(sent));

/** A file may come without a name, although the parser's types say otherwise. */
const nameOf = (part: { filename?: string | undefined }): string => part.filename ?? '';

/** The parser's own complaints carry neither a status nor a code of ours: the body is not what its header says. */
const isBroken = (error: unknown): boolean =>
  error instanceof Error && !(error instanceof Refusal) && /^(Unexpected end|Malformed|Multipart|Part terminated)/i.test(error.message);

/** As the stream of a request says it when its client goes away. */
class BrokenOff extends Error {
  readonly code = 'ERR_STREAM_PREMATURE_CLOSE';
}

const sizeMaxOf = (rules: Readonly<Record<string, FileField>>): number =>
  Math.max(...Object.values(rules).map(({ kind }) => limits.upload_bytes[kind]));

/** Reads a multipart request against its declared files; refuses other files, too many fields and too large files. That one is missing is the caller's to find. */
export async function receiveMultipart(
  request: FastifyRequest,
  rules: Readonly<Record<string, FileField>>,
  folder: string,
): Promise<Received> {
  const discard = (): Promise<void> => rm(folder, { recursive: true, force: true });
  const fields: Record<string, string | string[]> = Object.create(null) as Record<string, string | string[]>;
  const files: Record<string, ReceivedFile> = {};
  try {
    // Who went away while we asked who they are has closed already: the parser would wait for that without an end.
    if (request.raw.destroyed && !request.raw.complete) throw new BrokenOff('the client went away before its form was read');
    const parts = request.parts({
      // The parser's own limit is far below ours; it stands one byte behind the largest, so that ours is what refuses.
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
        const before = fields[part.fieldname];
        fields[part.fieldname] = before === undefined ? value : [before, value].flat();
        continue;
      }
      const field = fieldOf(rules, part.fieldname);
      const rule = field === undefined ? undefined : rules[field];
      if (field === undefined || !rule || files[field]) {
        part.file.resume();
        return fail('invalid_request', { issues: [{ path: part.fieldname, message: 'No file is expected here.' }] });
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
    // What is still on its way is let pass, or the connection would stand still for the next request on it.
    request.raw.unpipe();
    request.raw.resume();
    await discard();
    throw isBroken(error) ? new Refusal('invalid_request') : error;
  }
}
