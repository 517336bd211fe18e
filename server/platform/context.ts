/**
 * What the outside lends to the domain: everything that a function could not decide for itself. Functions take it first;
 * tests lend other clocks and places. `inTransaction` hands out the same context on one transaction.
 */
import type { Config } from '../kernel/config';
import type { Db } from './db/db';
import type { Gateways } from '../money/gateways/gateways';
import type { Geo } from './geo/geo';
import type { Jobs } from './jobs/jobs';
import type { Languages } from './languages/languages';
import type { Logger } from '../kernel/log';
import type { Mailer } from './mail/mailer';
import type { PasswordHasher } from '../people/passwords/hasher';
import type { Storage } from './media/storage/storage';
import type { Rates } from './http/rates';
import type { Bell } from '../outbox/bell';
import { writeEvents, type WaitingEvent } from './outbox/write';
import type { SettingsStore } from './settings/settings';
import type { CountryList } from './settings/countries';
import type { RefusedVisits } from './settings/rejected-visits';
import type { Said } from '../words/said';
import type { WordList } from './words/word-list';
import type { Streaming } from '../live/engines/engines';
import type { Signalling } from '../streaming/signalling';

export interface Clock {
  now(): Date;
  /** Milliseconds since some moment: they go on evenly, also when the machine's time of day is moved. */
  steady_ms(): number;
}

export interface Chance {
  /** A new id, later ones sorting after earlier ones. */
  id(): string;
  /** A secret of 256 random bits as text fit for addresses. */
  secret(): string;
  /** A whole number from 0 up to, not including, `below`. */
  below(below: number): number;
}

export interface Context {
  readonly config: Config;
  readonly log: Logger;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly db: Db;
  readonly settings: SettingsStore;
  readonly closedCountries: CountryList;
  readonly refusedVisits: RefusedVisits;
  readonly words: WordList;
  /** What mails and push messages are written in. */
  readonly languages: Languages;
  /** What the request that this is the context of has written with words that are reported; absent where there is none. */
  readonly said?: readonly Said[];
  readonly storage: Storage;
  readonly geo: Geo;
  readonly mailer: Mailer;
  readonly passwordHasher: PasswordHasher;
  readonly gateways: Gateways;
  readonly streaming: Streaming;
  /** What answers WHIP and WHEP for the embedded engine; null where there is none. */
  readonly signalling: Signalling | null;
  readonly jobs: Jobs;
  readonly rates: Rates;
  readonly bell: Bell;
  /** What was published in the transaction of this context, which writes it at its end; absent where there is none. */
  readonly published?: WaitingEvent[];
  /** Does `then` once the transaction of this context has committed, and never when it fails; at once where there is none. */
  readonly afterCommit: (then: () => void) => void;
}

/** The same context with its clock stopped: all that is done with it bears one instant, so that sums over any range agree. */
export function atOneInstant(ctx: Context): Context {
  const now = ctx.clock.now();
  return { ...ctx, clock: { ...ctx.clock, now: () => now } };
}

/** Runs `work` on one transaction: all of it takes effect, or nothing. */
export async function inTransaction<T>(ctx: Context, work: (ctx: Context) => Promise<T>): Promise<T> {
  const then = new Set<() => void>();
  const result = await ctx.db.transaction(async (tx) => {
    const published: WaitingEvent[] = [];
    const done = await work({ ...ctx, db: tx, published, afterCommit: (one) => void then.add(one) });
    await writeEvents(tx, published);
    return done;
  });
  then.forEach(ctx.afterCommit);
  return result;
}
