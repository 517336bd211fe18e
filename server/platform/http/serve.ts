/**
 * The request pipeline: admit (session, rate limit, country, maintenance, role, rights) → parse → handle → respond.
 * A family of routes is a table of handlers by the names of the contract. Paths, schemas and status codes are only in the contract.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { endpoint, type Api, type Name } from '@contract/api';
import { rejectsUndeclaredFields, type Endpoint, type Method, type Parsed, type HandlerResult } from '@contract/kernel/endpoint';
import { headers } from '@contract/kernel/conventions';
import * as limits from '@contract/kernel/limits';
import { rights, type Right } from '@contract/kernel/rights';
import { audit } from '../audit/audit';
import type { Context } from '../context';
import { fail } from '../../kernel/api-error';
import { hasRight } from '../rights';
import { networkOf } from '../geo/client-address';
import type { UploadChunk } from '../media/uploads';
import { findStoredResponse, digestOfRequest, once, Replayed, type IdempotentRequest } from '../idempotency/idempotency';
import { actorByToken, actingPersonId, mayCall, mustSetUpTwoFactor, rightMissing, tokenOf, type Actor } from './actor';
import type { Client } from './client';
import { clientOf } from './client-of';
import { assertDelegateMay, isForDelegate, withDelegateLog } from './delegation';
import { actorByKey, isForKeys, keyPrefix } from './key-actor';
import { parsePart, rejectUnknownFields } from './parse';
import { receive } from './receive';
import { withFlaggedWords } from './flagged-words';
import { sendSignal, addSignalParsers } from './signals';
import type { ReceivedFile } from './uploads';
import { setCaller } from './security-log';

/** Sets cookies on the response. */
export interface Respond {
  cookie(header: string): void;
}

type ActorOf<E> = E extends { access: 'anyone' } ? Actor | null : Actor;
type FilesOf<E> = E extends { files: infer F }
  ? { files: { [K in keyof F]: F[K] extends { required: true } ? ReceivedFile : ReceivedFile | undefined } }
  : unknown;
type SignalOf<E> = E extends { signalling: string } ? { sdp: string; bearer: string | null } : unknown;
type PieceOf<E> = E extends { requestBody: 'bytes' } ? { piece: UploadChunk } : unknown;

/** For endpoints that take an idempotency key. See `server/platform/idempotency`. */
export interface IdempotentExecution<T> {
  intention: IdempotentRequest;
  /** Runs the work in one transaction that also stores its response. */
  once(work: (tx: Context) => Promise<T>): Promise<T | Replayed>;
}
type OnceOf<N extends Name> = Api[N] extends { idempotent: string } ? IdempotentExecution<HandlerResult<Api[N]>> : unknown;

/** What a handler gets: the actor, the client, and the decoded parts that the contract declares. */
export type Request<N extends Name> = { actor: ActorOf<Api[N]>; client: Client; respond: Respond } & Parsed<Api[N]> &
  FilesOf<Api[N]> &
  PieceOf<Api[N]> &
  SignalOf<Api[N]> &
  OnceOf<N>;

/** A response with status 202: the work continues after it. */
export class AcceptedResponse<T> {
  readonly answer: T;
  constructor(answer: T) {
    this.answer = answer;
  }
}

const resultOf = (result: unknown): unknown => (result instanceof AcceptedResponse ? (result.answer as unknown) : result);

export type Handler<N extends Name> = (
  request: Request<N>,
  ctx: Context,
) => Promise<HandlerResult<Api[N]> | AcceptedResponse<HandlerResult<Api[N]>> | (Api[N] extends { idempotent: string } ? Replayed : never)>;
export type Routes<N extends Name> = { [K in N]: Handler<K> };

/** Declares a family's handlers, typed by the contract. */
export function serve<const N extends Name>(handlers: Routes<N>): Routes<N> {
  return handlers;
}

/**
 * Whether the actor counts on an endpoint that guests may call too; otherwise the call is a guest's. API keys do not count, and
 * delegates only where they have a right.
 */
const countsAsSignedIn = (ctx: Context, rule: Endpoint, actor: Actor): boolean =>
  actor.status === 'active' &&
  actor.apiKeyId === undefined &&
  !mustSetUpTwoFactor(ctx, actor) &&
  (actor.delegate === undefined || isForDelegate(rule, actor.delegate));

/** The account of the request. An invalid token counts as a guest where guests may call, and is rejected elsewhere. */
function authenticate(ctx: Context, rule: Endpoint, token: string | null, actor: Actor | null): Actor | null {
  if (rule.access === 'anyone') return actor !== null && countsAsSignedIn(ctx, rule, actor) ? actor : null;
  if (!actor) return fail(token === null ? 'session_required' : 'session_ended');
  if (actor.status === 'suspended') fail('account_suspended');
  if (actor.status !== 'active' && !rule.whileDeleting) fail('account_deleting');
  if (actor.apiKeyId !== undefined && !isForKeys(rule)) fail('key_not_allowed');
  if (!rule.beforeTwoFactorSetup && mustSetUpTwoFactor(ctx, actor)) fail('second_step_required');
  return actor;
}

/** Retry-After during maintenance. */
const maintenanceRetry_s = 120;

/** The right that a key lacks. A key cannot use what its creator may do as a performer or fan. */
const rightOfKey = ({ right }: Endpoint, actor: Actor): Right | null => (right === undefined || hasRight(actor, right) ? null : right);

const actorOf = (ctx: Context, token: string): Promise<Actor | null> =>
  token.startsWith(keyPrefix) ? actorByKey(ctx, token) : actorByToken(ctx, token);

/** Rejects operators without the right of the endpoint, and logs the attempt. */
async function assertRight(ctx: Context, name: Name, rule: Endpoint, actor: Actor, client: Client): Promise<void> {
  const right = actor.apiKeyId === undefined ? rightMissing(rule, actor) : rightOfKey(rule, actor);
  if (right === null) return;
  await audit(ctx, actor, client, { action: 'rights.missing', targetType: 'endpoint', targetId: name, after: { right } });
  fail('right_missing', { message: `You do not have the right for this: ${rights[right]}. Ask an owner of the site.` });
}

async function admit(ctx: Context, name: Name, request: FastifyRequest): Promise<{ actor: Actor | null; client: Client }> {
  const rule = endpoint(name);
  const client = await clientOf(ctx, request);
  const token = tokenOf(request.headers.authorization);
  const found = token === null ? null : await actorOf(ctx, token);
  const guest = networkOf(client.address);
  setCaller(request, { address: client.address, accountId: found ? actingPersonId(found) : null });
  // Before any rejection, so that rejected calls count too.
  await ctx.rates.take('general', found ? actingPersonId(found) : guest);
  const actor = authenticate(ctx, rule, token, found);
  if (actor?.role !== 'operator' && !rule.duringMaintenance) {
    if (ctx.closedCountries.has(client.country)) {
      ctx.rejectedVisits.note(client.country);
      fail('country_blocked');
    }
    if (ctx.settings.values().maintenanceMode) fail('maintenance', { retryAfter_s: maintenanceRetry_s });
  }
  if (actor) await assertDelegateMay(ctx, name, rule, actor, client);
  if (actor && !mayCall(rule.access, actor)) fail('forbidden_role');
  if (actor) await assertRight(ctx, name, rule, actor, client);
  if (rule.rateLimit) await ctx.rates.take(rule.rateLimit, actor?.id ?? guest);
  return { actor, client };
}

function send(rule: Endpoint, request: FastifyRequest, reply: FastifyReply, status: number, data: unknown): FastifyReply {
  reply.code(status).header('content-type', 'application/json; charset=utf-8');
  const text = JSON.stringify({ data });
  if (rule.cacheSeconds === undefined) return reply.header('cache-control', 'no-store').send(text);
  const tag = `"${createHash('sha1').update(text).digest('base64url')}"`;
  reply.header('etag', tag).header('cache-control', rule.cacheSeconds > 0 ? `public, max-age=${rule.cacheSeconds}` : 'no-cache');
  return request.headers['if-none-match'] === tag ? reply.code(304).send() : reply.send(text);
}

/** The idempotency key, or null. Rejects an empty or too long key. */
function idempotencyKeyOf(request: FastifyRequest): string | null {
  const key = request.headers[headers.idempotencyKey];
  if (key === undefined) return null;
  const isFit = typeof key === 'string' && key.length >= 1 && key.length <= limits.headerIdempotencyLengthMax;
  return isFit ? key : fail('invalid_request', { issues: [{ path: headers.idempotencyKey, message: 'Use 1 to 255 characters.' }] });
}

function intentionOf(name: Name, request: FastifyRequest, actor: Actor, payload: unknown): IdempotentRequest {
  return { accountId: actor.id, key: idempotencyKeyOf(request), digest: digestOfRequest(name, [request.params, payload]) };
}

function onceOf(ctx: Context, intention: IdempotentRequest, encode: (result: unknown) => unknown): IdempotentExecution<unknown> {
  return { intention, once: (work) => once(ctx, intention, encode, work) };
}

/** Streams a CSV file. Its name is derived from the endpoint's path. */
function sendCsv(reply: FastifyReply, path: string, lines: AsyncIterable<string>): FastifyReply {
  const name = path.split('/').filter(Boolean).slice(-2).join('-');
  return reply
    .type('text/csv; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('content-disposition', `attachment; filename="${name}.csv"`)
    .send(Readable.from(lines));
}

const strictly = 'handling=strict';

/** Whether the caller prefers an error over ignored fields (RFC 7240, `handling=strict`). */
const prefersStrict = ({ headers: { prefer } }: FastifyRequest): boolean =>
  typeof prefer === 'string' && prefer.split(',').some((preference) => preference.trim().toLowerCase() === strictly);

const asFields = (value: unknown): object => (typeof value === 'object' && value !== null ? value : {});

/** The fields in which a body may name finished uploads instead of files. */
const fieldsOfFiles = ({ files = {} }: Endpoint): string[] =>
  Object.entries(files).flatMap(([field, { aliases = [] }]) => [field, ...aliases, 'uploadId']);

/** Mounts every handler under its name. The contract's schemas decode requests and encode responses. */
export function mount(app: FastifyInstance, ctx: Context, routes: Routes<Name>): void {
  // Not parsed: the endpoint that takes bytes streams them to disk.
  app.addContentTypeParser('application/octet-stream', (_request, payload, done) => {
    done(null, payload);
  });
  addSignalParsers(app);
  for (const name of Object.keys(routes) as Name[]) {
    const rule = endpoint(name);
    const [method, path] = name.split(' ') as [Method, string];
    const handle = routes[name] as (request: unknown, ctx: Context) => Promise<unknown>;
    app.route({
      method,
      url: path,
      handler: async (request, reply) => {
        const { actor, client } = await admit(ctx, name, request);
        const params = parsePart(rule.params, request.params, 'params');
        const query = parsePart(rule.query, request.query, 'query');
        const owner = rule.idempotent ? actor : null;
        const before = owner ? (payload: unknown) => findStoredResponse(ctx, intentionOf(name, request, owner, payload)) : undefined;
        const sent = await receive(ctx, request, rule, actor, before);
        try {
          reply.header(headers.requestId, request.id);
          if (sent.replayed) return await send(rule, request, reply, sent.replayed.status, sent.replayed.answer);
          const source = method === 'DELETE' && !sent.fields ? request.query : sent.fields;
          const body = parsePart(rule.body, source ?? {}, 'body');
          const isStrict = prefersStrict(request);
          if (isStrict || rejectsUndeclaredFields(method, rule)) rejectUnknownFields(source, body, fieldsOfFiles(rule));
          if (isStrict) {
            rejectUnknownFields(request.query, method === 'DELETE' ? { ...asFields(query), ...asFields(body) } : query);
            reply.header('preference-applied', strictly);
          }
          const requestCtx = withFlaggedWords(ctx, name, body);
          const respond: Respond = { cookie: (header) => void reply.header('set-cookie', header) };
          const encode = (result: unknown): unknown => rule.response.encode(result);
          const handlerRequest = {
            ...{ actor, client, respond, params, query, body, files: sent.files, piece: sent.piece, sdp: sent.sdp },
            bearer: tokenOf(request.headers.authorization),
          };
          const answer = (handlerCtx: Context): Promise<unknown> => {
            const repeatable = owner
              ? onceOf(handlerCtx, intentionOf(name, request, owner, rule.files ? sent.idempotencyPayload : source), encode)
              : {};
            return handle({ ...handlerRequest, ...repeatable }, handlerCtx);
          };
          const result = await withDelegateLog(requestCtx, { name, rule, actor, client, params }, answer, resultOf);
          await sent.consume();
          if (rule.signalling) return await sendSignal(reply, rule.signalling, result);
          if (rule.responseFormat) return await sendCsv(reply, path, result as AsyncIterable<string>);
          if (result instanceof Replayed) return await send(rule, request, reply, result.status, result.answer);
          const status = result instanceof AcceptedResponse ? 202 : 200;
          // Encoding drops fields that the contract does not declare.
          return await send(rule, request, reply, status, encode(resultOf(result)));
        } finally {
          await sent.discard();
        }
      },
    });
  }
}
