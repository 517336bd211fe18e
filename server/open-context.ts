/** Opens the resources of a process from its configuration, and closes them again. */
import type { RedisClientOptions, RedisClientType } from 'redis';
import { realRandom, realClock } from './kernel/random';
import type { Config } from './kernel/config';
import type { Random, Clock, Context } from './platform/context';
import { connect } from './platform/db/db';
import { directUrlOf } from './platform/db/engine/engine';
import { listen, type Listener } from './platform/db/listen';
import { openGateways, type Gateways } from './money/gateways/gateways';
import { openGeo, type Geo } from './platform/geo/geo';
import { createRateLimiter } from './platform/http/rates';
import { openJobs } from './platform/jobs/jobs';
import { openLanguages } from './platform/languages/languages';
import { makeLogger, type Logger } from './kernel/log';
import { mailer } from './platform/mail/mailer';
import { openStorage } from './platform/media/storage/storage';
import { hooks } from './hooks';
import { jobRules } from './jobs';
import { argonHasher, type PasswordHasher } from './people/passwords/hasher';
import { openSiteBlockedCountries } from './platform/settings/countries';
import { countRejectedVisits } from './platform/settings/rejected-visits';
import { openWordList } from './platform/words/word-list';
import { openOutboxNotifier } from './platform/outbox/notifier';
import { openSettings } from './platform/settings/settings';
import { openStreaming, type Streaming } from './live/engines/engines';
import { signallingOf, type Signalling } from './live/engines/signalling';

export interface OpenContext {
  ctx: Context;
  listener: Listener;
  redis: SharedRedis | null;
  /** The state of the database pool: connections in use, idle connections, and callers that wait for one. */
  connections(): { used: number; idle: number; waiting: number };
  close(): Promise<void>;
}

/** Parts that tests replace. */
export interface ContextOverrides {
  clock?: Clock;
  random?: Random;
  geo?: Geo;
  gateways?: Gateways;
  streaming?: Streaming;
  signalling?: Signalling;
  log?: Logger;
  passwordHasher?: PasswordHasher;
}

/** Two connections: one fails immediately while Redis is unavailable; the other waits, as the sockets' adapter needs. */
export interface SharedRedis {
  failFast: RedisClientType;
  patient: RedisClientType;
}

/** A hung connection neither answers nor closes: it is pinged at this interval, and dropped after this long without an answer. */
const liveness = { ping_ms: 500, timeout_ms: 2_000 };

async function openRedis(url: string, log: Logger): Promise<SharedRedis> {
  const { createClient } = await import('redis');
  const open = async (options: Pick<RedisClientOptions, 'disableOfflineQueue' | 'pingInterval' | 'socket'>): Promise<RedisClientType> => {
    const client: RedisClientType = createClient({ url, ...options });
    client.on('error', (error: Error) => {
      log.warn({ reason: error.message }, 'redis is away');
    });
    await client.connect();
    return client;
  };
  const [failFast, patient] = await Promise.all([
    open({ disableOfflineQueue: true, pingInterval: liveness.ping_ms, socket: { socketTimeout: liveness.timeout_ms } }),
    open({ disableOfflineQueue: false }),
  ]);
  return { failFast, patient };
}

/** Opens the context of a process on the migrated database at `databaseUrl`. */
export async function openContext(config: Config, databaseUrl: string, overrides: ContextOverrides = {}): Promise<OpenContext> {
  const log = overrides.log ?? makeLogger(config.logLevel);
  const connection = connect(databaseUrl, log, config);
  const listener = await listen(directUrlOf(config, databaseUrl), log);
  const redis = config.redisUrl === null ? null : await openRedis(config.redisUrl, log);
  const jobs = openJobs(databaseUrl, log, jobRules, config);
  const [clock, random, db] = [overrides.clock ?? realClock, overrides.random ?? realRandom, connection.db];
  const outboxNotifier = openOutboxNotifier(db, log);
  const streaming = overrides.streaming ?? (await openStreaming(config, clock));
  const ctx: Context = {
    config,
    log,
    clock,
    random,
    db,
    settings: await openSettings(connection.db, config),
    siteBlockedCountries: await openSiteBlockedCountries(connection.db),
    rejectedVisits: countRejectedVisits(db, clock),
    words: await openWordList(connection.db),
    languages: openLanguages(config.localesDir),
    storage: openStorage(config),
    geo: overrides.geo ?? openGeo(),
    mailer: mailer(config),
    passwordHasher: overrides.passwordHasher ?? argonHasher(),
    gateways: overrides.gateways ?? (await openGateways(config, { db, clock, random })),
    streaming,
    signalling: overrides.signalling ?? signallingOf(streaming.byName.embedded),
    jobs,
    hooks,
    rateLimiter: createRateLimiter(config.rateLimitFactor, redis?.failFast ?? null),
    outboxNotifier,
    afterCommit: (then) => then(),
  };
  listener.on('settings', ctx.settings.reload);
  listener.on('countries', ctx.siteBlockedCountries.reload);
  listener.on('words', ctx.words.reload);
  return {
    ctx,
    listener,
    redis,
    connections: () => {
      const { totalCount, idleCount, waitingCount } = connection.pool;
      return { used: totalCount - idleCount, idle: idleCount, waiting: waitingCount };
    },
    close: async () => {
      await jobs.close();
      await ctx.mailer.close();
      await ctx.streaming.close();
      await listener.close();
      redis?.failFast.destroy();
      redis?.patient.destroy();
      await outboxNotifier.close();
      await connection.close();
    },
  };
}
