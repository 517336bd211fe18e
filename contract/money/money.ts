/** Schemas shared by the money endpoints. Amounts are in tokens; one token is one unit of the site's currency. */
import * as z from 'zod';
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
  transferReasons,
} from '../kernel/values/money';
import { subscriptionStatuses, subscriptionTypes } from '../kernel/values/subscriptions';

const CardSummary = z.object({ brand: z.string(), last4: z.string() });

export const Card = CardSummary.extend({
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
  /** The live session that it was paid in or for. */
  sessionId: Id.nullable(),
  user: Person,
  performer: Person,
  /** The fan's message with a tip. */
  text: z.string(),
  price: Amount,
  quantity: z.number(),
  commission: Amount,
  earning: Amount,
  status: z.enum(chargeStatuses),
  /** How much of the price was refunded so far. */
  refunded: Amount,
  /** The fan's balance after this charge; only the fan sees it. */
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
  card: CardSummary.nullable(),
  user: Person,
  performer: Person.nullable(),
  products: z.array(z.object({ name: z.string(), description: z.string(), price: Amount, tokens: Amount.nullable() })),
  originalPrice: Amount,
  totalPrice: Amount,
  currency: z.string(),
  coupon: z.object({ code: z.string(), value: z.number() }).nullable(),
  /** The split of a subscription payment, once it is paid. */
  commission: Amount.nullable(),
  earning: Amount.nullable(),
  /** The client secret for the bank's confirmation, while one is required. */
  clientSecret: z.string().nullable(),
  failure: z.object({ code: z.string(), message: z.string() }).nullable(),
  /** Refunds that the bank returned. */
  returned: Amount,
  subscriptionId: Id.nullable(),
  createdAt: Instant,
  updatedAt: Instant,
});

export const Subscription = z.object({
  _id: Id,
  subscriptionType: z.enum(subscriptionTypes),
  /** Length of a period in months: 1, 12, or a bundle's; 0 for a free trial. */
  months: z.number(),
  status: z.enum(subscriptionStatuses),
  user: Person,
  performer: PerformerCard,
  /** Price of the next period. */
  price: Amount,
  /** Price of the current period; null before the first payment. */
  paidPrice: Amount.nullable(),
  source: z.enum(paymentSources),
  paymentGateway: z.string().nullable(),
  card: CardSummary.nullable(),
  startedAt: Instant,
  expiredAt: Instant,
  nextRecurringDate: Instant.nullable(),
  /** Retry dates of a failed renewal; empty unless it is past due. */
  retryDates: z.array(Instant),
  isRenewing: z.boolean(),
  /** Whether access is suspended until the fan has settled their debt. */
  isWithheld: z.boolean(),
  cancelledAt: Instant.nullable(),
  promotionId: Id.nullable(),
  /** Total paid so far. */
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
  /** How much of the gross price was refunded so far. */
  refunded: Amount,
  /** Null until the show of a ticket has taken place. */
  availableAt: Instant.nullable(),
  createdAt: Instant,
});

export const PayoutRequest = z.object({
  _id: Id,
  amount: Amount,
  method: z.enum(payoutMethods),
  /** The masked account that it goes to. */
  account: z.string(),
  status: z.enum(payoutStatuses),
  /** The amount that came back from the gateway after it was paid, and was returned to the performer's earnings. */
  reversed: Amount,
  requestNote: z.string(),
  operatorNote: z.string(),
  reference: z.string(),
  performer: Person,
  /** The payout file that contains it. */
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

/** The full account that a payout goes to. */
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
    /** The holder's street, city and state, where given. */
    address: z.string(),
  }),
  z.object({ method: z.literal('paypal'), email: z.string() }),
]);

/** A payout file for a bank or PayPal. */
export const PayoutBatch = z.object({
  _id: Id,
  format: z.enum(payoutBatchFormats),
  /** The number of its payouts, and their total. */
  count: z.number().int(),
  total: Amount,
  currency: z.string(),
  /** How many of them are paid. */
  done: z.number().int(),
  madeBy: Person.nullable(),
  createdAt: Instant,
});

/** One ledger entry of an account, with the balance after it. */
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
  /** The share that it takes off. */
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
