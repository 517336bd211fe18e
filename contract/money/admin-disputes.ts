/** Disputed payments: what operators see, and how they answer. */
import * as z from 'zod';
import { endpoints } from '../kernel/endpoint';
import { Person } from '../kernel/entities';
import * as limits from '../kernel/limits';
import { Amount, fromQuery, Id, IdParam, Instant, pageOf, pageQuery, Text } from '../kernel/shapes';
import { disputeAnswers, disputeStatuses, evidenceFields, type EvidenceField } from '../kernel/values/disputes';
import { paymentTypes } from '../kernel/values/money';

const Evidence = z.object(
  Object.fromEntries(evidenceFields.map((field) => [field, Text(limits.evidenceLengthMax)])) as Record<EvidenceField, z.ZodString>,
);

const Dispute = z.object({
  _id: Id,
  payment: z.object({ _id: Id, receiptNumber: z.string(), type: z.enum(paymentTypes), createdAt: Instant }),
  user: Person,
  /** The performer whose subscription was paid; null for a top-up. */
  performer: Person.nullable(),
  paymentGateway: z.string(),
  /** The gateway's id of the dispute. */
  gatewayId: z.string(),
  amount: Amount,
  currency: z.string(),
  /** The gateway's reason, such as `fraudulent`. */
  reason: z.string(),
  status: z.enum(disputeStatuses),
  answer: z.enum(disputeAnswers),
  /** The gateway's message when it rejected the last answer. */
  failure: z.string().nullable(),
  evidenceDueAt: Instant.nullable(),
  submittedAt: Instant.nullable(),
  createdAt: Instant,
  updatedAt: Instant,
});

const DisputeWithEvidence = Dispute.extend({
  /** Evidence collected by the site; empty once the dispute was answered. */
  collected: Evidence,
  /** The operators' saved draft, which replaces it. */
  draft: Evidence.nullable(),
  /** What was sent to the bank. */
  sent: Evidence.nullable(),
});

const disputeErrors = ['dispute_not_found', 'dispute_answered', 'dispute_closed', 'dispute_overdue'] as const;

export default endpoints({
  'GET /admin/disputes/search': {
    summary: 'Disputed payments. Those that need a response come first.',
    access: 'operator',
    right: 'money.read',
    query: pageQuery(['evidenceDueAt', 'amount']).extend({ status: fromQuery(z.enum(disputeStatuses)), userId: fromQuery(Id) }),
    response: pageOf(Dispute),
  },
  'GET /admin/disputes/:id': {
    summary: 'One dispute, with the evidence that the site collects automatically.',
    access: 'operator',
    right: 'money.read',
    params: IdParam,
    response: DisputeWithEvidence,
    errors: ['dispute_not_found'],
  },
  'PUT /admin/disputes/:id/evidence': {
    summary: 'Save evidence as a draft, without submitting it.',
    access: 'operator',
    right: 'money.refund',
    params: IdParam,
    body: Evidence,
    response: DisputeWithEvidence,
    errors: disputeErrors,
  },
  'POST /admin/disputes/:id/submit': {
    summary: 'Submit evidence to the bank through the gateway. Evidence can be submitted once per dispute.',
    access: 'operator',
    right: 'money.refund',
    params: IdParam,
    body: Evidence,
    response: DisputeWithEvidence,
    mayRespond202: true,
    idempotent: 'money',
    errors: [...disputeErrors, 'evidence_empty', 'gateway_unknown', 'dispute_refused'],
  },
  'POST /admin/disputes/:id/accept': {
    summary: 'Accept a dispute. It counts as lost, and the fan keeps the money.',
    access: 'operator',
    right: 'money.refund',
    params: IdParam,
    response: DisputeWithEvidence,
    mayRespond202: true,
    idempotent: 'money',
    errors: [...disputeErrors, 'dispute_not_acceptable', 'gateway_unknown', 'dispute_refused'],
  },
});
