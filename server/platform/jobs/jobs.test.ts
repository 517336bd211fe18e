/** Jobs, with the real queue. */
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { databaseServer, freshDatabase, onServer } from '../../../tests/kit/host/database';
import { eventually } from '../../../tests/kit/timing/eventually';
import type { Context } from '../context';
import { connect } from '../db/db';
import { makeLogger } from '../../kernel/log';
import { jobRules } from '../../jobs';
import { job, openJobs } from './jobs';

test('a failing job does not affect other jobs', async () => {
  const database = await freshDatabase();
  const log = makeLogger('silent');
  const connection = connect(database.url, log);
  const done: string[] = [];
  const rule = job({
    name: 'mail/deliver',
    retries: 0,
    retryDelay_s: 1,
    work: (_ctx, { mailId }) => (mailId === 'bad' ? Promise.reject(new Error('never')) : Promise.resolve(void done.push(mailId))),
  });
  const jobs = openJobs(database.url, log, [rule]);
  try {
    for (const mailId of ['bad', 'one', 'two', 'three', 'four']) await jobs.enqueue(connection.db, 'mail/deliver', { mailId });
    await jobs.check();
    await jobs.work({} as Context);
    await eventually(() => {
      expect([...done].sort()).toEqual(['four', 'one', 'three', 'two']);
    });
  } finally {
    await jobs.close();
    await connection.close();
    await database.drop();
  }
});

test('a job that is fetched while the queue closes runs to its end', async () => {
  const database = await freshDatabase();
  const log = makeLogger('silent');
  const connection = connect(database.url, log);
  const ended: string[] = [];
  let begin = (): void => undefined;
  const begun = new Promise<void>((resolve) => (begin = resolve));
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  const rule = job({
    name: 'mail/deliver',
    retries: 0,
    retryDelay_s: 1,
    work: async () => {
      begin();
      await released;
      ended.push('slow');
      throw new Error('never');
    },
  });
  const jobs = openJobs(database.url, log, [rule]);
  let closing: Promise<void> = Promise.resolve();
  const unhandledRejections: unknown[] = [];
  const onUnhandledRejection = (reason: unknown): void => void unhandledRejections.push(reason);
  process.on('unhandledRejection', onUnhandledRejection);
  try {
    await jobs.check();
    // The worker fetches jobs, and the lock delays the result until the close has begun.
    await connection.db.transaction(async (tx) => {
      await jobs.enqueue(tx, 'mail/deliver', { mailId: 'slow' });
      await tx.execute(sql`lock table jobs.job in access exclusive mode`);
      await jobs.work({} as Context);
      await eventually(async () => {
        const { rows } = await connection.db.execute(
          sql`select 1 from pg_stat_activity where application_name = 'jobs' and wait_event_type = 'Lock' and query like '%SKIP LOCKED%'`,
        );
        expect(rows).toHaveLength(1);
      });
      closing = jobs.close();
      // The progress of a waiting close is not observable: this gives it time to close too early.
      await tx.execute(sql`select pg_sleep(0.2)`);
    });
    await begun;
    release();
    await closing;
    const { rows } = await connection.db.execute(sql`select state from jobs.job where name = 'mail/deliver'`);
    expect({ ended, rows, unhandledRejections }).toEqual({ ended: ['slow'], rows: [{ state: 'failed' }], unhandledRejections: [] });
  } finally {
    process.off('unhandledRejection', onUnhandledRejection);
    await connection.close();
    await database.drop();
  }
});

test.each(['fails', 'succeeds'] as const)(
  'a job that %s while the database is unreachable is reported later, and does not end the process',
  async (outcome) => {
    const database = await freshDatabase();
    const server = await databaseServer();
    const log = makeLogger('silent');
    const connection = connect(database.url, log);
    const name = new URL(database.url).pathname.slice(1);
    const mayConnect = (allowed: boolean) => onServer(server, `alter database ${name} with allow_connections ${String(allowed)}`);
    let hasTried = false;
    const rule = job({
      name: 'mail/deliver',
      retries: 0,
      retryDelay_s: 1,
      work: async () => {
        await mayConnect(false);
        await onServer(
          server,
          `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}' and application_name = 'jobs'`,
        );
        hasTried = true;
        if (outcome === 'fails') throw new Error('never');
      },
    });
    const jobs = openJobs(database.url, log, [rule]);
    const unhandledRejections: unknown[] = [];
    const onUnhandledRejection = (reason: unknown): void => void unhandledRejections.push(reason);
    process.on('unhandledRejection', onUnhandledRejection);
    try {
      // Opens a connection that stays usable while new ones are rejected.
      await connection.db.execute(sql`select 1`);
      await jobs.enqueue(connection.db, 'mail/deliver', { mailId: 'one' });
      await jobs.check();
      await jobs.work({} as Context);
      await eventually(() => expect(hasTried).toBe(true));
      // Long enough for a failed attempt to report the end of the job.
      await new Promise((resolve) => setTimeout(resolve, 300));
      await mayConnect(true);
      await eventually(async () => {
        const { rows } = await connection.db.execute(sql`select state from jobs.job where name = 'mail/deliver'`);
        expect(rows).toEqual([{ state: outcome === 'fails' ? 'failed' : 'completed' }]);
      });
      expect(unhandledRejections).toEqual([]);
    } finally {
      process.off('unhandledRejection', onUnhandledRejection);
      await jobs.close();
      await connection.close();
      await database.drop();
    }
  },
);

test('idle workers start new, scheduled and retried jobs quickly', async () => {
  const database = await freshDatabase();
  const log = makeLogger('silent');
  const connection = connect(database.url, log);
  const tries: string[] = [];
  const rule = job({
    name: 'mail/deliver',
    retries: 1,
    retryDelay_s: 1,
    work: (_ctx, { mailId }) => {
      tries.push(mailId);
      return mailId === 'twice' && tries.filter((id) => id === mailId).length === 1
        ? Promise.reject(new Error('later'))
        : Promise.resolve();
    },
  });
  const jobs = openJobs(database.url, log, [rule]);
  try {
    await jobs.work({} as Context);
    // After the queue's first poll, which found nothing.
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    await jobs.enqueue(connection.db, 'mail/deliver', { mailId: 'now' });
    await eventually(() => expect(tries).toEqual(['now']));
    await jobs.enqueue(connection.db, 'mail/deliver', { mailId: 'later' }, { at: new Date(Date.now() + 1_500) });
    await jobs.enqueue(connection.db, 'mail/deliver', { mailId: 'twice' });
    await eventually(() => expect([...tries].sort()).toEqual(['later', 'now', 'twice', 'twice']));
  } finally {
    await jobs.close();
    await connection.close();
    await database.drop();
  }
});

test('an idle worker sends a few queries per second for all its queues', async () => {
  const database = await freshDatabase();
  const idle = jobRules.map((rule) => ({ ...rule, atStart: false, work: () => Promise.resolve() }));
  const jobs = openJobs(database.url, makeLogger('silent'), idle);
  const queries = jest.spyOn(pg.Pool.prototype, 'query');
  try {
    await jobs.work({} as Context);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    queries.mockClear();
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    expect(queries.mock.calls.length).toBeGreaterThan(0);
    expect(queries.mock.calls.length).toBeLessThan(jobRules.length);
  } finally {
    queries.mockRestore();
    await jobs.close();
    await database.drop();
  }
});
