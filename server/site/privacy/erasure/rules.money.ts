/**
 * Erasure rules: tables around the ledger. Amounts, dates and ids stay, because the law requires them; text and names are removed. The
 * ledger's own tables have no rule: they never change, and contain only account ids.
 */
import { and, isNotNull, sql } from 'drizzle-orm';
import * as t from '../../../platform/db/schema/schema';
import { noPersonalData, mentionsId, type ErasureRule, type SubjectCondition } from './rule';

const accounting = 'Amounts, dates, ids and states, which bookkeeping needs.';
const aboutOwnPayments: SubjectCondition = ({ id }) => sql`payment_id in (select p.id from payments p where p.user_id = ${id})`;
const emptyAddress = { name: '', state: '', city: '', district: '', ward: '', streetAddress: '', streetNumber: '', zipCode: '', note: '' };

/** Gateway events about the account's payments, once they have taken effect. */
const eventsOfSubject: SubjectCondition = ({ id }) => sql`applied_at is not null and exists (
  select from (select customer_id as named from gateway_customers where account_id = ${id}
    union select gateway_id from payments where user_id = ${id} and gateway_id is not null
    union select gateway_account_id from payout_accounts where performer_id = ${id}
    union select gateway_id from payout_requests where performer_id = ${id} and gateway_id is not null) known
  where position(known.named in payload::text) > 0)`;

export const moneyRules: readonly ErasureRule[] = [
  // Must precede the rules for the rows by which the account's events are found.
  {
    table: t.gatewayEvents,
    emptied: [{ where: eventsOfSubject, set: { payload: {} } }],
    keepReasons: { gateway: 'The reporting gateway.', eventId: "The gateway's own id, against duplicate events." },
  },
  {
    table: t.charges,
    emptied: [{ where: mentionsId(t.charges.userId), set: { text: '' } }],
    keepReasons: { type: accounting, status: accounting },
  },
  { table: t.earnings, keepReasons: { '*': accounting } },
  {
    table: t.refunds,
    emptied: [{ where: mentionsId(t.refunds.userId, t.refunds.performerId), set: { reason: '' } }],
    keepReasons: { type: accounting },
  },
  {
    table: t.payoutRequests,
    emptied: [
      { where: mentionsId(t.payoutRequests.performerId), set: { accountShown: '', requestNote: '', operatorNote: '', reference: '' } },
    ],
    keepReasons: {
      method: accounting,
      status: accounting,
      gatewayKey: "This site's idempotency key at the gateway.",
      gatewayId: "The gateway's own id, by which it reports.",
    },
  },
  { table: t.payoutSales, keepReasons: { '*': accounting } },
  {
    table: t.payoutBatches,
    keepReasons: { format: accounting, currency: accounting },
  },
  { table: t.payoutAccounts, deletedRows: mentionsId(t.payoutAccounts.performerId) },
  {
    table: t.ledgerAdjustments,
    emptied: [{ where: mentionsId(t.ledgerAdjustments.personId), set: { reason: '', note: null } }],
    keepReasons: { account: accounting, status: accounting },
  },
  { table: t.gatewayCustomers, deletedRows: mentionsId(t.gatewayCustomers.accountId) },
  {
    table: t.paymentCards,
    emptied: [
      {
        where: mentionsId(t.paymentCards.accountId),
        set: { brand: '', last4: '', fingerprint: sql`${t.paymentCards.id}::text`, month: 1, year: 2000, holderName: '', isDefault: false },
      },
    ],
    keepReasons: { gateway: 'The gateway.', gatewayCardId: "The gateway's own id, with which the card is deleted there." },
  },
  { table: t.couponUses, keepReasons: { '*': accounting } },
  {
    table: t.payments,
    emptied: [
      { where: mentionsId(t.payments.userId), set: { description: '', clientSecret: null, failureMessage: null } },
      // Payments of fans contain the name of the page's owner.
      {
        where: (subject) => and(mentionsId(t.payments.performerId)(subject), isNotNull(t.payments.performerId)),
        set: { title: 'Subscription', description: '' },
      },
    ],
    keepReasons: {
      type: accounting,
      status: accounting,
      gateway: accounting,
      currency: accounting,
      title: 'What others bought.',
      failureCode: 'An enum value.',
      gatewayKey: "This site's idempotency key at the gateway.",
      gatewayId: "The gateway's own id, by which it reports.",
    },
  },
  {
    table: t.paymentRefunds,
    emptied: [{ where: aboutOwnPayments, set: { reason: '' } }],
    keepReasons: { status: accounting, gatewayRefundId: "The gateway's own id.", failure: "The gateway's own error code." },
  },
  {
    table: t.paymentDisputes,
    emptied: [{ where: aboutOwnPayments, set: { reason: '', failure: null, draft: null, sent: null } }],
    keepReasons: {
      gateway: accounting,
      disputeId: "The gateway's own id.",
      currency: accounting,
      status: accounting,
      answer: accounting,
      answerKey: "This site's idempotency key at the gateway.",
    },
  },
  { table: t.subscriptions, keepReasons: { '*': accounting } },
  { table: t.subscriptionPeriods, keepReasons: { '*': accounting } },
  { table: t.freePeriods, keepReasons: { '*': 'Only ids.' } },
  {
    table: t.orders,
    emptied: [
      {
        // The country of the delivery stays: it determines the tax.
        where: (subject) => and(mentionsId(t.orders.userId)(subject), isNotNull(t.orders.deliveryAddress)),
        set: {
          deliveryAddress: sql`${JSON.stringify(emptyAddress)}::jsonb || jsonb_build_object('country', ${t.orders.deliveryAddress}->>'country')`,
        },
      },
      { where: mentionsId(t.orders.userId), set: { phoneNumber: null, userNote: '', shippingCode: '' } },
    ],
    keepReasons: { productName: 'What was bought.', productType: accounting, deliveryStatus: accounting },
  },
  {
    table: t.orderEvents,
    emptied: [
      {
        where: ({ id }) => sql`${t.orderEvents.byId} = ${id} or order_id in (select o.id from orders o where o.user_id = ${id})`,
        set: { note: '' },
      },
    ],
    keepReasons: { status: accounting },
  },
  noPersonalData(t.coupons, 'Made by the site.'),
  noPersonalData(t.tokenPackages, 'Made by the site.'),
  noPersonalData(t.sandboxObjects, "The sandbox provider's data, which contains only the account's id."),
];
