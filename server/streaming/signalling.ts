/**
 * What the addresses of WHIP and WHEP ask of the embedded engine. Tokens are those that its `credentials` gave; whether the person
 * still may is asked by whoever answers, before each offer. A connection belongs to the person, room and role of the token that made it.
 */
import { EngineAway, RoomEnded, type LiveRole, type StreamingEngine } from './engine';
import type { EmbeddedEngine } from '../live/engines/embedded/embedded.engine';
import { Refused } from './embedded/wire';

/** Whom a token lets in, where and as what. */
export interface Ticket {
  room: string;
  identity: string;
  role: LiveRole;
}

/**
 * What became of an offer. `worthless` is a token of somebody who was put out since; `refused` an offer that cannot be used, and
 * `codecs` one whose picture comes in codecs alone that are not carried.
 */
export type Connected =
  { status: 'connected'; sdp: string; connectionId: string } | { status: 'worthless' } | { status: 'refused' } | { status: 'codecs' };

export interface Signalling {
  /** What a token says; null for one that is not ours or has expired. */
  ticketOf(token: string): Ticket | null;
  /** Connects by an SDP offer. @throws EngineAway, RoomEnded */
  connect(token: string, offer: string): Promise<Connected>;
  /** What a token says, also after its time: who made a connection may end it. Null for one that is not ours. */
  ownerIn(token: string): Ticket | null;
  /** Whose a connection is; null when there is no such connection. @throws EngineAway */
  ownerOf(connectionId: string): Promise<Ticket | null>;
  /** Ends a connection; twice is once. @throws EngineAway */
  disconnect(connectionId: string): Promise<void>;
}

const hasDoor = (engine: StreamingEngine): engine is EmbeddedEngine => 'door' in engine;

function outcomeOf(error: unknown): Connected {
  if (!(error instanceof Refused)) throw error;
  if (error.reason === 'ended') throw new RoomEnded(error.message, { cause: error });
  if (error.reason === 'full') throw new EngineAway(error.message, { cause: error });
  if (error.reason === 'codecs') return { status: 'codecs' };
  return error.reason === 'credentials' ? { status: 'worthless' } : { status: 'refused' };
}

/** What answers WHIP and WHEP; null where there is no embedded engine. */
export function signallingOf(engine: StreamingEngine | undefined): Signalling | null {
  if (!engine || !hasDoor(engine)) return null;
  const { door } = engine;
  return {
    ticketOf: door.readToken,
    connect: async (token, offer) => {
      const known = door.readToken(token);
      if (known === null) return { status: 'worthless' };
      try {
        const { answer, resource } = await door.answerOffer(known, offer);
        return { status: 'connected', sdp: answer, connectionId: resource };
      } catch (error) {
        return outcomeOf(error);
      }
    },
    ownerIn: door.readOwner,
    ownerOf: door.ownerOf,
    disconnect: door.leave,
  };
}
