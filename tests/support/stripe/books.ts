/** What the stand-in for Stripe knows and does: its objects, the bank behind them, and the events that come of it. */
import { testCards } from '@contract/values';
import type { Clock } from '@server/context';
import {
  bankRefusals,
  chargeOf,
  genericRefusal,
  invalid,
  missing,
  paymentIntentOf,
  paymentMethodOf,
  special,
  StripeRefusal,
  type Card,
  type Charge,
  type Json,
  type Params,
  type PaymentIntent,
  type PaymentMethod,
} from './objects';

export interface StripeEvent extends Json {
  id: string;
  created: number;
  type: string;
  data: { object: Json };
}

const lateAfter_s = 60;
const disputedAfter_s = 3_600;
const disputeLostAfter_s = 2 * 86_400;
const smallestAmount = 50;
const withoutDecimals = ['jpy', 'krw'];

const text = (value: string | Params | undefined): string | null => (typeof value === 'string' ? value : null);
const record = (value: string | Params | undefined): Record<string, string> =>
  typeof value === 'object' ? (value as Record<string, string>) : {};

export class StripeBooks {
  private count = 0;
  readonly intents: PaymentIntent[] = [];
  readonly transfers: (Json & { id: string; created: number; amount_reversed: number; amount: number })[] = [];
  readonly events: StripeEvent[] = [];
  private readonly methods = new Map<string, { method: PaymentMethod; card: Card }>();
  private readonly customers = new Set<string>();
  private readonly setups = new Map<string, string>();
  private readonly charges = new Map<string, Charge>();
  private readonly refunds: (Json & { id: string; created: number; status: string; payment_intent: string })[] = [];
  private readonly accounts = new Map<string, Json & { id: string; capabilities: Json }>();
  private readonly disputes = new Map<string, Json & { id: string; created: number; status: string }>();
  /** What transfers may take; large unless a test empties it. */
  balance = 100_000_000;

  constructor(private readonly clock: Clock) {}

  // What the API does.

  createCustomer(params: Params): Json {
    const id = this.newId('cus');
    this.customers.add(id);
    return {
      id,
      object: 'customer',
      created: this.now(),
      email: text(params['email']),
      livemode: false,
      metadata: record(params['metadata']),
    };
  }

  createSetupIntent(params: Params): Json {
    const customer = this.knownCustomer(params);
    const id = this.newId('seti');
    const client_secret = `${id}_secret_${id.slice(5)}`;
    this.setups.set(client_secret, customer);
    return {
      id,
      object: 'setup_intent',
      client_secret,
      created: this.now(),
      customer,
      livemode: false,
      status: 'requires_payment_method',
      usage: 'off_session',
    };
  }

  method(id: string): PaymentMethod {
    return this.entry(id).method;
  }

  attach(id: string, params: Params): PaymentMethod {
    const { method, card } = this.entry(id);
    const customer = this.knownCustomer(params);
    if (card.number === special.unsavable) throw cardRefusal(genericRefusal);
    if (method.customer !== null && method.customer !== customer)
      throw invalid(undefined, 'The payment method you provided has already been attached to a customer.');
    method.customer = customer;
    return method;
  }

  detach(id: string): PaymentMethod {
    const { method } = this.entry(id);
    if (method.customer === null)
      throw invalid(undefined, 'The payment method you provided is not attached to a customer so detachment is impossible.');
    method.customer = null;
    return method;
  }

  createPaymentIntent(params: Params): Json {
    const customer = this.knownCustomer(params);
    const amount = Number(params['amount']);
    const currency = text(params['currency']) ?? '';
    if (!Number.isInteger(amount) || amount < 1) throw invalid('parameter_invalid_integer', 'Invalid integer: amount', 'amount');
    if (amount < smallestAmount && !withoutDecimals.includes(currency))
      throw invalid('amount_too_small', 'Amount must be at least $0.50 usd', 'amount');
    const automatic = record(params['automatic_payment_methods']);
    if (params['confirm'] === 'true' && automatic['allow_redirects'] !== 'never' && params['return_url'] === undefined)
      throw invalid(undefined, 'This PaymentIntent may redirect your customer: provide a `return_url`.', 'return_url');
    if (params['off_session'] !== undefined && params['confirm'] !== 'true')
      throw invalid('parameter_missing', 'off_session needs confirm=true', 'off_session');
    const id = text(params['payment_method']) ?? '';
    const found = this.methods.get(id);
    if (!found) throw missing('PaymentMethod', id, 'payment_method');
    if (found.method.customer !== customer)
      throw invalid(undefined, 'The PaymentMethod does not belong to the Customer that you supplied.', 'payment_method');
    const description = text(params['description']);
    const metadata = record(params['metadata']);
    const created = this.now();
    const intent = paymentIntentOf(this.newId('pi'), { amount, currency, customer, payment_method: id, metadata, created, description });
    this.intents.push(intent);
    this.confirm(intent, found.card, params['off_session'] === 'true');
    return this.shown(intent, params);
  }

  intent(id: string, params: Params): Json {
    return this.shown(this.rawIntent(id), params);
  }

  listIntents(params: Params): (Json & { id: string })[] {
    const from = Number(record(params['created'])['gte'] ?? 0);
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
    Object.assign(intent, { status: 'canceled', canceled_at: this.now(), cancellation_reason: text(params['cancellation_reason']) });
    this.tell('payment_intent.canceled', intent);
    return this.shown(intent, params);
  }

  createRefund(params: Params): Json {
    const intent = this.rawIntent(text(params['payment_intent']) ?? '');
    const charge = this.charges.get(intent.latest_charge ?? '');
    if (!charge) throw invalid(undefined, 'This PaymentIntent does not have a successful charge to refund.', 'payment_intent');
    if (charge.refunded) throw invalid('charge_already_refunded', `Charge ${charge.id} has already been refunded.`);
    const amount = Number(params['amount']);
    if (amount > charge.amount - charge.amount_refunded)
      throw invalid(undefined, 'Refund amount is greater than unrefunded amount on charge', 'amount');
    charge.amount_refunded += amount;
    charge.refunded = charge.amount_refunded === charge.amount;
    const refund = {
      id: this.newId('re'),
      object: 'refund',
      amount,
      charge: charge.id,
      created: this.now(),
      currency: intent.currency,
      metadata: record(params['metadata']),
      payment_intent: intent.id,
      reason: null,
      status: 'succeeded',
    };
    this.refunds.push(refund);
    this.tell('refund.created', refund);
    this.tell('charge.refunded', charge);
    return refund;
  }

  refund(id: string): Json {
    const found = this.refunds.find((refund) => refund.id === id);
    if (!found) throw missing('refund', id);
    return found;
  }

  listRefunds(params: Params): (Json & { id: string })[] {
    const intent = this.rawIntent(text(params['payment_intent']) ?? '');
    return this.refunds.filter(({ payment_intent }) => payment_intent === intent.id).reverse();
  }

  createAccount(params: Params): Json {
    if (!/^[A-Z]{2}$/.test(text(params['country']) ?? '')) throw invalid('country_unsupported', 'Unknown country', 'country');
    const account = {
      id: this.newId('acct'),
      object: 'account',
      business_type: text(params['business_type']),
      capabilities: { transfers: 'inactive' } as Json,
      charges_enabled: false,
      country: text(params['country']),
      created: this.now(),
      default_currency: 'usd',
      details_submitted: false,
      email: text(params['email']),
      metadata: record(params['metadata']),
      payouts_enabled: false,
      requirements: { currently_due: ['external_account', 'tos_acceptance.date'], past_due: ['external_account'], eventually_due: [] },
    };
    this.accounts.set(account.id, account);
    return account;
  }

  account(id: string): Json {
    const found = this.accounts.get(id);
    // Stripe does not tell unknown accounts from those of others.
    if (!found)
      throw new StripeRefusal(403, { type: 'invalid_request_error', code: 'account_invalid', message: `No access to account '${id}'.` });
    return found;
  }

  createAccountLink(params: Params): Json {
    const account = this.account(text(params['account']) ?? '');
    if (text(params['return_url']) === null || text(params['refresh_url']) === null)
      throw invalid('parameter_missing', 'return_url and refresh_url are required', 'return_url');
    const created = this.now();
    return {
      object: 'account_link',
      created,
      expires_at: created + 300,
      url: `https://connect.example/setup/${String(account['id'])}/${this.newId('l')}`,
    };
  }

  createTransfer(params: Params): Json {
    const destination = text(params['destination']) ?? '';
    const account = this.accounts.get(destination);
    if (!account) throw missing('destination', destination, 'destination');
    if (account.capabilities['transfers'] !== 'active')
      throw invalid('insufficient_capabilities_for_transfer', 'Your destination account needs the transfers capability.');
    const amount = Number(params['amount']);
    if (amount > this.balance) throw invalid('balance_insufficient', 'You have insufficient available funds in your Stripe account.');
    this.balance -= amount;
    const transfer = {
      id: this.newId('tr'),
      object: 'transfer',
      amount,
      amount_reversed: 0,
      created: this.now(),
      currency: text(params['currency']) ?? '',
      description: text(params['description']),
      destination,
      livemode: false,
      metadata: record(params['metadata']),
      reversed: false,
      transfer_group: text(params['transfer_group']),
    };
    this.transfers.push(transfer);
    this.tell('transfer.created', transfer);
    return transfer;
  }

  transfer(id: string): Json {
    const found = this.transfers.find((transfer) => transfer.id === id);
    if (!found) throw missing('transfer', id);
    return found;
  }

  listTransfers(params: Params): (Json & { id: string })[] {
    return this.transfers
      .filter((transfer) =>
        (['destination', 'transfer_group'] as const).every((name) => params[name] === undefined || transfer[name] === params[name]),
      )
      .reverse();
  }

  listEvents(params: Params): StripeEvent[] {
    const types = Object.values(record(params['types']));
    const from = Number(record(params['created'])['gte'] ?? 0);
    return this.events
      .filter(({ created, type }) => created >= from && (types.length === 0 || types.includes(type)))
      .sort((one, other) => other.created - one.created);
  }

  // What people, banks and time do.

  /** The customer fills in the card form that `clientSecret` opens; gives what the browser gets. */
  enterCard(clientSecret: string, number: string): string {
    const customer = this.setups.get(clientSecret);
    const card = testCards.find((known) => known.number === number);
    if (customer === undefined || !card) throw new Error('no such form or card');
    const method = paymentMethodOf(this.newId('pm'), card, this.now());
    if (number !== special.unsavable) method.customer = customer;
    this.methods.set(method.id, { method, card });
    return method.id;
  }

  /** The customer answers the bank's question. */
  answerBank(clientSecret: string, answer: 'approved' | 'refused'): void {
    const intent = this.intents.find(({ client_secret }) => client_secret === clientSecret);
    if (intent?.status !== 'requires_action') throw new Error('the bank asks nothing there');
    if (answer === 'approved') this.succeed(intent);
    else
      this.refuse(intent, { code: 'payment_intent_authentication_failure', message: 'We are unable to authenticate your payment method.' });
  }

  /** The owner of an account tells all that Stripe wants to know. */
  completeOnboarding(id: string): void {
    const account = this.account(id);
    Object.assign(account, { details_submitted: true, payouts_enabled: true, capabilities: { transfers: 'active' } });
    account['requirements'] = { currently_due: [], past_due: [], eventually_due: [] };
    this.tell('account.updated', account, { account: id });
  }

  /** A dispute of a paid intent, in the given state; its event is told. */
  dispute(intentId: string, event: string, status: string, created = this.now()): void {
    const intent = this.rawIntent(intentId);
    const dispute = this.disputes.get(intentId) ?? {
      id: this.newId('dp'),
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
    this.tell(event, dispute, {}, created);
  }

  /** Does what is due by the clock: late settlements and disputes. */
  turn(): void {
    const now = this.now();
    for (const intent of this.intents) {
      const number = this.methods.get(intent.payment_method)?.card.number;
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

  /** Makes an event of an object as it is now. */
  tell(type: string, object: Json, more: Json = {}, created = this.now()): StripeEvent {
    const event = {
      id: this.newId('evt'),
      object: 'event',
      api_version: '2026-10-28.endive',
      created,
      data: { object: structuredClone(object) },
      livemode: false,
      pending_webhooks: 1,
      request: { id: null, idempotency_key: null },
      type,
      ...more,
    };
    this.events.push(event);
    return event;
  }

  private confirm(intent: PaymentIntent, card: Card, isAlone: boolean): void {
    const refusal = bankRefusals[card.number] ?? (isAlone && card.number === special.noRenewals ? genericRefusal : undefined);
    if (refusal) throw this.refuse(intent, refusal);
    if (card.number === special.asks && isAlone)
      throw this.refuse(intent, {
        code: 'authentication_required',
        decline_code: 'authentication_required',
        message: 'Your card was declined. This transaction requires authentication.',
      });
    if (card.number === special.asks) {
      intent.status = 'requires_action';
      intent['next_action'] = { type: 'use_stripe_sdk', use_stripe_sdk: {} };
      this.tell('payment_intent.requires_action', intent);
    } else if (card.number === special.lateSuccess || card.number === special.lateFailure) {
      intent.status = 'processing';
      this.tell('payment_intent.processing', intent);
    } else this.succeed(intent);
  }

  private succeed(intent: PaymentIntent): void {
    const charge = chargeOf(this.newId('ch'), intent);
    this.charges.set(charge.id, charge);
    Object.assign(intent, { status: 'succeeded', amount_received: intent.amount, latest_charge: charge.id, next_action: null });
    this.tell('payment_intent.succeeded', intent);
  }

  /** Notes the bank's refusal in the intent and gives the error of the call that met it. */
  private refuse(intent: PaymentIntent, refusal: Json & { code: string }): StripeRefusal {
    const error = { type: 'card_error', ...refusal };
    Object.assign(intent, { status: 'requires_payment_method', last_payment_error: error, next_action: null });
    this.tell('payment_intent.payment_failed', intent);
    return cardRefusal(refusal, intent);
  }

  /** The charge stands as its id, unless the caller asks for the whole of it. */
  private shown(intent: PaymentIntent, params: Params): Json & { id: string } {
    const isExpanded = Object.values(record(params['expand'])).some((path) => /^(data\.)?latest_charge$/.test(path));
    return isExpanded ? { ...intent, latest_charge: this.charges.get(intent.latest_charge ?? '') ?? null } : intent;
  }

  private rawIntent(id: string): PaymentIntent {
    const found = this.intents.find((intent) => intent.id === id);
    if (!found) throw missing('payment_intent', id, 'intent');
    return found;
  }

  private entry(id: string): { method: PaymentMethod; card: Card } {
    const found = this.methods.get(id);
    if (!found) throw missing('PaymentMethod', id, 'payment_method');
    return found;
  }

  private knownCustomer(params: Params): string {
    const customer = text(params['customer']) ?? '';
    if (!this.customers.has(customer)) throw missing('customer', customer, 'customer');
    return customer;
  }

  private newId(prefix: string): string {
    this.count += 1;
    return `${prefix}_standin${String(this.count).padStart(8, '0')}`;
  }

  private now(): number {
    return Math.floor(this.clock.now().getTime() / 1000);
  }
}

function cardRefusal(refusal: Json & { code: string }, intent?: PaymentIntent): StripeRefusal {
  return new StripeRefusal(402, { type: 'card_error', ...refusal, ...(intent && { payment_intent: { ...intent } }) });
}
