/** The jobs of messages to many. */
import { job } from '../../platform/jobs/jobs';
import { askForDue, goOn } from '../../talk/fans/mass-send';

export const fanJobs = [
  job({
    name: 'fans/send-mass',
    cron: '* * * * *',
    isAwaited: true,
    retries: 8,
    retryDelay_s: 5,
    expiry_s: 60,
    // What starts by the clock carries nothing.
    work: (ctx, asked: { massId: string | null } | null) => {
      const massId = asked?.massId ?? null;
      return massId === null ? askForDue(ctx) : goOn(ctx, massId);
    },
  }),
] as const;
