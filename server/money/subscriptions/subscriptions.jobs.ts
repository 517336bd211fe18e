/** What subscriptions do by the clock: announcing renewals and ending what is over. Renewing is a payment: it stands there. */
import { job } from '../../platform/jobs/jobs';
import { expireOver } from './end';
import { announceRenewals } from './notice';
import { tellOfPriceRise } from './price-rise';

export const subscriptionJobs = [
  job({ name: 'subscriptions/announce', cron: '*/10 * * * *', retries: 2, retryDelay_s: 60, work: (ctx) => announceRenewals(ctx) }),
  job({ name: 'subscriptions/expire', cron: '* * * * *', retries: 0, retryDelay_s: 0, work: (ctx) => expireOver(ctx) }),
  job({ name: 'subscriptions/price-rise', retries: 8, retryDelay_s: 10, work: (ctx, rise) => tellOfPriceRise(ctx, rise) }),
] as const;
