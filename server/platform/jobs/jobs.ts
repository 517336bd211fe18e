/**
 * Background jobs, stored in the same database: a job that is enqueued in a transaction exists only if that commits.
 * Any process may enqueue; processes with the worker role run the jobs, each at least once.
 */
import { isDeepStrictEqual } from 'node:util';
import { sql, type SQL } from 'drizzle-orm';
import PgBoss from 'pg-boss';
import type { TicketRefundCause } from '@contract/kernel/values/live';
import type { SubscriptionType } from '@contract/kernel/values/subscriptions';
import type { Config } from '../../kernel/config';
import { defaults } from '../../kernel/config-defaults';
import type { Context } from '../context';
import type { Db } from '../db/db';
import type { FanOutNotification, NotificationInput } from '../../people/notifications/delivery/notification-input';
import type { Logger } from '../../kernel/log';
import { openConnections } from './connections';
import { dueQueues, pollDueQueues } from './due-queues';

type PaidType = Exclude<SubscriptionType, 'free'>;

/** Every kind of job with its payload. */
export interface JobKinds {
  'mail/deliver': { mailId: string };
  /** As `mail/deliver`, for digests, so that they do not delay other mails. */
  'mail/deliver-bulk': { mailId: string };
  'mail/sweep': Record<string, never>;
  'accounts/refold': Record<string, never>;
  'accounts/sweep': Record<string, never>;
  /** Reads the mailbox of the bounce address. */
  'bounces/collect': Record<string, never>;
  /** Unsubscribes an address from digests after a complaint. */
  'bounces/unsubscribe': { email: string };
  /** Checks the ledger if last night's check is missing. */
  'books/check': Record<string, never>;
  'auth/reset-link': { email: string };
  'auth/verification-link': { email: string };
  'moderation/appeal-link': { email: string };
  /** Continues a mass message from its last recipient; without an id, all that are due. */
  'fans/send-mass': { massId: string | null };
  /** Refunds the entries to a show that was not held, or that ended in its first minutes. */
  'charges/refund-entries': { sessionId: string };
  /** Refunds all tickets for a show, or the ticket of a charge. */
  'charges/refund-tickets': { showId: string; chargeId: string | null; cause: TicketRefundCause };
  /** Settles a fan's debt from the wallet: `cause` is what credited the wallet, `key` the idempotency key of the settlement. */
  'charges/settle-debt': { userId: string; cause: string; key: string };
  /** Fetches the outcome of dispute answers whose response from the gateway was lost. */
  'disputes/settle': Record<string, never>;
  /** Reminds operators of approaching deadlines. */
  'disputes/remind': Record<string, never>;
  'feeds/sweep-polls': Record<string, never>;
  /** Notifies people of scheduled shows that are due. */
  'feeds/tell-shows': Record<string, never>;
  'files/sweep': Record<string, never>;
  'items/relist': Record<string, never>;
  'items/refold': Record<string, never>;
  'messages/refold': Record<string, never>;
  'files/convert': { fileId: string };
  'files/resume': Record<string, never>;
  /** Notifies all followers and subscribers of a performer, in batches. */
  'notifications/spread': { told: FanOutNotification; afterId: string | null };
  /** Sends a notification to one device, so that a failure of another device does not repeat it here. */
  'notifications/push': { notificationId: string; deviceId: string };
  /** Sends mails about unseen notifications. */
  'notifications/mail': Record<string, never>;
  'notifications/sweep': Record<string, never>;
  'payouts/settle': Record<string, never>;
  /** Removes documents whose retention has expired. */
  'performers/drop-documents': Record<string, never>;
  'performers/sweep-views': Record<string, never>;
  /** Permanently deletes accounts after the grace period. */
  'privacy/erase': Record<string, never>;
  'privacy/export': { exportId: string };
  /** Restarts data exports whose worker died, and removes expired ones. */
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
  /** Determines the outcomes of shows with tickets. */
  'tickets/tend': Record<string, never>;
  /** Notifies the ticket holders of a show, in batches. */
  'tickets/tell': { showId: string; told: NotificationInput; afterId: string | null };
  'webhooks/deliver': { deliveryId: string };
  'webhooks/sweep': Record<string, never>;
}
export type JobName = keyof JobKinds;

export interface JobRule<N extends JobName = JobName> {
  name: N;
  /** The schedule, as five cron fields in UTC. */
  cron?: string;
  /** Whether it also runs when a worker starts, to catch up on runs that were missed while all workers were down. */
  atStart?: boolean;
  retries: number;
  /** Seconds before the first retry, with exponential backoff. */
  retryDelay_s: number;
  /** How long an attempt may take before it counts as failed; default: the queue's. */
  expiry_s?: number;
  /** How many a worker runs concurrently; default: one. */
  concurrency?: number;
  work(ctx: Context, payload: JobKinds[N]): Promise<void>;
}

/** Declares a job with a typed payload. */
export const job = <N extends JobName>(rule: JobRule<N>): JobRule<N> => rule;

/** A finished attempt of a job in this process. */
export interface EndedJob {
  name: JobName;
  outcome: 'done' | 'failed';
  seconds: number;
}

export interface Jobs {
  /** Enqueues in the transaction of `db`, if it is one; with `at` the job starts then. */
  enqueue<N extends JobName>(db: Db, name: N, payload: JobKinds[N], when?: { at: Date }): Promise<void>;
  /** Enqueues many jobs of a kind in one statement. */
  enqueueAll<N extends JobName>(db: Db, name: N, payloads: readonly JobKinds[N][]): Promise<void>;
  /** Starts the workers; resolves once polling has started. */
  work(ctx: Context): Promise<void>;
  /** Calls `listener` after each attempt in this process. */
  onEnd(listener: (ended: EndedJob) => void): void;
  /** Aborts when the worker closes: long jobs stop then, and make sure that they are started again. */
  stopping: AbortSignal;
  /** Rejects if the queue does not respond. */
  check(): Promise<void>;
  close(): Promise<void>;
}

/** The database schema of the queue. */
export const jobsSchema = 'jobs';
const close_ms = 8000;
/** The polling interval of each queue. Workers are woken when a job is due (see due-queues.ts): this only covers a lost wake-up. */
const pollingIntervalSeconds = 120;
/** How long a failed job can be retried. Other finished jobs are kept for half a day. */
const archiveFailedAfterSeconds = 14 * 86_400;

/** Converts the queue's SQL with numbered parameters to a query of the query builder. */
function numbered(text: string, values: unknown[]): SQL {
  const parts = text.split(/\$(\d+)/);
  return sql.join(parts.map((part, index) => (index % 2 === 0 ? sql.raw(part) : sql`${sql.param(values[Number(part) - 1] ?? null)}`)));
}

/** Runs the queue's statements on the caller's connection, and so in the caller's transaction. */
const dbAdapter = (db: Db): PgBoss.Db => ({
  executeSql: async (text, values) => {
    const { rows } = await db.execute(numbered(text, values));
    return { rows };
  },
});

/** The job queue on the database at `url`. It connects on first use. */
export function openJobs(
  url: string,
  log: Logger,
  rules: readonly JobRule[],
  { jobsPoolSize, pooler }: Pick<Config, 'jobsPoolSize' | 'pooler'> = { jobsPoolSize: defaults.jobsPoolSize, pooler: null },
): Jobs {
  const onError = (error: Error): void => {
    log.warn({ reason: error.message }, 'the job queue reported an error');
  };
  const connections = openConnections({ url, pooler, poolSize: jobsPoolSize, name: jobsSchema }, onError);
  let started: Promise<PgBoss> | null = null;
  let isWorker = false;
  let stopPolling = (): void => undefined;
  const stopping = new AbortController();

  const start = async (): Promise<PgBoss> => {
    const boss = new PgBoss({
      db: connections,
      schema: jobsSchema,
      supervise: isWorker,
      schedule: isWorker,
      migrate: true,
      archiveFailedAfterSeconds,
    });
    boss.on('error', onError);
    await boss.start();
    const existing = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
    for (const { name, retries, retryDelay_s, expiry_s } of rules) {
      const expiry = expiry_s === undefined ? {} : { expireInSeconds: expiry_s };
      const options = { retryLimit: retries, retryDelay: retryDelay_s, retryBackoff: true, ...expiry };
      const queue = existing.get(name);
      if (!queue) await boss.createQueue(name, { name, ...options });
      else if (!isDeepStrictEqual({ ...queue, ...options }, queue)) await boss.updateQueue(name, { name, ...options });
    }
    return boss;
  };
  const boss = (): Promise<PgBoss> =>
    (started ??= start().catch((error: unknown) => {
      started = null;
      throw error;
    }));

  const listeners: ((ended: EndedJob) => void)[] = [];
  const runTimed = async (name: JobName, work: () => Promise<void>): Promise<void> => {
    const begun_ms = performance.now();
    const end = (outcome: EndedJob['outcome']): void => {
      for (const listener of listeners) listener({ name, outcome, seconds: (performance.now() - begun_ms) / 1000 });
    };
    await work().then(
      () => end('done'),
      (error: unknown) => {
        end('failed');
        throw error;
      },
    );
  };

  return {
    stopping: stopping.signal,
    onEnd: (listener) => void listeners.push(listener),
    enqueue: async (db, name, payload, when) => {
      await (await boss()).send(name, payload, { ...(when && { startAfter: when.at }), db: dbAdapter(db) });
    },
    enqueueAll: async (db, name, payloads) => {
      if (payloads.length === 0) return;
      await (
        await boss()
      ).insert(
        payloads.map((data) => ({ name, data })),
        { db: dbAdapter(db) },
      );
    },
    work: async (ctx) => {
      isWorker = true;
      const queue = await boss();
      const workers = new Map<string, string[]>();
      for (const rule of rules) {
        for (let index = 0; index < (rule.concurrency ?? 1); index += 1) {
          // Batches of one: a larger batch would fail as a whole because of one job.
          const worker: string = await queue.work(rule.name, { pollingIntervalSeconds, batchSize: 1 }, async (fetched) => {
            // There may be more jobs: the next fetch follows immediately.
            queue.notifyWorker(worker);
            for (const { id, data } of fetched) {
              connections.reportReliably(id);
              await connections.keepOpenFor(runTimed(rule.name, () => rule.work(ctx, data as never))).catch((error: unknown) => {
                log.warn({ err: error, job: rule.name, id }, 'a job failed');
                throw error;
              });
            }
          });
          workers.set(rule.name, [...(workers.get(rule.name) ?? []), worker]);
        }
        if (rule.cron) await queue.schedule(rule.name, rule.cron);
        if (rule.atStart) await queue.send(rule.name, {});
      }
      const wake = (name: string): void => {
        for (const worker of workers.get(name) ?? []) queue.notifyWorker(worker);
      };
      stopPolling = pollDueQueues(() => connections.queryColumn('jobs_due', dueQueues(jobsSchema)), wake, onError);
    },
    check: async () => {
      await (await boss()).isInstalled();
    },
    close: async () => {
      stopping.abort();
      const begun_ms = performance.now();
      stopPolling();
      if (started) await (await started).stop({ graceful: true, timeout: close_ms });
      await connections.end(Math.max(0, close_ms - (performance.now() - begun_ms)));
    },
  };
}
