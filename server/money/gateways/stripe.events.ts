/** Stripe's events in the face's words. Only what they name is taken from them: how it stands is looked up. */
import type Stripe from 'stripe';
import { centsOfMinorUnits } from './currency';
import type { GatewayEvent } from './gateway';
import { keyField } from './stripe.outcomes';

/** The kinds that mean something to us; webhooks should be set up for these. */
export const eventTypes = [
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.processing',
  'payment_intent.requires_action',
  'payment_intent.canceled',
  'charge.refunded',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
  'charge.dispute.closed',
  'account.updated',
  'transfer.created',
  'transfer.updated',
  'transfer.reversed',
] as const satisfies Stripe.Event['type'][];

type Meaning = GatewayEvent extends infer E ? (E extends GatewayEvent ? Omit<E, 'id' | 'at'> : never) : never;

/** Stripe's event in the face's words; one that means nothing to the host keeps its name alone. */
export function gatewayEventOf(event: Stripe.Event): GatewayEvent {
  const meaning = meaningOf(event) ?? ({ type: 'other', name: event.type } as const);
  return { ...meaning, id: event.id, at: new Date(event.created * 1000) };
}

function meaningOf(event: Stripe.Event): Meaning | null {
  // What connected accounts do with their own money is not ours.
  if (event.account !== undefined && event.type !== 'account.updated') return null;
  switch (event.type) {
    case 'payment_intent.succeeded':
    case 'payment_intent.payment_failed':
    case 'payment_intent.processing':
    case 'payment_intent.requires_action':
    case 'payment_intent.canceled': {
      const { id, metadata } = event.data.object;
      return { type: 'charge_changed', chargeId: id, key: metadata[keyField] ?? null };
    }
    case 'charge.refunded':
      return refundOf(event.data.object.payment_intent, null);
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
      return refundOf(event.data.object.payment_intent, event.data.object.id);
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.funds_reinstated':
    case 'charge.dispute.closed':
      return disputeOf(event.data.object);
    case 'account.updated':
      return { type: 'account_changed', accountId: event.data.object.id };
    case 'transfer.created':
    case 'transfer.updated':
    case 'transfer.reversed':
      return { type: 'payout_changed', payoutId: event.data.object.id, key: event.data.object.metadata[keyField] ?? null };
    default:
      return null;
  }
}

type Reference = string | { id: string } | null;
const idOf = (reference: Reference): string | null => (typeof reference === 'string' ? reference : (reference?.id ?? null));

function refundOf(intent: Reference, refundId: string | null): Meaning | null {
  const chargeId = idOf(intent);
  return chargeId === null ? null : { type: 'refund_changed', chargeId, refundId };
}

/** An inquiry (`warning_…`) takes no money yet; an appeal follows a dispute that is lost already. */
function disputeOf(dispute: Stripe.Dispute): Meaning | null {
  const chargeId = idOf(dispute.payment_intent);
  if (chargeId === null) return null;
  const { id: disputeId, currency, reason } = dispute;
  const about = { disputeId, chargeId, amount_cents: centsOfMinorUnits(dispute.amount, currency), currency };
  switch (dispute.status) {
    case 'needs_response':
    case 'under_review':
      return { type: 'dispute_opened', ...about, reason };
    case 'won':
      return { type: 'dispute_closed', ...about, result: 'won' };
    case 'lost':
      return { type: 'dispute_closed', ...about, result: 'lost' };
    default:
      return null;
  }
}
