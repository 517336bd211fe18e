/**
 * The interface between the WHIP and WHEP endpoints and the embedded engine. Tokens come from the engine's `credentials`; the endpoints
 * check access before each offer. A connection belongs to the person, room and role of the token that created it.
 */
import { EngineUnavailable, RoomEnded, type LiveRole, type StreamingEngine } from './engine';
import type { EmbeddedEngine } from './embedded/embedded.engine';
import { RejectedError } from '@sfu/wire';

/** The claims of a token. */
export interface TokenClaims {
  room: string;
  identity: string;
  role: LiveRole;
}

/**
 * The result of an offer. `invalid_token`: the token is invalid, or an eviction has revoked it. `unsupported_codecs`: the offer has no
 * supported video codec.
 */
export type OfferResult =
  | { status: 'connected'; sdp: string; connectionId: string }
  | { status: 'invalid_token' }
  | { status: 'invalid_offer' }
  | { status: 'unsupported_codecs' };

export interface Signalling {
  /** The claims of a token; null when it is invalid or expired. */
  readToken(token: string): TokenClaims | null;
  /** Connects with an SDP offer. @throws EngineUnavailable, RoomEnded */
  connect(token: string, offer: string): Promise<OfferResult>;
  /** The claims of a token even when expired, so that its holder can end a connection. Null when it is invalid. */
  readExpiredToken(token: string): TokenClaims | null;
  /** The owner of a connection; null when it does not exist. @throws EngineUnavailable */
  ownerOf(connectionId: string): Promise<TokenClaims | null>;
  /** Ends a connection. Idempotent. @throws EngineUnavailable */
  disconnect(connectionId: string): Promise<void>;
}

const isEmbedded = (engine: StreamingEngine): engine is EmbeddedEngine => 'signalling' in engine;

function offerResultOf(error: unknown): OfferResult {
  if (!(error instanceof RejectedError)) throw error;
  if (error.reason === 'ended') throw new RoomEnded(error.message, { cause: error });
  if (error.reason === 'full') throw new EngineUnavailable(error.message, { cause: error });
  if (error.reason === 'codecs') return { status: 'unsupported_codecs' };
  return error.reason === 'credentials' ? { status: 'invalid_token' } : { status: 'invalid_offer' };
}

/** The signalling of the embedded engine; null for other engines. */
export function signallingOf(engine: StreamingEngine | undefined): Signalling | null {
  if (!engine || !isEmbedded(engine)) return null;
  const { signalling } = engine;
  return {
    readToken: signalling.readToken,
    connect: async (token, offer) => {
      const claims = signalling.readToken(token);
      if (claims === null) return { status: 'invalid_token' };
      try {
        const { answer, resource } = await signalling.answerOffer(claims, offer);
        return { status: 'connected', sdp: answer, connectionId: resource };
      } catch (error) {
        return offerResultOf(error);
      }
    },
    readExpiredToken: signalling.readExpiredToken,
    ownerOf: signalling.ownerOf,
    disconnect: signalling.leave,
  };
}
