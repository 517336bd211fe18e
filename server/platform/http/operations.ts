/** Endpoints outside of the contract: health, readiness, metrics, the OpenAPI document and its page. */
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { sql } from 'drizzle-orm';
import type { Context } from '../context';
import type { OpenContext } from '../../open-context';
import { fail } from '../../kernel/api-error';
import { openMetrics } from './metrics';
import { mayReadMetrics } from './metrics-access';
import { openApiDocument } from './openapi';

/** Content security policy of the API reference page: only its styles are inline. */
const docsPolicy =
  "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'";

/** Checks of the server's dependencies by name; each throws if its dependency is unavailable. */
export type Checks = Record<string, () => Promise<void>>;

/** Timeout of one check, so that /ready responds within ten seconds. */
const checkTimeout_ms = 8_000;

/** @throws if `work` has not ended after `timeout_ms`; `work` is not canceled */
async function within(timeout_ms: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no response within ${String(timeout_ms)} ms`)), timeout_ms);
  });
  try {
    await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

async function runChecks(ctx: Context, checks: Checks): Promise<Record<string, 'ok' | 'away'>> {
  const named = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => {
      try {
        await within(checkTimeout_ms, check());
        return [name, 'ok'] as const;
      } catch (error) {
        ctx.log.warn({ err: error, check: name }, 'a dependency is not ready');
        return [name, 'away'] as const;
      }
    }),
  );
  return Object.fromEntries(named);
}

/**
 * Dependencies without which the server still counts as ready: without the live engine, shows wait until it is back; without
 * Redis, each process counts rate limits separately.
 */
const optionalChecks = new Set(['live', 'redis']);

/** Checks the configured live engine. */
function liveCheck(ctx: Context): Checks {
  const engine = Object.values(ctx.streaming.byName).find(({ name }) => name === ctx.settings.values().streamingEngine);
  if (!engine) return {};
  return {
    live: async () => {
      if (!(await engine.isUp())) throw new Error(`the live engine ${engine.name} is not responding`);
    },
  };
}

/** Checks Redis, if it is configured. */
function redisCheck(redis: OpenContext['redis']): Checks {
  if (redis === null) return {};
  return {
    redis: async () => {
      await redis.failFast.ping();
    },
  };
}

/** All checks. */
function allChecks({ ctx, redis }: OpenContext): Checks {
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

/** How long a result is cached: the endpoint is public, and one check writes to the storage. */
const readyCache_ms = 3_000;

/** Runs the checks at most once per `readyCache_ms` and never concurrently. */
function cachedReadiness(opened: OpenContext): () => Promise<Readiness> {
  const { ctx } = opened;
  let last: { startedAt_ms: number; result: Promise<Readiness> } | null = null;
  const check = async (): Promise<Readiness> => {
    const parts = await runChecks(ctx, allChecks(opened));
    const required = Object.entries(parts).filter(([name]) => !optionalChecks.has(name));
    return { isReady: required.every(([, state]) => state === 'ok'), parts };
  };
  let isChecking = false;
  return () => {
    const now_ms = ctx.clock.now().getTime();
    if (!last || (!isChecking && now_ms - last.startedAt_ms >= readyCache_ms)) {
      isChecking = true;
      last = { startedAt_ms: now_ms, result: check().finally(() => (isChecking = false)) };
    }
    return last.result;
  };
}

/** Mounts the operational endpoints. */
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
  const ready = cachedReadiness(opened);
  app.get('/ready', async (_request, reply) => {
    const { isReady, parts } = await ready();
    return reply.code(isReady ? 200 : 503).send({ status: isReady ? 'ok' : 'away', parts });
  });
  app.get('/metrics', async (request, reply) => {
    if (!mayReadMetrics(ctx.config.metricsToken, request)) fail('not_found');
    return reply.type(contentType).send(await read());
  });

  // Built on first request: it would be the slowest part of the start, and is rarely used.
  let cached: ReturnType<typeof openApiDocument> | undefined;
  const document = () => (cached ??= openApiDocument());
  app.get('/openapi.json', document);
  await app.register(swagger, { openapi: {}, transform: () => ({ schema: { hide: true }, url: '' }), transformObject: document });
  await app.register(swaggerUi, { routePrefix: '/docs', staticCSP: docsPolicy });
}
