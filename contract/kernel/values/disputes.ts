/** Statuses of disputes and fields of the evidence. */

/**
 * A dispute's status at the gateway. The `warning_…` statuses are inquiries of the bank before a dispute: no money moves, and an
 * inquiry that is not closed may become a dispute.
 */
export const disputeStatuses = [
  'warning_needs_response',
  'warning_under_review',
  'warning_closed',
  'needs_response',
  'under_review',
  'won',
  'lost',
] as const;
export type DisputeStatus = (typeof disputeStatuses)[number];

/** The statuses in which the bank waits for evidence. */
export const awaitsEvidence = ({ status }: { status: DisputeStatus }): boolean =>
  status === 'needs_response' || status === 'warning_needs_response';

/** The site's answer. `submitting` and `accepting`: the request to the gateway has no result yet. */
export const disputeAnswers = ['none', 'submitting', 'submitted', 'accepting', 'accepted'] as const;
export type DisputeAnswer = (typeof disputeAnswers)[number];

/** The fields of the evidence for the bank, in the order of the form. All are plain text. */
export const evidenceFields = [
  'product',
  'customerName',
  'customerEmail',
  'customerAddress',
  'serviceDate',
  'receipt',
  'purchases',
  'accessLog',
  'messages',
  'refundPolicy',
  'refundRefusal',
  'other',
] as const;
export type EvidenceField = (typeof evidenceFields)[number];
export type Evidence = Record<EvidenceField, string>;
