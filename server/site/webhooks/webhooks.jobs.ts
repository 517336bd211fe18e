/** Sending messages to other programs. The pauses between tries are the module's own; the queue's tries are for lost workers. */
import { job } from '../../platform/jobs/jobs';
import { deliver, sweepDeliveries } from './deliver';

export const webhookJobs = [
  job({
    name: 'webhooks/deliver',
    retries: 5,
    retryDelay_s: 30,
    expiry_s: 60,
    atOnce: 4,
    work: (ctx, { deliveryId }) => deliver(ctx, deliveryId),
  }),
  job({ name: 'webhooks/sweep', cron: '* * * * *', retries: 0, retryDelay_s: 0, work: (ctx) => sweepDeliveries(ctx) }),
] as const;
