/** Making archives of people's data, and taking them away again. */
import { job } from '../../jobs/jobs';
import { tendExports } from './export';
import { makeExport } from './make-export';

/** Longer than the largest archive takes; a worker that dies is noticed much sooner, by the archive's lease. */
const expiry_s = 6 * 3600;

export const privacyJobs = [
  job({ name: 'privacy/export', retries: 3, retryDelay_s: 30, expiry_s, work: (ctx, { exportId }) => makeExport(ctx, exportId) }),
  job({ name: 'privacy/tend-exports', cron: '* * * * *', retries: 0, retryDelay_s: 1, work: tendExports }),
];
