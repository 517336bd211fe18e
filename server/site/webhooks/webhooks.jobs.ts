/** Sending webhook deliveries. The module decides the delays between attempts; the queue's own retries are for lost workers. */
import { job } from '../../platform/jobs/jobs';
import { deliver, sweepDeliveries } from './deliver';

export const webhookJobs = [
  job({
    name: 'webhooks/deliver',
    retries: 5,
    retryDelay_s: 30,
    expiry_s: 60,
    concurrency: 4,
    work: (ctx, { deliveryId }) => deliver(ctx, deliveryId),
  }),
  job({ name: 'webhooks/sweep', cron: '* * * * *', retries: 0, retryDelay_s: 0, work: (ctx) => sweepDeliveries(ctx) }),
] as const;
