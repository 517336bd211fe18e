/** Jobs of notifications. */
import { job } from '../../platform/jobs/jobs';
import { sendPushNotification } from './devices';
import { mailUnseenNotifications } from './mail';
import { continueFanOut } from './notify';
import { sweepNotifications } from './sweep';

export const notificationJobs = [
  job({ name: 'notifications/spread', retries: 8, retryDelay_s: 10, work: (ctx, batch) => continueFanOut(ctx, batch) }),
  job({
    name: 'notifications/push',
    retries: 5,
    retryDelay_s: 30,
    expiry_s: 60,
    concurrency: 4,
    work: (ctx, push) => sendPushNotification(ctx, push),
  }),
  job({ name: 'notifications/mail', cron: '* * * * *', retries: 0, retryDelay_s: 0, work: (ctx) => mailUnseenNotifications(ctx) }),
  job({ name: 'notifications/sweep', cron: '23 * * * *', retries: 2, retryDelay_s: 60, work: (ctx) => sweepNotifications(ctx) }),
] as const;
