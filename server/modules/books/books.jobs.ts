/** Checking the books once a night; a night that no worker saw is made up for when one starts. */
import { job } from '../../platform/jobs/jobs';
import { checkBooksNightly } from '../../site/books/nightly';

/** Longer than books of many years take. */
const expiry_s = 3 * 3600;

export const bookJobs = [
  job({ name: 'books/check', cron: '*/10 * * * *', atStart: true, retries: 0, retryDelay_s: 0, expiry_s, work: checkBooksNightly }),
] as const;
