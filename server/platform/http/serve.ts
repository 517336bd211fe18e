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
import { findStoredResponse, digestOfRequest, once, ReplayedResponse, type IdempotentRequest } from '../idempotency/idempotency';
import { actorByToken, actingPersonId, mayCall, mustSetUpTwoFactor, missingRight, tokenOf, type Actor } from './actor';
import type { Client } from './client';
import { clientOf } from './client-of';
import { assertDelegateMayCall, mayDelegateCall, withDelegateLog } from './delegation';
import { actorByKey, isForKeys, keyPrefix } from './key-actor';
import { parsePart, rejectUnknownFields } from './parse';
import { receive } from './receive';
import { withFlaggedWords } from './flagged-words';
import { sendSignal, addSignalParsers } from './signals';
import type { ReceivedFile } from './uploads';
import { setCaller } from './security-log';

/** Sets cookies on the response. */
export interface CookieSetter {
  cookie(header: string): void;
}

type ActorOf<E> = E extends { access: 'anyone' } ? Actor | null : Actor;
type FilesOf<E> = E extends { files: infer F }
  ? { files: { [K in keyof F]: F[K] extends { required: true } ? ReceivedFile : ReceivedFile | undefined } }
  : unknown;
type SignalOf<E> = E extends { signalling: string } ? { sdp: string; bearer: string | null } : unknown;
type ChunkOf<E> = E extends { requestBody: 'bytes' } ? { chunk: UploadChunk } : unknown;

/** For endpoints that accept an idempotency key. See `server/platform/idempotency`. */
export interface IdempotentExecution<T> {
  idempotentRequest: IdempotentRequest;
  /** Runs the work in one transaction that also stores its response. */
  once(work: (tx: Context) => Promise<T>): Promise<T | ReplayedResponse>;
}
type IdempotentExecutionOf<N extends Name> = Api[N] extends { idempotent: string } ? IdempotentExecution<HandlerResult<Api[N]>> : unknown;

/** What a handler gets: the actor, the client, and the decoded parts that the contract declares. */
export type Request<N extends Name> = { actor: ActorOf<Api[N]>; client: Client; cookieSetter: CookieSetter } & Parsed<Api[N]> &
  FilesOf<Api[N]> &
  ChunkOf<Api[N]> &
  SignalOf<Api[N]> &
  IdempotentExecutionOf<N>;

/** A response with status 202: the work continues after it. */
export class AcceptedResponse<T> {
  readonly data: T;
  constructor(data: T) {
    this.data = data;
  }
}

const dataOf = (result: unknown): unknown => (result instanceof AcceptedResponse ? (result.data as unknown) : result);

export type Handler<N extends Name> = (
  request: Request<N>,
  ctx: Context,
) => Promise<
  HandlerResult<Api[N]> | AcceptedResponse<HandlerResult<Api[N]>> | (Api[N] extends { idempotent: string } ? ReplayedResponse : never)
>;
export type Routes<N extends Name> = { [K in N]: Handler<K> };

/** Declares a family's handlers, typed by the contract. */
export function serve<const N extends Name>(handlers: Routes<N>): Routes<N> {
  return handlers;
}

/**
 * Whether an endpoint that guests may call too treats the actor as signed in; otherwise the call is a guest's. API keys are guests there,
 * and so are delegates without a right to the endpoint.
 */
const countsAsSignedIn = (ctx: Context, rule: Endpoint, actor: Actor): boolean =>
  actor.status === 'active' &&
  actor.apiKeyId === undefined &&
  !mustSetUpTwoFactor(ctx, actor) &&
  (actor.delegate === undefined || mayDelegateCall(rule, actor.delegate));

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

/** The right that a key lacks, or null. A key cannot do what its creator may do as a performer or fan. */
const rightMissingFromKey = ({ right }: Endpoint, actor: Actor): Right | null =>
  right === undefined || hasRight(actor, right) ? null : right;

const actorOf = (ctx: Context, token: string): Promise<Actor | null> =>
  token.startsWith(keyPrefix) ? actorByKey(ctx, token) : actorByToken(ctx, token);

/** Rejects operators without the right of the endpoint, and logs the attempt. */
async function assertRight(ctx: Context, name: Name, rule: Endpoint, actor: Actor, client: Client): Promise<void> {
  const right = actor.apiKeyId === undefined ? missingRight(rule, actor) : rightMissingFromKey(rule, actor);
  if (right === null) return;
  await audit(ctx, actor, client, { action: 'rights.missing', targetType: 'endpoint', targetId: name, after: { right } });
  fail('right_missing', { message: `You need this permission: ${rights[right]}. Ask a site owner to grant it.` });
}

async function admit(ctx: Context, name: Name, request: FastifyRequest): Promise<{ actor: Actor | null; client: Client }> {
  const rule = endpoint(name);
  const client = await clientOf(ctx, request);
  const token = tokenOf(request.headers.authorization);
  const caller = token === null ? null : await actorOf(ctx, token);
  const network = networkOf(client.address);
  setCaller(request, { address: client.address, accountId: caller ? actingPersonId(caller) : null });
  // Before any rejection, so that rejected calls count too.
  await ctx.rateLimiter.consume('general', caller ? actingPersonId(caller) : network);
  const actor = authenticate(ctx, rule, token, caller);
  if (actor?.role !== 'operator' && !rule.duringMaintenance) {
    if (ctx.siteBlockedCountries.has(client.country)) {
      ctx.rejectedVisits.record(client.country);
      fail('country_blocked');
    }
    if (ctx.settings.values().maintenanceMode) fail('maintenance', { retryAfter_s: maintenanceRetry_s });
  }
  if (actor) await assertDelegateMayCall(ctx, name, rule, actor, client);
  if (actor && !mayCall(rule.access, actor)) fail('forbidden_role');
  if (actor) await assertRight(ctx, name, rule, actor, client);
  if (rule.rateLimit) await ctx.rateLimiter.consume(rule.rateLimit, actor?.id ?? network);
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
  const isValid = typeof key === 'string' && key.length >= 1 && key.length <= limits.headerIdempotencyLengthMax;
  return isValid ? key : fail('invalid_request', { issues: [{ path: headers.idempotencyKey, message: 'Use 1 to 255 characters.' }] });
}

function idempotentRequestOf(name: Name, request: FastifyRequest, actor: Actor, payload: unknown): IdempotentRequest {
  return { accountId: actor.id, key: idempotencyKeyOf(request), digest: digestOfRequest(name, [request.params, payload]) };
}

function onceOf(ctx: Context, idempotentRequest: IdempotentRequest, encode: (result: unknown) => unknown): IdempotentExecution<unknown> {
  return { idempotentRequest, once: (work) => once(ctx, idempotentRequest, encode, work) };
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

const strictPreference = 'handling=strict';

/** Whether the caller prefers an error over ignored fields (RFC 7240, `handling=strict`). */
const prefersStrict = ({ headers: { prefer } }: FastifyRequest): boolean =>
  typeof prefer === 'string' && prefer.split(',').some((preference) => preference.trim().toLowerCase() === strictPreference);

const asFields = (value: unknown): object => (typeof value === 'object' && value !== null ? value : {});

/** The fields in which a body may name finished uploads instead of files. */
const uploadFieldsOf = ({ files = {} }: Endpoint): string[] =>
  Object.entries(files).flatMap(([field, { aliases = [] }]) => [field, ...aliases, 'uploadId']);

/** Mounts every handler at the method and path of its endpoint. The contract's schemas decode requests and encode responses. */
export function mount(app: FastifyInstance, ctx: Context, routes: Routes<Name>): void {
  // Not parsed: the endpoint that accepts bytes streams them to disk.
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
        const idempotentActor = rule.idempotent ? actor : null;
        const findReplay = idempotentActor
          ? (payload: unknown) => findStoredResponse(ctx, idempotentRequestOf(name, request, idempotentActor, payload))
          : undefined;
        const received = await receive(ctx, request, rule, actor, findReplay);
        try {
          reply.header(headers.requestId, request.id);
          if (received.replayed) return await send(rule, request, reply, received.replayed.status, received.replayed.body);
          const rawBody = method === 'DELETE' && !received.fields ? request.query : received.fields;
          const body = parsePart(rule.body, rawBody ?? {}, 'body');
          const isStrict = prefersStrict(request);
          if (isStrict || rejectsUndeclaredFields(method, rule)) rejectUnknownFields(rawBody, body, uploadFieldsOf(rule));
          if (isStrict) {
            rejectUnknownFields(request.query, method === 'DELETE' ? { ...asFields(query), ...asFields(body) } : query);
            reply.header('preference-applied', strictPreference);
          }
          const requestCtx = withFlaggedWords(ctx, name, body);
          const cookieSetter: CookieSetter = { cookie: (header) => void reply.header('set-cookie', header) };
          const encode = (result: unknown): unknown => rule.response.encode(result);
          const handlerRequest = {
            actor,
            client,
            cookieSetter,
            params,
            query,
            body,
            files: received.files,
            chunk: received.chunk,
            sdp: received.sdp,
            bearer: tokenOf(request.headers.authorization),
          };
          const runHandler = (handlerCtx: Context): Promise<unknown> => {
            const execution = idempotentActor
              ? onceOf(
                  handlerCtx,
                  idempotentRequestOf(name, request, idempotentActor, rule.files ? received.idempotencyPayload : rawBody),
                  encode,
                )
              : {};
            return handle({ ...handlerRequest, ...execution }, handlerCtx);
          };
          const result = await withDelegateLog(requestCtx, { name, rule, actor, client, params }, runHandler, dataOf);
          await received.consume();
          if (rule.signalling) return await sendSignal(reply, rule.signalling, result);
          if (rule.responseFormat) return await sendCsv(reply, path, result as AsyncIterable<string>);
          if (result instanceof ReplayedResponse) return await send(rule, request, reply, result.status, result.body);
          const status = result instanceof AcceptedResponse ? 202 : 200;
          // Encoding drops fields that the contract does not declare.
          return await send(rule, request, reply, status, encode(dataOf(result)));
        } finally {
          await received.discard();
        }
      },
    });
  }
}
