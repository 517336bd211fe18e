/** Payments at the stand-in: intents, the bank behind them, refunds, disputes, and what time does to them. */
import type { StripeCards } from './cards';
import {
  bankRefusals,
  cardRefusal,
  chargeOf,
  genericRefusal,
  invalid,
  missing,
  paymentIntentOf,
  recordOf,
  special,
  StripeRefusal,
  textOf,
  type Charge,
  type Json,
  type Params,
  type PaymentIntent,
} from './objects';
import type { StripeRecords } from './records';

const lateAfter_s = 60;
const disputedAfter_s = 3_600;
const disputeLostAfter_s = 2 * 86_400;
const smallestAmount = 50;
const withoutDecimals = ['jpy', 'krw'];

export class StripePayments {
  readonly intents: PaymentIntent[] = [];
  private readonly charges = new Map<string, Charge>();
  private readonly refunds: (Json & { id: string; created: number; status: string; payment_intent: string })[] = [];
  private readonly disputes = new Map<string, Json & { id: string; created: number; status: string }>();

  constructor(
    private readonly records: StripeRecords,
    private readonly cards: StripeCards,
  ) {}

  createPaymentIntent(params: Params): Json {
    const customer = this.cards.knownCustomer(params);
    const amount = Number(params['amount']);
    const currency = textOf(params['currency']) ?? '';
    if (!Number.isInteger(amount) || amount < 1) throw invalid('parameter_invalid_integer', 'Invalid integer: amount', 'amount');
    if (amount < smallestAmount && !withoutDecimals.includes(currency))
      throw invalid('amount_too_small', 'Amount must be at least $0.50 usd', 'amount');
    const automatic = recordOf(params['automatic_payment_methods']);
    if (params['confirm'] === 'true' && automatic['allow_redirects'] !== 'never' && params['return_url'] === undefined)
      throw invalid(undefined, 'This PaymentIntent may redirect your customer: provide a `return_url`.', 'return_url');
    if (params['off_session'] !== undefined && params['confirm'] !== 'true')
      throw invalid('parameter_missing', 'off_session needs confirm=true', 'off_session');
    const id = textOf(params['payment_method']) ?? '';
    const { number } = this.cards.payable(customer, id);
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
    return this.shown(intent, params);
  }

  intent(id: string, params: Params): Json {
    return this.shown(this.rawIntent(id), params);
  }

  listIntents(params: Params): (Json & { id: string })[] {
    const from = Number(recordOf(params['created'])['gte'] ?? 0);
    return this.intents
      .filter(({ customer, created }) => created >= from && (params['customer'] === undefined || customer === params['customer']))
      .map((intent) => this.shown(intent, params))
      .reverse();
  }

  cancel(id: string, params: Params): Json {
    const intent = this.rawIntent(id);
    if (!['requires_action', 'requires_payment_method', 'requires_confirmation'].includes(intent.status))
      throw new StripeRefusal(400, {
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
    this.records.tell('payment_intent.canceled', intent);
    return this.shown(intent, params);
  }

  createRefund(params: Params): Json {
    const intent = this.rawIntent(textOf(params['payment_intent']) ?? '');
    const charge = this.charges.get(intent.latest_charge ?? '');
    if (!charge) throw invalid(undefined, 'This PaymentIntent does not have a successful charge to refund.', 'payment_intent');
    if (charge.refunded) throw invalid('charge_already_refunded', `Charge ${charge.id} has already been refunded.`);
    const amount = Number(params['amount']);
    if (amount > charge.amount - charge.amount_refunded)
      throw invalid(undefined, 'Refund amount is greater than unrefunded amount on charge', 'amount');
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
    this.records.tell('refund.created', refund);
    this.records.tell('charge.refunded', charge);
    return refund;
  }

  /** The bank does not take a refund after all, maybe days later: its money is Stripe's again, and events tell. */
  failRefund(id: string): void {
    const refund = this.refund(id);
    const charge = this.charges.get(String(refund['charge']));
    if (!charge) throw missing('charge', String(refund['charge']));
    Object.assign(refund, { status: 'failed', failure_reason: 'expired_or_canceled_card' });
    charge.amount_refunded -= Number(refund['amount']);
    charge.refunded = false;
    this.records.tell('refund.failed', { ...refund, id });
  }

  refund(id: string): Json {
    const found = this.refunds.find((refund) => refund.id === id);
    if (!found) throw missing('refund', id);
    return found;
  }

  listRefunds(params: Params): (Json & { id: string })[] {
    const intent = this.rawIntent(textOf(params['payment_intent']) ?? '');
    return this.refunds.filter(({ payment_intent }) => payment_intent === intent.id).reverse();
  }

  /** The customer answers the bank's question. */
  answerBank(clientSecret: string, answer: 'approved' | 'refused'): void {
    const intent = this.intents.find(({ client_secret }) => client_secret === clientSecret);
    if (intent?.status !== 'requires_action') throw new Error('the bank asks nothing there');
    if (answer === 'approved') this.succeed(intent);
    else
      this.refuse(intent, { code: 'payment_intent_authentication_failure', message: 'We are unable to authenticate your payment method.' });
  }

  /** A dispute of a paid intent, in the given state; its event is told. */
  dispute(intentId: string, event: string, status: string, created = this.records.now()): void {
    const intent = this.rawIntent(intentId);
    const dispute = this.disputes.get(intentId) ?? {
      id: this.records.newId('dp'),
      object: 'dispute',
      amount: intent.amount,
      charge: intent.latest_charge,
      created,
      currency: intent.currency,
      payment_intent: intentId,
      reason: 'fraudulent',
      status,
    };
    dispute.status = status;
    this.disputes.set(intentId, dispute);
    this.records.tell(event, dispute, {}, created);
  }

  /** Does what is due by the clock: late settlements and disputes. */
  turn(): void {
    const now = this.records.now();
    for (const intent of this.intents) {
      const number = this.cards.numberOf(intent.payment_method);
      if (intent.status === 'processing' && now >= intent.created + lateAfter_s) {
        if (number === special.lateSuccess) this.succeed(intent);
        else this.refuse(intent, genericRefusal);
      }
      if (number !== special.disputed || intent.status !== 'succeeded') continue;
      if (now >= intent.created + disputedAfter_s && !this.disputes.has(intent.id))
        this.dispute(intent.id, 'charge.dispute.created', 'needs_response', intent.created + disputedAfter_s);
      if (now >= intent.created + disputeLostAfter_s && this.disputes.get(intent.id)?.status === 'needs_response')
        this.dispute(intent.id, 'charge.dispute.closed', 'lost', intent.created + disputeLostAfter_s);
    }
  }

  private confirm(intent: PaymentIntent, number: string, isAlone: boolean): void {
    const refusal = bankRefusals[number] ?? (isAlone && number === special.noRenewals ? genericRefusal : undefined);
    if (refusal) throw this.refuse(intent, refusal);
    if (number === special.asks && isAlone)
      throw this.refuse(intent, {
        code: 'authentication_required',
        decline_code: 'authentication_required',
        message: 'Your card was declined. This transaction requires authentication.',
      });
    if (number === special.asks) {
      intent.status = 'requires_action';
      intent['next_action'] = { type: 'use_stripe_sdk', use_stripe_sdk: {} };
      this.records.tell('payment_intent.requires_action', intent);
    } else if (number === special.lateSuccess || number === special.lateFailure) {
      intent.status = 'processing';
      this.records.tell('payment_intent.processing', intent);
    } else this.succeed(intent);
  }

  private succeed(intent: PaymentIntent): void {
    const charge = chargeOf(this.records.newId('ch'), intent);
    this.charges.set(charge.id, charge);
    Object.assign(intent, { status: 'succeeded', amount_received: intent.amount, latest_charge: charge.id, next_action: null });
    this.records.tell('payment_intent.succeeded', intent);
  }

  /** Notes the bank's refusal in the intent and gives the error of the call that met it. */
  private refuse(intent: PaymentIntent, refusal: Json & { code: string }): StripeRefusal {
    const error = { type: 'card_error', ...refusal };
    Object.assign(intent, { status: 'requires_payment_method', last_payment_error: error, next_action: null });
    this.records.tell('payment_intent.payment_failed', intent);
    return cardRefusal(refusal, intent);
  }

  /** The charge stands as its id, unless the caller asks for the whole of it. */
  private shown(intent: PaymentIntent, params: Params): Json & { id: string } {
    const isExpanded = Object.values(recordOf(params['expand'])).some((path) => /^(data\.)?latest_charge$/.test(path));
    return isExpanded ? { ...intent, latest_charge: this.charges.get(intent.latest_charge ?? '') ?? null } : intent;
  }

  private rawIntent(id: string): PaymentIntent {
    const found = this.intents.find((intent) => intent.id === id);
    if (!found) throw missing('payment_intent', id, 'intent');
    return found;
  }
}
