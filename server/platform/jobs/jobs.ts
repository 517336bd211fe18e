/**
 * Work for later, kept in the same database: a job that is enqueued in a transaction exists only if that commits.
 * Any host may enqueue; hosts with the worker role run the jobs, each at least once.
 */
import { isDeepStrictEqual } from 'node:util';
import { sql, type SQL } from 'drizzle-orm';
import PgBoss from 'pg-boss';
import type { SubscriptionType } from '@contract/values';
import type { Context } from '../context';
import type { Db } from '../db/db';
import type { SpreadTold } from '../../modules/notifications/told';
import type { Logger } from '../../kernel/log';
import { openConnections } from '../../jobs/connections';

type PaidType = Exclude<SubscriptionType, 'free'>;

/** Every kind of job with what it carries; `cron` ones start by the clock. */
export interface JobKinds {
  'mail/deliver': { mailId: string };
  /** As `mail/deliver`, for digests, which must not delay other mails. */
  'mail/deliver-bulk': { mailId: string };
  'mail/sweep': Record<string, never>;
  'accounts/refold': Record<string, never>;
  'accounts/sweep': Record<string, never>;
  /** Checks the books where the last night has not been checked. */
  'books/check': Record<string, never>;
  'auth/reset-link': { email: string };
  'auth/verification-link': { email: string };
  'moderation/appeal-link': { email: string };
  /** Goes on with a message to many from where it stands; without an id, with every one that is due. */
  'fans/send-mass': { massId: string | null };
  /** Gives back the entries to a show that was not held, or only for its first minutes. */
  'charges/refund-entries': { sessionId: string };
  /** Settles what a fan owes from what has reached the wallet: `cause` brought it, and `key` names the settlement. */
  'charges/settle-debt': { userId: string; cause: string; key: string };
  'feeds/sweep-polls': Record<string, never>;
  /** Tells of planned shows whose time has come. */
  'feeds/tell-shows': Record<string, never>;
  'files/sweep': Record<string, never>;
  'items/relist': Record<string, never>;
  'items/refold': Record<string, never>;
  'messages/refold': Record<string, never>;
  'files/convert': { fileId: string };
  'files/resume': Record<string, never>;
  /** Tells everybody who follows or subscribes to a performer, a part at a time. */
  'notifications/spread': { told: SpreadTold; afterId: string | null };
  /** Sends a notification to one device of its person: another that does not answer repeats nothing here. */
  'notifications/push': { notificationId: string; deviceId: string };
  /** Mails what was not seen. */
  'notifications/mail': Record<string, never>;
  'notifications/sweep': Record<string, never>;
  'payouts/settle': Record<string, never>;
  /** Removes documents whose time after the decision is over. */
  'performers/drop-documents': Record<string, never>;
  'performers/sweep-views': Record<string, never>;
  /** Erases accounts whose time to come back is over. */
  'privacy/erase': Record<string, never>;
  'privacy/export': { exportId: string };
  /** Takes up archives again whose worker died, and removes those that have had their time. */
  'privacy/tend-exports': Record<string, never>;
  'search/sweep-keywords': Record<string, never>;
  'payments/reconcile': Record<string, never>;
  'payments/apply-event': { gateway: string; eventId: string };
  'payments/forget-card': { cardId: string };
  'subscriptions/announce': Record<string, never>;
  'subscriptions/expire': Record<string, never>;
  'subscriptions/price-rise': { performerId: string; types: PaidType[]; afterId: string | null };
  'payments/forget-keys': Record<string, never>;
  'payments/renew-due': Record<string, never>;
  'payments/renew': { subscriptionId: string; key: string };
  'webhooks/deliver': { deliveryId: string };
  'webhooks/sweep': Record<string, never>;
}
export type JobName = keyof JobKinds;

export interface JobRule<N extends JobName = JobName> {
  name: N;
  /** When it starts by itself, as five cron fields in UTC. */
  cron?: string;
  /** Whether somebody waits for it also where the clock begins it. */
  isAwaited?: boolean;
  /** Whether it also starts when a worker does: what was missed while all were down is not left to the clock. */
  atStart?: boolean;
  retries: number;
  /** Seconds before the first retry; later ones wait longer each time. */
  retryDelay_s: number;
  /** How long a try may take before it counts as failed; the queue's own measure when absent. */
  expiry_s?: number;
  /** How many a worker does side by side; one when absent. */
  atOnce?: number;
  work(ctx: Context, payload: JobKinds[N]): Promise<void>;
}

/** Declares a job; the types say what its work gets. */
export const job = <N extends JobName>(rule: JobRule<N>): JobRule<N> => rule;

export interface Jobs {
  /** Enqueues in the transaction of `db`, where it is one; with `at` it waits until then. */
  enqueue<N extends JobName>(db: Db, name: N, payload: JobKinds[N], when?: { at: Date }): Promise<void>;
  /** Enqueues many of a kind in one statement; otherwise as `enqueue`. */
  enqueueAll<N extends JobName>(db: Db, name: N, payloads: readonly JobKinds[N][]): Promise<void>;
  /** Starts working; resolves when every queue is being watched. */
  work(ctx: Context): Promise<void>;
  /** Aborts when the worker closes: what takes long gives way, and sees to it that it is begun again. */
  stopping: AbortSignal;
  /** Rejects while the queue does not answer. */
  check(): Promise<void>;
  close(): Promise<void>;
}

/** Where the queue keeps its tables. */
export const jobsSchema = 'jobs';
const close_ms = 8000;
/** How often work is looked for: what somebody waits for, and what the clock begins at whole minutes. */
const pollingIntervalSeconds = { asked: 0.5, byClock: 2 } as const;
/** So long a failed job may be tried again; the others are kept half a day. */
const archiveFailedAfterSeconds = 14 * 86_400;

/** The queue's text with numbered parameters, as a query of the builder: parameters keep their order. */
function numbered(text: string, values: unknown[]): SQL {
  const parts = text.split(/\$(\d+)/);
  return sql.join(parts.map((part, index) => (index % 2 === 0 ? sql.raw(part) : sql`${sql.param(values[Number(part) - 1] ?? null)}`)));
}

/** What the queue asks goes through the caller's own connection, and so through her transaction. */
const onThe = (db: Db): PgBoss.Db => ({
  executeSql: async (text, values) => {
    const { rows } = await db.execute(numbered(text, values));
    return { rows };
  },
});

/** The queue on the database at `url`. Nothing is sent before it is first needed. */
export function openJobs(url: string, log: Logger, rules: readonly JobRule[]): Jobs {
  const stumbled = (error: Error): void => {
    log.warn({ reason: error.message }, 'the job queue stumbled');
  };
  const connections = openConnections(url, jobsSchema, stumbled);
  let started: Promise<PgBoss> | null = null;
  let isWorker = false;
  const stopping = new AbortController();

  const start = async (): Promise<PgBoss> => {
    const boss = new PgBoss({
      ...{ db: connections, schema: jobsSchema, supervise: isWorker, schedule: isWorker, migrate: true },
      archiveFailedAfterSeconds,
    });
    boss.on('error', stumbled);
    await boss.start();
    const kept = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
    for (const { name, retries, retryDelay_s, expiry_s } of rules) {
      const expiry = expiry_s === undefined ? {} : { expireInSeconds: expiry_s };
      const wanted = { retryLimit: retries, retryDelay: retryDelay_s, retryBackoff: true, ...expiry };
      const known = kept.get(name);
      if (!known) await boss.createQueue(name, { name, ...wanted });
      else if (!isDeepStrictEqual({ ...known, ...wanted }, known)) await boss.updateQueue(name, { name, ...wanted });
    }
    return boss;
  };
  const boss = (): Promise<PgBoss> =>
    (started ??= start().catch((error: unknown) => {
      started = null;
      throw error;
    }));

  return {
    stopping: stopping.signal,
    enqueue: async (db, name, payload, when) => {
      await (await boss()).send(name, payload, { ...(when && { startAfter: when.at }), db: onThe(db) });
    },
    enqueueAll: async (db, name, payloads) => {
      if (payloads.length === 0) return;
      await (
        await boss()
      ).insert(
        payloads.map((data) => ({ name, data })),
        { db: onThe(db) },
      );
    },
    work: async (ctx) => {
      isWorker = true;
      const queue = await boss();
      for (const rule of rules) {
        const polling = {
          pollingIntervalSeconds: pollingIntervalSeconds[rule.cron && !rule.isAwaited ? 'byClock' : 'asked'],
          batchSize: 1,
        };
        for (let beside = 0; beside < (rule.atOnce ?? 1); beside += 1) {
          // One at a time each: a batch would fail as a whole, and take others along with the one that cannot be done.
          const worker: string = await queue.work(rule.name, polling, async (taken) => {
            // Where there was one, the next is looked for at once.
            queue.notifyWorker(worker);
            for (const { id, data } of taken) {
              connections.taken(id);
              await connections.held(rule.work(ctx, data as never)).catch((error: unknown) => {
                log.warn({ err: error, job: rule.name, id }, 'a job failed');
                throw error;
              });
            }
          });
        }
        if (rule.cron) await queue.schedule(rule.name, rule.cron);
        if (rule.atStart) await queue.send(rule.name, {});
      }
    },
    check: async () => {
      await (await boss()).isInstalled();
    },
    close: async () => {
      stopping.abort();
      const begun_ms = performance.now();
      if (started) await (await started).stop({ graceful: true, timeout: close_ms });
      await connections.end(Math.max(0, close_ms - (performance.now() - begun_ms)));
    },
  };
}
