/** Handing queued mails over. */
import { job } from '../jobs/jobs';
import { deliverMail } from './mail';

export const mailJobs = [
  job({ name: 'mail/deliver', retries: 8, retryDelay_s: 10, work: (ctx, { mailId }) => deliverMail(ctx, mailId) }),
] as const;
