/** Jobs on the real queue. */
import { sql } from 'drizzle-orm';
import { databaseServer, freshDatabase, onServer } from '../../../tests/kit/host/database';
import { eventually } from '../../../tests/kit/timing/eventually';
import type { Context } from '../context';
import { connect } from '../db/db';
import { makeLogger } from '../../kernel/log';
import { job, openJobs } from './jobs';

test('a job that cannot be done takes no other along', async () => {
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
    }, 10_000);
  } finally {
    await jobs.close();
    await connection.close();
    await database.drop();
  }
});

test('a job that is taken while the queue closes is ended, not cut off', async () => {
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
  const strays: unknown[] = [];
  const stray = (reason: unknown): void => void strays.push(reason);
  process.on('unhandledRejection', stray);
  try {
    await jobs.check();
    // The worker asks for jobs, and is answered only after the closing has begun.
    await connection.db.transaction(async (tx) => {
      await jobs.enqueue(tx, 'mail/deliver', { mailId: 'slow' });
      await tx.execute(sql`lock table jobs.job in access exclusive mode`);
      await jobs.work({} as Context);
      await eventually(async () => {
        const { rows } = await connection.db.execute(
          sql`select 1 from pg_stat_activity where application_name = 'jobs' and wait_event_type = 'Lock'`,
        );
        expect(rows).toHaveLength(1);
      }, 5000);
      closing = jobs.close();
      // Nothing tells from outside how far a closing has come that waits: it is given this long to go too far.
      await tx.execute(sql`select pg_sleep(0.2)`);
    });
    await begun;
    release();
    await closing;
    const { rows } = await connection.db.execute(sql`select state from jobs.job where name = 'mail/deliver'`);
    expect({ ended, rows, strays }).toEqual({ ended: ['slow'], rows: [{ state: 'failed' }], strays: [] });
  } finally {
    process.off('unhandledRejection', stray);
    await connection.close();
    await database.drop();
  }
});

test.each(['fails', 'is done'] as const)(
  'a job that %s while the database is away is told to it later, and ends no process',
  async (how) => {
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
        if (how === 'fails') throw new Error('never');
      },
    });
    const jobs = openJobs(database.url, log, [rule]);
    const strays: unknown[] = [];
    const stray = (reason: unknown): void => void strays.push(reason);
    process.on('unhandledRejection', stray);
    try {
      // A connection of its own that stays while no other comes in.
      await connection.db.execute(sql`select 1`);
      await jobs.enqueue(connection.db, 'mail/deliver', { mailId: 'one' });
      await jobs.check();
      await jobs.work({} as Context);
      await eventually(() => expect(hasTried).toBe(true), 5000);
      // Long enough for the queue to tell the end of the job, and to be refused.
      await new Promise((resolve) => setTimeout(resolve, 300));
      await mayConnect(true);
      await eventually(async () => {
        const { rows } = await connection.db.execute(sql`select state from jobs.job where name = 'mail/deliver'`);
        expect(rows).toEqual([{ state: how === 'fails' ? 'failed' : 'completed' }]);
      }, 10_000);
      expect(strays).toEqual([]);
    } finally {
      process.off('unhandledRejection', stray);
      await jobs.close();
      await connection.close();
      await database.drop();
    }
  },
);
