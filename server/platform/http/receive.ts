/** What a request carries beside its address: fields, files (sent, or named as finished uploads), or bytes as they come. */
import type { FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import type { Endpoint, FileField } from '@contract/endpoint';
import { headers } from '@contract/kernel/conventions';
import * as limits from '@contract/kernel/limits';
import type { Context } from '../context';
import { fail, failAt } from '../../kernel/api-error';
import type { Replayed } from '../idempotency/idempotency';
import { makeWorkspace } from '../media/converting/workspace';
import { takeUpload, type Piece, type TakenUpload } from '../media/uploads';
import type { Actor } from './actor';
import { isSignal, sdpOf } from './signals';
import { receiveMultipart, type ReceivedFile } from './uploads';

export interface Received {
  fields: unknown;
  files: Record<string, ReceivedFile>;
  piece: Piece | null;
  /** What a step of WHIP or WHEP carries. */
  sdp: string | null;
  /** What is asked for, as far as two requests can be told apart by it: the fields, and how files that come along are called and how long they are. */
  wish: unknown;
  /** The answer to be given again: the same was wished before. Nothing was taken then. */
  replayed: Replayed | null;
  /** Said once the handler is done: uploads that were named are used up. */
  consume(): Promise<void>;
  /** Removes what was sent; uploads that are not used up may be named again. */
  discard(): Promise<void>;
}

type Rules = Readonly<Record<string, FileField>>;
type Fields = Record<string, unknown>;
/** Whether the same was wished before, with the answer to be given again. */
type Before = (wish: unknown) => Promise<Replayed | null>;

const offsetPattern = /^\d{1,15}$/;
const nothing = (): Promise<void> => Promise.resolve();

function pieceOf(request: FastifyRequest): Piece {
  if (!(request.body instanceof Readable)) return fail('unsupported_media_type');
  const offset = request.headers[headers.uploadOffset];
  if (typeof offset !== 'string' || !offsetPattern.test(offset))
    return fail('invalid_request', { issues: [{ path: headers.uploadOffset, message: 'Say where the bytes belong.' }] });
  const announced = request.headers['content-length'];
  const size_bytes = announced === undefined ? null : Number(announced);
  if (size_bytes !== null && size_bytes > limits.uploadPiece_bytes) fail('too_large');
  return { offset: Number(offset), size_bytes, stream: request.body };
}

const isFields = (body: unknown): body is Fields => typeof body === 'object' && body !== null && !Array.isArray(body);

/** The ids of uploads by the file field that they stand for. */
function namedUploads(rules: Rules, fields: Fields): [field: string, id: string][] {
  const [first] = Object.keys(rules);
  return Object.entries(rules).flatMap(([field, { aliases = [] }]): [string, string][] => {
    const names = [field, ...aliases, ...(field === first ? ['uploadId'] : [])];
    const id = names.map((name) => fields[name]).find((value) => typeof value === 'string' && value !== '');
    return typeof id === 'string' ? [[field, id]] : [];
  });
}

async function takeNamed(
  ctx: Context,
  rules: Rules,
  actor: Actor | null,
  fields: Fields,
  taken: TakenUpload[],
  whenTaken: 'upload_not_found' | 'request_in_progress',
): Promise<Record<string, ReceivedFile>> {
  const files: Record<string, ReceivedFile> = {};
  for (const [field, id] of namedUploads(rules, fields)) {
    const upload = await takeUpload(ctx, actor?.id ?? fail('upload_not_found'), id, whenTaken);
    taken.push(upload);
    const { path, name, size_bytes } = upload;
    const kind = rules[field]?.kind;
    if (kind && size_bytes > limits.upload_bytes[kind]) failAt(field, 'too_large');
    files[field] = { path, name, size_bytes };
  }
  return files;
}

/** Without multipart, files can only be named: whoever must send one and names none sent the wrong kind of body. */
function assertNaming(rules: Rules, fields: unknown): asserts fields is Fields {
  const isNeeded = Object.values(rules).some(({ required }) => required);
  if (!isFields(fields) || (isNeeded && namedUploads(rules, fields).length === 0)) fail('unsupported_media_type');
}

async function receiveFiles(
  ctx: Context,
  request: FastifyRequest,
  rules: Rules,
  actor: Actor | null,
  before: Before | undefined,
): Promise<Received> {
  const body = request.body;
  const isMultipart = request.isMultipart();
  if (!isMultipart) assertNaming(rules, body);
  const sent = isMultipart
    ? await receiveMultipart(request, rules, await makeWorkspace(ctx.config))
    : { fields: body as Fields, files: {}, discard: nothing };
  const taken: TakenUpload[] = [];
  let isConsumed = false;
  const discard = async (): Promise<void> => {
    await sent.discard();
    if (!isConsumed) for (const upload of taken) await upload.giveBack();
  };
  try {
    const wish = [{ ...sent.fields }, Object.entries(sent.files).map(([field, { name, size_bytes }]) => [field, name, size_bytes])];
    const replayed = (await before?.(wish)) ?? null;
    if (replayed) return { fields: sent.fields, files: {}, piece: null, sdp: null, wish, replayed, consume: nothing, discard };
    const whenTaken = before ? 'request_in_progress' : 'upload_not_found';
    const files = { ...(await takeNamed(ctx, rules, actor, sent.fields, taken, whenTaken)), ...sent.files };
    for (const [field, rule] of Object.entries(rules)) {
      if (rule.required && !files[field]) fail('invalid_request', { issues: [{ path: field, message: 'Choose a file.' }] });
    }
    return {
      fields: sent.fields,
      files,
      piece: null,
      sdp: null,
      wish,
      replayed: null,
      consume: async () => {
        isConsumed = true;
        for (const upload of taken) await upload.consume();
      },
      discard,
    };
  } catch (error) {
    await discard();
    throw error;
  }
}

/**
 * Receives what the endpoint declares; `before` is asked before files are taken. Refuses other bodies, and what names no finished
 * upload of the caller's own.
 */
export async function receive(
  ctx: Context,
  request: FastifyRequest,
  rule: Endpoint,
  actor: Actor | null,
  before?: Before,
): Promise<Received> {
  const bare = { files: {}, piece: null, sdp: null, replayed: null, consume: nothing, discard: nothing };
  if (rule.receives) return { ...bare, fields: {}, piece: pieceOf(request), wish: null };
  if (rule.signals) return { ...bare, fields: {}, sdp: sdpOf(rule.signals, request.body), wish: null };
  if (request.body instanceof Readable || isSignal(request.body)) fail('unsupported_media_type');
  if (rule.files) return receiveFiles(ctx, request, rule.files, actor, before);
  if (request.isMultipart()) fail('unsupported_media_type');
  return { ...bare, fields: request.body, wish: request.body };
}
