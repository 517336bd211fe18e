/** What we write into LiveKit's tokens, and read from the people that come in with them. */
import { randomBytes } from 'node:crypto';
import { AccessToken, TrackSource, type VideoGrant } from 'livekit-server-sdk';
import type { Entry } from '../../streaming/engine';

/** What we have to know of a token later; only our own tokens are let in, and nobody may alter it. */
export interface Bearer {
  person: string;
  isPublisher: boolean;
  issuedAt: Date;
}

const publishing: VideoGrant = {
  canPublish: true,
  canPublishSources: [TrackSource.CAMERA, TrackSource.MICROPHONE, TrackSource.SCREEN_SHARE, TrackSource.SCREEN_SHARE_AUDIO],
  canSubscribe: false,
};
/** Viewers do not see each other: their names are the performer's alone, and thousands of them are no news to each. */
const watching: VideoGrant = { canPublish: false, canSubscribe: true, hidden: true };

const windowMark = ':';

/**
 * LiveKit lets a name in once and closes its earlier connection. For a publisher that is what the face wants, so her name is her
 * account's id; each window of a viewer has a name of its own, which begins with it.
 */
function nameOf({ identity, role }: Entry): string {
  return role === 'publisher' ? identity : `${identity}${windowMark}${randomBytes(6).toString('base64url')}`;
}

/** A token for `entry`, whose own time it keeps; `issuedAt` is written into it. */
export function joinToken(apiKey: string, apiSecret: string, entry: Entry, issuedAt: Date): Promise<string> {
  const token = new AccessToken(apiKey, apiSecret, {
    identity: nameOf(entry),
    ttl: entry.ttl_s,
    metadata: issuedAt.toISOString(),
  });
  token.addGrant({
    room: entry.room,
    roomJoin: true,
    canPublishData: false,
    canUpdateOwnMetadata: false,
    ...(entry.role === 'publisher' ? publishing : watching),
  });
  return token.toJwt();
}

/** Who came in under a name. What cannot be read was issued before everything. */
export function bearerOf({ identity, metadata = '' }: { identity: string; metadata?: string }): Bearer {
  const [person = '', window] = identity.split(windowMark);
  const issuedAt = new Date(metadata);
  return { person, isPublisher: window === undefined, issuedAt: Number.isNaN(issuedAt.getTime()) ? new Date(0) : issuedAt };
}
