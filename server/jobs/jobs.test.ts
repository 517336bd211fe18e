/** Jobs on the real queue. */
import { freshDatabase } from '../../tests/support/database';
import { eventually } from '../../tests/support/eventually';
import type { Context } from '../context';
import { connect } from '../db/db';
import { makeLogger } from '../log';
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
