/** What operators see and decide of money. Every change here leaves an audit entry. */
import { z } from 'zod';
import { EarningStats } from './earnings';
import { endpoints } from '../endpoint';
import { AdminPerformer, Person } from '../kernel/entities';
import * as limits from '../kernel/limits';
import { AdminCoupon, AdminTokenPackage, Charge, Earning, LedgerEntry, PaymentTransaction, PayoutRequest, Subscription } from './money';
import { Amount, AmountBetween, Count, Flag, fromQuery, Id, IdParam, Instant, Name, pageOf, pageQuery, Text } from '../kernel/shapes';
import {
  chargeStatuses,
  chargeTypes,
  couponStatuses,
  earningTypes,
  paymentStatuses,
  paymentTypes,
  payoutMethods,
  payoutStatuses,
  subscriptionStatuses,
  subscriptionTypes,
} from '../values';
import { DateRange } from './wallet';

const Reason = z.object({ reason: Text(limits.reasonLengthMax, 1) });
const Parties = { userId: fromQuery(Id), performerId: fromQuery(Id) };
const Note = Text(limits.payoutNoteLengthMax);
const decided = ['payout_not_found', 'payout_decided', 'reauthentication_required'] as const;

/** Files take the words that their list was searched by. */
const Searched = DateRange.extend({ q: fromQuery(Text(limits.searchLengthMax)) });

const chargeFilters = { type: fromQuery(z.enum(chargeTypes)), status: fromQuery(z.enum(chargeStatuses)), ...Parties };
const paymentFilters = { type: fromQuery(z.enum(paymentTypes)), status: fromQuery(z.enum(paymentStatuses)), ...Parties };
const earningFilters = { type: fromQuery(z.enum(earningTypes)), ...Parties };

const CouponFields = z.object({
  code: Text(limits.couponCode.lengthMax, limits.couponCode.lengthMin)
    .toUpperCase()
    .regex(/^[A-Z0-9_-]+$/, 'Use letters, digits, hyphen and underscore.'),
  name: Name,
  description: Text(limits.reasonLengthMax).default(''),
  value: z.number().min(limits.couponShare.min).max(limits.couponShare.max).multipleOf(0.01),
  expiresAt: Instant.nullable().default(null),
  maximumUses: z.number().int().min(1).max(1_000_000).nullable().default(null),
  status: z.enum(couponStatuses).default('active'),
});
const PackageFields = z.object({
  name: Name,
  description: Text(limits.reasonLengthMax).default(''),
  price: Amount,
  tokens: AmountBetween(0.01, limits.packageTokensMax),
  ordering: z.number().int().min(0).max(10_000).default(0),
  isActive: z.boolean().default(true),
});

/** One nightly check of the books. */
const BookCheck = z.object({
  /** The day on which it was due, in UTC: `2026-05-01`. */
  night: z.string(),
  startedAt: Instant,
  endedAt: Instant,
  ok: z.boolean(),
  /** The laws that did not hold, each with its first cases. */
  broken: z.array(z.object({ law: z.string(), says: z.string(), differences: z.array(z.string()) })),
});

export default endpoints({
  'PUT /admin/performers/:id/commission': {
    does: "Set a performer's own commission, or null for the site's. It holds for later sales.",
    access: 'operator',
    right: 'commission.change',
    params: IdParam,
    body: z.object({ rate: z.number().min(limits.commissionRate.min).max(limits.commissionRate.max).multipleOf(0.0001).nullable() }),
    answer: AdminPerformer,
    fails: ['performer_not_found', 'stronger_operator'],
  },
  'PUT /admin/performers/:id/clearing': {
    does: "Set how many days a performer's later sales wait until they can be paid out, or null for the site's number.",
    access: 'operator',
    right: 'commission.change',
    params: IdParam,
    body: z.object({ days: z.number().int().min(limits.clearingDays.min).max(limits.clearingDays.max).nullable() }),
    answer: AdminPerformer,
    fails: ['performer_not_found', 'stronger_operator'],
  },
  'GET /admin/payout-requests/search': {
    does: 'Payout requests of all performers.',
    access: 'operator',
    right: 'payouts.decide',
    query: pageQuery(['amount']).extend({
      status: fromQuery(z.enum(payoutStatuses)),
      method: fromQuery(z.enum(payoutMethods)),
      performerId: fromQuery(Id),
      /** Those that stand in a file, or those that stand in none. */
      isInBatch: Flag,
    }),
    answer: pageOf(PayoutRequest),
  },
  'POST /admin/payout-requests/:id/approve': {
    does: 'Approve a payout request: it may be paid.',
    access: 'operator',
    right: 'payouts.decide',
    params: IdParam,
    body: z.object({ note: Note.default('') }),
    answer: PayoutRequest,
    fails: [...decided, 'self_not_allowed'],
  },
  'POST /admin/payout-requests/:id/reject': {
    does: 'Reject a payout request: what it held goes back to the performer.',
    access: 'operator',
    right: 'payouts.decide',
    params: IdParam,
    body: z.object({ note: Text(limits.payoutNoteLengthMax, 1) }),
    answer: PayoutRequest,
    fails: decided,
  },
  'POST /admin/payout-requests/:id/done': {
    does: 'Note that a payout was paid; one to a gateway account is paid by this.',
    access: 'operator',
    right: 'payouts.decide',
    params: IdParam,
    body: z.object({ reference: Note.default('') }),
    answer: PayoutRequest,
    idempotent: true,
    fails: [...decided, 'self_not_allowed', 'payout_method_missing', 'payout_refused'],
  },
  'POST /admin/charges/:id/refund': {
    does: "Give a charge back to the fan's wallet, whole or in part.",
    access: 'operator',
    right: 'money.refund',
    params: IdParam,
    body: Reason.extend({ amount: Amount.optional() }),
    answer: Charge,
    idempotent: true,
    fails: ['charge_not_found', 'already_refunded', 'price_out_of_range'],
  },
  'POST /admin/payments/:id/refund': {
    does: 'Give a payment back to the card or wallet that paid it; what it paid for ends.',
    access: 'operator',
    right: 'money.refund',
    params: IdParam,
    body: Reason.extend({ amount: Amount.optional() }),
    answer: PaymentTransaction,
    mayContinue: true,
    idempotent: true,
    fails: ['payment_not_found', 'already_refunded', 'price_out_of_range'],
  },
  'GET /admin/subscriptions/search': {
    does: 'All subscriptions.',
    access: 'operator',
    right: 'subscriptions.change',
    query: pageQuery(['expiredAt', 'price']).extend({
      subscriptionType: fromQuery(z.enum(subscriptionTypes)),
      status: fromQuery(z.enum(subscriptionStatuses)),
      ...Parties,
    }),
    answer: pageOf(Subscription),
  },
  'POST /admin/subscriptions/:id/cancel': {
    does: 'End the renewal of a subscription.',
    access: 'operator',
    right: 'subscriptions.change',
    params: IdParam,
    body: Reason,
    answer: Subscription,
    fails: ['subscription_not_found'],
  },
  'POST /admin/subscriptions/:id/extend': {
    does: 'Give a subscription more days, free of charge.',
    access: 'operator',
    right: 'subscriptions.change',
    params: IdParam,
    body: z.object({ days: z.number().int().min(1).max(365) }),
    answer: Subscription,
    fails: ['subscription_not_found'],
  },
  'GET /admin/transactions/search': {
    does: 'All payments.',
    access: 'operator',
    right: 'money.read',
    query: pageQuery(['totalPrice']).extend(paymentFilters),
    answer: pageOf(PaymentTransaction),
  },
  'GET /admin/transactions/csv': {
    does: 'All payments, as a file.',
    access: 'operator',
    right: 'money.read',
    query: Searched.extend(paymentFilters),
    answer: z.string(),
    streams: 'csv',
  },
  'GET /admin/charges/search': {
    does: 'All charges.',
    access: 'operator',
    right: 'money.read',
    query: pageQuery(['price']).extend(chargeFilters),
    answer: pageOf(Charge),
  },
  'GET /admin/charges/csv': {
    does: 'All charges, as a file.',
    access: 'operator',
    right: 'money.read',
    query: Searched.extend(chargeFilters),
    answer: z.string(),
    streams: 'csv',
  },
  'GET /admin/earnings/search': {
    does: 'All sales of performers.',
    access: 'operator',
    right: 'money.read',
    query: pageQuery(['grossPrice', 'netPrice']).extend(earningFilters),
    answer: pageOf(Earning.extend({ performer: Person })),
  },
  'GET /admin/earnings/csv': {
    does: 'All sales of performers, as a file.',
    access: 'operator',
    right: 'money.read',
    query: Searched.extend(earningFilters),
    answer: z.string(),
    streams: 'csv',
  },
  'GET /admin/earnings/stats': {
    does: 'Sums of the sales of all performers, or of one.',
    access: 'operator',
    right: 'money.read',
    query: DateRange.extend(earningFilters),
    answer: EarningStats,
  },
  'GET /admin/ledger/check': {
    does: 'Check every law of the ledger against what is stored.',
    access: 'operator',
    right: 'money.read',
    answer: z.object({
      ok: z.boolean(),
      laws: z.array(z.object({ law: z.string(), says: z.string(), ok: z.boolean(), differences: z.array(z.string()) })),
      checkedAt: Instant,
    }),
  },
  'GET /admin/ledger/checks': {
    does: 'What the nightly checks of the ledger and of open payments found, the newest first.',
    access: 'operator',
    right: 'money.read',
    query: z.object({ limit: Count(1, limits.bookCheck.nightsShownMax).default(limits.bookCheck.nightsShown) }),
    answer: z.array(BookCheck),
  },
  'GET /admin/ledger/accounts/:id': {
    does: 'The entries of one balance, newest first, with the running balance.',
    access: 'operator',
    right: 'money.read',
    params: z.object({ id: Text(100, 1) }),
    query: z.object({ limit: Count(1, limits.page.limitMax).default(limits.page.limitDefault), cursor: fromQuery(z.string().max(400)) }),
    answer: z.object({ account: z.string(), balance: Amount, data: z.array(LedgerEntry), nextCursor: z.string().nullable() }),
  },
  'GET /admin/coupons/search': {
    does: 'All coupons.',
    access: 'operator',
    right: 'offers.change',
    query: pageQuery(['code']).extend({ status: fromQuery(z.enum(couponStatuses)) }),
    answer: pageOf(AdminCoupon),
  },
  'POST /admin/coupons': {
    does: 'Make a coupon for top-ups.',
    access: 'operator',
    right: 'offers.change',
    body: CouponFields,
    answer: AdminCoupon,
    fails: ['code_taken'],
  },
  'PUT /admin/coupons/:id': {
    does: 'Change a coupon; uses of it stay as they were.',
    access: 'operator',
    right: 'offers.change',
    params: IdParam,
    body: CouponFields,
    answer: AdminCoupon,
    fails: ['coupon_not_found', 'code_taken'],
  },
  'DELETE /admin/coupons/:id': {
    does: 'Withdraw a coupon.',
    access: 'operator',
    right: 'offers.change',
    params: IdParam,
    answer: z.object({ deleted: z.literal(true) }),
    fails: ['coupon_not_found'],
  },
  'GET /admin/packages/search': {
    does: 'All packages of tokens.',
    access: 'operator',
    right: 'offers.change',
    query: pageQuery(['ordering', 'price', 'tokens']),
    answer: pageOf(AdminTokenPackage),
  },
  'POST /admin/packages': {
    does: 'Make a package of tokens.',
    access: 'operator',
    right: 'offers.change',
    body: PackageFields,
    answer: AdminTokenPackage,
    fails: ['price_out_of_range'],
  },
  'PUT /admin/packages/:id': {
    does: 'Change a package; purchases of it stay as they were.',
    access: 'operator',
    right: 'offers.change',
    params: IdParam,
    body: PackageFields,
    answer: AdminTokenPackage,
    fails: ['package_not_found', 'price_out_of_range'],
  },
  'DELETE /admin/packages/:id': {
    does: 'Withdraw a package.',
    access: 'operator',
    right: 'offers.change',
    params: IdParam,
    answer: z.object({ deleted: z.literal(true) }),
    fails: ['package_not_found'],
  },
});
