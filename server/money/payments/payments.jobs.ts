/** Scheduled and background jobs of payments. */
import { deleteExpiredKeys } from '../../platform/idempotency/idempotency';
import { job } from '../../platform/jobs/jobs';
import { forgetCard } from './cards/cards';
import { applyEvent } from './events';
import { reconcile } from './reconcile';
import { enqueueDueRenewals, renew } from './subscriptions/renew';

export const paymentJobs = [
  job({ name: 'payments/reconcile', cron: '* * * * *', retries: 0, retryDelay_s: 0, work: (ctx) => reconcile(ctx) }),
  job({
    name: 'payments/apply-event',
    retries: 5,
    retryDelay_s: 15,
    work: (ctx, { gateway, eventId }) => applyEvent(ctx, gateway, eventId),
  }),
  job({ name: 'payments/forget-card', retries: 8, retryDelay_s: 60, work: (ctx, { cardId }) => forgetCard(ctx, cardId) }),
  job({ name: 'payments/renew-due', cron: '* * * * *', retries: 0, retryDelay_s: 0, work: (ctx) => enqueueDueRenewals(ctx) }),
  job({ name: 'payments/renew', retries: 8, retryDelay_s: 30, work: (ctx, due) => renew(ctx, due) }),
  job({ name: 'payments/forget-keys', cron: '7 * * * *', retries: 0, retryDelay_s: 0, work: (ctx) => deleteExpiredKeys(ctx) }),
] as const;
