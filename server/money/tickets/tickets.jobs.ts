/** Scheduled and background jobs of shows with tickets. */
import { job } from '../../platform/jobs/jobs';
import { reconcileTickets } from './settle';
import { notifyHolders } from './notify-holders';

export const ticketJobs = [
  job({
    name: 'tickets/tend',
    cron: '* * * * *',
    atStart: true,
    retries: 3,
    retryDelay_s: 5,
    work: (ctx) => reconcileTickets(ctx),
  }),
  job({ name: 'tickets/tell', retries: 5, retryDelay_s: 15, work: (ctx, payload) => notifyHolders(ctx, payload) }),
] as const;
