/** Creates LiveKit tokens, and reads the identity of participants who joined with them. */
import { randomBytes } from 'node:crypto';
import { AccessToken, TrackSource, type VideoGrant } from 'livekit-server-sdk';
import type { CredentialsRequest } from './engine';

/** The identity of a participant. It can be trusted, because LiveKit accepts only our tokens and participants cannot change it. */
export interface TokenHolder {
  person: string;
  isPublisher: boolean;
  issuedAt: Date;
}

const publisherGrant: VideoGrant = {
  canPublish: true,
  canPublishSources: [TrackSource.CAMERA, TrackSource.MICROPHONE, TrackSource.SCREEN_SHARE, TrackSource.SCREEN_SHARE_AUDIO],
  canSubscribe: false,
};
/** Viewers are hidden from each other: their names are visible to the performer only, and thousands of join events are avoided. */
const viewerGrant: VideoGrant = { canPublish: false, canSubscribe: true, hidden: true };

const windowSeparator = ':';

/**
 * A second connection with the same LiveKit identity closes the first. A publisher's identity is the account id, so that a new window
 * replaces the old one. Each window of a viewer has a separate identity, which begins with the account id.
 */
function participantIdentity({ identity, role }: CredentialsRequest): string {
  return role === 'publisher' ? identity : `${identity}${windowSeparator}${randomBytes(6).toString('base64url')}`;
}

/** A token for `request` with its lifetime. `issuedAt` is stored in the token's metadata. */
export function joinToken(apiKey: string, apiSecret: string, request: CredentialsRequest, issuedAt: Date): Promise<string> {
  const token = new AccessToken(apiKey, apiSecret, {
    identity: participantIdentity(request),
    ttl: request.ttl_s,
    metadata: issuedAt.toISOString(),
  });
  token.addGrant({
    room: request.room,
    roomJoin: true,
    canPublishData: false,
    canUpdateOwnMetadata: false,
    ...(request.role === 'publisher' ? publisherGrant : viewerGrant),
  });
  return token.toJwt();
}

/** The identity of a participant. Without readable metadata the token counts as issued at the epoch, before any eviction. */
export function tokenHolderOf({ identity, metadata = '' }: { identity: string; metadata?: string }): TokenHolder {
  const [person = '', window] = identity.split(windowSeparator);
  const issuedAt = new Date(metadata);
  return { person, isPublisher: window === undefined, issuedAt: Number.isNaN(issuedAt.getTime()) ? new Date(0) : issuedAt };
}
