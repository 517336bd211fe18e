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
const reasons: Readonly<Record<string, string>> = {
  bank_cannot_process: 'The bank could not process it',
  credit_not_processed: 'A promised refund did not arrive',
  customer_initiated: 'The customer asked the bank',
  debit_not_authorized: 'Not authorized',
  duplicate: 'Charged twice',
  fraudulent: 'Fraudulent',
  general: 'No particular reason',
  incorrect_account_details: 'Wrong account details',
  insufficient_funds: 'Not enough money',
  noncompliant: 'Against the rules of the card network',
  product_not_received: 'Product not received',
  product_unacceptable: 'Product not as described',
  subscription_canceled: 'Subscription was cancelled before',
  unrecognized: 'Not recognized by the cardholder',
};
export const disputeReasonLabel = (reason: string): string => reasons[reason] ?? reason;

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
  customerAddress: { label: 'Customer IP address', hint: 'Empty if several were signed in at the time.', isShort: true },
  serviceDate: { label: 'Service date', isShort: true },
  receipt: { label: 'Receipt' },
  purchases: { label: 'What was bought' },
  accessLog: { label: 'Access log', hint: 'Sign-ins, and when they opened what they bought.' },
  messages: { label: 'Messages', hint: 'Numbers and dates only. Quote words only if the case needs them.' },
  refundPolicy: { label: 'Refund policy' },
  refundRefusal: { label: 'Why no refund is due', hint: 'In your own words.' },
  other: { label: 'Further evidence' },
};
