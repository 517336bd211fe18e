/** What strangers ask for by an address: done after the answer, so that neither it nor its time tells who has an account. */
import { job } from '../../platform/jobs/jobs';
import { sendRequestedVerification } from './email-verification';
import { sendRequestedReset } from './password';

export const authJobs = [
  job({ name: 'auth/reset-link', retries: 5, retryDelay_s: 5, work: (ctx, { email }) => sendRequestedReset(ctx, email) }),
  job({ name: 'auth/verification-link', retries: 5, retryDelay_s: 5, work: (ctx, { email }) => sendRequestedVerification(ctx, email) }),
] as const;
