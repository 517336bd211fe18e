/** What travels over the socket: names and payloads. Plain values and types: the browser imports this file. */
import type { z } from 'zod';
import type { PublicSettings } from './entities';
import type { Charge, PaymentTransaction, PayoutRequest, Subscription } from './money';
import type { SessionEndReason, TransferReason } from './values';

/** From the browser to the host; each is acknowledged with an `Ack`. */
export interface ClientEvents {
  /** Said after each connect and reconnect. */
  'auth/login': { payload: { token: string }; answer: { accountId: string } };
}

/** From the host to the browser. */
export interface HostEvents {
  /** To the account's own room: the session is over and the socket closes. */
  'session/ended': { sessionId: string; reason: SessionEndReason };
  /** To the rooms of those who may see it: the first socket opened, or the last has been closed for a while. */
  'presence/changed': { accountId: string; isOnline: boolean };
  /** To the account of the wallet, or of the performer who earned: a transfer changed what it holds. Amounts in tokens. */
  'wallet/balance-changed': { change: number; balance: number; reason: TransferReason; subjectId: string };
  /** To the buyer: a charge took effect. */
  'charge/settled': z.input<typeof Charge>;
  /** To the payer: a payment ended, well or not, or was given back. */
  'payment/settled': z.input<typeof PaymentTransaction>;
  /** To the payer: the bank wants the customer before it pays. */
  'payment/action-required': z.input<typeof PaymentTransaction>;
  /** To the fan and to the performer. */
  'subscription/changed': z.input<typeof Subscription>;
  /** To the performer, and to operators. */
  'payout/changed': z.input<typeof PayoutRequest>;
  /** To everybody: an operator changed a public setting. */
  'settings/changed': PublicSettings;
}

export type ClientEventName = keyof ClientEvents;
export type HostEventName = keyof HostEvents;
/** Every payload from the host carries these; receivers drop an `eventId` that they know. */
export interface Stamp {
  eventId: string;
  at: string;
}
export type Stamped<N extends HostEventName> = HostEvents[N] & Stamp;
export type Ack<T> = { ok: true; data: T } | { ok: false; error: string };

/** What the browser calls the connection's state. */
export const socketStatuses = ['initialized', 'connected', 'disconnect', 'reconnecting', 'failed'] as const;
export type SocketStatus = (typeof socketStatuses)[number];
