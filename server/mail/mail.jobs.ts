/** Handing queued mails over, and forgetting old ones. */
import { job } from '../platform/jobs/jobs';
import { deliverMail } from './mail';
import { awaitedAtOnce, bulkAtOnce } from './pace';
import { sweepMails } from '../platform/mail/sweep';

const often = { retries: 8, retryDelay_s: 10 };

export const mailJobs = [
  job({ ...often, name: 'mail/deliver', atOnce: awaitedAtOnce, work: (ctx, { mailId }) => deliverMail(ctx, mailId) }),
  job({ ...often, name: 'mail/deliver-bulk', atOnce: bulkAtOnce, work: (ctx, { mailId }) => deliverMail(ctx, mailId) }),
  job({ name: 'mail/sweep', cron: '40 3 * * *', retries: 2, retryDelay_s: 60, work: sweepMails }),
] as const;
