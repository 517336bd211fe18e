/** Scheduled jobs: announcing renewals, ending expired subscriptions, price increases. The payments module renews. */
import { job } from '../../platform/jobs/jobs';
import { expireEnded } from './end';
import { announceRenewals } from './notice';
import { notifySubscribersOfPriceRise } from './price-rise';

export const subscriptionJobs = [
  job({ name: 'subscriptions/announce', cron: '*/10 * * * *', retries: 2, retryDelay_s: 60, work: (ctx) => announceRenewals(ctx) }),
  job({ name: 'subscriptions/expire', cron: '* * * * *', retries: 0, retryDelay_s: 0, work: (ctx) => expireEnded(ctx) }),
  job({ name: 'subscriptions/price-rise', retries: 8, retryDelay_s: 10, work: (ctx, rise) => notifySubscribersOfPriceRise(ctx, rise) }),
] as const;
