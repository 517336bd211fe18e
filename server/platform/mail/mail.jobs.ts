/** Jobs that deliver queued mails and delete old ones. */
import type { Context } from '../context';
import { job } from '../jobs/jobs';
import { deliverMail } from './mail';
import { transactionalConcurrency, bulkConcurrency } from './concurrency';
import { sweepBounces } from './bounces';
import { sweepMails } from './sweep';

const retryPolicy = { retries: 8, retryDelay_s: 10 };

async function sweepAll(ctx: Context): Promise<void> {
  await sweepMails(ctx);
  await sweepBounces(ctx);
}

export const mailJobs = [
  job({ ...retryPolicy, name: 'mail/deliver', concurrency: transactionalConcurrency, work: (ctx, { mailId }) => deliverMail(ctx, mailId) }),
  job({ ...retryPolicy, name: 'mail/deliver-bulk', concurrency: bulkConcurrency, work: (ctx, { mailId }) => deliverMail(ctx, mailId) }),
  job({ name: 'mail/sweep', cron: '40 3 * * *', retries: 2, retryDelay_s: 60, work: sweepAll }),
] as const;
