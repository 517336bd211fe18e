/** What performers earn, and how it is paid out. */
import * as z from 'zod';
import { endpoints } from '../kernel/endpoint';
import * as limits from '../kernel/limits';
import { Earning, LedgerEntry, PayoutRequest, PayoutSale } from './money';
import { Amount, fromQuery, Id, IdParam, Instant, pageOf, pageQuery, Text } from '../kernel/shapes';
import { earningTypes, payoutMethods, payoutStatuses } from '../kernel/values/money';
import { DateRange } from './wallet';

export const EarningTotals = z.object({ totalGrossPrice: Amount, totalSiteCommission: Amount, totalNetPrice: Amount });
export const EarningStats = EarningTotals.extend({
  byType: z.array(EarningTotals.extend({ type: z.enum(earningTypes) })),
  /** One row per day (UTC) with sales, oldest first. */
  byDay: z.array(EarningTotals.extend({ day: z.iso.date() })),
});
/** What is still clearing, and when the next amount becomes available. */
const Clearing = { clearing: Amount, clearsAt: Instant.nullable() };
const Note = Text(limits.payoutNoteLengthMax);
const PayoutBody = z.object({ amount: Amount, method: z.enum(payoutMethods), requestNote: Note });
const payoutErrors = ['insufficient_balance', 'earnings_clearing', 'price_out_of_range', 'payout_method_missing'] as const;

export default endpoints({
  'GET /performer/earning/stats': {
    summary: "Totals of the caller's sales, and their current balance.",
    access: 'performer',
    query: DateRange.extend({ type: fromQuery(z.enum(earningTypes)) }),
    response: EarningStats.extend({ ...Clearing, available: Amount, held: Amount, paidOut: Amount }),
  },
  'GET /performer/earning/search': {
    summary: "The caller's sales.",
    access: 'performer',
    query: pageQuery(['grossPrice', 'netPrice']).extend({
      type: fromQuery(z.enum(earningTypes)),
      paymentGateway: fromQuery(Text(40)),
      userId: fromQuery(Id),
    }),
    response: pageOf(Earning),
  },
  'GET /performer/earning/statement': {
    summary: "The caller's earnings in a range of days as CSV, with the running balance.",
    access: 'performer',
    query: DateRange,
    response: z.string(),
    responseFormat: 'csv',
  },
  'POST /payout-requests/calculate': {
    summary: 'The balance that would remain after a payout.',
    access: 'performer',
    body: z.object({ amount: Amount.optional() }),
    response: z.object({
      totalEarned: Amount,
      previouslyPaid: Amount,
      held: Amount,
      available: Amount,
      ...Clearing,
      minimum: Amount,
      afterRequest: Amount,
    }),
  },
  'POST /payout-requests': {
    summary: 'Request a payout. The amount is held until the request is decided.',
    access: 'performer',
    body: PayoutBody.extend({ requestNote: Note.default('') }),
    response: PayoutRequest,
    idempotent: 'money',
    errors: [...payoutErrors, 'performer_not_verified', 'payout_pending'],
  },
  'PUT /payout-requests/:id': {
    summary: 'Change a pending payout request.',
    access: 'performer',
    params: IdParam,
    body: PayoutBody.partial(),
    response: PayoutRequest,
    idempotent: 'money',
    errors: [...payoutErrors, 'payout_not_found', 'payout_decided'],
  },
  'GET /payout-requests/search': {
    summary: "The caller's payout requests.",
    access: 'performer',
    query: pageQuery(['amount']).extend({
      status: fromQuery(z.enum(payoutStatuses)),
      method: fromQuery(z.enum(payoutMethods)),
    }),
    response: pageOf(PayoutRequest),
  },
  'GET /payout-requests/:id/view': {
    summary: 'One payout request with its ledger entries.',
    access: ['performer', 'operator'],
    right: 'payouts.decide',
    params: IdParam,
    response: PayoutRequest.extend({ entries: z.array(LedgerEntry) }),
    errors: ['payout_not_found'],
  },
  'GET /payout-requests/:id/sales': {
    summary: 'The sales that a payout covers, with the amount of each.',
    access: ['performer', 'operator'],
    right: 'payouts.decide',
    params: IdParam,
    query: pageQuery([]),
    response: pageOf(PayoutSale),
    errors: ['payout_not_found'],
  },
  'GET /payout-requests/:id/statement': {
    summary: 'The sales that a payout covers as CSV.',
    access: ['performer', 'operator'],
    right: 'payouts.decide',
    params: IdParam,
    response: z.string(),
    responseFormat: 'csv',
    errors: ['payout_not_found'],
  },
  'GET /payout-requests/check/pending-review': {
    summary: 'Whether the caller has an open payout request.',
    access: 'performer',
    response: z.object({ isPending: z.boolean(), payoutRequest: PayoutRequest.nullable() }),
  },
  'POST /stripe/accounts': {
    summary: 'Open a payout account at the gateway, or continue its onboarding.',
    access: 'performer',
    body: z.object({ returnUrl: z.url().max(500) }),
    response: z.object({ url: z.string().nullable(), isReady: z.boolean(), requirements: z.array(z.string()) }),
    rateLimit: 'charge',
    errors: ['performer_not_verified', 'callback_not_allowed'],
  },
});
