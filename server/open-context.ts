/** Opens all that a host borrows from outside, from its configuration; closing gives it back in reverse. */
import type { RedisClientOptions, RedisClientType } from 'redis';
import { realChance, realClock } from './kernel/random';
import type { Config } from './kernel/config';
import type { Chance, Clock, Context } from './platform/context';
import { connect } from './platform/db/db';
import { listen, type Listener } from './platform/db/listen';
import { openGateways, type Gateways } from './money/gateways/gateways';
import { openGeo, type Geo } from './platform/geo/geo';
import { makeRates } from './platform/http/rates';
import { openJobs } from './platform/jobs/jobs';
import { openLanguages } from './platform/languages/languages';
import { makeLogger, type Logger } from './kernel/log';
import { mailer } from './platform/mail/mailer';
import { openStorage } from './platform/media/storage/storage';
import { jobRules } from './modules/jobs';
import { argonHasher, type PasswordHasher } from './people/passwords/hasher';
import { openClosedCountries } from './platform/settings/countries';
import { countRefusedVisits } from './platform/settings/rejected-visits';
import { openWordList } from './platform/words/word-list';
import { openBell } from './outbox/bell';
import { openSettings } from './platform/settings/settings';
import { openStreaming, type Streaming } from './live/engines/engines';
import { signallingOf, type Signalling } from './streaming/signalling';

export interface OpenContext {
  ctx: Context;
  listener: Listener;
  redis: SharedRedis | null;
  /** How the host's connections to the database stand, and how many wait for one. */
  connections(): { used: number; idle: number; waiting: number };
  close(): Promise<void>;
}

/** Parts that tests replace with their own. */
export interface Lent {
  clock?: Clock;
  chance?: Chance;
  geo?: Geo;
  gateways?: Gateways;
  streaming?: Streaming;
  signalling?: Signalling;
  log?: Logger;
  passwordHasher?: PasswordHasher;
}

/** Two connections: one that fails at once while Redis is away, and one that waits for it, as the sockets' adapter needs. */
export interface SharedRedis {
  failFast: RedisClientType;
  patient: RedisClientType;
}

/** One that hangs says nothing and closes nothing: it is asked this often, and left after this long without a word. */
const silence = { asked_ms: 500, most_ms: 2_000 };

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
    open({ disableOfflineQueue: true, pingInterval: silence.asked_ms, socket: { socketTimeout: silence.most_ms } }),
    open({ disableOfflineQueue: false }),
  ]);
  return { failFast, patient };
}

/** Opens the context of a host on the migrated database at `databaseUrl`. */
export async function openContext(config: Config, databaseUrl: string, lent: Lent = {}): Promise<OpenContext> {
  const log = lent.log ?? makeLogger(config.logLevel);
  const connection = connect(databaseUrl, log);
  const listener = await listen(databaseUrl, log);
  const redis = config.redisUrl === null ? null : await openRedis(config.redisUrl, log);
  const jobs = openJobs(databaseUrl, log, jobRules);
  const [clock, chance, db] = [lent.clock ?? realClock, lent.chance ?? realChance, connection.db];
  const bell = openBell(db, log);
  const streaming = lent.streaming ?? (await openStreaming(config, clock));
  const ctx: Context = {
    config,
    log,
    clock,
    chance,
    db,
    settings: await openSettings(connection.db, config),
    closedCountries: await openClosedCountries(connection.db),
    refusedVisits: countRefusedVisits(db, clock),
    words: await openWordList(connection.db),
    languages: openLanguages(config.localesDir),
    storage: openStorage(config),
    geo: lent.geo ?? openGeo(),
    mailer: mailer(config),
    passwordHasher: lent.passwordHasher ?? argonHasher(),
    gateways: lent.gateways ?? (await openGateways(config, { db, clock, chance })),
    streaming,
    signalling: lent.signalling ?? signallingOf(streaming.byName.embedded),
    jobs,
    rates: makeRates(config.rateLimitFactor, redis?.failFast ?? null),
    bell,
    afterCommit: (then) => then(),
  };
  listener.on('settings', ctx.settings.reload);
  listener.on('countries', ctx.closedCountries.reload);
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
      await bell.close();
      await connection.close();
    },
  };
}
