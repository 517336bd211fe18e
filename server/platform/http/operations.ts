/** What stands outside the contract's envelope: health, readiness, metrics, the API's document and its page. */
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sql } from 'drizzle-orm';
import type { Context } from '../context';
import type { OpenContext } from '../../open-context';
import { fail } from '../../kernel/api-error';
import { isLoopback } from '../geo/client-address';
import { isSameSecret } from '../../same-secret';
import { openMetrics } from './metrics';
import { openApiDocument } from './openapi';

/** The reference's page is made of its own files; only its styles stand in line. */
const docsPolicy =
  "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'";

/** Named checks of what the host needs; each throws when its part is away. */
export type Checks = Record<string, () => Promise<void>>;

/** How long a part may take to answer: with all else, readiness is answered within ten seconds. */
const readyPart_ms = 8_000;

/** @throws when `work` has not ended after `patience_ms`; what it does then is no longer waited for */
async function within(patience_ms: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const bound = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${String(patience_ms)} ms`)), patience_ms);
  });
  try {
    await Promise.race([work, bound]);
  } finally {
    clearTimeout(timer);
  }
}

async function outcomes(ctx: Context, checks: Checks): Promise<Record<string, 'ok' | 'away'>> {
  const named = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => {
      try {
        await within(readyPart_ms, check());
        return [name, 'ok'] as const;
      } catch (error) {
        ctx.log.warn({ err: error, check: name }, 'a part is not ready');
        return [name, 'away'] as const;
      }
    }),
  );
  return Object.fromEntries(named);
}

function mayReadMetrics(ctx: Context, request: FastifyRequest): boolean {
  const token = ctx.config.metricsToken ?? '';
  if (token !== '') return isSameSecret(request.headers.authorization?.replace(/^Bearer /, '') ?? '', token);
  return isLoopback(request.socket.remoteAddress ?? '') && request.headers['x-forwarded-for'] === undefined;
}

/** What a host answers without: shows wait for their engine, each host counts allowances for itself, and everything else goes on. */
const dispensable = new Set(['live', 'redis']);

/** The live engine for shows that begin now, where one is set up. */
function liveCheck(ctx: Context): Checks {
  const engine = Object.values(ctx.streaming.byName).find(({ name }) => name === ctx.settings.values().streamingEngine);
  if (!engine) return {};
  return {
    live: async () => {
      if (!(await engine.isUp())) throw new Error(`the live engine ${engine.name} does not answer`);
    },
  };
}

/** Where hosts share one. */
function redisCheck(redis: OpenContext['redis']): Checks {
  if (redis === null) return {};
  return {
    redis: async () => {
      await redis.failFast.ping();
    },
  };
}

/** The checks that every host makes. */
function readiness({ ctx, redis }: OpenContext): Checks {
  return {
    database: async () => {
      await ctx.db.execute(sql`select 1`);
    },
    storage: () => ctx.storage.check(),
    jobs: () => ctx.jobs.check(),
    ...liveCheck(ctx),
    ...redisCheck(redis),
  };
}

interface Readiness {
  isReady: boolean;
  parts: Record<string, 'ok' | 'away'>;
}

/** Anybody may ask, and one check writes to the storage: what was found counts for so long, for all who ask meanwhile. */
const readyKept_ms = 3_000;

/** The outcome of the checks, made by one asker at a time and at the most once in `readyKept_ms`. */
function readinessOf(opened: OpenContext): () => Promise<Readiness> {
  const { ctx } = opened;
  let last: { from_ms: number; found: Promise<Readiness> } | null = null;
  const find = async (): Promise<Readiness> => {
    const parts = await outcomes(ctx, readiness(opened));
    const needed = Object.entries(parts).filter(([name]) => !dispensable.has(name));
    return { isReady: needed.every(([, state]) => state === 'ok'), parts };
  };
  let isFinding = false;
  return () => {
    const now_ms = ctx.clock.now().getTime();
    if (!last || (!isFinding && now_ms - last.from_ms >= readyKept_ms)) {
      isFinding = true;
      last = { from_ms: now_ms, found: find().finally(() => (isFinding = false)) };
    }
    return last.found;
  };
}

/** Mounts the operation's paths. */
export async function mountOperations(app: FastifyInstance, opened: OpenContext): Promise<void> {
  const { ctx } = opened;
  const { durations, contentType, read } = openMetrics(opened);
  app.addHook('onResponse', async (request, reply) => {
    durations.observe(
      { method: request.method, route: request.routeOptions.url ?? 'none', status: reply.statusCode },
      reply.elapsedTime / 1000,
    );
  });

  app.get('/health', () => ({ status: 'ok' }));
  const ready = readinessOf(opened);
  app.get('/ready', async (_request, reply) => {
    const { isReady, parts } = await ready();
    return reply.code(isReady ? 200 : 503).send({ status: isReady ? 'ok' : 'away', parts });
  });
  app.get('/metrics', async (request, reply) => {
    if (!mayReadMetrics(ctx, request)) fail('not_found');
    return reply.type(contentType).send(await read());
  });

  // Making it takes longer than all else at the start, and few ask for it.
  let made: ReturnType<typeof openApiDocument> | undefined;
  const document = () => (made ??= openApiDocument());
  app.get('/openapi.json', document);
  await app.register(swagger, { openapi: {}, transform: () => ({ schema: { hide: true }, url: '' }), transformObject: document });
  await app.register(swaggerUi, { routePrefix: '/docs', staticCSP: docsPolicy });
}
