/** Customers of the Stripe stand-in, and their cards. */
import { testCards } from '@contract/money/test-cards';
import {
  cardError,
  genericDecline,
  invalidRequest,
  resourceMissing,
  paymentMethodOf,
  recordOf,
  specialCards,
  textOf,
  type Card,
  type Json,
  type Params,
  type PaymentMethod,
} from './objects';
import type { StripeRecords } from './records';

export class StripeCards {
  private readonly methods = new Map<string, { method: PaymentMethod; card: Card }>();
  private readonly customers = new Set<string>();
  private readonly setups = new Map<string, string>();

  constructor(private readonly records: StripeRecords) {}

  createCustomer(params: Params): Json {
    const id = this.records.newId('cus');
    this.customers.add(id);
    return {
      id,
      object: 'customer',
      created: this.records.now(),
      email: textOf(params['email']),
      livemode: false,
      metadata: recordOf(params['metadata']),
    };
  }

  createSetupIntent(params: Params): Json {
    const customer = this.requireCustomer(params);
    const id = this.records.newId('seti');
    const client_secret = `${id}_secret_${id.slice(5)}`;
    this.setups.set(client_secret, customer);
    return {
      id,
      object: 'setup_intent',
      client_secret,
      created: this.records.now(),
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
    const customer = this.requireCustomer(params);
    if (card.number === specialCards.unsavable) throw cardError(genericDecline);
    if (method.customer !== null && method.customer !== customer)
      throw invalidRequest(undefined, 'The payment method you provided has already been attached to a customer.');
    method.customer = customer;
    return method;
  }

  detach(id: string): PaymentMethod {
    const { method } = this.entry(id);
    if (method.customer === null)
      throw invalidRequest(undefined, 'The payment method you provided is not attached to a customer so detachment is impossible.');
    method.customer = null;
    return method;
  }

  /** Fills in the card form that `clientSecret` opens; returns the payment method id that the browser would get. */
  enterCard(clientSecret: string, number: string): string {
    const customer = this.setups.get(clientSecret);
    const card = testCards.find((candidate) => candidate.number === number);
    if (customer === undefined || !card) throw new Error('there is no such card form or test card');
    const method = paymentMethodOf(this.records.newId('pm'), card, this.records.now());
    if (number !== specialCards.unsavable) method.customer = customer;
    this.methods.set(method.id, { method, card });
    return method.id;
  }

  private entry(id: string): { method: PaymentMethod; card: Card } {
    const found = this.methods.get(id);
    if (!found) throw resourceMissing('PaymentMethod', id, 'payment_method');
    return found;
  }

  requireCustomer(params: Params): string {
    const customer = textOf(params['customer']) ?? '';
    if (!this.customers.has(customer)) throw resourceMissing('customer', customer, 'customer');
    return customer;
  }

  /** The card of a payment method; throws Stripe's error unless the customer has saved it. */
  cardForPayment(customer: string, id: string): Card {
    const { method, card } = this.entry(id);
    if (method.customer !== customer)
      throw invalidRequest(undefined, 'The PaymentMethod does not belong to the Customer that you supplied.', 'payment_method');
    return card;
  }

  /** The card number of a payment method. */
  numberOf(id: string): string | undefined {
    return this.methods.get(id)?.card.number;
  }
}
