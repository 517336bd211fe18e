/**
 * The way of every request: admit (session, allowance, country, maintenance, kind of account) → parse → handle → answer.
 * A family of routes is a table of handlers under the names of the contract; nothing about paths, schemas or status
 * codes is said again here or there.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { endpoint, type Api, type Name } from '@contract/api';
import type { Endpoint, Method, Parsed, Result } from '@contract/endpoint';
import { headers } from '@contract/kernel/conventions';
import * as limits from '@contract/kernel/limits';
import { rights, type Right } from '@contract/kernel/rights';
import { audit } from '../audit/audit';
import type { Context } from '../context';
import { fail } from '../../kernel/api-error';
import { mayDo } from '../rights';
import { networkOf } from '../geo/client-address';
import type { Piece } from '../media/uploads';
import { answeredBefore, digestOfRequest, once, Replayed, type Intention } from '../idempotency/idempotency';
import { actorByToken, doerOf, mayCall, owesSecondStep, rightMissing, tokenOf, type Actor } from './actor';
import type { Client } from './client';
import { clientOf } from './client-of';
import { assertHelperMay, isForHelper, marked } from '../../http/helping';
import { actorByKey, isForKeys, keyPrefix } from './key-actor';
import { parsePart, refuseUnknown } from './parse';
import { receive } from './receive';
import { mindingWords } from '../../http/said';
import { sendSignal, takeSignals } from './signals';
import type { ReceivedFile } from './uploads';
import { noteCaller } from './security-log';

/** Sets cookies on the answer; the values are the host's own. */
export interface Respond {
  cookie(header: string): void;
}

type ActorOf<E> = E extends { access: 'anyone' } ? Actor | null : Actor;
type FilesOf<E> = E extends { files: infer F }
  ? { files: { [K in keyof F]: F[K] extends { required: true } ? ReceivedFile : ReceivedFile | undefined } }
  : unknown;
type SignalOf<E> = E extends { signals: string } ? { sdp: string; bearer: string | null } : unknown;
type PieceOf<E> = E extends { receives: 'bytes' } ? { piece: Piece } : unknown;

/** For endpoints that take an idempotency key: how to have an effect once per intention. See `server/platform/idempotency`. */
export interface Once<T> {
  intention: Intention;
  /** Runs the work in one transaction that also remembers its answer. */
  once(work: (tx: Context) => Promise<T>): Promise<T | Replayed>;
}
type OnceOf<N extends Name> = Api[N] extends { idempotent: true } ? Once<Result<Api[N]>> : unknown;

/** What a handler gets: who calls from where, and the decoded parts that the contract declares. */
export type Request<N extends Name> = { actor: ActorOf<Api[N]>; client: Client; respond: Respond } & Parsed<Api[N]> &
  FilesOf<Api[N]> &
  PieceOf<Api[N]> &
  SignalOf<Api[N]> &
  OnceOf<N>;

/** Marks an answer whose work goes on: 202 instead of 200. */
export class Continuing<T> {
  readonly answer: T;
  constructor(answer: T) {
    this.answer = answer;
  }
}

const resultOf = (given: unknown): unknown => (given instanceof Continuing ? (given.answer as unknown) : given);

export type Handler<N extends Name> = (
  request: Request<N>,
  ctx: Context,
) => Promise<Result<Api[N]> | Continuing<Result<Api[N]>> | (Api[N] extends { idempotent: true } ? Replayed : never)>;
export type Routes<N extends Name> = { [K in N]: Handler<K> };

/** A family's handlers; the types say what each must take and give. */
export function serve<const N extends Name>(handlers: Routes<N>): Routes<N> {
  return handlers;
}

/** Whether it counts who calls what guests may call too. A key is nobody's presence, and a helper is there for her work alone. */
const isSeen = (ctx: Context, rule: Endpoint, actor: Actor): boolean =>
  actor.status === 'active' &&
  actor.apiKeyId === undefined &&
  !owesSecondStep(ctx, actor) &&
  (actor.by === undefined || isForHelper(rule, actor.by));

/** The account behind the request. A token that opens nothing is a guest's where guests may call, and refused elsewhere. */
function signedIn(ctx: Context, rule: Endpoint, token: string | null, actor: Actor | null): Actor | null {
  if (rule.access === 'anyone') return actor !== null && isSeen(ctx, rule, actor) ? actor : null;
  if (!actor) return fail(token === null ? 'session_required' : 'session_ended');
  if (actor.status === 'suspended') fail('account_suspended');
  if (actor.status !== 'active' && !rule.whileDeleting) fail('account_deleting');
  if (actor.apiKeyId !== undefined && !isForKeys(rule)) fail('key_not_allowed');
  if (!rule.beforeSecondStep && owesSecondStep(ctx, actor)) fail('second_step_required');
  return actor;
}

/** How long people are asked to wait before they try again during maintenance. */
const maintenanceRetry_s = 120;

/** The right that a key wants. What its maker may do as a performer or a fan, the key may not. */
const rightOfKey = ({ right }: Endpoint, actor: Actor): Right | null => (right === undefined || mayDo(actor, right) ? null : right);

const actorOf = (ctx: Context, token: string): Promise<Actor | null> =>
  token.startsWith(keyPrefix) ? actorByKey(ctx, token) : actorByToken(ctx, token);

/** Refuses an operator who lacks the right of the endpoint, and keeps that she tried. */
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
  noteCaller(request, { address: client.address, accountId: found ? doerOf(found) : null });
  // Before anything is refused: a flood of refusals is a flood all the same.
  await ctx.rates.take('general', found ? doerOf(found) : guest);
  const actor = signedIn(ctx, rule, token, found);
  if (actor?.role !== 'operator' && !rule.alwaysOpen) {
    if (ctx.closedCountries.has(client.country)) {
      ctx.refusedVisits.note(client.country);
      fail('country_blocked');
    }
    if (ctx.settings.values().maintenanceMode) fail('maintenance', { retryAfter_s: maintenanceRetry_s });
  }
  if (actor) await assertHelperMay(ctx, name, rule, actor, client);
  if (actor && !mayCall(rule.access, actor)) fail('forbidden_role');
  if (actor) await assertRight(ctx, name, rule, actor, client);
  if (rule.rate) await ctx.rates.take(rule.rate, actor?.id ?? guest);
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

/** The caller's key, or null. Refuses one that is empty or too long. */
function idempotencyKeyOf(request: FastifyRequest): string | null {
  const key = request.headers[headers.idempotencyKey];
  if (key === undefined) return null;
  const isFit = typeof key === 'string' && key.length >= 1 && key.length <= limits.headerIdempotencyLengthMax;
  return isFit ? key : fail('invalid_request', { issues: [{ path: headers.idempotencyKey, message: 'Use 1 to 255 characters.' }] });
}

function intentionOf(name: Name, request: FastifyRequest, actor: Actor, wish: unknown): Intention {
  return { accountId: actor.id, key: idempotencyKeyOf(request), digest: digestOfRequest(name, [request.params, wish]) };
}

function onceOf(ctx: Context, intention: Intention, encode: (result: unknown) => unknown): Once<unknown> {
  return { intention, once: (work) => once(ctx, intention, encode, work) };
}

/** Sends a file as it is made; nothing of it is kept. Its name is made of the endpoint's path. */
function sendLines(reply: FastifyReply, path: string, lines: AsyncIterable<string>): FastifyReply {
  const name = path.split('/').filter(Boolean).slice(-2).join('-');
  return reply
    .type('text/csv; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('content-disposition', `attachment; filename="${name}.csv"`)
    .send(Readable.from(lines));
}

const strictly = 'handling=strict';

/** Whether the caller would rather be refused than have a field left out (RFC 7240). */
const prefersStrict = ({ headers: { prefer } }: FastifyRequest): boolean =>
  typeof prefer === 'string' && prefer.split(',').some((preference) => preference.trim().toLowerCase() === strictly);

const asFields = (value: unknown): object => (typeof value === 'object' && value !== null ? value : {});

/** Under which names a body may name finished uploads in place of files. */
const fieldsOfFiles = ({ files = {} }: Endpoint): string[] =>
  Object.entries(files).flatMap(([field, { aliases = [] }]) => [field, ...aliases, 'uploadId']);

/** Mounts every handler under its name. `schemas` decode on the way in and encode on the way out. */
export function mount(app: FastifyInstance, ctx: Context, routes: Routes<Name>): void {
  // Left to the endpoint that wants bytes: it writes them where they belong as they come.
  app.addContentTypeParser('application/octet-stream', (_request, payload, done) => {
    done(null, payload);
  });
  takeSignals(app);
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
        const before = owner ? (wish: unknown) => answeredBefore(ctx, intentionOf(name, request, owner, wish)) : undefined;
        const sent = await receive(ctx, request, rule, actor, before);
        try {
          reply.header(headers.requestId, request.id);
          if (sent.replayed) return await send(rule, request, reply, sent.replayed.status, sent.replayed.answer);
          const source = method === 'DELETE' && !sent.fields ? request.query : sent.fields;
          const body = parsePart(rule.body, source ?? {}, 'body');
          const isStrict = prefersStrict(request);
          // What moves money does what was meant, or nothing: a field that is not understood may be what mattered.
          if (rule.idempotent || isStrict) refuseUnknown(source, body, fieldsOfFiles(rule));
          if (isStrict) {
            refuseUnknown(request.query, method === 'DELETE' ? { ...asFields(query), ...asFields(body) } : query);
            reply.header('preference-applied', strictly);
          }
          const own = mindingWords(ctx, name, body);
          const respond: Respond = { cookie: (header) => void reply.header('set-cookie', header) };
          const encode = (result: unknown): unknown => rule.answer.encode(result);
          const asked = {
            ...{ actor, client, respond, params, query, body, files: sent.files, piece: sent.piece, sdp: sent.sdp },
            bearer: tokenOf(request.headers.authorization),
          };
          const answer = (world: Context): Promise<unknown> => {
            const repeatable = owner ? onceOf(world, intentionOf(name, request, owner, rule.files ? sent.wish : source), encode) : {};
            return handle({ ...asked, ...repeatable }, world);
          };
          const given = await marked(own, { name, rule, actor, client, params }, answer, resultOf);
          await sent.consume();
          if (rule.signals) return await sendSignal(reply, rule.signals, given);
          if (rule.streams) return await sendLines(reply, path, given as AsyncIterable<string>);
          if (given instanceof Replayed) return await send(rule, request, reply, given.status, given.answer);
          const [status, result] = [given instanceof Continuing ? 202 : 200, resultOf(given)];
          // Fields that the contract does not declare stay behind.
          return await send(rule, request, reply, status, encode(result));
        } finally {
          await sent.discard();
        }
      },
    });
  }
}
