/** Labels of disputes, their reasons and the fields of their evidence. */
import type { DisputeStatus, EvidenceField } from '@contract/kernel/values/disputes';
import type { StateLabel } from '@web/lib/wording/state-label';

export const disputeStates: Readonly<Record<DisputeStatus, StateLabel>> = {
  needs_response: { label: 'Needs a response', tone: 'danger' },
  under_review: { label: 'Under review', tone: 'warn' },
  won: { label: 'Won', tone: 'ok' },
  lost: { label: 'Lost', tone: 'quiet' },
  warning_needs_response: { label: 'Inquiry: needs a response', tone: 'warn' },
  warning_under_review: { label: 'Inquiry: under review', tone: 'warn' },
  warning_closed: { label: 'Inquiry: closed', tone: 'quiet' },
};

/** Labels of the gateway's known reasons. */
const reasonLabels: Readonly<Record<string, string>> = {
  bank_cannot_process: 'The bank couldn’t process it',
  credit_not_processed: 'Promised refund not received',
  customer_initiated: 'Initiated by the customer',
  debit_not_authorized: 'Not authorized',
  duplicate: 'Charged twice',
  fraudulent: 'Fraudulent',
  general: 'No particular reason',
  incorrect_account_details: 'Wrong account details',
  insufficient_funds: 'Insufficient funds',
  noncompliant: 'Violates card network rules',
  product_not_received: 'Product not received',
  product_unacceptable: 'Product not as described',
  subscription_canceled: 'Subscription already canceled',
  unrecognized: 'Not recognized by the cardholder',
};
export const disputeReasonLabel = (reason: string): string => reasonLabels[reason] ?? reason;

interface EvidenceFieldText {
  label: string;
  hint?: string;
  /** Whether the field is a single line. */
  isShort?: boolean;
}

export const evidenceFieldLabels: Readonly<Record<EvidenceField, EvidenceFieldText>> = {
  product: { label: 'Product' },
  customerName: { label: 'Customer name', isShort: true },
  customerEmail: { label: 'Customer email', isShort: true },
  customerAddress: {
    label: 'Customer IP address',
    hint: 'Blank if the customer was logged in from several addresses at the time.',
    isShort: true,
  },
  serviceDate: { label: 'Service date', isShort: true },
  receipt: { label: 'Receipt' },
  purchases: { label: 'Purchases' },
  accessLog: { label: 'Access log', hint: 'Logins, and when the customer opened their purchases.' },
  messages: { label: 'Messages', hint: 'Message counts and dates only. Quote messages only if the case requires it.' },
  refundPolicy: { label: 'Refund policy' },
  refundRefusal: { label: 'Reason for refusing a refund', hint: 'In your own words.' },
  other: { label: 'Additional evidence' },
};
