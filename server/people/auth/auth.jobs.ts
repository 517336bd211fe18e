/**
 * Mails that are requested by email address, without a session. They are sent after the response, so that neither content nor timing
 * reveals whether an account exists.
 */
import { job } from '../../platform/jobs/jobs';
import { sendRequestedVerification } from './email-verification';
import { sendRequestedReset } from './password';

export const authJobs = [
  job({ name: 'auth/reset-link', retries: 5, retryDelay_s: 5, work: (ctx, { email }) => sendRequestedReset(ctx, email) }),
  job({ name: 'auth/verification-link', retries: 5, retryDelay_s: 5, work: (ctx, { email }) => sendRequestedVerification(ctx, email) }),
] as const;
