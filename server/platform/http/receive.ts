/** Receives a request's body: fields, files (sent, or named as finished uploads), or raw bytes. */
import type { FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import type { Endpoint, FileField } from '@contract/kernel/endpoint';
import { headers } from '@contract/kernel/conventions';
import * as limits from '@contract/kernel/limits';
import type { Context } from '../context';
import { fail, failAt } from '../../kernel/api-error';
import type { ReplayedResponse } from '../idempotency/idempotency';
import { makeWorkspace } from '../media/converting/workspace';
import { reserveUpload, type UploadChunk, type ReservedUpload } from '../media/uploads';
import type { Actor } from './actor';
import { isSignal, sdpOf } from './signals';
import { receiveMultipart, type ReceivedFile } from './uploads';

export interface Received {
  fields: unknown;
  files: Record<string, ReceivedFile>;
  chunk: UploadChunk | null;
  /** The SDP of a WHIP or WHEP request. */
  sdp: string | null;
  /** The part of the request that the idempotency digest covers: the fields, and name and size of each file. */
  idempotencyPayload: unknown;
  /** The stored response if this is a repeated request. In that case no uploads were reserved. */
  replayed: ReplayedResponse | null;
  /** Marks the named uploads as used. Call it after the handler. */
  consume(): Promise<void>;
  /** Removes received files. Uploads that were not consumed can be named again. */
  discard(): Promise<void>;
}

type FileFields = Readonly<Record<string, FileField>>;
type Fields = Record<string, unknown>;
/** Looks up the stored response of an earlier identical request. */
type FindReplay = (idempotencyPayload: unknown) => Promise<ReplayedResponse | null>;

const offsetPattern = /^\d{1,15}$/;
const noop = (): Promise<void> => Promise.resolve();

function chunkOf(request: FastifyRequest): UploadChunk {
  if (!(request.body instanceof Readable)) return fail('unsupported_media_type');
  const offset = request.headers[headers.uploadOffset];
  if (typeof offset !== 'string' || !offsetPattern.test(offset))
    return fail('invalid_request', { issues: [{ path: headers.uploadOffset, message: 'Send the offset of this chunk in bytes.' }] });
  const contentLength = request.headers['content-length'];
  const size_bytes = contentLength === undefined ? null : Number(contentLength);
  if (size_bytes !== null && size_bytes > limits.uploadChunk_bytes) fail('too_large');
  return { offset: Number(offset), size_bytes, stream: request.body };
}

const isFields = (body: unknown): body is Fields => typeof body === 'object' && body !== null && !Array.isArray(body);

/** The ids of finished uploads by file field. */
function namedUploads(fileFields: FileFields, fields: Fields): [field: string, id: string][] {
  const [first] = Object.keys(fileFields);
  return Object.entries(fileFields).flatMap(([field, { aliases = [] }]): [string, string][] => {
    const names = [field, ...aliases, ...(field === first ? ['uploadId'] : [])];
    const id = names.map((name) => fields[name]).find((value) => typeof value === 'string' && value !== '');
    return typeof id === 'string' ? [[field, id]] : [];
  });
}

async function claimNamedUploads(
  ctx: Context,
  fileFields: FileFields,
  actor: Actor | null,
  fields: Fields,
  reserved: ReservedUpload[],
  errorWhenReserved: 'upload_not_found' | 'request_in_progress',
): Promise<Record<string, ReceivedFile>> {
  const files: Record<string, ReceivedFile> = {};
  for (const [field, id] of namedUploads(fileFields, fields)) {
    const upload = await reserveUpload(ctx, actor?.id ?? fail('upload_not_found'), id, errorWhenReserved);
    reserved.push(upload);
    const { path, name, size_bytes } = upload;
    const kind = fileFields[field]?.kind;
    if (kind && size_bytes > limits.upload_bytes[kind]) failAt(field, 'too_large');
    files[field] = { path, name, size_bytes };
  }
  return files;
}

/** Without multipart, files can only be named as uploads. If a file is required and none is named, the content type is wrong. */
function assertNamesUploads(fileFields: FileFields, fields: unknown): asserts fields is Fields {
  const isRequired = Object.values(fileFields).some(({ required }) => required);
  if (!isFields(fields) || (isRequired && namedUploads(fileFields, fields).length === 0)) fail('unsupported_media_type');
}

async function receiveFiles(
  ctx: Context,
  request: FastifyRequest,
  fileFields: FileFields,
  actor: Actor | null,
  findReplay: FindReplay | undefined,
): Promise<Received> {
  const body = request.body;
  const isMultipart = request.isMultipart();
  if (!isMultipart) assertNamesUploads(fileFields, body);
  const sent = isMultipart
    ? await receiveMultipart(request, fileFields, await makeWorkspace(ctx.config))
    : { fields: body as Fields, files: {}, discard: noop };
  const reserved: ReservedUpload[] = [];
  let isConsumed = false;
  const discard = async (): Promise<void> => {
    await sent.discard();
    if (!isConsumed) for (const upload of reserved) await upload.release();
  };
  try {
    const idempotencyPayload = [
      { ...sent.fields },
      Object.entries(sent.files).map(([field, { name, size_bytes }]) => [field, name, size_bytes]),
    ];
    const replayed = (await findReplay?.(idempotencyPayload)) ?? null;
    if (replayed) return { fields: sent.fields, files: {}, chunk: null, sdp: null, idempotencyPayload, replayed, consume: noop, discard };
    const errorWhenReserved = findReplay ? 'request_in_progress' : 'upload_not_found';
    const files = { ...(await claimNamedUploads(ctx, fileFields, actor, sent.fields, reserved, errorWhenReserved)), ...sent.files };
    for (const [field, { required }] of Object.entries(fileFields)) {
      if (required && !files[field]) fail('invalid_request', { issues: [{ path: field, message: 'Choose a file.' }] });
    }
    return {
      fields: sent.fields,
      files,
      chunk: null,
      sdp: null,
      idempotencyPayload,
      replayed: null,
      consume: async () => {
        isConsumed = true;
        for (const upload of reserved) await upload.consume();
      },
      discard,
    };
  } catch (error) {
    await discard();
    throw error;
  }
}

/**
 * Receives what the endpoint declares; `findReplay` is called before uploads are read. Rejects other bodies, and upload ids that are
 * not finished uploads of the caller.
 */
export async function receive(
  ctx: Context,
  request: FastifyRequest,
  rule: Endpoint,
  actor: Actor | null,
  findReplay?: FindReplay,
): Promise<Received> {
  const base = { files: {}, chunk: null, sdp: null, replayed: null, consume: noop, discard: noop };
  if (rule.requestBody) return { ...base, fields: {}, chunk: chunkOf(request), idempotencyPayload: null };
  if (rule.signalling) return { ...base, fields: {}, sdp: sdpOf(rule.signalling, request.body), idempotencyPayload: null };
  if (request.body instanceof Readable || isSignal(request.body)) fail('unsupported_media_type');
  if (rule.files) return receiveFiles(ctx, request, rule.files, actor, findReplay);
  if (request.isMultipart()) fail('unsupported_media_type');
  return { ...base, fields: request.body, idempotencyPayload: request.body };
}
