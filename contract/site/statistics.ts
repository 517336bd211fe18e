/** Statistics of the site, for operators: totals, pending work, live shows, and the numbers of each day. */
import * as z from 'zod';
import { EarningTotals } from '../money/earnings';
import { endpoints } from '../kernel/endpoint';
import * as limits from '../kernel/limits';
import { Instant } from '../kernel/shapes';
import { jobStates } from '../kernel/values/console';
import { fileTypes } from '../kernel/values/files';
import { moderatedTypes } from '../kernel/values/moderation';
import { accountStatuses, roles } from '../kernel/values/people';
import { deliveryStatuses } from '../kernel/values/store';
import { subscriptionStatuses } from '../kernel/values/subscriptions';
import { DateRange } from '../money/wallet';

const count = z.number();

/** Each part is null for an operator who lacks the right to see what it counts. */
export const Statistics = z.object({
  /** The counted days, both included, in UTC. */
  fromDate: z.iso.date(),
  toDate: z.iso.date(),
  countedAt: Instant,
  accounts: z.array(z.object({ role: z.enum(roles), status: z.enum(accountStatuses), count })).nullable(),
  /** Items that are published, and items that operators have taken down. */
  content: z.array(z.object({ type: z.enum(moderatedTypes), shown: count, hidden: count })).nullable(),
  live: z.object({ shows: count, viewers: count }).nullable(),
  orders: z.array(z.object({ status: z.enum(deliveryStatuses), count })).nullable(),
  subscriptions: z.array(z.object({ status: z.enum(subscriptionStatuses), count })).nullable(),
  /** Sales of those days minus their refunds. */
  money: EarningTotals.nullable(),
  waiting: z.object({
    applications: count.nullable(),
    releases: count.nullable(),
    reports: count.nullable(),
    appeals: count.nullable(),
    payouts: count.nullable(),
    /** Requests that wait for an answer and are not overdue. */
    disputes: count.nullable(),
    messages: count.nullable(),
  }),
  /** Background jobs that are not finished, including failed ones. */
  queues: z.array(z.object({ state: z.enum(jobStates), count })).nullable(),
  /** Stored files by kind, the largest share first. */
  storage: z
    .object({ files: count, bytes: count, byType: z.array(z.object({ type: z.enum(fileTypes), files: count, bytes: count })) })
    .nullable(),
  /** Every day of the range, also those without events, oldest first. */
  byDay: z.array(z.object({ day: z.iso.date(), accounts: count.nullable(), content: count.nullable(), money: EarningTotals.nullable() })),
});

export default endpoints({
  'GET /admin/statistics': {
    summary: `Statistics of the site, by default for the last ${String(limits.statistics.daysDefault)} days. At most ${String(limits.statistics.daysMax)} days.`,
    access: 'operator',
    right: 'overview.read',
    query: DateRange,
    response: Statistics,
  },
});
