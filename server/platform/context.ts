/**
 * The dependencies of domain code, passed as the first parameter of its functions. Tests replace parts of it. `inTransaction` passes
 * the same context bound to one transaction.
 */
import type { Config } from '../kernel/config';
import type { Db } from './db/db';
import type { Gateways } from '../money/gateways/gateways';
import type { Hooks } from './hooks';
import type { Geo } from './geo/geo';
import type { Jobs } from './jobs/jobs';
import type { Languages } from './languages/languages';
import type { Logger } from '../kernel/log';
import type { Mailer } from './mail/mailer';
import type { PasswordHasher } from '../people/passwords/hasher';
import type { Storage } from './media/storage/storage';
import type { RateLimiter } from './http/rates';
import type { OutboxNotifier } from './outbox/notifier';
import { writeEvents, type PendingEvent } from './outbox/write';
import type { SettingsStore } from './settings/settings';
import type { CountryList } from './settings/countries';
import type { RejectedVisits } from './settings/rejected-visits';
import type { ReportedText } from './words/reported-text';
import type { WordList } from './words/word-list';
import type { Streaming } from '../live/engines/engines';
import type { Signalling } from '../live/engines/signalling';

export interface Clock {
  now(): Date;
  /** A monotonic clock in milliseconds: changes of the system time do not affect it. */
  steady_ms(): number;
}

export interface Random {
  /** A new id. Later ids sort after earlier ones. */
  id(): string;
  /** A secret of 256 random bits, safe for URLs. */
  secret(): string;
  /** An integer from 0 up to but not including `limit`. */
  below(limit: number): number;
}

export interface Context {
  readonly config: Config;
  readonly log: Logger;
  readonly clock: Clock;
  readonly random: Random;
  readonly db: Db;
  readonly settings: SettingsStore;
  readonly siteBlockedCountries: CountryList;
  readonly rejectedVisits: RejectedVisits;
  readonly words: WordList;
  /** The translations of mails and push messages. */
  readonly languages: Languages;
  /** Texts of the current request that contain words to be reported; absent without a request. */
  readonly reportedTexts?: readonly ReportedText[];
  readonly storage: Storage;
  readonly geo: Geo;
  readonly mailer: Mailer;
  readonly passwordHasher: PasswordHasher;
  readonly gateways: Gateways;
  readonly streaming: Streaming;
  /** WHIP and WHEP of the embedded engine; null without that engine. */
  readonly signalling: Signalling | null;
  readonly jobs: Jobs;
  readonly hooks: Hooks;
  readonly rateLimiter: RateLimiter;
  readonly outboxNotifier: OutboxNotifier;
  /** Events published in the current transaction, which writes them at its end; absent outside a transaction. */
  readonly published?: PendingEvent[];
  /** Runs `callback` after the current transaction has committed, and never if it fails; immediately outside a transaction. */
  readonly afterCommit: (callback: () => void) => void;
}

/** The same context with its clock stopped: all rows get the same timestamp, so that sums over any range agree. */
export function withFrozenClock(ctx: Context): Context {
  const now = ctx.clock.now();
  return { ...ctx, clock: { ...ctx.clock, now: () => now } };
}

/** Runs `work` in one transaction and returns its result. An error rolls the transaction back. */
export async function inTransaction<T>(ctx: Context, work: (ctx: Context) => Promise<T>): Promise<T> {
  const afterCommit = new Set<() => void>();
  const result = await ctx.db.transaction(async (tx) => {
    const published: PendingEvent[] = [];
    const value = await work({ ...ctx, db: tx, published, afterCommit: (callback) => void afterCommit.add(callback) });
    await writeEvents(tx, published);
    return value;
  });
  afterCommit.forEach(ctx.afterCommit);
  return result;
}
