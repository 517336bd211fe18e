/** How the site is doing, for operators: what there is, what waits, what runs, and what each day brought. */
import { z } from 'zod';
import { Sums } from '../money/earnings';
import { endpoints } from '../endpoint';
import * as limits from '../kernel/limits';
import { Instant } from '../kernel/shapes';
import { accountStatuses, deliveryStatuses, fileTypes, jobStates, moderatedTypes, roles, subscriptionStatuses } from '../values';
import { DateRange } from '../money/wallet';

const count = z.number();

/** Each part is null for an operator who lacks the right to see what it counts. */
export const Statistics = z.object({
  /** The days that were counted, both included, by UTC. */
  fromDate: z.iso.date(),
  toDate: z.iso.date(),
  countedAt: Instant,
  accounts: z.array(z.object({ role: z.enum(roles), status: z.enum(accountStatuses), count })).nullable(),
  /** What is shown now, and what operators have taken down. */
  content: z.array(z.object({ type: z.enum(moderatedTypes), shown: count, hidden: count })).nullable(),
  live: z.object({ shows: count, viewers: count }).nullable(),
  orders: z.array(z.object({ status: z.enum(deliveryStatuses), count })).nullable(),
  subscriptions: z.array(z.object({ status: z.enum(subscriptionStatuses), count })).nullable(),
  /** Sales of those days less what was given back on them. */
  money: Sums.nullable(),
  waiting: z.object({
    applications: count.nullable(),
    reports: count.nullable(),
    appeals: count.nullable(),
    payouts: count.nullable(),
    messages: count.nullable(),
  }),
  /** Background jobs that are not over: those that failed among them. */
  queues: z.array(z.object({ state: z.enum(jobStates), count })).nullable(),
  /** Stored files by what they are, the largest share first. */
  storage: z
    .object({ files: count, bytes: count, byType: z.array(z.object({ type: z.enum(fileTypes), files: count, bytes: count })) })
    .nullable(),
  /** Every day of the range, also those on which nothing happened, the oldest first. */
  byDay: z.array(z.object({ day: z.iso.date(), accounts: count.nullable(), content: count.nullable(), money: Sums.nullable() })),
});

export default endpoints({
  'GET /admin/statistics': {
    does: `How the site is doing. Without days it counts the last ${String(limits.statistics.daysDefault)}; ${String(limits.statistics.daysMax)} at the most.`,
    access: 'operator',
    right: 'overview.read',
    query: DateRange,
    answer: Statistics,
  },
});
