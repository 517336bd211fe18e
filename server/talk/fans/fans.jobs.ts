/** Jobs of mass messages. */
import { job } from '../../platform/jobs/jobs';
import { enqueueDueBatches, sendNextBatch } from './mass-send';

export const fanJobs = [
  job({
    name: 'fans/send-mass',
    cron: '* * * * *',
    retries: 8,
    retryDelay_s: 5,
    expiry_s: 60,
    // A run started by cron has no payload.
    work: (ctx, payload: { massId: string | null } | null) => {
      const massId = payload?.massId ?? null;
      return massId === null ? enqueueDueBatches(ctx) : sendNextBatch(ctx, massId);
    },
  }),
] as const;
