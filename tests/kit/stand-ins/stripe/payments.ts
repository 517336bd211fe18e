/** Payments of the Stripe stand-in: intents, the bank's decisions, refunds, disputes, and transitions that depend on time. */
import type { StripeCards } from './cards';
import {
  declines,
  cardError,
  chargeOf,
  genericDecline,
  invalidRequest,
  resourceMissing,
  paymentIntentOf,
  recordOf,
  specialCards,
  StripeApiError,
  textOf,
  type Charge,
  type Json,
  type Params,
  type PaymentIntent,
} from './objects';
import type { StripeRecords } from './records';

const settledAfter_s = 60;
const disputedAfter_s = 3_600;
const disputeLostAfter_s = 2 * 86_400;
const evidencePeriod_s = 7 * 86_400;
const decidedAfter_s = 60;
const minimumAmount = 50;

interface Dispute extends Json {
  id: string;
  created: number;
  status: string;
  evidence: Json;
  evidence_details: { due_by: number; has_evidence: boolean; past_due: boolean; submission_count: number };
  metadata: Json;
  /** When evidence was submitted; not a field of Stripe's API. */
  submittedAt_s?: number;
}

const zeroDecimalCurrencies = ['jpy', 'krw'];

export class StripePayments {
  readonly intents: PaymentIntent[] = [];
  private readonly charges = new Map<string, Charge>();
  private readonly refunds: (Json & { id: string; created: number; status: string; payment_intent: string })[] = [];
  private readonly disputes = new Map<string, Dispute>();

  constructor(
    private readonly records: StripeRecords,
    private readonly cards: StripeCards,
  ) {}

  createPaymentIntent(params: Params): Json {
    const customer = this.cards.requireCustomer(params);
    const amount = Number(params['amount']);
    const currency = textOf(params['currency']) ?? '';
    if (!Number.isInteger(amount) || amount < 1) throw invalidRequest('parameter_invalid_integer', 'Invalid integer: amount', 'amount');
    if (amount < minimumAmount && !zeroDecimalCurrencies.includes(currency))
      throw invalidRequest('amount_too_small', 'Amount must be at least $0.50 usd', 'amount');
    const automatic = recordOf(params['automatic_payment_methods']);
    if (params['confirm'] === 'true' && automatic['allow_redirects'] !== 'never' && params['return_url'] === undefined)
      throw invalidRequest(undefined, 'This PaymentIntent may redirect your customer: provide a `return_url`.', 'return_url');
    if (params['off_session'] !== undefined && params['confirm'] !== 'true')
      throw invalidRequest('parameter_missing', 'off_session needs confirm=true', 'off_session');
    const id = textOf(params['payment_method']) ?? '';
    const { number } = this.cards.cardForPayment(customer, id);
    const description = textOf(params['description']);
    const metadata = recordOf(params['metadata']);
    const created = this.records.now();
    const intent = paymentIntentOf(this.records.newId('pi'), {
      amount,
      currency,
      customer,
      payment_method: id,
      metadata,
      created,
      description,
    });
    this.intents.push(intent);
    this.confirm(intent, number, params['off_session'] === 'true');
    return this.expanded(intent, params);
  }

  intent(id: string, params: Params): Json {
    return this.expanded(this.rawIntent(id), params);
  }

  listIntents(params: Params): (Json & { id: string })[] {
    const from = Number(recordOf(params['created'])['gte'] ?? 0);
    return this.intents
      .filter(({ customer, created }) => created >= from && (params['customer'] === undefined || customer === params['customer']))
      .map((intent) => this.expanded(intent, params))
      .reverse();
  }

  cancel(id: string, params: Params): Json {
    const intent = this.rawIntent(id);
    if (!['requires_action', 'requires_payment_method', 'requires_confirmation'].includes(intent.status))
      throw new StripeApiError(400, {
        type: 'invalid_request_error',
        code: 'payment_intent_unexpected_state',
        message: `You cannot cancel this PaymentIntent because it has a status of ${intent.status}.`,
        payment_intent: intent,
      });
    Object.assign(intent, {
      status: 'canceled',
      canceled_at: this.records.now(),
      cancellation_reason: textOf(params['cancellation_reason']),
    });
    this.records.addEvent('payment_intent.canceled', intent);
    return this.expanded(intent, params);
  }

  createRefund(params: Params): Json {
    const intent = this.rawIntent(textOf(params['payment_intent']) ?? '');
    const charge = this.charges.get(intent.latest_charge ?? '');
    if (!charge) throw invalidRequest(undefined, 'This PaymentIntent does not have a successful charge to refund.', 'payment_intent');
    if (charge.refunded) throw invalidRequest('charge_already_refunded', `Charge ${charge.id} has already been refunded.`);
    const amount = Number(params['amount']);
    if (amount > charge.amount - charge.amount_refunded)
      throw invalidRequest(undefined, 'Refund amount is greater than unrefunded amount on charge', 'amount');
    charge.amount_refunded += amount;
    charge.refunded = charge.amount_refunded === charge.amount;
    const refund = {
      id: this.records.newId('re'),
      object: 'refund',
      amount,
      charge: charge.id,
      created: this.records.now(),
      currency: intent.currency,
      metadata: recordOf(params['metadata']),
      payment_intent: intent.id,
      reason: null,
      status: 'succeeded',
    };
    this.refunds.push(refund);
    this.records.addEvent('refund.created', refund);
    this.records.addEvent('charge.refunded', charge);
    return refund;
  }

  /** The bank rejects a refund, possibly days later: the money returns to the Stripe balance, and events are sent. */
  failRefund(id: string): void {
    const refund = this.refund(id);
    const charge = this.charges.get(String(refund['charge']));
    if (!charge) throw resourceMissing('charge', String(refund['charge']));
    Object.assign(refund, { status: 'failed', failure_reason: 'expired_or_canceled_card' });
    charge.amount_refunded -= Number(refund['amount']);
    charge.refunded = false;
    this.records.addEvent('refund.failed', { ...refund, id });
  }

  refund(id: string): Json {
    const found = this.refunds.find((refund) => refund.id === id);
    if (!found) throw resourceMissing('refund', id);
    return found;
  }

  listRefunds(params: Params): (Json & { id: string })[] {
    const intent = this.rawIntent(textOf(params['payment_intent']) ?? '');
    return this.refunds.filter(({ payment_intent }) => payment_intent === intent.id).reverse();
  }

  /** The customer completes the bank's authentication. */
  authenticate(clientSecret: string, outcome: 'approved' | 'refused'): void {
    const intent = this.intents.find(({ client_secret }) => client_secret === clientSecret);
    if (intent?.status !== 'requires_action') throw new Error('the payment awaits no authentication');
    if (outcome === 'approved') this.succeed(intent);
    else
      this.decline(intent, {
        code: 'payment_intent_authentication_failure',
        message: 'We are unable to authenticate your payment method.',
      });
  }

  /** Opens or updates a dispute of a paid intent, and sends its event. */
  dispute(intentId: string, event: string, status: string, created = this.records.now(), due = created + evidencePeriod_s): void {
    const intent = this.rawIntent(intentId);
    const dispute = this.disputes.get(intentId) ?? {
      id: this.records.newId('dp'),
      object: 'dispute',
      amount: intent.amount,
      charge: intent.latest_charge,
      created,
      currency: intent.currency,
      evidence: {},
      evidence_details: { due_by: due, has_evidence: false, past_due: false, submission_count: 0 },
      metadata: {},
      payment_intent: intentId,
      reason: 'fraudulent',
      status,
    };
    dispute.status = status;
    this.disputes.set(intentId, dispute);
    this.records.addEvent(event, dispute, {}, created);
  }

  /** A dispute by its id. */
  disputeOf(id: string): Dispute {
    const found = [...this.disputes.values()].find((dispute) => dispute.id === id);
    if (!found) throw resourceMissing('dispute', id);
    return found;
  }

  /** Stores evidence, and submits it to the bank if requested. */
  updateDispute(id: string, params: Params): Json {
    const dispute = this.openDispute(id);
    Object.assign(dispute.evidence, recordOf(params['evidence']));
    Object.assign(dispute.metadata, recordOf(params['metadata']));
    dispute.evidence_details.has_evidence = true;
    if (params['submit'] !== 'true') return dispute;
    dispute.evidence_details.submission_count += 1;
    dispute.status = dispute.status.replace('needs_response', 'under_review');
    dispute.submittedAt_s = this.records.now();
    this.records.addEvent('charge.dispute.updated', dispute);
    return dispute;
  }

  closeDispute(id: string): Json {
    const dispute = this.openDispute(id);
    dispute.status = 'lost';
    this.records.addEvent('charge.dispute.closed', dispute);
    return dispute;
  }

  /** Performs transitions that are due by the clock: late settlements and disputes. */
  advance(): void {
    const now = this.records.now();
    for (const intent of this.intents) {
      const number = this.cards.numberOf(intent.payment_method);
      if (intent.status === 'processing' && now >= intent.created + settledAfter_s) {
        if (number === specialCards.lateSuccess) this.succeed(intent);
        else this.decline(intent, genericDecline);
      }
      if (number !== specialCards.disputed || intent.status !== 'succeeded') continue;
      if (now >= intent.created + disputedAfter_s && !this.disputes.has(intent.id))
        this.dispute(
          intent.id,
          'charge.dispute.created',
          'needs_response',
          intent.created + disputedAfter_s,
          intent.created + disputeLostAfter_s,
        );
      if (now >= intent.created + disputeLostAfter_s && this.disputes.get(intent.id)?.status === 'needs_response')
        this.dispute(intent.id, 'charge.dispute.closed', 'lost', intent.created + disputeLostAfter_s);
      const { status, submittedAt_s = now } = this.disputes.get(intent.id) ?? {};
      if (status === 'under_review' && now >= submittedAt_s + decidedAfter_s)
        this.dispute(intent.id, 'charge.dispute.closed', 'won', submittedAt_s + decidedAfter_s);
    }
  }

  private confirm(intent: PaymentIntent, number: string, isOffSession: boolean): void {
    const decline = declines[number] ?? (isOffSession && number === specialCards.noRenewals ? genericDecline : undefined);
    if (decline) throw this.decline(intent, decline);
    if (number === specialCards.requiresAuthentication && isOffSession)
      throw this.decline(intent, {
        code: 'authentication_required',
        decline_code: 'authentication_required',
        message: 'Your card was declined. This transaction requires authentication.',
      });
    if (number === specialCards.requiresAuthentication) {
      intent.status = 'requires_action';
      intent['next_action'] = { type: 'use_stripe_sdk', use_stripe_sdk: {} };
      this.records.addEvent('payment_intent.requires_action', intent);
    } else if (number === specialCards.lateSuccess || number === specialCards.lateFailure) {
      intent.status = 'processing';
      this.records.addEvent('payment_intent.processing', intent);
    } else this.succeed(intent);
  }

  private succeed(intent: PaymentIntent): void {
    const charge = chargeOf(this.records.newId('ch'), intent);
    this.charges.set(charge.id, charge);
    Object.assign(intent, { status: 'succeeded', amount_received: intent.amount, latest_charge: charge.id, next_action: null });
    this.records.addEvent('payment_intent.succeeded', intent);
  }

  /** Stores the bank's decline in the intent and returns the API error of the call. */
  private decline(intent: PaymentIntent, decline: Json & { code: string }): StripeApiError {
    const error = { type: 'card_error', ...decline };
    Object.assign(intent, { status: 'requires_payment_method', last_payment_error: error, next_action: null });
    this.records.addEvent('payment_intent.payment_failed', intent);
    return cardError(decline, intent);
  }

  /** The intent with its charge as an id, or as an object if the caller expands it. */
  private expanded(intent: PaymentIntent, params: Params): Json & { id: string } {
    const isExpanded = Object.values(recordOf(params['expand'])).some((path) => /^(data\.)?latest_charge$/.test(path));
    return isExpanded ? { ...intent, latest_charge: this.charges.get(intent.latest_charge ?? '') ?? null } : intent;
  }

  /** A dispute that accepts evidence; Stripe's error for others has no code. */
  private openDispute(id: string): Dispute {
    const dispute = this.disputeOf(id);
    const isLate = this.records.now() > dispute.evidence_details.due_by;
    if (!dispute.status.endsWith('needs_response') || isLate)
      throw invalidRequest(
        undefined,
        isLate ? 'The evidence submission deadline has passed.' : 'This dispute is already closed or submitted.',
      );
    return dispute;
  }

  private rawIntent(id: string): PaymentIntent {
    const found = this.intents.find((intent) => intent.id === id);
    if (!found) throw resourceMissing('payment_intent', id, 'intent');
    return found;
  }
}
