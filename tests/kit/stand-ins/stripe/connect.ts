/** Connected accounts of the Stripe stand-in, and the transfers to them. */
import { invalidRequest, resourceMissing, recordOf, StripeApiError, textOf, type Json, type Params } from './objects';
import type { StripeRecords } from './records';

export class StripeConnect {
  readonly transfers: (Json & { id: string; created: number; amount_reversed: number; amount: number })[] = [];
  private readonly accounts = new Map<string, Json & { id: string; capabilities: Json }>();
  /** The balance for transfers, in cents; large unless a test empties it. */
  balance = 100_000_000;

  constructor(private readonly records: StripeRecords) {}

  createAccount(params: Params): Json {
    if (!/^[A-Z]{2}$/.test(textOf(params['country']) ?? '')) throw invalidRequest('country_unsupported', 'Unknown country', 'country');
    const account = {
      id: this.records.newId('acct'),
      object: 'account',
      business_type: textOf(params['business_type']),
      capabilities: { transfers: 'inactive' } as Json,
      charges_enabled: false,
      country: textOf(params['country']),
      created: this.records.now(),
      default_currency: 'usd',
      details_submitted: false,
      email: textOf(params['email']),
      metadata: recordOf(params['metadata']),
      payouts_enabled: false,
      requirements: { currently_due: ['external_account', 'tos_acceptance.date'], past_due: ['external_account'], eventually_due: [] },
    };
    this.accounts.set(account.id, account);
    return account;
  }

  account(id: string): Json {
    const found = this.accounts.get(id);
    // Stripe does not distinguish unknown accounts from those of other platforms.
    if (!found)
      throw new StripeApiError(403, { type: 'invalid_request_error', code: 'account_invalid', message: `No access to account '${id}'.` });
    return found;
  }

  createAccountLink(params: Params): Json {
    const account = this.account(textOf(params['account']) ?? '');
    if (textOf(params['return_url']) === null || textOf(params['refresh_url']) === null)
      throw invalidRequest('parameter_missing', 'return_url and refresh_url are required', 'return_url');
    const created = this.records.now();
    return {
      object: 'account_link',
      created,
      expires_at: created + 300,
      url: `https://connect.example/setup/${String(account['id'])}/${this.records.newId('l')}`,
    };
  }

  createTransfer(params: Params): Json {
    const destination = textOf(params['destination']) ?? '';
    const account = this.accounts.get(destination);
    if (!account) throw resourceMissing('destination', destination, 'destination');
    if (account.capabilities['transfers'] !== 'active')
      throw invalidRequest('insufficient_capabilities_for_transfer', 'Your destination account needs the transfers capability.');
    const amount = Number(params['amount']);
    if (amount > this.balance)
      throw invalidRequest('balance_insufficient', 'You have insufficient available funds in your Stripe account.');
    this.balance -= amount;
    const transfer = {
      id: this.records.newId('tr'),
      object: 'transfer',
      amount,
      amount_reversed: 0,
      created: this.records.now(),
      currency: textOf(params['currency']) ?? '',
      description: textOf(params['description']),
      destination,
      livemode: false,
      metadata: recordOf(params['metadata']),
      reversed: false,
      transfer_group: textOf(params['transfer_group']),
    };
    this.transfers.push(transfer);
    this.records.addEvent('transfer.created', transfer);
    return transfer;
  }

  transfer(id: string): Json {
    const found = this.transfers.find((transfer) => transfer.id === id);
    if (!found) throw resourceMissing('transfer', id);
    return found;
  }

  /** Reverses a transfer or a part of it, and sends the event. */
  reverseTransfer(id: string, amount: number): void {
    const transfer = this.transfers.find((candidate) => candidate.id === id);
    if (!transfer) throw resourceMissing('transfer', id);
    transfer.amount_reversed += amount;
    transfer['reversed'] = transfer.amount_reversed === transfer.amount;
    this.balance += amount;
    this.records.addEvent('transfer.reversed', transfer);
  }

  listTransfers(params: Params): (Json & { id: string })[] {
    return this.transfers
      .filter((transfer) =>
        (['destination', 'transfer_group'] as const).every((name) => params[name] === undefined || transfer[name] === params[name]),
      )
      .reverse();
  }

  /** The owner of an account completes its onboarding. */
  completeOnboarding(id: string): void {
    const account = this.account(id);
    Object.assign(account, { details_submitted: true, payouts_enabled: true, capabilities: { transfers: 'active' } });
    account['requirements'] = { currently_due: [], past_due: [], eventually_due: [] };
    this.records.addEvent('account.updated', account, { account: id });
  }
}
