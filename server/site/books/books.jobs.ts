/** The nightly ledger check; a night without a worker is made up for when one starts. */
import { job } from '../../platform/jobs/jobs';
import { checkLedgerNightly } from './nightly';

/** Longer than the check of many years of postings takes. */
const expiry_s = 3 * 3600;

export const bookJobs = [
  job({ name: 'books/check', cron: '*/10 * * * *', atStart: true, retries: 0, retryDelay_s: 0, expiry_s, work: checkLedgerNightly }),
] as const;
