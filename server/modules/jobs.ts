/** Every job of every module. */
import type { JobRule } from '../jobs/jobs';
import { accountJobs } from './accounts/accounts.jobs';
import { authJobs } from './auth/auth.jobs';
import { fileJobs } from './media/media.jobs';
import { paymentJobs } from './payments/payments.jobs';
import { payoutJobs } from './payouts/payouts.jobs';
import { performerJobs } from './performers/performers.jobs';
import { subscriptionJobs } from './subscriptions/subscriptions.jobs';
import { mailJobs } from '../mail/mail.jobs';

export const jobRules = [
  ...accountJobs,
  ...authJobs,
  ...fileJobs,
  ...mailJobs,
  ...paymentJobs,
  ...payoutJobs,
  ...performerJobs,
  ...subscriptionJobs,
] as readonly JobRule[];
