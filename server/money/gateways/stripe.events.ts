/** Maps Stripe's events. Only their ids are used: the gateway's callers look up the state of the object. */
import type Stripe from 'stripe';
import type { GatewayEvent } from './gateway';
import { disputeStateOf } from './stripe.disputes';
import { idOf, keyField, type Reference } from './stripe.outcomes';

/** The handled event types. Configure the webhook endpoint for these. */
export const handledEventTypes = [
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

type EventDetails = GatewayEvent extends infer E ? (E extends GatewayEvent ? Omit<E, 'id' | 'at'> : never) : never;

/** Maps a Stripe event. An unhandled one keeps only its name. */
export function gatewayEventOf(event: Stripe.Event): GatewayEvent {
  const details = detailsOf(event) ?? ({ type: 'other', name: event.type } as const);
  return { ...details, id: event.id, at: new Date(event.created * 1000) };
}

function detailsOf(event: Stripe.Event): EventDetails | null {
  // Connected accounts' own transactions do not concern us.
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
      return refundEventOf(event.data.object.payment_intent, null);
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
      return refundEventOf(event.data.object.payment_intent, event.data.object.id);
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.funds_reinstated':
    case 'charge.dispute.closed':
      return disputeEventOf(event.data.object);
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

function refundEventOf(intent: Reference, refundId: string | null): EventDetails | null {
  const chargeId = idOf(intent);
  return chargeId === null ? null : { type: 'refund_changed', chargeId, refundId };
}

/** Ignores disputes with an unknown status. */
function disputeEventOf(dispute: Stripe.Dispute): EventDetails | null {
  const state = disputeStateOf(dispute);
  return state && { type: 'dispute_changed', disputeId: state.disputeId, chargeId: state.chargeId };
}
