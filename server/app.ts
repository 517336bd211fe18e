/** The API server before it listens: HTTP, sockets and the delivery of outbox events. Tests build it too. */
import cors from '@fastify/cors';
import helmet from '@fastify/helmet';
import multipart from '@fastify/multipart';
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { headers } from '@contract/kernel/conventions';
import * as limits from '@contract/kernel/limits';
import type { OpenContext, SharedRedis } from './open-context';
import { compressResponses } from './platform/http/compression';
import { ApiError } from './kernel/api-error';
import { sendMalformedUrl, installErrorHandlers, sendMalformedRequest } from './platform/http/error-handlers';
import { trackRequests } from './platform/http/running';
import { mountOperations } from './platform/http/operations';
import { mount } from './platform/http/serve';
import { routes } from './routes';
import { mountFlags } from './platform/reference/reference.routes';
import { mountMedia } from './content/media/media.routes';
import { mountMailEvents } from './people/bounces/hooks';
import { mountWebhooks } from './money/payments/webhooks.routes';
import { conversationEvents } from './talk/conversations/conversations.socket';
import { startLiveReconciliation } from './live';
import { streamingEvents } from './live/streaming/streaming.socket';
import { mountUnsubscribe } from './people/notifications/unsubscribe/unsubscribe.routes';
import { mountLiveWebhooks } from './live/streaming/webhooks.routes';
import { sweepOwnDisk, sweepOwnDisk_ms } from './platform/media/storage/local-disk';
import { dispatchOutbox, outboxPoll_ms } from './platform/outbox/dispatch';
import { writeVisits_ms } from './platform/settings/rejected-visits';
import { openPresence, type Presence } from './people/presence/presence';
import { openSockets } from './platform/realtime/sockets';

export interface App {
  http: FastifyInstance;
  presence: Presence;
  /** Starts to listen; port 0 takes any free port. Returns the address. */
  listen(port: number, host: string): Promise<string>;
  /** Finishes running requests, rejects new ones, then closes. */
  close(): Promise<void>;
}

const requestId = /^[\w-]{8,64}$/;
const close_ms = 10_000;
/** How long the adapter's blocking read may delay the end of the process. */
const adapterBlock_ms = 1000;

function buildHttp(opened: OpenContext): FastifyInstance {
  // Typed as Fastify's logger interface, so that the instance keeps its default type.
  const loggerInstance: FastifyBaseLogger = opened.ctx.log;
  const app = Fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: limits.body_bytes,
    frameworkErrors: sendMalformedUrl,
    clientErrorHandler: sendMalformedRequest,
    requestTimeout: 300_000,
    forceCloseConnections: 'idle',
    genReqId: ({ headers: received }) => {
      const clientRequestId = received[headers.requestId];
      return typeof clientRequestId === 'string' && requestId.test(clientRequestId) ? clientRequestId : randomUUID();
    },
    routerOptions: { maxParamLength: 400, ignoreTrailingSlash: true },
  });
  // Clients send the JSON content type without a body; that counts as an empty object.
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, {});
    else void parseJson(request, body as string, done);
  });
  // Fastify parses plain text by default, and the schema would then report it as JSON of a wrong shape.
  app.addContentTypeParser('text/plain', { parseAs: 'string' }, (_request, body, done) => {
    if (body === '') done(null, undefined);
    else done(new ApiError('unsupported_media_type'));
  });
  return app;
}

/** Broadcasts socket events between several API processes. */
async function adapterOn(redis: SharedRedis['patient']) {
  const { createAdapter } = await import('@socket.io/redis-streams-adapter');
  return createAdapter(redis, { blockTimeInMs: adapterBlock_ms });
}

/** Builds the server on an open context; `onBug` receives every unexpected error. */
export async function buildApp(opened: OpenContext, onBug: (error: unknown) => void = () => undefined): Promise<App> {
  const { ctx } = opened;
  const http = buildHttp(opened);
  const requests = trackRequests(http);
  installErrorHandlers(http, ctx.config.dataDir, onBug);
  await http.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], baseUri: ["'none'"], frameAncestors: ["'none'"] } },
    frameguard: { action: 'deny' },
    crossOriginResourcePolicy: { policy: 'cross-origin' },
    hsts: ctx.config.apiUrl.startsWith('https:'),
  });
  await http.register(cors, {
    origin: [ctx.config.siteUrl],
    credentials: true,
    methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    exposedHeaders: ['date', 'retry-after', 'etag', 'location', headers.requestId],
    maxAge: 600,
  });
  await http.register(multipart);
  await compressResponses(http);
  await mountOperations(http, opened);
  await mountFlags(http);
  mountMedia(http, ctx);
  await mountWebhooks(http, ctx);
  await mountLiveWebhooks(http, ctx);
  await mountUnsubscribe(http, ctx);
  await mountMailEvents(http, ctx);
  mount(http, ctx, routes);

  const presence = openPresence(ctx);
  const sockets = openSockets(
    http.server,
    ctx,
    presence,
    { ...conversationEvents, ...streamingEvents },
    { onBug, shared: opened.redis ? { adapter: await adapterOn(opened.redis.patient) } : {} },
  );

  let isOpen = true;
  let dispatching = Promise.resolve();
  /** The next run that has not begun yet. Notifications before its begin share it. */
  let next: Promise<void> | null = null;
  const runDispatch = async (): Promise<void> => {
    next = null;
    await dispatchOutbox(ctx, sockets.deliver);
  };
  const dispatch = (): Promise<void> => {
    // Events that arrive during the close stay in the outbox for the next process: no sockets are left here.
    if (next || !isOpen) return next ?? dispatching;
    dispatching = dispatching.then(runDispatch).catch((error: unknown) => {
      ctx.log.warn({ err: error }, 'events wait in the outbox');
    });
    next = dispatching;
    return dispatching;
  };
  opened.listener.on('outbox', dispatch);
  // Pending events are delivered first, so that they still reach the sockets that are then closed.
  const disconnectExcluded = async (): Promise<void> => {
    await dispatch();
    sockets.disconnectExcluded();
  };
  opened.listener.on('settings', disconnectExcluded);
  opened.listener.on('countries', disconnectExcluded);
  const flushVisits = (): Promise<void> =>
    ctx.rejectedVisits.flush().catch((error: unknown) => {
      ctx.log.warn({ err: error }, 'refused visits were not counted');
    });
  // The worker may run on another machine and only sweeps the disk there.
  const sweepDisk = (): Promise<void> =>
    sweepOwnDisk(ctx).catch((error: unknown) => {
      ctx.log.warn({ err: error }, 'what was left on the disk could not be removed');
    });
  const timers = [
    setInterval(() => void disconnectExcluded(), outboxPoll_ms),
    setInterval(() => void flushVisits(), writeVisits_ms),
    setInterval(() => void sweepDisk(), sweepOwnDisk_ms),
    setInterval(() => {
      presence.heartbeat().catch((error: unknown) => {
        ctx.log.warn({ err: error }, 'presence could not be noted');
      });
    }, presence.interval_ms),
  ];

  const stopLive = startLiveReconciliation(ctx);

  return {
    http,
    presence,
    listen: (port, host) => http.listen({ port, host }),
    close: async () => {
      isOpen = false;
      timers.forEach(clearInterval);
      await stopLive();
      await flushVisits();
      const force = setTimeout(() => {
        http.server.closeAllConnections();
      }, close_ms);
      await presence.close().catch(() => undefined);
      await sockets.close();
      await http.close();
      await Promise.race([requests.finished(), delay(close_ms, undefined, { ref: false })]);
      await dispatching;
      clearTimeout(force);
    },
  };
}
