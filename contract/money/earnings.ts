/** What performers earn, and how it is paid out to them. */
import { z } from 'zod';
import { endpoints } from '../endpoint';
import * as limits from '../kernel/limits';
import { Earning, LedgerEntry, PayoutRequest, PayoutSale } from './money';
import { Amount, fromQuery, Id, IdParam, Instant, pageOf, pageQuery, Text } from '../kernel/shapes';
import { earningTypes, payoutMethods, payoutStatuses } from '../values';
import { DateRange } from './wallet';

export const Sums = z.object({ totalGrossPrice: Amount, totalSiteCommission: Amount, totalNetPrice: Amount });
export const EarningStats = Sums.extend({
  byType: z.array(Sums.extend({ type: z.enum(earningTypes) })),
  /** One row per day (UTC) with sales, oldest first. */
  byDay: z.array(Sums.extend({ day: z.iso.date() })),
});
/** What was earned and can be paid out later, and when the next of it can. */
const Waiting = { clearing: Amount, clearsAt: Instant.nullable() };
const Note = Text(limits.payoutNoteLengthMax);
const PayoutBody = z.object({ amount: Amount, method: z.enum(payoutMethods), requestNote: Note });
const payoutRefusals = ['insufficient_balance', 'earnings_clearing', 'price_out_of_range', 'payout_method_missing'] as const;

export default endpoints({
  'GET /performer/earning/stats': {
    does: "Sums of the caller's sales, and what they hold now.",
    access: 'performer',
    query: DateRange.extend({ type: fromQuery(z.enum(earningTypes)) }),
    answer: EarningStats.extend({ ...Waiting, available: Amount, held: Amount, paidOut: Amount }),
  },
  'GET /performer/earning/search': {
    does: "The caller's sales.",
    access: 'performer',
    query: pageQuery(['grossPrice', 'netPrice']).extend({
      type: fromQuery(z.enum(earningTypes)),
      paymentGateway: fromQuery(Text(40)),
      userId: fromQuery(Id),
    }),
    answer: pageOf(Earning),
  },
  'GET /performer/earning/statement': {
    does: "Every entry of the caller's earnings in a range of days, with the running balance, as a file.",
    access: 'performer',
    query: DateRange,
    answer: z.string(),
    streams: 'csv',
  },
  'POST /payout-requests/calculate': {
    does: 'What a payout would leave.',
    access: 'performer',
    body: z.object({ amount: Amount.optional() }),
    answer: z.object({
      totalEarned: Amount,
      previouslyPaid: Amount,
      held: Amount,
      available: Amount,
      ...Waiting,
      minimum: Amount,
      afterRequest: Amount,
    }),
  },
  'POST /payout-requests': {
    does: 'Ask for a payout; the amount is set aside.',
    access: 'performer',
    body: PayoutBody.extend({ requestNote: Note.default('') }),
    answer: PayoutRequest,
    idempotent: true,
    fails: [...payoutRefusals, 'performer_not_verified', 'payout_pending'],
  },
  'PUT /payout-requests/:id': {
    does: 'Change a payout request that waits.',
    access: 'performer',
    params: IdParam,
    body: PayoutBody.partial(),
    answer: PayoutRequest,
    idempotent: true,
    fails: [...payoutRefusals, 'payout_not_found', 'payout_decided'],
  },
  'GET /payout-requests/search': {
    does: "The caller's payout requests.",
    access: 'performer',
    query: pageQuery(['amount']).extend({
      status: fromQuery(z.enum(payoutStatuses)),
      method: fromQuery(z.enum(payoutMethods)),
    }),
    answer: pageOf(PayoutRequest),
  },
  'GET /payout-requests/:id/view': {
    does: 'One payout request with its entries in the ledger.',
    access: ['performer', 'operator'],
    right: 'payouts.decide',
    params: IdParam,
    answer: PayoutRequest.extend({ entries: z.array(LedgerEntry) }),
    fails: ['payout_not_found'],
  },
  'GET /payout-requests/:id/sales': {
    does: 'The sales that a payout pays, and how much of each.',
    access: ['performer', 'operator'],
    right: 'payouts.decide',
    params: IdParam,
    query: pageQuery([]),
    answer: pageOf(PayoutSale),
    fails: ['payout_not_found'],
  },
  'GET /payout-requests/:id/statement': {
    does: 'The same as a file.',
    access: ['performer', 'operator'],
    right: 'payouts.decide',
    params: IdParam,
    answer: z.string(),
    streams: 'csv',
    fails: ['payout_not_found'],
  },
  'GET /payout-requests/check/pending-review': {
    does: 'Whether a payout request of the caller is open.',
    access: 'performer',
    answer: z.object({ isPending: z.boolean(), payoutRequest: PayoutRequest.nullable() }),
  },
  'POST /stripe/accounts': {
    does: "Open the gateway's account for payouts, or go on with its questions.",
    access: 'performer',
    body: z.object({ returnUrl: z.url().max(500) }),
    answer: z.object({ url: z.string().nullable(), isReady: z.boolean(), requirements: z.array(z.string()) }),
    rate: 'charge',
    fails: ['performer_not_verified', 'callback_not_allowed'],
  },
});
