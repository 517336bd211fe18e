/**
 * The face of a payment provider: what the host may ask of it, and nothing of how it does it.
 *
 * Four laws hold for every implementation, and one suite of tests asks them of each:
 * - **A key is one act.** Whatever moves or makes something takes `key`, our own name of the act. The same key with the same
 *   content has one effect, and answers as it did or as things stand now; with other content it is refused (`GatewayRefused`, `key_reused`). Keys are
 *   shared by all verbs: name the act in them, such as `charge:<transaction>`. Store the key before the call.
 * - **What can be expected is an outcome, what cannot is thrown.** A declined card is an outcome. `GatewayAway` means that nobody
 *   knows whether it was done; `GatewayRefused` that nothing was done.
 * - **A call ends** within `callEnds_ms`, whatever the provider does. Never call while a transaction of ours is open: locks and
 *   a connection would be held meanwhile.
 * - **Events are hints.** They come late, twice and in any order; what they name is looked up, and the look-up is what counts.
 *
 * Amounts are whole hundredths of the currency, as everywhere in the host; currencies are lower-case codes.
 */
import type { DeclineCode } from './declines';

/** No call takes longer than this. */
export const callEnds_ms = 15_000;

/**
 * The provider gave no answer that tells the outcome: the connection broke, time ran out, or it failed inside. It may have been
 * done or not. Ask with the look-up of the verb; asking again with the same key is safe too, within a day.
 */
export class GatewayAway extends Error {
  override name = 'GatewayAway';
}

/** Why a provider did nothing, other than for the card's sake. */
export type RefusalReason =
  /** Too many calls at once: the same call may be made again later. */
  | 'busy'
  /** Its keys or permissions do not serve: an operator has to act. */
  | 'keys'
  /** The key named another act before: a bug of ours. */
  | 'key_reused'
  /** It knows no such thing, or not for this customer or account. */
  | 'unknown'
  /** The call was wrong: a bug of ours. */
  | 'request';

/** Certainly nothing was done. */
export class GatewayRefused extends Error {
  override name = 'GatewayRefused';

  constructor(
    readonly reason: RefusalReason,
    message: string,
  ) {
    super(message);
  }
}

/** A card as the provider keeps it. */
export interface SavedCard {
  /** The provider's id of the card: what `charge` and `removeCard` take. */
  card: string;
  /** In lower case, such as `visa`. */
  brand: string;
  last4: string;
  /** 1 to 12. */
  expMonth: number;
  /** Four digits. */
  expYear: number;
  /** The same for the same number, whoever saves it; null where the provider gives none. */
  fingerprint: string | null;
}

/** The bank said no. `message` is in plain words, fit for the fan's screen. */
export interface Declined {
  status: 'declined';
  code: DeclineCode;
  message: string;
}

export type SaveOutcome =
  | ({ status: 'saved' } & SavedCard)
  | Declined
  /** The token names no card that this customer entered. */
  | { status: 'invalid' };

export interface ChargeOrder {
  key: string;
  /** Above zero, and payable in the currency (`isPayable`). */
  amount_cents: bigint;
  currency: string;
  customer: string;
  card: string;
  /** Whether the fan is there to answer the bank's questions; a renewal is `off_session`, and never asks. */
  presence: 'on_session' | 'off_session';
  /** What the fan and operators read in the provider's records, up to 200 characters. */
  description: string;
  /** Our own references, for people who look there; up to 20 short texts. */
  metadata: Record<string, string>;
}

/** How a charge stands. `chargeId` is the provider's id; null when the provider kept nothing of it. */
export type ChargeOutcome =
  /** The money is ours. What went back since tells `refundsOf`. */
  | { status: 'succeeded'; chargeId: string; amount_cents: bigint }
  /** The bank takes its time. An event tells the end, and so does the look-up. */
  | { status: 'processing'; chargeId: string }
  /** The bank asks the fan: the browser goes on with `clientSecret`, which opens this charge alone. */
  | { status: 'requires_action'; chargeId: string; clientSecret: string }
  /** No money moved. After `requires_action` it is final only when `cancel` closed it: the browser could try another card. */
  | (Declined & { chargeId: string | null })
  /** Closed before any money moved; it can never succeed. */
  | { status: 'canceled'; chargeId: string };

/** An act of ours whose outcome is asked for; `since` is when its durable row was written. */
export interface ChargeRef {
  key: string;
  customer: string;
  /** Null when no answer ever told it. */
  chargeId: string | null;
  since: Date;
}

export interface RefundOrder {
  key: string;
  chargeId: string;
  /** Above zero and at most what is left of the charge. */
  amount_cents: bigint;
  currency: string;
}

export type RefundOutcome =
  | { status: 'succeeded'; refundId: string }
  /** On its way to the bank; an event tells when it failed. */
  | { status: 'pending'; refundId: string }
  /** Nothing went back. `message` is for operators. */
  | { status: 'refused'; refundId: string | null; message: string };

/** One refund of a charge, whoever made it. */
export interface RefundMade {
  refundId: string;
  /** Ours; null for one that was made at the provider. */
  key: string | null;
  amount_cents: bigint;
  /**
   * Null while it stands: made, or on its way. Else why the bank did not take it, maybe days later, in words for operators: its
   * money is ours again, and stays so.
   */
  returned: string | null;
}

export interface RefundRef {
  key: string;
  chargeId: string;
  refundId: string | null;
}

export interface AccountState {
  /** Whether payouts to it would be taken. */
  isReady: boolean;
  /** What the provider still wants of its owner, in the provider's words. */
  requirements: string[];
}

export interface PayOutOrder {
  key: string;
  amount_cents: bigint;
  currency: string;
  accountId: string;
  description: string;
  metadata: Record<string, string>;
}

export type PayOutOutcome =
  /** The money left us. `reversed_cents` is what came back since. */
  | { status: 'paid'; payoutId: string; reversed_cents: bigint }
  /** Nothing left us. `message` is for operators. */
  | { status: 'refused'; code: 'account_not_ready' | 'balance_too_low' | 'not_possible'; message: string };

export interface PayOutRef {
  key: string;
  accountId: string;
  payoutId: string | null;
}

/** What happened at the provider. `id` is the same each time that it is told; `key` is ours, where the provider knows it. */
export type GatewayEvent = { id: string; at: Date } & (
  | { type: 'charge_changed'; chargeId: string; key: string | null }
  /** A refund was made, went through or failed: ask for the refunds of the charge. */
  | { type: 'refund_changed'; chargeId: string; refundId: string | null }
  /** The bank took the money back for now. Several events may tell of one dispute: `disputeId` says which. */
  | { type: 'dispute_opened'; disputeId: string; chargeId: string; amount_cents: bigint; currency: string; reason: string }
  /** For good: `lost`, or `won` when the bank gave it back. May come before its opening. */
  | { type: 'dispute_closed'; disputeId: string; chargeId: string; amount_cents: bigint; currency: string; result: 'won' | 'lost' }
  | { type: 'account_changed'; accountId: string }
  | { type: 'payout_changed'; payoutId: string; key: string | null }
  | { type: 'other'; name: string }
);

export interface Gateway {
  /** Its account in the ledger. */
  readonly ledgerAccount: 'gateway:stripe' | 'gateway:sandbox';
  /** True where no real money moves. */
  readonly isSandbox: boolean;

  /** Asks who we are to it, and changes nothing: who answered and how, in a sentence. */
  greet(): Promise<string>;

  /** The provider's own record of a fan, made once and kept by the caller; cards and charges belong to it. */
  openCustomer(order: { key: string; accountId: string; email: string | null }): Promise<{ customer: string }>;

  /** Opens the provider's card form for one card of `customer`: what the browser needs for it. */
  cardForm(order: { key: string; customer: string }): Promise<{ clientSecret: string; publishableKey: string }>;

  /** Takes over the card that the form gave the browser as `token`. A token of another customer is `invalid`. Twice is once. */
  saveCard(order: { key: string; customer: string; token: string }): Promise<SaveOutcome>;

  /** Forgets the card; it can be charged no more. A card that is gone already is no error. */
  removeCard(order: { key: string; card: string }): Promise<void>;

  /** Charges a saved card. A card that is gone or of another customer is `declined`. */
  charge(order: ChargeOrder): Promise<ChargeOutcome>;

  /**
   * How a charge of ours stands now, or null when the provider knows nothing of it. Null is no promise: a call that is still on
   * its way may arrive after it, and its event, which carries the key, must then be honoured.
   */
  lookUp(charge: ChargeRef): Promise<ChargeOutcome | null>;

  /**
   * Closes a charge that has not succeeded: one that the fan left at the bank's question, or that was declined after it. The
   * answer is how it stands then; a charge that succeeded meanwhile stays so.
   */
  cancel(order: { key: string; chargeId: string }): Promise<ChargeOutcome>;

  /** Gives money back to the card of a succeeded charge. */
  refund(order: RefundOrder): Promise<RefundOutcome>;

  /** How a refund of ours stands now, or null when the provider knows nothing of it (see `lookUp`). */
  lookUpRefund(refund: RefundRef): Promise<RefundOutcome | null>;

  /** All refunds of a charge, the oldest first. */
  refundsOf(chargeId: string): Promise<RefundMade[]>;

  /** Opens an account that can be paid out to, for a performer in `country` (two capital letters). It is not ready yet. */
  openAccount(order: { key: string; performerId: string; email: string | null; country: string }): Promise<{ accountId: string }>;

  /** A page on which the account's owner tells what the provider wants to know; it works once, for minutes, and ends at `returnUrl`. */
  accountLink(order: { key: string; accountId: string; returnUrl: string }): Promise<{ url: string }>;

  accountState(accountId: string): Promise<AccountState>;

  /** Pays out to a ready account. */
  payOut(order: PayOutOrder): Promise<PayOutOutcome>;

  /** How a payout of ours stands now, or null when the provider knows nothing of it (see `lookUp`). */
  lookUpPayOut(payout: PayOutRef): Promise<PayOutOutcome | null>;

  /** Reads a webhook; null unless the provider signed these very bytes within the last 300 seconds. `headers` in lower case. */
  readEvent(rawBody: Buffer, headers: Readonly<Record<string, string | string[] | undefined>>): GatewayEvent | null;

  /**
   * What happened from `since` on, oldest first: for events that never arrived, and where none are sent. Ask for short spans: of
   * more than 1,000 events the oldest are missing.
   */
  eventsSince(since: Date): Promise<GatewayEvent[]>;
}
