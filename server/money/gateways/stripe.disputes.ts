/** Disputes at Stripe: their state and how they are answered. */
import type Stripe from 'stripe';
import { evidenceFields, type DisputeStatus, type Evidence, type EvidenceField } from '@contract/kernel/values/disputes';
import { centsOfMinorUnits } from './currency';
import type { DisputeOutcome, DisputeState, Gateway } from './gateway';
import { toGatewayError, isStripeFailure, runOnce, type Call, type StripeFailure } from './stripe.calls';
import { nullIfMissing } from './stripe.lookups';
import { idOf, keyField } from './stripe.outcomes';

/** An appeal follows a lost dispute. A prevented dispute took no money. */
const statuses: Record<string, DisputeStatus> = {
  warning_needs_response: 'warning_needs_response',
  warning_under_review: 'warning_under_review',
  warning_closed: 'warning_closed',
  prevented: 'warning_closed',
  needs_response: 'needs_response',
  under_review: 'under_review',
  won: 'won',
  lost: 'lost',
  appeal_needs_response: 'lost',
  appeal_under_review: 'lost',
};

/** Maps a Stripe dispute; null when its status is unknown or it has no PaymentIntent. */
export function disputeStateOf(dispute: Stripe.Dispute): DisputeState | null {
  const { id: disputeId, amount, currency, reason, metadata, evidence_details: details } = dispute;
  const chargeId = idOf(dispute.payment_intent);
  const status = Object.hasOwn(statuses, dispute.status) ? statuses[dispute.status] : undefined;
  if (chargeId === null || status === undefined) return null;
  return {
    disputeId,
    chargeId,
    amount_cents: centsOfMinorUnits(amount, currency),
    currency,
    reason,
    status,
    dueAt: details.due_by === null ? null : new Date(details.due_by * 1000),
    evidenceKey: details.submission_count > 0 ? (metadata[keyField] ?? null) : null,
  };
}

/** Evidence that has a dedicated field at Stripe. The rest is combined in the field for other evidence, each with a heading. */
const dedicatedFields = {
  product: 'product_description',
  customerName: 'customer_name',
  customerEmail: 'customer_email_address',
  customerAddress: 'customer_purchase_ip',
  serviceDate: 'service_date',
  accessLog: 'access_activity_log',
  refundPolicy: 'refund_policy_disclosure',
  refundRefusal: 'refund_refusal_explanation',
} as const satisfies Partial<Record<EvidenceField, keyof Stripe.DisputeUpdateParams.Evidence>>;
const headings: Record<Exclude<EvidenceField, keyof typeof dedicatedFields>, string> = {
  receipt: 'Receipt',
  purchases: 'Purchases',
  messages: 'Messages',
  other: 'Other evidence',
};

/** The evidence in Stripe's fields, without empty ones. */
export function stripeEvidence(evidence: Evidence): Stripe.DisputeUpdateParams.Evidence {
  const sent: Stripe.DisputeUpdateParams.Evidence = {};
  const rest: string[] = [];
  for (const field of evidenceFields.filter((name) => evidence[name] !== '')) {
    if (field in dedicatedFields) sent[dedicatedFields[field as keyof typeof dedicatedFields]] = evidence[field];
    else rest.push(`${headings[field as keyof typeof headings]}\n${evidence[field]}`);
  }
  if (rest.length > 0) sent.uncategorized_text = rest.join('\n\n');
  return sent;
}

/** Stripe has no error code for a closed or overdue dispute: its message says why. */
function failedOutcome(failure: StripeFailure): DisputeOutcome {
  const error = toGatewayError(failure);
  if (error.reason !== 'request') throw error;
  return { status: 'refused', message: failure.message };
}

type WithCall = <Params, R>(work: (call: Call, params: Params) => Promise<R>) => (params: Params) => Promise<R>;

/** The dispute methods of the Stripe gateway. */
export function stripeDisputes(stripe: Stripe, withCall: WithCall): Pick<Gateway, 'lookUpDispute' | 'submitEvidence' | 'acceptDispute'> {
  const find = async (call: Call, disputeId: string): Promise<DisputeState | null> => {
    const dispute = nullIfMissing(await call.send(() => stripe.disputes.retrieve(disputeId)));
    return dispute && disputeStateOf(dispute);
  };
  const findWhere = async (call: Call, disputeId: string, matches: (state: DisputeState) => boolean): Promise<DisputeState | null> => {
    const state = await find(call, disputeId);
    return state !== null && matches(state) ? state : null;
  };
  const outcomeOf = (result: Stripe.Dispute | DisputeState | StripeFailure): DisputeOutcome => {
    if (isStripeFailure(result)) return failedOutcome(result);
    const dispute = 'disputeId' in result ? result : disputeStateOf(result);
    if (dispute === null) throw new Error('Stripe returned a dispute without a payment');
    return { status: 'received', dispute };
  };

  return {
    lookUpDispute: withCall(find),

    submitEvidence: withCall(async (call, { key, disputeId, evidence }) => {
      const body = { evidence: stripeEvidence(evidence), submit: true, metadata: { [keyField]: key } };
      const send = (idempotencyKey: string) => call.send(() => stripe.disputes.update(disputeId, body, { idempotencyKey }));
      return outcomeOf(await runOnce(key, send, () => findWhere(call, disputeId, ({ evidenceKey }) => evidenceKey === key)));
    }),

    acceptDispute: withCall(async (call, { key, disputeId }) => {
      const findLost = () => findWhere(call, disputeId, ({ status }) => status === 'lost');
      const close = (idempotencyKey: string) => call.send(() => stripe.disputes.close(disputeId, {}, { idempotencyKey }));
      const result = await runOnce(key, close, findLost);
      return outcomeOf((isStripeFailure(result) ? await findLost() : null) ?? result);
    }),
  };
}
