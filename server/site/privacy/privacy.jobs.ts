/** Making archives of people's data, taking them away again, and erasing who has left. */
import { job } from '../../platform/jobs/jobs';
import { eraseDue } from './erasure/erase';
import { tendExports } from './export';
import { makeExport } from './make-export';

/** Longer than the largest archive takes; a worker that dies is noticed much sooner, by the archive's lease. */
const expiry_s = 6 * 3600;

export const privacyJobs = [
  job({ name: 'privacy/export', retries: 3, retryDelay_s: 30, expiry_s, work: (ctx, { exportId }) => makeExport(ctx, exportId) }),
  job({ name: 'privacy/tend-exports', cron: '* * * * *', retries: 0, retryDelay_s: 1, work: tendExports }),
  job({ name: 'privacy/erase', cron: '*/5 * * * *', retries: 0, retryDelay_s: 1, expiry_s, work: eraseDue }),
];
