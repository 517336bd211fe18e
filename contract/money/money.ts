/** The things that answers about money are made of. Amounts are in tokens, one token being one unit of the site's currency. */
import { z } from 'zod';
import { PerformerCard, Person } from '../kernel/entities';
import { Amount, Id, Instant } from '../kernel/shapes';
import {
  chargeStatuses,
  chargeTypes,
  couponStatuses,
  earningStatuses,
  earningTypes,
  paymentSources,
  paymentStatuses,
  paymentTypes,
  payoutBatchFormats,
  payoutMethods,
  payoutStatuses,
  subscriptionStatuses,
  subscriptionTypes,
  transferReasons,
} from '../values';

const CardFace = z.object({ brand: z.string(), last4: z.string() });

export const Card = CardFace.extend({
  _id: Id,
  paymentGateway: z.string(),
  month: z.number(),
  year: z.number(),
  holderName: z.string(),
  isDefault: z.boolean(),
  /** Names of the performers whose subscriptions renew with it. */
  renews: z.array(z.string()),
  createdAt: Instant,
});

export const Charge = z.object({
  _id: Id,
  type: z.enum(chargeTypes),
  targetId: Id,
  /** The session of a show that it was paid in or for. */
  sessionId: Id.nullable(),
  user: Person,
  performer: Person,
  /** What the fan said with a tip. */
  text: z.string(),
  price: Amount,
  quantity: z.number(),
  commission: Amount,
  earning: Amount,
  status: z.enum(chargeStatuses),
  /** What was given back of the price so far. */
  refunded: Amount,
  /** The fan's balance once it was paid; told to her alone. */
  balanceAfter: Amount.nullable(),
  createdAt: Instant,
  updatedAt: Instant,
});

export const PaymentTransaction = z.object({
  _id: Id,
  receiptNumber: z.string(),
  type: z.enum(paymentTypes),
  status: z.enum(paymentStatuses),
  /** The gateway's name, or the wallet. */
  paymentGateway: z.string(),
  card: CardFace.nullable(),
  user: Person,
  performer: Person.nullable(),
  products: z.array(z.object({ name: z.string(), description: z.string(), price: Amount, tokens: Amount.nullable() })),
  originalPrice: Amount,
  totalPrice: Amount,
  currency: z.string(),
  coupon: z.object({ code: z.string(), value: z.number() }).nullable(),
  /** The split of a subscription, once it is paid. */
  commission: Amount.nullable(),
  earning: Amount.nullable(),
  /** What the customer confirms with at her bank; only while the bank asks. */
  clientSecret: z.string().nullable(),
  failure: z.object({ code: z.string(), message: z.string() }).nullable(),
  /** What was refunded and came back, for the bank did not take it. */
  returned: Amount,
  subscriptionId: Id.nullable(),
  createdAt: Instant,
  updatedAt: Instant,
});

export const Subscription = z.object({
  _id: Id,
  subscriptionType: z.enum(subscriptionTypes),
  /** Months that one period lasts: 1, 12, or those of a bundle; 0 for a free period. */
  months: z.number(),
  status: z.enum(subscriptionStatuses),
  user: Person,
  performer: PerformerCard,
  /** What the next period will cost. */
  price: Amount,
  /** What the present period cost; null before anything was paid. */
  paidPrice: Amount.nullable(),
  source: z.enum(paymentSources),
  paymentGateway: z.string().nullable(),
  card: CardFace.nullable(),
  startedAt: Instant,
  expiredAt: Instant,
  nextRecurringDate: Instant.nullable(),
  /** When a renewal that failed is tried again, as long as that fails too; empty unless it is past due. */
  retryDates: z.array(Instant),
  isRenewing: z.boolean(),
  /** Whether it gives no access until the fan has settled what they owe. */
  isWithheld: z.boolean(),
  cancelledAt: Instant.nullable(),
  promotionId: Id.nullable(),
  /** All that was paid for it so far. */
  totalPaid: Amount,
  createdAt: Instant,
  updatedAt: Instant,
});

export const Earning = z.object({
  _id: Id,
  type: z.enum(earningTypes),
  user: Person,
  chargeId: Id.nullable(),
  transactionId: Id.nullable(),
  grossPrice: Amount,
  commissionRate: z.number(),
  siteCommission: Amount,
  netPrice: Amount,
  paymentGateway: z.string(),
  status: z.enum(earningStatuses),
  /** What was given back of the gross price so far. */
  refunded: Amount,
  availableAt: Instant,
  createdAt: Instant,
});

export const PayoutRequest = z.object({
  _id: Id,
  amount: Amount,
  method: z.enum(payoutMethods),
  /** Where it goes, masked. */
  account: z.string(),
  status: z.enum(payoutStatuses),
  /** What the gateway sent back after it was paid: the performer's again. */
  reversed: Amount,
  requestNote: z.string(),
  operatorNote: z.string(),
  reference: z.string(),
  performer: Person,
  /** The file for the bank or PayPal that it stands in. */
  batchId: Id.nullable(),
  decidedAt: Instant.nullable(),
  createdAt: Instant,
  updatedAt: Instant,
});

/** A sale that a payout pays. */
export const PayoutSale = Earning.extend({
  /** How much of the net price this payout pays. */
  paid: Amount,
});

/** Where one payout goes, in full. */
export const PayoutDestination = z.discriminatedUnion('method', [
  z.object({
    method: z.literal('banking'),
    holder: z.string(),
    bankName: z.string(),
    country: z.string(),
    iban: z.string().nullable(),
    accountNumber: z.string().nullable(),
    routing: z.string().nullable(),
    swift: z.string().nullable(),
    taxId: z.string().nullable(),
    /** Street, city and state of the holder, as far as they were given. */
    address: z.string(),
  }),
  z.object({ method: z.literal('paypal'), email: z.string() }),
]);

/** Payouts that are paid together by a file for the bank or PayPal. */
export const PayoutBatch = z.object({
  _id: Id,
  format: z.enum(payoutBatchFormats),
  /** How many payouts stand in it, and their sum. */
  count: z.number().int(),
  total: Amount,
  currency: z.string(),
  /** How many of them are done. */
  done: z.number().int(),
  madeBy: Person.nullable(),
  createdAt: Instant,
});

/** One line of a balance's history. */
export const LedgerEntry = z.object({
  transferId: Id,
  reason: z.enum(transferReasons),
  subject: z.string(),
  change: Amount,
  balance: Amount,
  createdAt: Instant,
});

export const Coupon = z.object({
  code: z.string(),
  name: z.string(),
  /** Share off. */
  value: z.number(),
  expiresAt: Instant.nullable(),
});
export const AdminCoupon = Coupon.extend({
  _id: Id,
  description: z.string(),
  status: z.enum(couponStatuses),
  totalUses: z.number(),
  maximumUses: z.number().nullable(),
  createdAt: Instant,
  updatedAt: Instant,
});

export const TokenPackage = z.object({
  _id: Id,
  name: z.string(),
  description: z.string(),
  price: Amount,
  tokens: Amount,
  ordering: z.number(),
});
export const AdminTokenPackage = TokenPackage.extend({ isActive: z.boolean(), createdAt: Instant, updatedAt: Instant });
