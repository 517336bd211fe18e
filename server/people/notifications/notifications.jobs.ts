/** The jobs of the notifications. */
import { job } from '../../platform/jobs/jobs';
import { pushTo } from './devices';
import { mailUnseen } from './mail';
import { spreadOn } from '../../modules/notifications/notify';
import { sweepNotifications } from './sweep';

export const notificationJobs = [
  job({ name: 'notifications/spread', retries: 8, retryDelay_s: 10, work: (ctx, part) => spreadOn(ctx, part) }),
  job({ name: 'notifications/push', retries: 5, retryDelay_s: 30, expiry_s: 60, atOnce: 4, work: (ctx, one) => pushTo(ctx, one) }),
  job({ name: 'notifications/mail', cron: '* * * * *', retries: 0, retryDelay_s: 0, work: (ctx) => mailUnseen(ctx) }),
  job({ name: 'notifications/sweep', cron: '23 * * * *', retries: 2, retryDelay_s: 60, work: (ctx) => sweepNotifications(ctx) }),
] as const;
