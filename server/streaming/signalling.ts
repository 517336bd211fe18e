/**
 * What the addresses of WHIP and WHEP ask of the embedded engine. Tokens are those that its `credentials` gave; whether the person
 * still may is asked by whoever answers, before each offer. Throws `EngineAway` as the face does.
 */
import type { LiveRole } from './engine';

/** Whom a token lets in, where and as what. */
export interface Ticket {
  room: string;
  identity: string;
  role: LiveRole;
}

export interface Signalling {
  /** What a token says; null for one that is not ours, has expired, or was made worthless. */
  ticketOf(token: string): Promise<Ticket | null>;
  /** Connects by an SDP offer. Answers null to what is no offer. */
  connect(ticket: Ticket, offer: string): Promise<{ sdp: string; connectionId: string } | null>;
  /** Takes more candidates; false when there is no such connection of this ticket. */
  trickle(ticket: Ticket, connectionId: string, candidates: string): Promise<boolean>;
  /** Ends a connection; false when there is none. */
  disconnect(ticket: Ticket, connectionId: string): Promise<boolean>;
}
