/**
 * The interface of a payment gateway.
 *
 * Four rules apply to every implementation; `conformance.test.ts` checks them for each:
 * - **A key is one operation.** Every call that moves or creates something takes an idempotency `key`. The same key with the same
 *   payload has one effect, and returns the first result or the current state; another payload is rejected (`GatewayRejected`,
 *   `key_reused`). Methods share one key space, so the key includes the operation, such as `charge:<transaction>`. Store the key
 *   before the call.
 * - **Expected failures are outcomes, unexpected ones are thrown.** A declined card is an outcome. `GatewayUnavailable` means that the call
 *   may or may not have taken effect; `GatewayRejected` that it had no effect.
 * - **A call ends** within `callTimeout_ms`, whatever the provider does. Never call inside a database transaction: it would hold locks
 *   and a connection for that long.
 * - **Events are hints.** They arrive late, twice and in any order. Look up the object that they name; only the lookup counts.
 *
 * Amounts are whole hundredths of the currency, as everywhere on the server; currencies are lower-case codes.
 */
import type { DisputeStatus, Evidence } from '@contract/kernel/values/disputes';
import type { DeclineCode } from './declines';

/** The maximum duration of any call. */
export const callTimeout_ms = 15_000;

/**
 * The provider gave no conclusive response: the connection broke, it timed out, or the provider failed internally. The call may or
 * may not have taken effect. Use the method's lookup; retrying with the same key is also safe, within a day.
 */
export class GatewayUnavailable extends Error {
  override name = 'GatewayUnavailable';
}

/** Why a provider rejected a call, for reasons other than the card. */
export type RejectionReason =
  /** Rate limited: the same call can be retried later. */
  | 'busy'
  /** Its API keys or permissions are not valid: an operator has to act. */
  | 'keys'
  /** The key was used for another operation: a bug of ours. */
  | 'key_reused'
  /** The object does not exist, or does not belong to this customer or account. */
  | 'unknown'
  /** The request was invalid: a bug of ours. */
  | 'request';

/** The call had no effect. */
export class GatewayRejected extends Error {
  override name = 'GatewayRejected';

  constructor(
    readonly reason: RejectionReason,
    message: string,
  ) {
    super(message);
  }
}

/** A card as stored by the provider. */
export interface SavedCard {
  /** The provider's id of the card, for `charge` and `removeCard`. */
  card: string;
  /** In lower case, such as `visa`. */
  brand: string;
  last4: string;
  /** 1 to 12. */
  expMonth: number;
  /** Four digits. */
  expYear: number;
  /** The same for the same card number, across customers; null where the provider has none. */
  fingerprint: string | null;
}

/** The bank declined. `message` is written for the fan. */
export interface Declined {
  status: 'declined';
  code: DeclineCode;
  message: string;
}

export type SaveOutcome =
  | ({ status: 'saved' } & SavedCard)
  | Declined
  /** The token is not a card that this customer entered. */
  | { status: 'invalid' };

export interface ChargeParams {
  key: string;
  /** Positive, and payable in the currency (`isPayable`). */
  amount_cents: bigint;
  currency: string;
  customer: string;
  card: string;
  /** Whether the fan is present to confirm with the bank. A renewal is `off_session` and never requires it. */
  presence: 'on_session' | 'off_session';
  /** Shown to the fan and operators in the provider's records, at most 200 characters. */
  description: string;
  /** Our references, for people who read the provider's records; at most 20 short strings. */
  metadata: Record<string, string>;
}

/** The state of a charge. `chargeId` is the provider's id; null when the provider stored nothing. */
export type ChargeOutcome =
  /** The money was received. Later refunds are in `refundsOf`. */
  | { status: 'succeeded'; chargeId: string; amount_cents: bigint }
  /** The bank has not decided yet. An event and the lookup report the outcome. */
  | { status: 'processing'; chargeId: string }
  /** The bank requires confirmation: the browser continues with `clientSecret`, which is valid for this charge only. */
  | { status: 'requires_action'; chargeId: string; clientSecret: string }
  /** No money moved. After `requires_action` this is only final once `cancelCharge` closed it: the browser could try another card. */
  | (Declined & { chargeId: string | null })
  /** Closed before any money moved; it can never succeed. */
  | { status: 'canceled'; chargeId: string };

/** One of our charges to look up. `since` is when its row was written. */
export interface ChargeRef {
  key: string;
  customer: string;
  /** Null when no response contained it. */
  chargeId: string | null;
  since: Date;
}

export interface RefundParams {
  key: string;
  chargeId: string;
  /** Positive, and at most what is left of the charge. */
  amount_cents: bigint;
  currency: string;
}

export type RefundOutcome =
  | { status: 'succeeded'; refundId: string }
  /** On its way to the bank; an event reports a failure. */
  | { status: 'pending'; refundId: string }
  /** Nothing was refunded. `message` is for operators. */
  | { status: 'refused'; refundId: string | null; message: string };

/** One refund of a charge, whether we or a user of the provider's dashboard made it. */
export interface RefundRecord {
  refundId: string;
  /** Our key; null for a refund made at the provider. */
  key: string | null;
  amount_cents: bigint;
  /**
   * Null while the refund is pending or made. Otherwise why the bank returned it, possibly days later, as a message for operators. The
   * money is then back in our balance for good.
   */
  returned: string | null;
}

export interface RefundRef {
  key: string;
  chargeId: string;
  refundId: string | null;
}

export interface AccountState {
  /** Whether it can receive payouts. */
  isReady: boolean;
  /** What the provider still requires of its owner, in the provider's terms. */
  requirements: string[];
}

export interface PayoutParams {
  key: string;
  amount_cents: bigint;
  currency: string;
  accountId: string;
  description: string;
  metadata: Record<string, string>;
}

export type PayoutOutcome =
  /** The money left our balance. `reversed_cents` is what was returned since. */
  | { status: 'paid'; payoutId: string; reversed_cents: bigint }
  /** No money left our balance. `message` is for operators. */
  | { status: 'refused'; code: 'account_not_ready' | 'balance_too_low' | 'not_possible'; message: string };

export interface PayoutRef {
  key: string;
  accountId: string;
  payoutId: string | null;
}

/** The state of a dispute. The bank withdraws the money at `needs_response`, and returns it when the dispute is `won`. */
export interface DisputeState {
  disputeId: string;
  chargeId: string;
  amount_cents: bigint;
  currency: string;
  /** The provider's reason, such as `fraudulent`. */
  reason: string;
  status: DisputeStatus;
  /** The deadline for evidence; null where none is accepted. */
  dueAt: Date | null;
  /** The key under which our evidence was submitted; null before that. */
  evidenceKey: string | null;
}

/** The outcome of an answer to a dispute. */
export type DisputeOutcome =
  | { status: 'received'; dispute: DisputeState }
  /** The gateway did not accept the answer. `message` is for operators. */
  | { status: 'refused'; message: string };

/** An event at the provider. `id` is the same on each delivery; `key` is ours, where the provider knows it. */
export type GatewayEvent = { id: string; at: Date } & (
  | { type: 'charge_changed'; chargeId: string; key: string | null }
  /** A refund was made, succeeded or failed: look up the refunds of the charge. */
  | { type: 'refund_changed'; chargeId: string; refundId: string | null }
  /** A dispute was opened or changed: look it up. Several events can be about one dispute. */
  | { type: 'dispute_changed'; disputeId: string; chargeId: string }
  | { type: 'account_changed'; accountId: string }
  | { type: 'payout_changed'; payoutId: string; key: string | null }
  | { type: 'other'; name: string }
);

export interface Gateway {
  /** Its account in the ledger. */
  readonly ledgerAccount: 'gateway:stripe' | 'gateway:sandbox';
  /** True where no real money moves. */
  readonly isSandbox: boolean;

  /** Tests the connection without changing anything. Returns a sentence for operators about the account and its mode. */
  testConnection(): Promise<string>;

  /** Creates the provider's customer object for a fan, once; the caller stores the id. Cards and charges belong to it. */
  createCustomer(params: { key: string; accountId: string; email: string | null }): Promise<{ customer: string }>;

  /** Prepares saving one card of `customer`. Returns what the browser needs to show the form in which it is entered. */
  createCardSetup(params: { key: string; customer: string }): Promise<{ clientSecret: string; publishableKey: string }>;

  /** Saves the card that the form passed to the browser as `token`. A token of another customer is `invalid`. Idempotent. */
  saveCard(params: { key: string; customer: string; token: string }): Promise<SaveOutcome>;

  /** Removes the card; it can no longer be charged. Does nothing when it was already removed. */
  removeCard(params: { key: string; card: string }): Promise<void>;

  /** Charges a saved card. A removed card or another customer's card is `declined`. */
  charge(params: ChargeParams): Promise<ChargeOutcome>;

  /**
   * The current state of one of our charges, or null when the provider does not know it. Null is not final: a call that is still in
   * flight may arrive later, and its event, which contains the key, must then be applied.
   */
  lookUpCharge(charge: ChargeRef): Promise<ChargeOutcome | null>;

  /**
   * Cancels a charge that has not succeeded: the fan left the bank's confirmation open, or it was declined there. Returns its state
   * after that; a charge that succeeded in between stays so.
   */
  cancelCharge(params: { key: string; chargeId: string }): Promise<ChargeOutcome>;

  /** Refunds a succeeded charge to its card. */
  refund(params: RefundParams): Promise<RefundOutcome>;

  /** The current state of one of our refunds, or null when the provider does not know it (see `lookUpCharge`). */
  lookUpRefund(refund: RefundRef): Promise<RefundOutcome | null>;

  /** All refunds of a charge, oldest first. */
  refundsOf(chargeId: string): Promise<RefundRecord[]>;

  /** The current state of a dispute, or null when the provider does not know it. */
  lookUpDispute(disputeId: string): Promise<DisputeState | null>;

  /**
   * Answers a dispute with evidence, which cannot be changed afterwards. Empty fields are left out. After a lost response, the key in
   * `lookUpDispute` shows whether the answer arrived.
   */
  submitEvidence(params: { key: string; disputeId: string; evidence: Evidence }): Promise<DisputeOutcome>;

  /** Accepts a dispute: it is lost. Does nothing when it is already lost. */
  acceptDispute(params: { key: string; disputeId: string }): Promise<DisputeOutcome>;

  /** Creates an account that can receive payouts, for a performer in `country` (two capital letters). It is not ready yet. */
  createAccount(params: { key: string; performerId: string; email: string | null; country: string }): Promise<{ accountId: string }>;

  /** An onboarding page for the account's owner. It works once, for a few minutes, and redirects to `returnUrl`. */
  accountLink(params: { key: string; accountId: string; returnUrl: string }): Promise<{ url: string }>;

  accountState(accountId: string): Promise<AccountState>;

  /** Pays out to a ready account. */
  payOut(params: PayoutParams): Promise<PayoutOutcome>;

  /** The current state of one of our payouts, or null when the provider does not know it (see `lookUpCharge`). */
  lookUpPayout(payout: PayoutRef): Promise<PayoutOutcome | null>;

  /** Parses a webhook; null unless the provider signed exactly these bytes within the last 300 seconds. `headers` in lower case. */
  readEvent(rawBody: Buffer, headers: Readonly<Record<string, string | string[] | undefined>>): GatewayEvent | null;

  /**
   * Events from `since` on, oldest first: for missed webhooks, and for providers that send none. Use short ranges: of more than
   * 1,000 events the oldest are missing.
   */
  eventsSince(since: Date): Promise<GatewayEvent[]>;
}
