/** The API host without a port: HTTP, sockets and the way of events between them. Tests start this one too. */
import cors from '@fastify/cors';
import helmet from '@fastify/helmet';
import multipart from '@fastify/multipart';
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { randomUUID } from 'node:crypto';
import { headers } from '@contract/kernel/conventions';
import * as limits from '@contract/kernel/limits';
import type { OpenContext, SharedRedis } from './open-context';
import { compressAnswers } from './platform/http/compression';
import { Refusal } from './kernel/api-error';
import { answerBadAddress, answerErrors, answerUnreadable } from './http/answer-errors';
import { mountOperations } from './platform/http/operations';
import { mount } from './platform/http/serve';
import { routes } from './modules/routes';
import { mountFlags } from './platform/reference/reference.routes';
import { mountMedia } from './content/media/media.routes';
import { mountWebhooks } from './money/payments/webhooks.routes';
import { conversationEvents } from './talk/conversations/conversations.socket';
import { keepLive } from './modules/live';
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
  /** Starts to listen; port 0 takes any free one. Answers the address. */
  listen(port: number, host: string): Promise<string>;
  /** Answers what runs, refuses what is new, then lets go. */
  close(): Promise<void>;
}

const requestId = /^[\w-]{8,64}$/;
const close_ms = 10_000;
/** How long the adapter's reading connection may outlive the host. */
const adapterBlock_ms = 1000;

function buildHttp(opened: OpenContext): FastifyInstance {
  // The framework's own face of a logger: it needs no more of ours.
  const loggerInstance: FastifyBaseLogger = opened.ctx.log;
  const app = Fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: limits.body_bytes,
    frameworkErrors: answerBadAddress,
    clientErrorHandler: answerUnreadable,
    requestTimeout: 300_000,
    forceCloseConnections: 'idle',
    genReqId: ({ headers: sent }) => {
      const given = sent[headers.requestId];
      return typeof given === 'string' && requestId.test(given) ? given : randomUUID();
    },
    routerOptions: { maxParamLength: 400, ignoreTrailingSlash: true },
  });
  // Clients send the JSON type with no body at all; that is an empty object.
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, {});
    else void parseJson(request, body as string, done);
  });
  // The framework reads plain text by itself, and a schema would then refuse it as JSON of a wrong shape.
  app.addContentTypeParser('text/plain', { parseAs: 'string' }, (_request, body, done) => {
    if (body === '') done(null, undefined);
    else done(new Refusal('unsupported_media_type'));
  });
  return app;
}

/** How sockets of several hosts hear each other. */
async function adapterOn(redis: SharedRedis['patient']) {
  const { createAdapter } = await import('@socket.io/redis-streams-adapter');
  return createAdapter(redis, { blockTimeInMs: adapterBlock_ms });
}

/** Builds the host on an opened context; `onBug` hears of every error that nobody expected. */
export async function buildApp(opened: OpenContext, onBug: (error: unknown) => void = () => undefined): Promise<App> {
  const { ctx } = opened;
  const http = buildHttp(opened);
  answerErrors(http, ctx.config.dataDir, onBug);
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
    exposedHeaders: ['retry-after', 'etag', 'location', headers.requestId],
    maxAge: 600,
  });
  await http.register(multipart);
  await compressAnswers(http);
  await mountOperations(http, opened);
  await mountFlags(http);
  mountMedia(http, ctx);
  await mountWebhooks(http, ctx);
  await mountLiveWebhooks(http, ctx);
  await mountUnsubscribe(http, ctx);
  mount(http, ctx, routes);

  const presence = openPresence(ctx);
  const door = openSockets(
    http.server,
    ctx,
    presence,
    { ...conversationEvents, ...streamingEvents },
    { onBug, shared: opened.redis ? { adapter: await adapterOn(opened.redis.patient) } : {} },
  );

  let isOpen = true;
  let dispatching = Promise.resolve();
  /** The next look into the outbox until it begins: whoever rings before that is served by it. */
  let next: Promise<void> | null = null;
  const look = async (): Promise<void> => {
    next = null;
    await dispatchOutbox(ctx, door.deliver);
  };
  const dispatch = (): Promise<void> => {
    // Events that come while this host closes are for the one after it: nobody is left here to hear them.
    if (next || !isOpen) return next ?? dispatching;
    dispatching = dispatching.then(look).catch((error: unknown) => {
      ctx.log.warn({ err: error }, 'events wait in the outbox');
    });
    next = dispatching;
    return dispatching;
  };
  opened.listener.on('outbox', dispatch);
  // After the events that this host has taken, so that they still reach whom it closes.
  const expel = async (): Promise<void> => {
    await dispatch();
    door.expelShutOut();
  };
  opened.listener.on('settings', expel);
  opened.listener.on('countries', expel);
  const keepVisits = (): Promise<void> =>
    ctx.refusedVisits.flush().catch((error: unknown) => {
      ctx.log.warn({ err: error }, 'refused visits were not counted');
    });
  // The worker may be on another machine, and sees that one's disk alone.
  const sweepDisk = (): Promise<void> =>
    sweepOwnDisk(ctx).catch((error: unknown) => {
      ctx.log.warn({ err: error }, 'what was left on the disk could not be removed');
    });
  const timers = [
    setInterval(() => void expel(), outboxPoll_ms),
    setInterval(() => void keepVisits(), writeVisits_ms),
    setInterval(() => void sweepDisk(), sweepOwnDisk_ms),
    setInterval(() => {
      presence.beat().catch((error: unknown) => {
        ctx.log.warn({ err: error }, 'presence could not be noted');
      });
    }, presence.interval_ms),
  ];

  const stopLive = keepLive(ctx);

  return {
    http,
    presence,
    listen: (port, host) => http.listen({ port, host }),
    close: async () => {
      isOpen = false;
      timers.forEach(clearInterval);
      await stopLive();
      await keepVisits();
      const force = setTimeout(() => {
        http.server.closeAllConnections();
      }, close_ms);
      await presence.close().catch(() => undefined);
      await door.close();
      await http.close();
      await dispatching;
      clearTimeout(force);
    },
  };
}
