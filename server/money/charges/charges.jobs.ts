/** Background jobs of charges. */
import { job } from '../../platform/jobs/jobs';
import { runDebtSettlement } from './debt';

export const chargeJobs = [
  job({
    name: 'charges/settle-debt',
    retries: 10,
    retryDelay_s: 15,
    work: (ctx, { userId, cause, key }) => runDebtSettlement(ctx, userId, { cause, key }),
  }),
] as const;
