/** Jobs that create and remove exports of personal data, and erase accounts. */
import { job } from '../../platform/jobs/jobs';
import { eraseDue } from './erasure/erase';
import { maintainExports } from './export';
import { makeExport } from './make-export';

/** Longer than the largest export takes; a dead worker is noticed much sooner, by the export's lease. */
const expiry_s = 6 * 3600;

export const privacyJobs = [
  job({ name: 'privacy/export', retries: 3, retryDelay_s: 30, expiry_s, work: (ctx, { exportId }) => makeExport(ctx, exportId) }),
  job({ name: 'privacy/tend-exports', cron: '* * * * *', retries: 0, retryDelay_s: 1, work: maintainExports }),
  job({ name: 'privacy/erase', cron: '*/5 * * * *', retries: 0, retryDelay_s: 1, expiry_s, work: eraseDue }),
];
