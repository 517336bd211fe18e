/**
 * Work for later, kept in the same database: a job that is enqueued in a transaction exists only if that commits.
 * Any host may enqueue; hosts with the worker role run the jobs, each at least once.
 */
import { sql, type SQL } from 'drizzle-orm';
import PgBoss from 'pg-boss';
import type { SubscriptionType } from '@contract/values';
import type { Context } from '../context';
import type { Db } from '../db/db';
import type { Logger } from '../log';

type PaidType = Exclude<SubscriptionType, 'free'>;

/** Every kind of job with what it carries; `cron` ones start by the clock. */
export interface JobKinds {
  'mail/deliver': { mailId: string };
  'accounts/sweep': Record<string, never>;
  'auth/reset-link': { email: string };
  'auth/verification-link': { email: string };
  'files/sweep': Record<string, never>;
  'payouts/settle': Record<string, never>;
  'performers/sweep-views': Record<string, never>;
  'payments/reconcile': Record<string, never>;
  'payments/apply-event': { gateway: string; eventId: string };
  'payments/forget-card': { cardId: string };
  'subscriptions/announce': Record<string, never>;
  'subscriptions/expire': Record<string, never>;
  'subscriptions/price-rise': { performerId: string; types: PaidType[]; afterId: string | null };
  'payments/forget-keys': Record<string, never>;
  'payments/renew-due': Record<string, never>;
  'payments/renew': { subscriptionId: string; key: string };
}
export type JobName = keyof JobKinds;

export interface JobRule<N extends JobName = JobName> {
  name: N;
  /** When it starts by itself, as five cron fields in UTC. */
  cron?: string;
  retries: number;
  /** Seconds before the first retry; later ones wait longer each time. */
  retryDelay_s: number;
  work(ctx: Context, payload: JobKinds[N]): Promise<void>;
}

/** Declares a job; the types say what its work gets. */
export const job = <N extends JobName>(rule: JobRule<N>): JobRule<N> => rule;

export interface Jobs {
  /** Enqueues in the transaction of `db`, where it is one. */
  enqueue<N extends JobName>(db: Db, name: N, payload: JobKinds[N]): Promise<void>;
  /** Starts working; resolves when every queue is being watched. */
  work(ctx: Context): Promise<void>;
  /** Rejects while the queue does not answer. */
  check(): Promise<void>;
  close(): Promise<void>;
}

const schema = 'jobs';
const close_ms = 8000;
const pollingIntervalSeconds = 0.5;

/** The queue's text with numbered parameters, as a query of the builder: parameters keep their order. */
function numbered(text: string, values: unknown[]): SQL {
  const parts = text.split(/\$(\d+)/);
  return sql.join(parts.map((part, index) => (index % 2 === 0 ? sql.raw(part) : sql`${sql.param(values[Number(part) - 1] ?? null)}`)));
}

/** The queue on the database at `url`. Nothing is sent before it is first needed. */
export function openJobs(url: string, log: Logger, rules: readonly JobRule[]): Jobs {
  let started: Promise<PgBoss> | null = null;
  let isWorker = false;

  const start = async (): Promise<PgBoss> => {
    const boss = new PgBoss({ connectionString: url, schema, max: 4, supervise: isWorker, schedule: isWorker, migrate: true });
    boss.on('error', (error) => {
      log.warn({ reason: error.message }, 'the job queue stumbled');
    });
    await boss.start();
    for (const { name, retries, retryDelay_s } of rules) {
      const queue = { name, retryLimit: retries, retryDelay: retryDelay_s, retryBackoff: true };
      await boss.createQueue(name, queue);
      await boss.updateQueue(name, queue);
    }
    return boss;
  };
  const boss = (): Promise<PgBoss> =>
    (started ??= start().catch((error: unknown) => {
      started = null;
      throw error;
    }));

  return {
    enqueue: async (db, name, payload) => {
      await (
        await boss()
      ).send(name, payload, {
        db: {
          executeSql: async (text, values) => {
            const { rows } = await db.execute(numbered(text, values));
            return { rows };
          },
        },
      });
    },
    work: async (ctx) => {
      isWorker = true;
      const queue = await boss();
      for (const rule of rules) {
        // One at a time: a batch would fail as a whole, and take others along with the one that cannot be done.
        const worker: string = await queue.work(rule.name, { pollingIntervalSeconds, batchSize: 1 }, async (taken) => {
          // Where there was one, the next is looked for at once.
          queue.notifyWorker(worker);
          for (const { id, data } of taken) {
            await rule.work(ctx, data as never).catch((error: unknown) => {
              log.warn({ err: error, job: rule.name, id }, 'a job failed');
              throw error;
            });
          }
        });
        if (rule.cron) await queue.schedule(rule.name, rule.cron);
      }
    },
    check: async () => {
      await (await boss()).isInstalled();
    },
    close: async () => {
      if (!started) return;
      await (await started).stop({ graceful: true, timeout: close_ms });
    },
  };
}
