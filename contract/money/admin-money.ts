/** Money endpoints for operators. Every change has an audit entry. */
import * as z from 'zod';
import { EarningStats } from './earnings';
import { endpoints } from '../kernel/endpoint';
import { AdminPerformer, Person } from '../kernel/entities';
import * as limits from '../kernel/limits';
import { AdminCoupon, AdminTokenPackage, Charge, Earning, LedgerEntry, PaymentTransaction, PayoutRequest, Subscription } from './money';
import { Amount, Count, Flag, fromQuery, Id, IdParam, Instant, pageOf, pageQuery, Text } from '../kernel/shapes';
import {
  chargeStatuses,
  chargeTypes,
  couponStatuses,
  earningTypes,
  paymentStatuses,
  paymentTypes,
  payoutMethods,
  payoutStatuses,
} from '../kernel/values/money';
import { subscriptionStatuses, subscriptionTypes } from '../kernel/values/subscriptions';
import { CouponFields, NightlyLedgerCheck, PackageFields } from './operator-shapes';
import { DateRange } from './wallet';

const Reason = z.object({ reason: Text(limits.reasonLengthMax, 1) });
const Parties = { userId: fromQuery(Id), performerId: fromQuery(Id) };
const Note = Text(limits.payoutNoteLengthMax);
const decisionErrors = ['payout_not_found', 'payout_decided', 'reauthentication_required'] as const;

/** The query of CSV exports, which accept the same search text as their list. */
const CsvQuery = DateRange.extend({ q: fromQuery(Text(limits.searchLengthMax)) });

const chargeFilters = { type: fromQuery(z.enum(chargeTypes)), status: fromQuery(z.enum(chargeStatuses)), ...Parties };
const paymentFilters = { type: fromQuery(z.enum(paymentTypes)), status: fromQuery(z.enum(paymentStatuses)), ...Parties };
const earningFilters = { type: fromQuery(z.enum(earningTypes)), ...Parties };

export default endpoints({
  'PUT /admin/performers/:id/commission': {
    summary: "Set a performer's commission rate, or null to use the site's. Applies to future sales.",
    access: 'operator',
    right: 'commission.change',
    params: IdParam,
    body: z.object({ rate: z.number().min(limits.commissionRate.min).max(limits.commissionRate.max).multipleOf(0.0001).nullable() }),
    response: AdminPerformer,
    errors: ['performer_not_found', 'stronger_operator'],
  },
  'PUT /admin/performers/:id/clearing': {
    summary: "Set a performer's clearing time in days, or null to use the site's. Applies to future sales.",
    access: 'operator',
    right: 'commission.change',
    params: IdParam,
    body: z.object({ days: z.number().int().min(limits.clearingDays.min).max(limits.clearingDays.max).nullable() }),
    response: AdminPerformer,
    errors: ['performer_not_found', 'stronger_operator'],
  },
  'GET /admin/payout-requests/search': {
    summary: 'Payout requests of all performers.',
    access: 'operator',
    right: 'payouts.decide',
    query: pageQuery(['amount']).extend({
      status: fromQuery(z.enum(payoutStatuses)),
      method: fromQuery(z.enum(payoutMethods)),
      performerId: fromQuery(Id),
      /** Those in a payout file, or those in none. */
      isInBatch: Flag,
    }),
    response: pageOf(PayoutRequest),
  },
  'POST /admin/payout-requests/:id/approve': {
    summary: 'Approve a payout request, so that it can be paid.',
    access: 'operator',
    right: 'payouts.decide',
    params: IdParam,
    body: z.object({ note: Note.default('') }),
    response: PayoutRequest,
    errors: [...decisionErrors, 'self_not_allowed'],
  },
  'POST /admin/payout-requests/:id/reject': {
    summary: 'Reject a payout request. The amount becomes available to the performer again.',
    access: 'operator',
    right: 'payouts.decide',
    params: IdParam,
    body: z.object({ note: Text(limits.payoutNoteLengthMax, 1) }),
    response: PayoutRequest,
    errors: decisionErrors,
  },
  'POST /admin/payout-requests/:id/done': {
    summary: 'Mark a payout as paid. This call sends payouts to gateway accounts.',
    access: 'operator',
    right: 'payouts.decide',
    params: IdParam,
    body: z.object({ reference: Note.default('') }),
    response: PayoutRequest,
    idempotent: 'money',
    errors: [...decisionErrors, 'self_not_allowed', 'payout_method_missing', 'payout_refused'],
  },
  'POST /admin/charges/:id/refund': {
    summary: "Refund a charge to the fan's wallet, in full or in part.",
    access: 'operator',
    right: 'money.refund',
    params: IdParam,
    body: Reason.extend({ amount: Amount.optional() }),
    response: Charge,
    idempotent: 'money',
    errors: ['charge_not_found', 'already_refunded', 'price_out_of_range'],
  },
  'POST /admin/payments/:id/refund': {
    summary: 'Refund a payment to the card or wallet it was paid with. Access that it paid for ends.',
    access: 'operator',
    right: 'money.refund',
    params: IdParam,
    body: Reason.extend({ amount: Amount.optional() }),
    response: PaymentTransaction,
    mayRespond202: true,
    idempotent: 'money',
    errors: ['payment_not_found', 'already_refunded', 'price_out_of_range'],
  },
  'GET /admin/subscriptions/search': {
    summary: 'All subscriptions.',
    access: 'operator',
    right: 'subscriptions.change',
    query: pageQuery(['expiredAt', 'price']).extend({
      subscriptionType: fromQuery(z.enum(subscriptionTypes)),
      status: fromQuery(z.enum(subscriptionStatuses)),
      ...Parties,
    }),
    response: pageOf(Subscription),
  },
  'POST /admin/subscriptions/:id/cancel': {
    summary: 'Cancel the renewal of a subscription.',
    access: 'operator',
    right: 'subscriptions.change',
    params: IdParam,
    body: Reason,
    response: Subscription,
    errors: ['subscription_not_found'],
  },
  'POST /admin/subscriptions/:id/extend': {
    summary: 'Extend a subscription by a number of days, free of charge.',
    access: 'operator',
    right: 'subscriptions.change',
    params: IdParam,
    body: z.object({ days: z.number().int().min(1).max(365) }),
    response: Subscription,
    errors: ['subscription_not_found'],
  },
  'GET /admin/transactions/search': {
    summary: 'All payments.',
    access: 'operator',
    right: 'money.read',
    query: pageQuery(['totalPrice']).extend(paymentFilters),
    response: pageOf(PaymentTransaction),
  },
  'GET /admin/transactions/csv': {
    summary: 'All payments as CSV.',
    access: 'operator',
    right: 'money.read',
    query: CsvQuery.extend(paymentFilters),
    response: z.string(),
    responseFormat: 'csv',
  },
  'GET /admin/charges/search': {
    summary: 'All charges.',
    access: 'operator',
    right: 'money.read',
    query: pageQuery(['price']).extend(chargeFilters),
    response: pageOf(Charge),
  },
  'GET /admin/charges/csv': {
    summary: 'All charges as CSV.',
    access: 'operator',
    right: 'money.read',
    query: CsvQuery.extend(chargeFilters),
    response: z.string(),
    responseFormat: 'csv',
  },
  'GET /admin/earnings/search': {
    summary: 'All sales of performers.',
    access: 'operator',
    right: 'money.read',
    query: pageQuery(['grossPrice', 'netPrice']).extend(earningFilters),
    response: pageOf(Earning.extend({ performer: Person })),
  },
  'GET /admin/earnings/csv': {
    summary: 'All sales of performers as CSV.',
    access: 'operator',
    right: 'money.read',
    query: CsvQuery.extend(earningFilters),
    response: z.string(),
    responseFormat: 'csv',
  },
  'GET /admin/earnings/stats': {
    summary: 'Totals of the sales of all performers, or of one.',
    access: 'operator',
    right: 'money.read',
    query: DateRange.extend(earningFilters),
    response: EarningStats,
  },
  'GET /admin/ledger/check': {
    summary: 'Check all invariants of the ledger against the stored entries.',
    access: 'operator',
    right: 'money.read',
    response: z.object({
      ok: z.boolean(),
      laws: z.array(z.object({ law: z.string(), says: z.string(), ok: z.boolean(), differences: z.array(z.string()) })),
      checkedAt: Instant,
    }),
  },
  'GET /admin/ledger/checks': {
    summary: 'Results of the nightly checks of the ledger and of open payments, newest first.',
    access: 'operator',
    right: 'money.read',
    query: z.object({ limit: Count(1, limits.ledgerCheck.nightsShownMax).default(limits.ledgerCheck.nightsShownDefault) }),
    response: z.array(NightlyLedgerCheck),
  },
  'GET /admin/ledger/accounts/:id': {
    summary: 'The entries of one balance, newest first, with the running balance.',
    access: 'operator',
    right: 'money.read',
    params: z.object({ id: Text(100, 1) }),
    query: z.object({ limit: Count(1, limits.page.limitMax).default(limits.page.limitDefault), cursor: fromQuery(z.string().max(400)) }),
    response: z.object({ account: z.string(), balance: Amount, data: z.array(LedgerEntry), nextCursor: z.string().nullable() }),
  },
  'GET /admin/coupons/search': {
    summary: 'All coupons.',
    access: 'operator',
    right: 'offers.change',
    query: pageQuery(['code']).extend({ status: fromQuery(z.enum(couponStatuses)) }),
    response: pageOf(AdminCoupon),
  },
  'POST /admin/coupons': {
    summary: 'Create a coupon for top-ups.',
    access: 'operator',
    right: 'offers.change',
    body: CouponFields,
    response: AdminCoupon,
    errors: ['code_taken'],
  },
  'PUT /admin/coupons/:id': {
    summary: 'Change a coupon. Earlier uses are not affected.',
    access: 'operator',
    right: 'offers.change',
    params: IdParam,
    body: CouponFields,
    response: AdminCoupon,
    errors: ['coupon_not_found', 'code_taken'],
  },
  'DELETE /admin/coupons/:id': {
    summary: 'Delete a coupon.',
    access: 'operator',
    right: 'offers.change',
    params: IdParam,
    response: z.object({ deleted: z.literal(true) }),
    errors: ['coupon_not_found'],
  },
  'GET /admin/packages/search': {
    summary: 'All token packages.',
    access: 'operator',
    right: 'offers.change',
    query: pageQuery(['ordering', 'price', 'tokens']),
    response: pageOf(AdminTokenPackage),
  },
  'POST /admin/packages': {
    summary: 'Create a token package.',
    access: 'operator',
    right: 'offers.change',
    body: PackageFields,
    response: AdminTokenPackage,
    errors: ['price_out_of_range'],
  },
  'PUT /admin/packages/:id': {
    summary: 'Change a token package. Earlier purchases are not affected.',
    access: 'operator',
    right: 'offers.change',
    params: IdParam,
    body: PackageFields,
    response: AdminTokenPackage,
    errors: ['package_not_found', 'price_out_of_range'],
  },
  'DELETE /admin/packages/:id': {
    summary: 'Delete a token package.',
    access: 'operator',
    right: 'offers.change',
    params: IdParam,
    response: z.object({ deleted: z.literal(true) }),
    errors: ['package_not_found'],
  },
});
