/**
 * Of an erasure: what stands around the books. Sums, dates and ids stay, since the law asks for them; words and names go. The
 * ledger's own tables are the ledger's: nothing changes them, and they name an account by its id alone.
 */
import { and, isNotNull, sql } from 'drizzle-orm';
import * as t from '../../../platform/db/schema/schema';
import { apart, names, type Rule, type Where } from './rule';

const book = 'Sums, dates, ids and states, which the books need.';
const paid: Where = ({ id }) => sql`payment_id in (select p.id from payments p where p.user_id = ${id})`;
const nowhere = { name: '', state: '', city: '', district: '', ward: '', streetAddress: '', streetNumber: '', zipCode: '', note: '' };

/** What a gateway reported of her payments, once it has taken effect. */
const reportedOfHer: Where = ({ id }) => sql`applied_at is not null and exists (
  select from (select customer_id as named from gateway_customers where account_id = ${id}
    union select gateway_id from payments where user_id = ${id} and gateway_id is not null
    union select gateway_account_id from payout_accounts where performer_id = ${id}
    union select gateway_id from payout_requests where performer_id = ${id} and gateway_id is not null) known
  where position(known.named in payload::text) > 0)`;

export const money: readonly Rule[] = [
  // Before the rows by which its reports are known.
  {
    table: t.gatewayEvents,
    emptied: [{ where: reportedOfHer, set: { payload: {} } }],
    stays: { gateway: 'Who reported it.', eventId: "The gateway's own id: what is reported again is known again." },
  },
  {
    table: t.charges,
    emptied: [{ where: names(t.charges.userId), set: { text: '' } }],
    stays: { type: book, status: book },
  },
  { table: t.earnings, stays: { '*': book } },
  {
    table: t.refunds,
    emptied: [{ where: names(t.refunds.userId, t.refunds.performerId), set: { reason: '' } }],
    stays: { type: book },
  },
  {
    table: t.payoutRequests,
    emptied: [{ where: names(t.payoutRequests.performerId), set: { accountShown: '', requestNote: '', operatorNote: '', reference: '' } }],
    stays: { method: book, status: book, gatewayKey: "The host's own key.", gatewayId: "The gateway's own id, by which it reports." },
  },
  { table: t.payoutSales, stays: { '*': book } },
  {
    table: t.payoutBatches,
    stays: { format: book, currency: book },
  },
  { table: t.payoutAccounts, goes: names(t.payoutAccounts.performerId) },
  {
    table: t.ledgerAdjustments,
    emptied: [{ where: names(t.ledgerAdjustments.personId), set: { reason: '', note: null } }],
    stays: { account: book, status: book },
  },
  { table: t.gatewayCustomers, goes: names(t.gatewayCustomers.accountId) },
  {
    table: t.paymentCards,
    emptied: [
      {
        where: names(t.paymentCards.accountId),
        set: { brand: '', last4: '', fingerprint: sql`${t.paymentCards.id}::text`, month: 1, year: 2000, holderName: '', isDefault: false },
      },
    ],
    stays: { gateway: 'Who kept it.', gatewayCardId: "The gateway's own id, by which it is told to forget the card." },
  },
  { table: t.couponUses, stays: { '*': book } },
  {
    table: t.payments,
    emptied: [
      { where: names(t.payments.userId), set: { description: '', clientSecret: null, failureMessage: null } },
      // What fans paid for names whose page it was.
      {
        where: (her) => and(names(t.payments.performerId)(her), isNotNull(t.payments.performerId)),
        set: { title: 'Subscription', description: '' },
      },
    ],
    stays: {
      ...{ type: book, status: book, gateway: book, currency: book, title: 'What was bought, of others.', failureCode: 'One of a list.' },
      ...{ gatewayKey: "The host's own key.", gatewayId: "The gateway's own id, by which it reports." },
    },
  },
  {
    table: t.paymentRefunds,
    emptied: [{ where: paid, set: { reason: '' } }],
    stays: { status: book, gatewayRefundId: "The gateway's own id.", failure: "The gateway's own word." },
  },
  {
    table: t.paymentDisputes,
    emptied: [{ where: paid, set: { reason: '' } }],
    stays: { gateway: book, disputeId: "The gateway's own id.", status: book },
  },
  { table: t.subscriptions, stays: { '*': book } },
  { table: t.subscriptionPeriods, stays: { '*': book } },
  { table: t.freePeriods, stays: { '*': 'Ids alone.' } },
  {
    table: t.orders,
    emptied: [
      {
        // Where it was sent to matters for its tax, to the country.
        where: (her) => and(names(t.orders.userId)(her), isNotNull(t.orders.deliveryAddress)),
        set: {
          deliveryAddress: sql`${JSON.stringify(nowhere)}::jsonb || jsonb_build_object('country', ${t.orders.deliveryAddress}->>'country')`,
        },
      },
      { where: names(t.orders.userId), set: { phoneNumber: null, userNote: '', shippingCode: '' } },
    ],
    stays: { productName: 'What was bought.', productType: book, deliveryStatus: book },
  },
  {
    table: t.orderEvents,
    emptied: [
      {
        where: ({ id }) => sql`${t.orderEvents.byId} = ${id} or order_id in (select o.id from orders o where o.user_id = ${id})`,
        set: { note: '' },
      },
    ],
    stays: { status: book },
  },
  apart(t.coupons, 'Made by the site.'),
  apart(t.tokenPackages, 'Made by the site.'),
  apart(t.sandboxActs, "The pretended provider's side, which knows an account by its id alone."),
];
