/**
 * The way of every request: admit (session, allowance, country, maintenance, kind of account) → parse → handle → answer.
 * A family of routes is a table of handlers under the names of the contract; nothing about paths, schemas or status
 * codes is said again here or there.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { endpoint, type Api, type Name } from '@contract/api';
import type { Endpoint, Method, Parsed, Result } from '@contract/endpoint';
import { headers } from '@contract/limits';
import type { Context } from '../context';
import { fail } from '../failure';
import { networkOf } from '../geo/client-address';
import { actorByToken, mayCall, tokenOf, type Actor } from './actor';
import type { Client } from './client';
import { clientOf } from './client-of';
import { parsePart } from './parse';
import { receiveMultipart, type ReceivedFile } from './uploads';

/** Sets cookies on the answer; the values are the host's own. */
export interface Respond {
  cookie(header: string): void;
}

type ActorOf<E> = E extends { access: 'anyone' } ? Actor | null : Actor;
type FilesOf<E> = E extends { files: infer F }
  ? { files: { [K in keyof F]: F[K] extends { required: true } ? ReceivedFile : ReceivedFile | undefined } }
  : unknown;

/** What a handler gets: who calls from where, and the decoded parts that the contract declares. */
export type Request<N extends Name> = { actor: ActorOf<Api[N]>; client: Client; respond: Respond } & Parsed<Api[N]> & FilesOf<Api[N]>;

/** Marks an answer whose work goes on: 202 instead of 200. */
export class Continuing<T> {
  readonly answer: T;
  constructor(answer: T) {
    this.answer = answer;
  }
}

export type Handler<N extends Name> = (request: Request<N>, ctx: Context) => Promise<Result<Api[N]> | Continuing<Result<Api[N]>>>;
export type Routes<N extends Name> = { [K in N]: Handler<K> };

/** A family's handlers; the types say what each must take and give. */
export function serve<const N extends Name>(handlers: Routes<N>): Routes<N> {
  return handlers;
}

/** The account behind the request. A token that opens nothing is a guest's where guests may call, and refused elsewhere. */
function signedIn(rule: Endpoint, token: string | null, actor: Actor | null): Actor | null {
  if (rule.access === 'anyone') return actor?.status === 'active' ? actor : null;
  if (!actor) return fail(token === null ? 'session_required' : 'session_ended');
  if (actor.status === 'suspended') fail('account_suspended');
  return actor;
}

/** How long people are asked to wait before they try again during maintenance. */
const maintenanceRetry_s = 120;

async function admit(ctx: Context, rule: Endpoint, request: FastifyRequest): Promise<{ actor: Actor | null; client: Client }> {
  const client = await clientOf(ctx, request);
  const token = tokenOf(request.headers.authorization);
  const found = token === null ? null : await actorByToken(ctx, token);
  const guest = networkOf(client.address);
  // Before anything is refused: a flood of refusals is a flood all the same.
  await ctx.rates.take('general', found?.id ?? guest);
  const actor = signedIn(rule, token, found);
  if (actor?.role !== 'operator' && !rule.alwaysOpen) {
    if (ctx.closedCountries.has(client.country)) fail('country_blocked');
    if (ctx.settings.values().maintenanceMode) fail('maintenance', { retryAfter_s: maintenanceRetry_s });
  }
  if (actor && !mayCall(rule.access, actor)) fail('forbidden_role');
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

/** Mounts every handler under its name. `schemas` decode on the way in and encode on the way out. */
export function mount(app: FastifyInstance, ctx: Context, routes: Routes<Name>): void {
  for (const name of Object.keys(routes) as Name[]) {
    const rule = endpoint(name);
    const [method, path] = name.split(' ') as [Method, string];
    const handle = routes[name] as (request: unknown, ctx: Context) => Promise<unknown>;
    app.route({
      method,
      url: path,
      handler: async (request, reply) => {
        const { actor, client } = await admit(ctx, rule, request);
        const params = parsePart(rule.params, request.params, 'params');
        const query = parsePart(rule.query, request.query, 'query');
        const sent = rule.files
          ? await receiveMultipart(request, rule.files)
          : { fields: request.body, files: {}, discard: () => Promise.resolve() };
        try {
          const source = method === 'DELETE' && !sent.fields ? request.query : sent.fields;
          const body = parsePart(rule.body, source ?? {}, 'body');
          const respond: Respond = { cookie: (header) => void reply.header('set-cookie', header) };
          const given = await handle({ actor, client, respond, params, query, body, files: sent.files }, ctx);
          const [status, result] = given instanceof Continuing ? [202, given.answer as unknown] : [200, given];
          return await send(rule, request, reply.header(headers.requestId, request.id), status, encodeAnswer(rule.answer, result));
        } finally {
          await sent.discard();
        }
      },
    });
  }
}

/** The wire form of an answer. Fields that the contract does not declare stay behind. */
function encodeAnswer(schema: z.ZodType, result: unknown): unknown {
  return schema.encode(result);
}
