/** Receives a request's body: fields, files (sent, or named as finished uploads), or raw bytes. */
import type { FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import type { Endpoint, FileField } from '@contract/kernel/endpoint';
import { headers } from '@contract/kernel/conventions';
import * as limits from '@contract/kernel/limits';
import type { Context } from '../context';
import { fail, failAt } from '../../kernel/api-error';
import type { Replayed } from '../idempotency/idempotency';
import { makeWorkspace } from '../media/converting/workspace';
import { reserveUpload, type UploadChunk, type ReservedUpload } from '../media/uploads';
import type { Actor } from './actor';
import { isSignal, sdpOf } from './signals';
import { receiveMultipart, type ReceivedFile } from './uploads';

export interface Received {
  fields: unknown;
  files: Record<string, ReceivedFile>;
  piece: UploadChunk | null;
  /** The body of a WHIP or WHEP step. */
  sdp: string | null;
  /** The part of the request that the idempotency digest covers: the fields, and name and size of each file. */
  idempotencyPayload: unknown;
  /** The stored response if this is a repeated request. No uploads were taken then. */
  replayed: Replayed | null;
  /** To be called after the handler: marks the named uploads as used. */
  consume(): Promise<void>;
  /** Removes received files. Uploads that were not consumed can be named again. */
  discard(): Promise<void>;
}

type Rules = Readonly<Record<string, FileField>>;
type Fields = Record<string, unknown>;
/** Looks up the stored response of an earlier identical request. */
type FindReplay = (idempotencyPayload: unknown) => Promise<Replayed | null>;

const offsetPattern = /^\d{1,15}$/;
const noop = (): Promise<void> => Promise.resolve();

function chunkOf(request: FastifyRequest): UploadChunk {
  if (!(request.body instanceof Readable)) return fail('unsupported_media_type');
  const offset = request.headers[headers.uploadOffset];
  if (typeof offset !== 'string' || !offsetPattern.test(offset))
    return fail('invalid_request', { issues: [{ path: headers.uploadOffset, message: 'Say where the bytes belong.' }] });
  const contentLength = request.headers['content-length'];
  const size_bytes = contentLength === undefined ? null : Number(contentLength);
  if (size_bytes !== null && size_bytes > limits.uploadChunk_bytes) fail('too_large');
  return { offset: Number(offset), size_bytes, stream: request.body };
}

const isFields = (body: unknown): body is Fields => typeof body === 'object' && body !== null && !Array.isArray(body);

/** The ids of finished uploads by file field. */
function namedUploads(rules: Rules, fields: Fields): [field: string, id: string][] {
  const [first] = Object.keys(rules);
  return Object.entries(rules).flatMap(([field, { aliases = [] }]): [string, string][] => {
    const names = [field, ...aliases, ...(field === first ? ['uploadId'] : [])];
    const id = names.map((name) => fields[name]).find((value) => typeof value === 'string' && value !== '');
    return typeof id === 'string' ? [[field, id]] : [];
  });
}

async function claimNamedUploads(
  ctx: Context,
  rules: Rules,
  actor: Actor | null,
  fields: Fields,
  reserved: ReservedUpload[],
  whenTaken: 'upload_not_found' | 'request_in_progress',
): Promise<Record<string, ReceivedFile>> {
  const files: Record<string, ReceivedFile> = {};
  for (const [field, id] of namedUploads(rules, fields)) {
    const upload = await reserveUpload(ctx, actor?.id ?? fail('upload_not_found'), id, whenTaken);
    reserved.push(upload);
    const { path, name, size_bytes } = upload;
    const kind = rules[field]?.kind;
    if (kind && size_bytes > limits.upload_bytes[kind]) failAt(field, 'too_large');
    files[field] = { path, name, size_bytes };
  }
  return files;
}

/** Without multipart, files can only be named as uploads. A required file that is not named means a wrong content type. */
function assertNamesUploads(rules: Rules, fields: unknown): asserts fields is Fields {
  const isNeeded = Object.values(rules).some(({ required }) => required);
  if (!isFields(fields) || (isNeeded && namedUploads(rules, fields).length === 0)) fail('unsupported_media_type');
}

async function receiveFiles(
  ctx: Context,
  request: FastifyRequest,
  rules: Rules,
  actor: Actor | null,
  findReplay: FindReplay | undefined,
): Promise<Received> {
  const body = request.body;
  const isMultipart = request.isMultipart();
  if (!isMultipart) assertNamesUploads(rules, body);
  const sent = isMultipart
    ? await receiveMultipart(request, rules, await makeWorkspace(ctx.config))
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
    if (replayed) return { fields: sent.fields, files: {}, piece: null, sdp: null, idempotencyPayload, replayed, consume: noop, discard };
    const whenTaken = findReplay ? 'request_in_progress' : 'upload_not_found';
    const files = { ...(await claimNamedUploads(ctx, rules, actor, sent.fields, reserved, whenTaken)), ...sent.files };
    for (const [field, rule] of Object.entries(rules)) {
      if (rule.required && !files[field]) fail('invalid_request', { issues: [{ path: field, message: 'Choose a file.' }] });
    }
    return {
      fields: sent.fields,
      files,
      piece: null,
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
 * Receives what the endpoint declares; `before` is called before uploads are taken. Rejects other bodies, and upload ids that are
 * not finished uploads of the caller.
 */
export async function receive(
  ctx: Context,
  request: FastifyRequest,
  rule: Endpoint,
  actor: Actor | null,
  findReplay?: FindReplay,
): Promise<Received> {
  const base = { files: {}, piece: null, sdp: null, replayed: null, consume: noop, discard: noop };
  if (rule.requestBody) return { ...base, fields: {}, piece: chunkOf(request), idempotencyPayload: null };
  if (rule.signalling) return { ...base, fields: {}, sdp: sdpOf(rule.signalling, request.body), idempotencyPayload: null };
  if (request.body instanceof Readable || isSignal(request.body)) fail('unsupported_media_type');
  if (rule.files) return receiveFiles(ctx, request, rule.files, actor, findReplay);
  if (request.isMultipart()) fail('unsupported_media_type');
  return { ...base, fields: request.body, idempotencyPayload: request.body };
}
